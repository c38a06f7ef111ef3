import type { Pool } from '../../chain/solana/dexes/dex.ts'
import { knownAddress, type OwnerIdentity } from '../../chain/solana/labels.ts'
import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import type { SharedReads } from '../../chain/solana/share-reads.ts'
import { LIMITS } from '../../config/limits.ts'
import { POOLS } from '../../config/pools.ts'
import { TIMEOUTS } from '../../config/timeouts.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { decodeBase58Fixed } from '../../hot-paths/base58.ts'
import { degradedNow } from '../degraded-now.ts'
import type { EvidenceGap, TokenEvidence } from '../evidence-bundle/evidence.ts'
import type { FoundPools } from '../pools/find-pools.ts'
import { loadPools } from '../pools/load-pools.ts'
import { ownersInTime } from '../pools/owners-in-time.ts'
import { identifyOwners, poolOwnersOf } from '../tokens/intel/identify-owners.ts'
import { loadLaunch } from '../tokens/intel/load-launch.ts'
import { chooseWallets, tracedAmong } from './choose-wallets.ts'
import { cosignersOf } from './cosigners.ts'
import { describeWallets } from './describe-wallets.ts'
import { materialCounterparties } from './material-counterparties.ts'
import { poolEvidence } from './pool-evidence.ts'
import { readAfterPurchases } from './read-after-purchases.ts'
import { type ChainClock, readClock, slotMsBetween } from './read-clock.ts'
import { readCustomers } from './read-customers.ts'
import { readExchangeDeposits } from './read-exchange-deposits.ts'
import { readExits } from './read-exits.ts'
import { readHistory } from './read-history.ts'
import { type HolderReading, readHolderEvidence, readHolderTable } from './read-holder-evidence.ts'
import { readHolderOrigins } from './read-holder-origins.ts'
import { readKeys, sharedKeys } from './read-keys.ts'
import { type LiquidityReading, readLiquidity } from './read-liquidity.ts'
import { type MintReading, readMintEvidence } from './read-mint-evidence.ts'
import { firstPurchases } from './read-money-before.ts'
import { readMutualPayments } from './read-mutual-payments.ts'
import { readOtherTokens } from './read-other-tokens.ts'
import { readTables } from './read-tables.ts'
import { sharedCounterparties } from './shared-counterparties.ts'
import { traceAlone, traceWallets } from './trace-wallets.ts'
import { createTransactionLog, type TransactionLog } from './transaction-log.ts'
import type { WalletTrace } from './wallet-trace.ts'
import { within } from './within.ts'

/** `deadlineScale`: `Infinity` for evaluation, where the same chain must give the same bytes however busy the
 *  machine. */
export type EvidenceOptions = { readonly deadlineScale?: number }

/** Everything the engines look at, 120 s: who holds a token, how it was launched and traded, and where the money of its
 *  wallets came from and went. Every part fails alone into `gaps`; evidence with gaps is soon gathered again. An
 *  address without a mint gives evidence with `mintInfo` null and no gap. Fails `unconfigured` without a node, as the
 *  node fails when it does not even return its slot, and `cancelled`. A few hundred calls for a launch with sixty
 *  wallets. */
export async function gatherEvidence(
  ctx: Context,
  mint: string,
  signal?: AbortSignal,
  options: EvidenceOptions = {},
): Promise<Outcome<TokenEvidence>> {
  return ctx.store.memo<TokenEvidence>('tokenEvidence', mint, () => gather(ctx, mint, signal, options))
}

/** Two tills into one chest are enough to ask about it. */
const LEAST_HUBS = 2
const LEAST_GUESTS = 4

const PARTS = [
  'clock',
  'mint',
  'pools',
  'holders',
  'launch',
  'liquidity',
  'history',
  'origins',
  'funding',
  'exits',
  'tables',
  'owners',
] as const
type PartName = (typeof PARTS)[number]
type Gaps = (EvidenceGap & { readonly part: PartName })[]
/** What every part of one gathering shares. */
type Gathering = {
  readonly ctx: Context
  readonly mint: string
  readonly reads: SharedReads
  readonly log: TransactionLog
  readonly gaps: Gaps
  /** Signal of a part that may take so long. */
  readonly within: (ms: number) => AbortSignal
  readonly launchMs: number
  readonly deadlineScale: number
}

async function gather(
  ctx: Context,
  mint: string,
  caller: AbortSignal | undefined,
  { deadlineScale = 1 }: EvidenceOptions,
): Promise<Outcome<TokenEvidence>> {
  if (ctx.chain.rpc === null) return fail('unconfigured', 'no Solana node is configured')
  const startedMs = ctx.clock.monotonicMs()
  const reads = ctx.parts.tokenReads.open(ctx.chain.rpc, mint)
  const whole = within(caller ?? new AbortController().signal, TIMEOUTS.evidenceMs * deadlineScale)
  const gathering: Gathering = {
    ctx,
    mint,
    reads,
    log: createTransactionLog(reads.rpc, mint),
    gaps: [],
    within: (ms) => within(whole, ms * deadlineScale),
    launchMs: Math.min(TIMEOUTS.launchFactsMs * deadlineScale, TIMEOUTS.unhurriedMs),
    deadlineScale,
  }
  const gathered = await gatherParts(gathering)
  if (caller?.aborted) return fail('cancelled', 'the request was cancelled')
  if (!gathered.ok) return gathered
  const tookMs = Math.round(ctx.clock.monotonicMs() - startedMs)
  ctx.log.debug({ mint, tookMs, calls: reads.calls(), gaps: gathered.value.gaps }, 'evidence gathered')
  return gathered.value.gaps.every(({ lasting }) => lasting) ? gathered : ok(gathered.value, degradedNow(ctx))
}

async function gatherParts(gathering: Gathering): Promise<Outcome<TokenEvidence>> {
  const { ctx, mint, gaps, within } = gathering
  const { rpc } = gathering.reads
  const isAddress = decodeBase58Fixed(mint, 32) !== null
  const [clock, minted] = await Promise.all([
    readClock(rpc, within(TIMEOUTS.evidenceClockMs)),
    isAddress ? readMintEvidence(rpc, mint, within(TIMEOUTS.evidenceMintMs)) : ok(null),
  ])
  if (!clock.ok) return clock
  const reading = part(gaps, 'mint', minted)
  // Without its mint's account a token can still have a history: only an address that holds no mint has none.
  if (minted.ok && reading === null) return ok({ ...emptyEvidence(mint, timeOf(gathering, clock.value, null)), gaps })

  const holdersSignal = within(TIMEOUTS.holderScanMs + TIMEOUTS.holderPagesMs)
  const tableRead = reading === null ? null : readHolderTable(ctx, rpc, reading.info, holdersSignal)
  const known = tableRead?.then((table) => (table.ok ? table.value : null)) ?? Promise.resolve(null)
  const owners = await ownersInTime(known, within(POOLS.ownersWithinMs))
  const foundPools = part(gaps, 'pools', await loadPools(ctx, mint, { ...poolTerms(gathering), ...owners }))
  const pools = foundPools?.pools ?? []
  if (foundPools !== null) noteUnsought(gaps, foundPools)
  const nowSec = clock.value.timeSec ?? Math.floor(ctx.clock.nowMs() / 1_000)
  const [holders, launch, liquidity] = await Promise.all([
    reading === null
      ? null
      : tableRead?.then((holders) => readHolderPart(gathering, { mint: reading.info, pools, holders }, holdersSignal)),
    readLaunchPart(gathering, foundPools),
    readLiquidity(rpc, { mint, pools, nowSec }, within(TIMEOUTS.evidenceOwnersMs)),
  ])
  noteGap(gaps, 'liquidity', liquidity.gap)
  return ok(
    await gatherBehaviour(gathering, {
      clock: clock.value,
      reading,
      pools,
      holders: holders ?? null,
      launch,
      liquidity,
    }),
  )
}

type State = {
  readonly clock: ChainClock
  readonly reading: MintReading | null
  readonly pools: readonly Pool[]
  readonly holders: HolderReading | null
  readonly launch: LaunchFacts | null
  readonly liquidity: LiquidityReading
}

/** What rests on the state: the token's history, who its wallets are, where their money came from and went. */
async function gatherBehaviour(gathering: Gathering, state: State): Promise<TokenEvidence> {
  const { mint, log, gaps, within } = gathering
  const { rpc } = gathering.reads
  const { reading, pools, holders, launch, liquidity } = state
  const poolOwners = poolOwnersOf(pools)
  const vaults = new Set([...poolOwners.keys(), ...(holders?.vaults ?? [])])

  const read = await readHistory(rpc, log, { mint, pools, launch }, within(TIMEOUTS.evidenceHistoryMs))
  noteGap(gaps, 'history', read.gap)
  const isPerson = (owner: string): boolean =>
    !vaults.has(owner) && holders?.identities.get(owner)?.isContract !== true && knownAddress(owner) === null
  const holdings = holders?.evidence.largest.filter(({ owner }) => isPerson(owner)) ?? []
  if (reading !== null) {
    const signal = within(TIMEOUTS.evidenceHolderOriginsMs)
    noteGap(gaps, 'origins', await readHolderOrigins(rpc, log, reading.info, { holdings, vaults }, signal))
  }

  const chosen = chooseWallets({
    launch,
    transactions: log.kept(),
    holders: holders?.evidence.largest.map(({ owner }) => owner) ?? [],
    vaults,
  })
  const wanted = tracedAmong(chosen, launch, isPerson)
  const trail = await traceWallets(rpc, log, wanted, within(TIMEOUTS.evidenceTraceMs), launch?.createdAtSec)
  noteGap(gaps, 'funding', trail.gap)
  const exitsSignal = within(TIMEOUTS.evidenceExitsMs)
  const exits = await readExits(rpc, log, launch, trail.traces, exitsSignal)
  noteGap(gaps, 'exits', exits.gap)
  noteGap(gaps, 'exits', await readMutualPayments(log, wanted, trail.traces, exitsSignal))
  await readCloseBuyers(gathering, wanted, trail.traces, exitsSignal)
  const deposits = await readExchangeDeposits(rpc, log, new Set(wanted), exitsSignal)
  noteGap(gaps, 'exits', deposits.gap)
  const cosigners = cosignersOf(log.kept(), new Set(wanted))
  const shared = sharedCounterparties(log.kept(), new Set(wanted))
  const material = materialCounterparties(log.kept(), new Set(chosen.keys()))
  const strangers = [
    ...new Set([...exits.payees, ...shared, ...material, ...deposits.depositors, ...cosigners]),
  ].filter((one) => !trail.traces.has(one) && !vaults.has(one))
  const paid = await traceAlone(rpc, log, strangers, exitsSignal)
  noteGap(gaps, 'exits', paid.gap)
  // Where several of those meet in turn: a chest behind tills, a store behind couriers.
  const near = new Set([...shared, ...material, ...deposits.depositors])
  const hubs = sharedCounterparties(log.kept(), near, LEAST_HUBS).filter((one) => !chosen.has(one))
  const nextHubs = hubs.filter((one) => !trail.traces.has(one) && !paid.traces.has(one) && !vaults.has(one))
  const met = await traceAlone(rpc, log, nextHubs, exitsSignal)
  noteGap(gaps, 'exits', met.gap)
  const traces = new Map([...trail.traces, ...paid.traces, ...met.traces])
  const lives = await readLives(gathering, holders, (one) => traces.has(one) || vaults.has(one), exitsSignal)
  // People of the token in whose hands much of the others' meets.
  const hosts = new Set(sharedCounterparties(log.kept(), new Set(wanted), LEAST_GUESTS))
  const served = await readCustomers(
    log,
    {
      addresses: [
        ...new Set([
          ...cosigners,
          ...shared,
          ...hubs,
          ...sharedCounterparties(log.kept(), new Set(wanted), 2),
          ...exits.payees,
        ]),
      ].filter((one) => !chosen.has(one) || hosts.has(one) || cosigners.includes(one)),
      traces,
      isOfToken: (one) => chosen.has(one) || trail.traces.has(one) || near.has(one),
    },
    exitsSignal,
  )
  noteGap(gaps, 'exits', served.gap)

  const others = await readOtherTokens(rpc, log.kept(), new Set(wanted), exitsSignal)
  noteGap(gaps, 'exits', others.gap)
  const transactions = log.kept()
  const poolAddresses = new Set(pools.map(({ address }) => address))
  const ownersSignal = within(TIMEOUTS.evidenceOwnersMs)
  const [tables, wallets] = await Promise.all([
    readTables(rpc, transactions, (one) => one === mint || chosen.has(one) || poolAddresses.has(one), ownersSignal),
    describeWallets(
      chosen,
      new Map([...traces, ...lives]),
      {
        payees: [...exits.payees, ...near, ...hubs, ...cosigners, ...lives.keys()],
        vaults: unreadVaults(holders, poolOwners),
        customers: served.customers,
      },
      (addresses) => identifyAll(gathering, addresses, holders?.identities ?? new Map(), poolOwners, ownersSignal),
    ),
  ])
  noteGap(gaps, 'tables', tables.gap)
  const { slot, slotMs, timeSec, ledgerStartSec } = timeOf(gathering, state.clock, launch)
  return {
    mint,
    slot,
    slotMs,
    timeSec,
    ledgerStartSec,
    mintInfo: reading?.evidence ?? null,
    holders: holders?.evidence ?? null,
    pools: pools
      .map((pool) => poolEvidence(pool, liquidity.byPool.get(pool.address) ?? null))
      .sort((a, b) => (a.address < b.address ? -1 : 1)),
    launch,
    transactions,
    history: read.history,
    wallets,
    tables: tables.rows,
    otherCoins: others.tokens,
    gaps: inOrder(gaps),
  }
}

/** How much keys are used that several wallets share. */
async function readLives(
  { reads, log, gaps }: Gathering,
  holders: HolderReading | null,
  isKnown: (address: string) => boolean,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, WalletTrace>> {
  const keys = await sharedKeys(log.kept(), holders?.evidence.powers ?? [], isKnown)
  const { traces, gap } = await readKeys(reads.rpc, keys, signal)
  noteGap(gaps, 'exits', gap)
  return traces
}

/** Vaults among the listed holders that are not the pools that were read: those the pools themselves name. */
function unreadVaults(holders: HolderReading | null, poolOwners: ReadonlyMap<string, string>): readonly string[] {
  if (holders === null) return []
  return holders.evidence.largest
    .map(({ owner }) => owner)
    .filter((owner) => holders.vaults.has(owner) && !poolOwners.has(owner))
}

async function readHolderPart(
  { ctx, reads, gaps }: Gathering,
  known: Parameters<typeof readHolderEvidence>[2],
  signal: AbortSignal,
): Promise<HolderReading | null> {
  const holders = part(gaps, 'holders', await readHolderEvidence(ctx, reads.rpc, known, signal))
  noteGap(gaps, 'holders', holders?.gap ?? null)
  return holders
}

async function readLaunchPart(
  { ctx, mint, reads, gaps, within, launchMs }: Gathering,
  foundPools: FoundPools | null,
): Promise<LaunchFacts | null> {
  const arePartial = foundPools === null || (foundPools.unsought.length > 0 && !foundPools.isLasting)
  const known = { pools: foundPools?.pools ?? [], arePartial }
  const found = await loadLaunch(ctx, reads.rpc, mint, known, within(TIMEOUTS.launchFactsMs * 2), launchMs)
  if (found.ok && found.value.status !== 'found' && !found.value.complete)
    gaps.push({ part: 'launch', reason: 'not all of the first transactions were read' })
  return part(gaps, 'launch', found)
}

/** Identities of addresses beyond those that are known already. */
async function identifyAll(
  { reads, gaps }: Gathering,
  addresses: readonly string[],
  known: ReadonlyMap<string, OwnerIdentity>,
  poolOwners: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OwnerIdentity>> {
  const missing = addresses.filter((address) => !known.has(address))
  const { identities, failed } = await identifyOwners(reads.rpc, missing, poolOwners, signal)
  if (failed) gaps.push({ part: 'owners', reason: 'the accounts of wallets were not read' })
  return new Map([...known, ...identities])
}

/** The chain's clock, with substitutes for what the node did not return. */
function timeOf(
  { ctx, gaps, log }: Gathering,
  { slot, timeSec, slotMs, ledgerStartSec }: ChainClock,
  launch: LaunchFacts | null,
): Pick<TokenEvidence, 'slot' | 'slotMs' | 'timeSec' | 'ledgerStartSec'> {
  const newest = log.kept().findLast((one) => one.timeSec !== null)
  const nowSec = timeSec ?? newest?.timeSec ?? Math.floor(ctx.clock.nowMs() / 1_000)
  if (timeSec === null) gaps.push({ part: 'clock', reason: 'the time of the slot was not read' })
  const since =
    launch?.launchSlot == null || launch.launchedAtSec == null
      ? null
      : slotMsBetween({ slot: launch.launchSlot, timeSec: launch.launchedAtSec }, { slot, timeSec: nowSec })
  const measuredMs = slotMs ?? since
  if (measuredMs === null) gaps.push({ part: 'clock', reason: 'the slot time was not measured' })
  return { slot, timeSec: nowSec, slotMs: measuredMs ?? TIMEOUTS.nominalSlotMs, ledgerStartSec }
}

function emptyEvidence(mint: string, clock: ReturnType<typeof timeOf>): TokenEvidence {
  return {
    mint,
    ...clock,
    mintInfo: null,
    holders: null,
    pools: [],
    launch: null,
    transactions: [],
    history: {
      complete: true,
      earlyCount: 0,
      recentCount: 0,
      knownCount: 0,
      earlyToSlot: null,
      recentFromSlot: null,
    },
    wallets: [],
    tables: [],
    otherCoins: [],
    gaps: [],
  }
}

function part<T>(gaps: Gaps, name: PartName, answer: Outcome<T>): T | null {
  if (answer.ok) return answer.value
  gaps.push({ part: name, reason: `${answer.code}: ${answer.message}` })
  return null
}

/** Parts that are read at the same time fail in any order. */
function inOrder(gaps: Gaps): Gaps {
  const place = new Map(PARTS.map((name, i) => [name, i]))
  return gaps.sort((a, b) => place.get(a.part)! - place.get(b.part)! || (a.reason < b.reason ? -1 : 1))
}

/** A slow scan is left out before the time of all pools is over. */
function poolTerms({ within, deadlineScale }: Gathering) {
  return { signal: within(TIMEOUTS.evidenceMintMs), patienceMs: POOLS.patienceMs * deadlineScale }
}

function noteUnsought(gaps: Gaps, { unsought, isLasting }: FoundPools): void {
  if (unsought.length === 0) return
  const reason = `the node does not search for all pools on ${unsought.join(', ')}`
  gaps.push({ part: 'pools', reason, ...(isLasting ? { lasting: true } : {}) })
}

/** What the first of the buyers did after their purchase. The others are named as not looked at. */
async function readCloseBuyers(
  { log, gaps }: Gathering,
  wanted: readonly string[],
  traces: ReadonlyMap<string, WalletTrace>,
  signal: AbortSignal,
): Promise<void> {
  const close = wanted.slice(0, LIMITS.evidenceCloseWallets)
  noteGap(gaps, 'exits', await readAfterPurchases(log, close, traces, signal))
  const purchaseOf = firstPurchases(log)
  const count = wanted.slice(close.length).filter((wallet) => purchaseOf.has(wallet)).length
  const reason = `of ${counted(count, 'buyer')} with smaller parts only the first money was read`
  if (count > 0) gaps.push({ part: 'exits', reason, lasting: true })
}

function noteGap(gaps: Gaps, name: PartName, reason: string | null): void {
  if (reason !== null) gaps.push({ part: name, reason })
}
