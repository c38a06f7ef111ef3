import { type Outcome, ok } from '../../../contract/outcome.ts'
import { readTokenAccount } from '../../../hot-paths/account-layouts.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../program-ids.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'
import type { Pool } from './dex.ts'
import { isMoney } from './quote-mints.ts'

/** Pools of one mint that are read beyond the derived ones; anyone can make more. */
const MAX_SCANNED_POOLS = 50

type Filter = { readonly dataSize: number } | { readonly memcmp: { readonly offset: number; readonly bytes: string } }
export type Accounts = ReadonlyMap<string, AccountView | null>

/** How a program keeps its pools; `P` is its pool account, decoded. */
export type PoolSource<P> = {
  readonly programId: string
  readonly filters: readonly Filter[]
  /** Where a pool account names its mints. */
  readonly mintOffsets: readonly number[]
  /** Null for accounts that are no pool of this program, its owner tested first. */
  read(account: AccountView): P | null
  hasMint(pool: P, mint: string): boolean
  /** Accounts that say the rest of a pool: its vaults, its configuration. */
  companionsOf(pool: P): readonly string[]
  /** Accounts that only the companions name. */
  companionsBehind?(pool: P, companions: Accounts): readonly string[]
  /** Null where the companions do not say what the pool is. */
  toPool(address: string, pool: P, companions: Accounts): Pool | null
}

/** Pools of a mint: those at `derived` addresses in one call, and all others where the node allows scans. A refused
 *  scan leaves the derived ones and fails only where addresses cannot be derived at all. What names money, SOL or a
 *  dollar, is never scanned for: half the program would answer. */
export async function findPoolsOf<P>(
  rpc: SolanaRpc,
  source: PoolSource<P>,
  mint: string,
  derived: readonly string[],
  signal?: AbortSignal,
): Promise<Outcome<readonly Pool[]>> {
  const abort = signal ? { signal } : {}
  const [read, ...scans] = await Promise.all([
    readAccounts(rpc, derived, abort),
    ...(isMoney(mint) ? [] : source.mintOffsets).map((offset) =>
      rpc.programAccounts(source.programId, {
        filters: [...source.filters, { memcmp: { offset, bytes: mint } }],
        ...abort,
      }),
    ),
  ])
  if (!read.ok) return read
  const pools = new Map<string, P>()
  const take = (account: AccountView | null): void => {
    const pool = account === null ? null : source.read(account)
    if (account !== null && pool !== null && source.hasMint(pool, mint)) pools.set(account.address, pool)
  }
  for (const account of read.value.values()) take(account)
  for (const scan of scans) {
    if (!scan.ok && derived.length === 0) return scan
    for (const account of scan.ok ? scan.value : []) if (pools.size < MAX_SCANNED_POOLS) take(account)
  }
  const companions = await readAccounts(rpc, [...new Set([...pools.values()].flatMap(source.companionsOf))], abort)
  if (!companions.ok) return companions
  const behind = [...pools.values()].flatMap((pool) => source.companionsBehind?.(pool, companions.value) ?? [])
  const further = await readAccounts(rpc, [...new Set(behind)], abort)
  if (!further.ok) return further
  const known = new Map([...companions.value, ...further.value])
  return ok([...pools].flatMap(([address, pool]) => source.toPool(address, pool, known) ?? []))
}

/** What a vault holds; 0 for an account that is missing or no token account. */
export function vaultBalance(accounts: Accounts, address: string): bigint {
  const account = accounts.get(address)
  if (account?.owner !== TOKEN_PROGRAM && account?.owner !== TOKEN_2022_PROGRAM) return 0n
  return readTokenAccount(account.data)?.amountRaw ?? 0n
}

async function readAccounts(
  rpc: SolanaRpc,
  addresses: readonly string[],
  abort: { readonly signal?: AbortSignal },
): Promise<Outcome<Accounts>> {
  if (addresses.length === 0) return ok(new Map())
  const read = await rpc.accounts(addresses, abort)
  if (!read.ok) return read
  return ok(new Map(addresses.map((address, at) => [address, read.value.accounts[at] ?? null])))
}
