import { knownAddress } from '../../chain/solana/labels.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS } from '../../config/limits.ts'
import type { TransactionLog } from '../evidence/transaction-log.ts'
import type { ObservedWallet } from '../evidence-bundle/evidence.ts'
import type { DevEvidence, DevFunderEvidence, DevTokenEvidence } from '../evidence-bundle/input-bundle.ts'
import { findPriors } from './find-priors.ts'
import { FUNDER_TRACE, paysStrangers } from './funder-trace.ts'
import { LEAST_LAUNCH_LAMPORTS } from './launch-money.ts'
import { readSiblingLives, type SiblingLaunch } from './read-sibling-lives.ts'
import type { Acts, ReadActs } from './transaction-acts.ts'

type Parts = {
  readonly rpc: SolanaRpc
  readonly log: TransactionLog
  readonly readActs: ReadActs
  readonly dev: string
  /** Its largest unnamed payers before the launch. */
  readonly launchPayers: readonly string[]
  /** The token in question, which is no one's other token. */
  readonly mint: string
  readonly slotMs: number
}
type Funders = Pick<DevEvidence, 'siblings' | 'funders'> & { readonly complete: boolean }
type Payments = Omit<DevFunderEvidence, 'payeesLookedAt' | 'launchers'> & {
  /** Whom it paid, newest first. */
  readonly wallets: readonly string[]
  /** Who paid it, newest first: money that comes home. */
  readonly payers: readonly string[]
  /** It did little else. */
  readonly isRelay: boolean
}
/** How a wallet stands to the funder behind a creator. */
type Way = { readonly funder: string; readonly via: NonNullable<DevEvidence['siblings'][number]['via']> }

/** Signatures asked of a receiver: its first transactions are among them unless it lives on. */
const RECEIVER_SIGNATURES = 100

/** The unnamed, not busy addresses a wallet's first money came through, nearest first: of a long way the nearest and
 *  the root. Pure. */
export function fundersOf(dev: string, wallets: readonly ObservedWallet[]): readonly string[] {
  const byAddress = new Map(wallets.map((wallet) => [wallet.address, wallet]))
  const path: string[] = []
  let from = byAddress.get(dev)?.funding?.from
  while (from !== undefined && path.length < FUNDER_TRACE.maxHops && from !== dev && !path.includes(from)) {
    const wallet = byAddress.get(from)
    if (knownAddress(from) !== null || wallet?.isBusy) break
    path.push(from)
    from = wallet?.funding?.from
  }
  return path.length <= LIMITS.devFunders ? path : [...path.slice(0, LIMITS.devFunders - 1), path.at(-1)!]
}

/** Whom the funders behind a creator paid, whom those paid, who paid the funders back, which of them launched tokens,
 *  and what became of those: one funder of several creators is a ring only where their tokens were rugged. */
export async function readSiblings(
  parts: Parts,
  wallets: readonly ObservedWallet[],
  signal: AbortSignal,
): Promise<Funders> {
  const { funders, paid } = await readFunders(parts, wallets, signal)
  const holders = new Set(
    wallets.filter(({ roles }) => !roles.every((role) => role === 'funder')).map(({ address }) => address),
  )
  const path = new Set([parts.dev, ...funders])
  const behind = new Map<string, Way>()
  const note = (wallet: string, way: Way): void => {
    const isKnown = path.has(wallet) || behind.has(wallet)
    if (!isKnown && behind.size < LIMITS.devSiblingWallets) behind.set(wallet, way)
  }
  // Money that comes home is the shorter way to who else works for the funder. Wallets around this token come last: they
  // were paid to buy it.
  for (const isHolder of [false, true])
    for (const payments of paid) {
      if (payments === null) continue
      const { address: funder, payers, wallets: paidOnes } = payments
      for (const wallet of payers) if (holders.has(wallet) === isHolder) note(wallet, { funder, via: 'paid_back' })
      for (const wallet of paidOnes) if (holders.has(wallet) === isHolder) note(wallet, { funder, via: 'paid' })
    }
  const first = await readLaunches(parts, behind, signal)
  const second = await readLaunches(parts, paidOn(behind, first, path, holders), signal)
  const launches = [...first.launches, ...second.launches]
  const launchersOf = (funder: string) =>
    new Set(first.launches.filter((one) => one.funder === funder && one.via === 'paid').map(({ wallet }) => wallet))
  const read = paid.filter((payments) => payments !== null)
  const described = read.map(({ wallets: _paid, payers: _payers, isRelay: _isRelay, ...payments }) => ({
    ...payments,
    payeesLookedAt: [...behind.values()].filter(({ funder, via }) => funder === payments.address && via === 'paid')
      .length,
    launchers: launchersOf(payments.address).size,
  }))
  const strangers = new Set(described.filter(paysStrangers).map(({ address }) => address))
  const lives = await readSiblingLives(
    parts,
    launches.filter(({ funder }) => !strangers.has(funder)),
    new Map(read.map(({ address, wallets: own }) => [address, own])),
    signal,
  )
  return {
    siblings: launches.map((one) => siblingOf(one, lives.get(one.launch.mint))),
    funders: described,
    complete: first.complete && second.complete && !paid.includes(null),
  }
}

type Paid = readonly (Payments | null)[]

/** What the funders behind a creator paid: those of its first money, those of what it launched with, and behind the
 *  latter, where they did little else than pass it on, who paid them. */
async function readFunders(
  parts: Parts,
  wallets: readonly ObservedWallet[],
  signal: AbortSignal,
): Promise<{ readonly funders: readonly string[]; readonly paid: Paid }> {
  const first = fundersOf(parts.dev, wallets)
  const near = [...first, ...parts.launchPayers.filter((payer) => !first.includes(payer))]
  const paid = await Promise.all(near.map((funder) => readPayments(parts, funder, signal)))
  const isNear = new Set([parts.dev, ...near])
  const behind = paid.flatMap((payments) =>
    payments === null || first.includes(payments.address) || !payments.isRelay
      ? []
      : payments.payers.filter((payer) => !isNear.has(payer)),
  )
  const far = [...new Set(behind)].slice(0, LIMITS.devLaunchPayers)
  const further = await Promise.all(far.map((funder) => readPayments(parts, funder, signal)))
  return { funders: [...near, ...far], paid: [...paid, ...further] }
}

function siblingOf(
  { wallet, funder, via, launch: { mint, slot, timeSec, signature } }: SiblingLaunch,
  life: DevTokenEvidence | undefined,
): DevEvidence['siblings'][number] {
  const way = via === undefined ? {} : { via }
  const said = { wallet, funder, ...way, mint, launchSlot: slot, launchTimeSec: timeSec, signature }
  return life === undefined ? said : { ...said, life }
}

async function readPayments(
  { rpc, log, readActs }: Parts,
  funder: string,
  signal: AbortSignal,
): Promise<Payments | null> {
  const history = await rpc.signaturesOf(funder, { limit: LIMITS.devFunderTransactions, signal })
  if (!history.ok) return null
  const signatures = history.value.filter(({ err }) => err === null).map(({ signature }) => signature)
  await log.read(signatures, signal)
  const wallets = new Set<string>()
  const payers = new Set<string>()
  const times: number[] = []
  const acts = await readActs(signatures)
  for (const { transaction, transfers } of acts) {
    for (const { from, to, lamports } of transfers) {
      if (lamports < LEAST_LAUNCH_LAMPORTS || from === to) continue
      if (to === funder && knownAddress(from) === null) payers.add(from)
      if (from !== funder || knownAddress(to) !== null) continue
      wallets.add(to)
      if (transaction.blockTimeSec !== null) times.push(transaction.blockTimeSec)
    }
  }
  const spanSecs = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times)
  const lists = { wallets: [...wallets], payers: [...payers] }
  const isRelay = history.value.length <= FUNDER_TRACE.relaySignatures
  return { isRelay, address: funder, transactionsRead: acts.length, payees: wallets.size, spanSecs, ...lists }
}

type Launches = {
  readonly launches: readonly SiblingLaunch[]
  readonly complete: boolean
  /** Of each wallet that did little else than pass money on, whom it paid in its first transactions. */
  readonly passedOn: ReadonlyMap<string, readonly string[]>
}

/** Tokens launched by wallets in their first transactions. `behind`: how each stands to the funder. */
async function readLaunches(
  { rpc, log, readActs, mint }: Parts,
  behind: ReadonlyMap<string, Way>,
  signal: AbortSignal,
): Promise<Launches> {
  const wallets = [...behind.keys()]
  if (wallets.length === 0) return { launches: [], complete: true, passedOn: new Map() }
  const histories = await rpc.signaturesOfMany(wallets, { limit: RECEIVER_SIGNATURES, signal })
  const firstOf = histories.map((history) =>
    history.ok
      ? history.value
          .filter(({ err }) => err === null)
          .slice(-LIMITS.devSiblingTransactions)
          .map(({ signature }) => signature)
      : [],
  )
  const unread = await log.read(firstOf.flat(), signal)
  const found: SiblingLaunch[] = []
  const passedOn = new Map<string, readonly string[]>()
  for (const [i, wallet] of wallets.entries()) {
    const acts = await readActs(firstOf[i]!)
    const launches = findPriors(wallet, acts).filter((launch) => launch.mint !== mint)
    const history = histories[i]!
    const signatures = history.ok ? history.value.map(({ signature }) => signature) : []
    const paid = paidBy(wallet, acts)
    for (const launch of launches) found.push({ wallet, ...behind.get(wallet)!, launch, signatures, paid })
    const isRelay = history.ok && history.value.length <= FUNDER_TRACE.relaySignatures
    if (isRelay && launches.length === 0) passedOn.set(wallet, paid)
  }
  return { launches: found, passedOn, complete: unread === 0 && histories.every(({ ok }) => ok) }
}

function paidBy(wallet: string, acts: readonly Acts[]): readonly string[] {
  const paid = new Set<string>()
  for (const { transfers } of acts)
    for (const { from, to, lamports } of transfers)
      if (from === wallet && to !== wallet && lamports >= LEAST_LAUNCH_LAMPORTS && knownAddress(to) === null)
        paid.add(to)
  return [...paid]
}

/** Whom those paid whom the funder paid: rings fund their creators over a wallet each. Nothing is followed through
 *  wallets with lives of their own. */
function paidOn(
  behind: ReadonlyMap<string, Way>,
  { passedOn }: Launches,
  path: ReadonlySet<string>,
  holders: ReadonlySet<string>,
): ReadonlyMap<string, Way> {
  const further = new Map<string, Way>()
  for (const [relay, payees] of passedOn)
    for (const wallet of payees) {
      if (further.size >= LIMITS.devSecondSiblings) return further
      if (path.has(wallet) || behind.has(wallet) || holders.has(wallet) || further.has(wallet)) continue
      further.set(wallet, { funder: behind.get(relay)!.funder, via: 'paid_on' })
    }
  return further
}
