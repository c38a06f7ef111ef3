import { type Outcome, ok } from '../../contract/outcome.ts'
import { findExtension, readMint, readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import type { AccountView, SolanaRpc } from './rpc.ts'

/** A mint as its account states it. */
export type MintInfo = {
  readonly mint: string
  readonly tokenProgram: typeof TOKEN_PROGRAM | typeof TOKEN_2022_PROGRAM
  readonly supplyRaw: bigint
  readonly decimals: number
  /** Null when no one can mint (or freeze) any more. */
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  /** Token-2022 only. */
  readonly extensions: MintExtensions
  /** The whole account, for its own metadata. */
  readonly data: Uint8Array
}
export type MintExtensions = {
  /** Rate of the schedule with the higher one: a raised fee that is not yet in force is announced already. */
  readonly transferFeeBps: number | null
  readonly permanentDelegate: string | null
  /** Program that runs at every transfer. */
  readonly transferHookProgram: string | null
  readonly nonTransferable: boolean
  readonly defaultFrozen: boolean
  /** Authority that can stop all transfers, and whether it has. */
  readonly pausableBy: string | null
  readonly paused: boolean
}

const EXTENSION = {
  transferFeeConfig: 1,
  defaultAccountState: 6,
  nonTransferable: 9,
  permanentDelegate: 12,
  transferHook: 14,
  pausable: 26,
} as const
const FROZEN = 2
/** Two authorities and the withheld amount, then per schedule: epoch u64, maximum u64, rate u16. */
const OLDER_FEE_OFFSET = 72
const NEWER_FEE_OFFSET = 90
const FEE_RATE_OFFSET = 16

/** Reads a mint; null when the address holds no mint of either token program. Fails as the node fails. */
export async function readMintInfo(
  rpc: SolanaRpc,
  mint: string,
  signal?: AbortSignal,
): Promise<Outcome<MintInfo | null>> {
  const read = await rpc.accounts([mint], signal ? { signal } : {})
  return read.ok ? ok(decodeMintInfo(read.value.accounts[0] ?? null)) : read
}

export function decodeMintInfo(account: AccountView | null): MintInfo | null {
  if (account === null || (account.owner !== TOKEN_PROGRAM && account.owner !== TOKEN_2022_PROGRAM)) return null
  const fields = readMint(account.data)
  if (fields === null) return null
  return {
    mint: account.address,
    tokenProgram: account.owner,
    supplyRaw: fields.supplyRaw,
    decimals: fields.decimals,
    mintAuthority: keyOf(fields.mintAuthority),
    freezeAuthority: keyOf(fields.freezeAuthority),
    extensions: decodeExtensions(account.owner === TOKEN_2022_PROGRAM ? account.data : new Uint8Array()),
    data: account.data,
  }
}

function decodeExtensions(data: Uint8Array): MintExtensions {
  const fee = findExtension(data, EXTENSION.transferFeeConfig)
  const pausable = findExtension(data, EXTENSION.pausable)
  return {
    transferFeeBps: fee === null ? null : Math.max(feeBps(fee, OLDER_FEE_OFFSET), feeBps(fee, NEWER_FEE_OFFSET)),
    permanentDelegate: keyOf(findExtension(data, EXTENSION.permanentDelegate)),
    transferHookProgram: keyOf(findExtension(data, EXTENSION.transferHook)?.subarray(32) ?? null),
    nonTransferable: findExtension(data, EXTENSION.nonTransferable) !== null,
    defaultFrozen: findExtension(data, EXTENSION.defaultAccountState)?.[0] === FROZEN,
    pausableBy: keyOf(pausable),
    paused: pausable?.[32] === 1,
  }
}

/** A schedule that takes nothing at most takes nothing. */
function feeBps(config: Uint8Array, offset: number): number {
  const at = offset + FEE_RATE_OFFSET
  if (config.length < at + 2 || readU64(config, offset + 8) === 0n) return 0
  return config[at]! | (config[at + 1]! << 8)
}

/** Extensions spell "none" as 32 zero bytes. */
function keyOf(bytes: Uint8Array | null): string | null {
  if (bytes === null || bytes.length < 32) return null
  const key = bytes.subarray(0, 32)
  return key.every((byte) => byte === 0) ? null : encodeBase58(key)
}
