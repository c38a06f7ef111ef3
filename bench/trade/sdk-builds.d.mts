/** What the SDKs are given: the buy as ours planned it, and the accounts as they stand on the chain. */
export type SdkGiven = {
  readonly program: string
  readonly pool: string
  readonly mint: string
  readonly quoteMint: string
  readonly wallet: string
  readonly secretKey: Uint8Array
  readonly coinAccount: string
  readonly scratch: { readonly address: string; readonly seed: string; readonly rentLamports: bigint } | null
  readonly tokenPrograms: readonly [base: string, quote: string]
  readonly recipients: { readonly fee: string; readonly buyback: string }
  readonly supplyRaw: bigint
  /** Of the swap as ours made it. */
  readonly swapAccounts: readonly string[]
  readonly slippageBps: number
  readonly clock: { readonly slot: number; readonly unixSec: number; readonly epoch: number }
  readonly units: number
  readonly unitPrice: number
  /** Of each build again. */
  readonly dataLimitBytes: number
  accounts(address: string): Buffer | null
}
export type SdkBuild = {
  readonly wire: Uint8Array
  readonly minOutRaw: bigint
  readonly swap: {
    readonly programId: { toBase58(): string }
    readonly keys: readonly {
      readonly pubkey: { toBase58(): string }
      readonly isSigner: boolean
      readonly isWritable: boolean
    }[]
    readonly data: Uint8Array
  }
}
export function sdkBuilder(
  dex: string,
  given: SdkGiven,
): ((amountRaw: bigint, blockhash: string) => Promise<SdkBuild>) | null
