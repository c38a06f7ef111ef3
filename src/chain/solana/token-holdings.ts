import { type Outcome, ok } from '../../contract/outcome.ts'
import { EXTENSIONS_OFFSET, readTokenAccount, readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import type { AccountView, SolanaRpc } from './rpc.ts'

/** A token account of a wallet, with everything in its bytes that decides whether it can be closed. */
export type TokenHolding = {
  readonly account: string
  readonly mint: string
  readonly owner: string
  readonly tokenProgram: typeof TOKEN_PROGRAM | typeof TOKEN_2022_PROGRAM
  /** All that the account holds, its deposit and what is above it. */
  readonly lamports: bigint
  readonly dataBytes: number
  readonly amountRaw: bigint
  /** The account does not say; null until the mint was read. */
  readonly decimals: number | null
  readonly isFrozen: boolean
  /** Wrapped SOL: its amount is lamports, and closing it unwraps them. */
  readonly isNative: boolean
  /** Of wrapped SOL: the lamports of its own that are no tokens. Null otherwise. */
  readonly rentReserveLamports: bigint | null
  /** Who may close it when that is not its owner. */
  readonly closeAuthority: string | null
  readonly delegate: string | null
  /** Fees of transfers into it that no one has collected: it cannot be closed with them. */
  readonly withheldRaw: bigint
  /** Encrypted balances or fees that are not zero: it cannot be closed with them, and no one but its owner can move
   *  them. */
  readonly hasConfidential: boolean
  /** Types of its Token-2022 entries, in their order. */
  readonly extensions: readonly number[]
}

/** Token-2022 extension types of accounts (solana-programs 2.3). */
export const ACCOUNT_EXTENSION = {
  transferFeeAmount: 2,
  confidentialTransfer: 5,
  immutableOwner: 7,
  memoTransfer: 8,
  cpiGuard: 11,
  nonTransferable: 13,
  transferHook: 15,
  confidentialFee: 17,
  pausable: 27,
} as const

/** Approved 1 and key 32 come before the three ciphertexts of 64 bytes that must be zero for the account to close:
 *  pending low, pending high, available. */
const CONFIDENTIAL_BALANCES = { start: 33, end: 33 + 3 * 64 } as const

/** Every token account of a wallet, of both programs: one call a program, nothing sliced away. In the order of their
 *  addresses. Fails as the node fails. */
export async function readTokenHoldings(
  rpc: SolanaRpc,
  owner: string,
  signal?: AbortSignal,
): Promise<Outcome<readonly TokenHolding[]>> {
  const options = signal === undefined ? {} : { signal }
  const reads = await Promise.all(
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((program) => rpc.tokenAccounts(owner, program, options)),
  )
  const holdings: TokenHolding[] = []
  for (const read of reads) {
    if (!read.ok) return read
    for (const view of read.value) {
      const holding = decodeTokenHolding(view)
      if (holding !== null && holding.owner === owner) holdings.push(holding)
    }
  }
  return ok(holdings.sort((a, b) => (a.account < b.account ? -1 : 1)))
}

/** Null for what is no initialised token account of either program. */
export function decodeTokenHolding({ address, owner: program, lamports, data }: AccountView): TokenHolding | null {
  if (program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM) return null
  const fields = readTokenAccount(data)
  if (fields === null) return null
  const entries = readEntries(data)
  return {
    account: address,
    mint: encodeBase58(fields.mint),
    owner: encodeBase58(fields.owner),
    tokenProgram: program,
    lamports,
    dataBytes: data.length,
    amountRaw: fields.amountRaw,
    decimals: null,
    isFrozen: fields.state === 'frozen',
    isNative: fields.nativeReserveLamports !== null,
    rentReserveLamports: fields.nativeReserveLamports,
    closeAuthority: fields.closeAuthority === null ? null : encodeBase58(fields.closeAuthority),
    delegate: fields.delegate === null ? null : encodeBase58(fields.delegate),
    ...entries,
  }
}

function readEntries(data: Uint8Array): Pick<TokenHolding, 'withheldRaw' | 'hasConfidential' | 'extensions'> {
  const extensions: number[] = []
  let withheldRaw = 0n
  let hasConfidential = false
  for (let at = EXTENSIONS_OFFSET; at + 4 <= data.length; ) {
    const type = data[at]! | (data[at + 1]! << 8)
    const end = at + 4 + (data[at + 2]! | (data[at + 3]! << 8))
    if (type === 0 || end > data.length) break
    const value = data.subarray(at + 4, end)
    extensions.push(type)
    if (type === ACCOUNT_EXTENSION.transferFeeAmount && value.length === 8) withheldRaw = readU64(value, 0)
    if (type === ACCOUNT_EXTENSION.confidentialTransfer)
      hasConfidential ||= !isZero(value.subarray(CONFIDENTIAL_BALANCES.start, CONFIDENTIAL_BALANCES.end))
    if (type === ACCOUNT_EXTENSION.confidentialFee) hasConfidential ||= !isZero(value)
    at = end
  }
  return { withheldRaw, hasConfidential, extensions }
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}
