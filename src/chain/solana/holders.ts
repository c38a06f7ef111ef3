import { LIMITS } from '../../config/limits.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { withDeadline } from '../../runtime/with-deadline.ts'
import { foldAccountSlices, foldHolderRows, type HolderTable, OWNER_AND_AMOUNT } from './holder-table.ts'
import { readLargestAccounts } from './largest-accounts.ts'
import type { MintInfo } from './mint-info.ts'
import { ownersWithoutKey } from './owners-without-key.ts'
import { NATIVE_MINT, TOKEN_PROGRAM } from './program-ids.ts'
import type { SolanaRpc } from './rpc.ts'
import { OWNER_TO_POWERS, powersIn, type StandingPower } from './token-powers.ts'
import { type HolderTrail, readTrailedHolders, type TrailedHolders } from './trail-holders.ts'

/** How the holders were read: every token account from the node, pages of an asset index, the node's list of the
 *  largest accounts, or the accounts that the token's own transactions name. */
export type HolderMethod = 'program-accounts' | 'asset-pages' | 'largest-accounts' | 'transactions'
export type Holders = {
  readonly table: HolderTable
  readonly method: HolderMethod
  /** Every account with a balance is in the table. */
  readonly exact: boolean
  /** There are more owners than the table holds. */
  readonly capped: boolean
  /** What accounts hold that were not found, as a share of the supply (0-1); absent when all were found, and where no
   *  one can say. */
  readonly missingShare?: number
  /** Standing powers over the accounts, where they were asked for and every account was read. */
  readonly powers?: readonly StandingPower[]
  /** Owners of its accounts that no key stands for, also of empty accounts: every vault of a pool is among them. Absent
   *  where not all accounts were read, or their owners are too many to be told apart. */
  readonly programOwners?: readonly string[]
  /** Why the better ways did not serve, in the order they were tried. */
  readonly refusals: readonly { readonly method: HolderMethod; readonly why: string }[]
}
type PageRow = { readonly tokenAccount: string; readonly owner: string; readonly amountRaw: bigint }
/** Structure of `Assets.tokenAccountsOfMint`. */
export type HolderPages = (
  mint: string,
  maxAccounts: number,
) => Promise<Outcome<{ readonly rows: readonly PageRow[]; readonly capped: boolean }>>

/** Most rows `getTokenLargestAccounts` gives; fewer mean that there are no more. */
const LARGEST_MAX = 20
/** Byte 165 of a Token-2022 account with extensions is 2; as base58. */
const ACCOUNT_TYPE_OFFSET = 165
const ACCOUNT_TYPE_ACCOUNT = '3'
const TOKEN_ACCOUNT_BYTES = 165
/** One part in so many of a supply. */
const MINTED_MEANWHILE = 100n

/** Owners of a mint: all token accounts of its program; where the node refuses that (or is too slow, or the reply is
 *  too big), pages of an asset index; else the 20 largest accounts; else those among the accounts that the token's own
 *  transactions name. Fails as the list of the largest failed, `cancelled` at once. */
export async function readHolders(
  parts: {
    readonly rpc: SolanaRpc
    readonly pages: HolderPages | null
    readonly trail?: HolderTrail | undefined
    /** How many standing powers are listed; without, the scan leaves them out. */
    readonly mostPowers?: number
  },
  mint: Pick<MintInfo, 'mint' | 'tokenProgram' | 'supplyRaw'>,
  signal?: AbortSignal,
): Promise<Outcome<Holders>> {
  const refusals: { method: HolderMethod; why: string }[] = []
  const refuse = (method: HolderMethod, { code, message, rpcCode }: Failure) =>
    refusals.push({ method, why: rpcCode === undefined ? `${code}: ${message}` : `${code} ${rpcCode}: ${message}` })

  const scan = await scanTokenAccounts(parts.rpc, mint, { mostPowers: parts.mostPowers ?? 0, signal })
  const scanned = scan.ok ? within(mint, ok(scan.value.table)) : scan
  if (scan.ok && scanned.ok)
    return ok({ ...scan.value, method: 'program-accounts', exact: true, capped: false, refusals })
  if (isCancelled(signal)) return fail('cancelled', 'the request was cancelled')
  if (!scanned.ok) refuse('program-accounts', scanned)

  const paged = parts.pages === null ? null : await readPages(parts.pages, mint.mint)
  if (isCancelled(signal)) return fail('cancelled', 'the request was cancelled')
  if (paged?.ok && !paged.value.capped) {
    const table = within(mint, ok(await foldHolderRows(paged.value.rows)))
    if (table.ok) return ok({ table: table.value, method: 'asset-pages', exact: true, capped: false, refusals })
    refuse('asset-pages', table)
  }
  if (paged !== null && !paged.ok) refuse('asset-pages', paged)

  const largest = await readLargest(parts.rpc, mint.mint, signal)
  if (!largest.ok && !paged?.ok) {
    if (parts.trail === undefined || isCancelled(signal)) return largest
    refuse('largest-accounts', largest)
    const trailed = await readTrailedHolders({ rpc: parts.rpc, trail: parts.trail }, mint, signal)
    return trailed.ok ? ok({ ...asHolders(trailed.value), refusals }) : largest
  }
  if (!largest.ok) refuse('largest-accounts', largest)
  // Pages come in the order of the index, not by size: when they were cut off, the largest accounts complete them.
  const rows = joinRows(largest.ok ? largest.value.rows : [], paged?.ok ? paged.value.rows : [])
  const exact = largest.ok && largest.value.complete
  const method = paged?.ok ? 'asset-pages' : 'largest-accounts'
  const table = within(mint, ok(await foldHolderRows(rows)))
  return table.ok ? ok({ table: table.value, method, exact, capped: !exact, refusals }) : table
}

const PERCENT = 100

/** What a list by the token's transactions leaves out, as a sentence; null where it lacks nothing that is known of. */
export function sayUnfound({ missingShare }: Pick<Holders, 'missingShare'>): string | null {
  if (missingShare === undefined) return null
  const percent = (missingShare * PERCENT).toFixed(missingShare < 1 / PERCENT ? 4 : 1)
  return `accounts that hold ${percent} % of the supply were not found among the token's transactions`
}

function asHolders({ table, missingRaw, supplyRaw }: TrailedHolders): Omit<Holders, 'refusals'> {
  const exact = missingRaw === 0n
  const found = { table, method: 'transactions', exact, capped: !exact } as const
  return exact ? found : { ...found, missingShare: Number((missingRaw * 1_000_000n) / supplyRaw) / 1_000_000 }
}

/** A table that holds more than there is of the token is none: some rows of it, or the mint, are not what they say. Of
 *  wrapped SOL the mint counts nothing. */
function within(
  { mint, supplyRaw }: Pick<MintInfo, 'mint' | 'supplyRaw'>,
  table: Outcome<HolderTable>,
): Outcome<HolderTable> {
  if (!table.ok || mint === NATIVE_MINT) return table
  let heldRaw = 0n
  for (const amountRaw of table.value.amountsRaw) heldRaw += amountRaw
  // The mint was read a moment before its holders: someone may have minted meanwhile.
  const most = supplyRaw + supplyRaw / MINTED_MEANWHILE
  return heldRaw <= most ? table : fail('upstream_failed', 'the holders that were listed have more than the supply')
}

async function scanTokenAccounts(
  rpc: SolanaRpc,
  { mint, tokenProgram }: Pick<MintInfo, 'mint' | 'tokenProgram'>,
  { mostPowers, signal }: { readonly mostPowers: number; readonly signal: AbortSignal | undefined },
): Promise<Outcome<Pick<Holders, 'table' | 'powers' | 'programOwners'>>> {
  const ofMint = { memcmp: { offset: 0, bytes: mint } }
  const bare = [{ dataSize: TOKEN_ACCOUNT_BYTES }, ofMint]
  const extended = [ofMint, { memcmp: { offset: ACCOUNT_TYPE_OFFSET, bytes: ACCOUNT_TYPE_ACCOUNT } }]
  const bounded = withDeadline(signal, TIMEOUTS.holderScanMs)
  const dataSlice = mostPowers > 0 ? OWNER_TO_POWERS : OWNER_AND_AMOUNT
  const answers = await Promise.all(
    (tokenProgram === TOKEN_PROGRAM ? [bare] : [extended, bare]).map((filters) =>
      rpc.programAccounts(tokenProgram, { filters, dataSlice, signal: bounded }),
    ),
  )
  const slices: Uint8Array[] = []
  for (const answer of answers) {
    if (!answer.ok) return answer
    for (const account of answer.value) slices.push(account.data)
  }
  const table = await foldAccountSlices(slices)
  const programOwners = await ownersWithoutKey(slices, LIMITS.ownersTestedForPools)
  return ok({
    table,
    ...(programOwners === null ? {} : { programOwners }),
    ...(mostPowers > 0 ? { powers: await powersIn(slices, mostPowers) } : {}),
  })
}

/** The pages take no signal: past their time they are left to end on their own. */
async function readPages(pages: HolderPages, mint: string): ReturnType<HolderPages> {
  const late = new AbortController()
  const timeout = new Promise<Failure>((resolve) => {
    const timer = setTimeout(
      () => resolve(fail('upstream_timeout', 'holder pages took too long')),
      TIMEOUTS.holderPagesMs,
    )
    late.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
  const answer = await Promise.race([pages(mint, LIMITS.holderPageAccounts), timeout])
  late.abort()
  return answer
}

async function readLargest(
  rpc: SolanaRpc,
  mint: string,
  signal: AbortSignal | undefined,
): Promise<Outcome<{ readonly rows: readonly PageRow[]; readonly complete: boolean }>> {
  const options = signal ? { signal } : {}
  const answer = await readLargestAccounts(rpc, mint, signal)
  if (!answer.ok) return answer
  const listed = answer.value
  if (listed.length === 0) return ok({ rows: [], complete: true })
  const owners = await rpc.accounts(
    listed.map(({ address }) => address),
    { dataSlice: { offset: 32, length: 32 }, ...options },
  )
  if (!owners.ok) return owners
  const rows = listed.flatMap(({ address, amount }, i) => {
    const account = owners.value.accounts[i]
    if (account?.data.length !== 32) return []
    return [{ tokenAccount: address, owner: encodeBase58(account.data), amountRaw: BigInt(amount) }]
  })
  // The list is by amount: an empty account on it says that every account with a balance is there too.
  return ok({ rows, complete: listed.length < LARGEST_MAX || listed.at(-1)!.amount === '0' })
}

function joinRows(first: readonly PageRow[], rest: readonly PageRow[]): readonly PageRow[] {
  const seen = new Set(first.map(({ tokenAccount }) => tokenAccount))
  return [...first, ...rest.filter(({ tokenAccount }) => !seen.has(tokenAccount))]
}

function isCancelled(signal: AbortSignal | undefined): boolean {
  return signal?.aborted ?? false
}
