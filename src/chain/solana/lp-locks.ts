import { type Outcome, ok } from '../../contract/outcome.ts'
import { readMint, readTokenAccount } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { LpState, Pool } from './dexes/dex.ts'
import { DEXES } from './dexes/index.ts'
import { identifyOwner, knownAddress } from './labels.ts'
import { readLargestAccounts } from './largest-accounts.ts'
import { decodeVestingEscrow, JUPITER_LOCK_PROGRAM, unlockEndSec } from './lock-accounts.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import type { AccountView, SolanaRpc } from './rpc.ts'

export type LpHolderKind = 'burned' | 'locked' | 'creator' | 'other'
export type LpHolder = {
  readonly tokenAccount: string
  readonly owner: string
  readonly amountRaw: bigint
  readonly kind: LpHolderKind
  /** Who locks or burns; null for others. */
  readonly entity: string | null
}
/** One lock that still holds. */
export type LpLock = {
  /** Owner of the token account: the lock's own account, or the locker's authority. */
  readonly owner: string
  /** Program of the lock's account; null for an authority without an account. */
  readonly program: string | null
  readonly entity: string
  readonly amountRaw: bigint
  /** When the last of it is free; null when the lock's account cannot be read. */
  readonly untilSec: number | null
  /** Someone may end it early. */
  readonly isCancellable: boolean | null
}
/** Who can take a pool's liquidity away. `lpSupplyRaw` = locked + creator + other; burned ones are no part of it. */
export type LpLocks = {
  readonly lpMint: string
  readonly lpSupplyRaw: bigint
  /** Burned by instruction (the pool remembers what it gave out) or held by an address no one has a key for. */
  readonly burnedRaw: bigint
  readonly lockedRaw: bigint
  readonly creatorRaw: bigint
  readonly otherRaw: bigint
  readonly locks: readonly LpLock[]
  /** Largest first, at most 20, those with a balance. */
  readonly largest: readonly LpHolder[]
  /** Slot of the oldest read. */
  readonly slot: number
}

/** By program of the pools whose LP tokens are their liquidity. */
const READERS: ReadonlyMap<string, (data: Uint8Array) => LpState | null> = new Map(
  DEXES.flatMap(({ lpTokens = {} }) => Object.entries(lpTokens)),
)

/** Whether a pool's liquidity is LP tokens that `readLpLocks` can follow. */
export function hasLpTokens({ programId }: Pick<Pool, 'programId'>): boolean {
  return READERS.has(programId)
}

/** Where the LP tokens of a pool are, from its accounts and the 20 largest of the LP mint. Null for a pool without such
 *  tokens (`hasLpTokens`). A lock that is over at `nowSec` is none: its tokens are whose they come back to. Five calls;
 *  fails as the node fails. */
export async function readLpLocks(
  rpc: SolanaRpc,
  pool: Pick<Pool, 'address' | 'programId' | 'creator'>,
  { nowSec, signal }: { readonly nowSec: number; readonly signal?: AbortSignal },
): Promise<Outcome<LpLocks | null>> {
  const options = signal ? { signal } : {}
  if (!READERS.has(pool.programId)) return ok(null)
  const read = await rpc.accounts([pool.address], options)
  if (!read.ok) return read
  const account = read.value.accounts[0]
  const state = account?.owner === pool.programId ? READERS.get(pool.programId)!(account.data) : null
  if (state === null) return ok(null)
  const { lpMint } = state
  const [mintRead, largestRead] = await Promise.all([
    rpc.accounts([lpMint], options),
    readLargestAccounts(rpc, lpMint, signal),
  ])
  if (!mintRead.ok) return mintRead
  const mint = mintRead.value.accounts[0]
  const supplyRaw = (mint ? readMint(mint.data) : null)?.supplyRaw ?? 0n
  // A mint whose tokens were all burned may be unknown to a node's index of large accounts.
  if (!largestRead.ok && supplyRaw > 0n) return largestRead
  const rows = largestRead.ok ? largestRead.value : []
  const accountsRead = await rpc.accounts(
    rows.map(({ address }) => address),
    options,
  )
  if (!accountsRead.ok) return accountsRead
  const held = accountsRead.value.accounts.flatMap((one) => holdingOf(one, lpMint))
  const owners = [...new Set(held.map(({ owner }) => owner))]
  const ownersRead = await rpc.accounts(owners, options)
  if (!ownersRead.ok) return ownersRead
  const ownerAccounts = new Map(owners.map((owner, i) => [owner, ownersRead.value.accounts[i] ?? null]))
  const creators = new Set([state.creator, pool.creator].filter((one) => one !== null))
  const sorted = sortLpHolders(held, { ownerAccounts, creators, nowSec })
  const sum = (kind: LpHolderKind): bigint =>
    sorted.largest.reduce((total, one) => total + (one.kind === kind ? one.amountRaw : 0n), 0n)
  const sentAwayRaw = sum('burned')
  const burnedByProgramRaw = state.lpSupply > supplyRaw ? state.lpSupply - supplyRaw : 0n
  const lpSupplyRaw = supplyRaw > sentAwayRaw ? supplyRaw - sentAwayRaw : 0n
  const [lockedRaw, creatorRaw] = [sum('locked'), sum('creator')]
  const knownRaw = lockedRaw + creatorRaw
  return ok({
    lpMint,
    lpSupplyRaw,
    burnedRaw: burnedByProgramRaw + sentAwayRaw,
    lockedRaw,
    creatorRaw,
    // With them everyone who is not among the largest.
    otherRaw: lpSupplyRaw > knownRaw ? lpSupplyRaw - knownRaw : 0n,
    ...sorted,
    slot: Math.min(read.value.slot, mintRead.value.slot, accountsRead.value.slot || read.value.slot),
  })
}

type OwnerView = Pick<AccountView, 'owner' | 'executable' | 'data'>
export type HeldLp = Pick<LpHolder, 'tokenAccount' | 'owner' | 'amountRaw'>

function holdingOf(account: AccountView | null, lpMint: string): HeldLp[] {
  if (account === null || (account.owner !== TOKEN_PROGRAM && account.owner !== TOKEN_2022_PROGRAM)) return []
  const fields = readTokenAccount(account.data)
  if (fields === null || fields.amountRaw === 0n || encodeBase58(fields.mint) !== lpMint) return []
  return [{ tokenAccount: account.address, owner: encodeBase58(fields.owner), amountRaw: fields.amountRaw }]
}

/** What each holder of LP tokens is, largest first, and the locks that still hold. */
export function sortLpHolders(
  held: readonly HeldLp[],
  {
    ownerAccounts,
    creators,
    nowSec,
  }: {
    readonly ownerAccounts: ReadonlyMap<string, OwnerView | null>
    readonly creators: ReadonlySet<string>
    readonly nowSec: number
  },
): Pick<LpLocks, 'largest' | 'locks'> {
  const locks: LpLock[] = []
  const largest = held.map((one): LpHolder => {
    const account = ownerAccounts.get(one.owner) ?? null
    const plain = (owner: string): Pick<LpHolder, 'kind' | 'entity'> => ({
      kind: creators.has(owner) ? 'creator' : 'other',
      entity: null,
    })
    if (creators.has(one.owner)) return { ...one, ...plain(one.owner) }
    const { entityType, entity } = identifyOwner(one.owner, account && ownerFacts(account), new Map())
    const name = entity ?? 'unnamed'
    if (entityType === 'burn') return { ...one, kind: 'burned', entity: name }
    if (entityType !== 'locker') return { ...one, ...plain(one.owner) }
    const escrow = account?.owner === JUPITER_LOCK_PROGRAM ? decodeVestingEscrow(account.data) : null
    const untilSec = escrow === null ? null : unlockEndSec(escrow)
    if (escrow !== null && untilSec !== null && untilSec <= nowSec)
      return { ...one, ...plain(escrow.isCancelled ? escrow.creator : escrow.recipient) }
    const label = account === null ? null : knownAddress(account.owner)
    locks.push({
      owner: one.owner,
      program: account?.owner ?? null,
      entity: knownAddress(one.owner)?.label ?? label?.label ?? name,
      amountRaw: one.amountRaw,
      untilSec,
      isCancellable: escrow?.isCancellable ?? null,
    })
    return { ...one, kind: 'locked', entity: name }
  })
  largest.sort((a, b) => (a.amountRaw < b.amountRaw ? 1 : a.amountRaw > b.amountRaw ? -1 : a.owner < b.owner ? -1 : 1))
  return { largest, locks }
}

function ownerFacts({ owner, executable }: OwnerView): { readonly owner: string; readonly executable: boolean } {
  return { owner, executable }
}
