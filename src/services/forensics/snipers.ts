import type { LaunchFacts } from '../../chain/solana/launch-window.ts'
import { LIMITS } from '../../config/limits.ts'
import type { WalletRoles } from '../../contract/bubble-map.ts'
import type { SniperCohort } from '../../contract/forensics.ts'
import type { TokenEvidence } from '../evidence-bundle/evidence.ts'
import type { Gathered, SniperEvidence } from '../evidence-bundle/input-bundle.ts'
import { type BalanceOf, balancesNow, heldTogetherPct } from '../evidence-bundle/launch-shares.ts'
import { checkSnipers } from './sniper-checks.ts'
import { SNIPERS } from './sniper-thresholds.ts'

export type SniperParts = {
  readonly evidence: Gathered<TokenEvidence>
  readonly snipers: Gathered<SniperEvidence>
}

export type SniperQuestion = {
  readonly mint: string
  readonly generatedAtMs: number
  /** Said where no launch was read; else the launch facts say by which window they were found. */
  readonly windowSlots?: number
  /** What a map says of the launch's wallets; without one the launch facts stand alone. */
  readonly roles?: WalletRoles | null
}

/** Who bought in the first second and what became of it. Bundlers and snipers are disjoint: those of the map where
 *  there is one, else of the launch facts. Their shares are of what they hold now: the same figures as intel's. Pure.
 *  Without the second look at the snipers (`snipers` missing, or nothing of it read) the sample is empty and its ratio
 *  null. O(holders + transactions). */
export function judgeSnipers(
  { evidence, snipers }: SniperParts,
  { mint, generatedAtMs, windowSlots = LIMITS.launchWindowSlots, roles = null }: SniperQuestion,
): SniperCohort {
  const observed = evidence.value
  const found = observed?.launch?.status === 'found' ? observed.launch : null
  const launch = found === null ? null : { ...found, ...roles }
  const sample = sampleOf(snipers.value, launch, roles)
  const cohort: SniperCohort = {
    mint,
    launchSlot: launch?.launchSlot ?? null,
    launchTime: launch?.launchedAtSec ?? null,
    windowSlots: observed?.launch?.windowSlots ?? windowSlots,
    basis: launch === null ? null : roles === null ? 'launch' : 'map',
    lowerBounds: launch === null ? [] : lowerBoundsOf(launch, roles),
    slotMs: observed?.slotMs ?? null,
    ...(observed === null || launch === null
      ? NOBODY_KNOWN
      : countSnipers(observed, launch, balancesNow(observed.holders, snipers.value?.balances ?? []))),
    snipers: observed === null || launch === null ? [] : nameSnipers(observed, launch, sample ?? []),
    sampledSnipers: sample ?? [],
    serialSniperRatio: sample === null ? null : serialRatio(sample),
    checks: [],
    errors: errorsOf(evidence, snipers, launch, sample === null),
    generatedAt: generatedAtMs,
  }
  return { ...cohort, checks: [...checkSnipers(cohort, launch)] }
}

/** Shares that may be less than the truth: some purchases were not read, or no one has looked for further wallets of
 *  the bundlers. */
function lowerBoundsOf({ capped, complete }: LaunchFacts, roles: WalletRoles | null): SniperCohort['lowerBounds'] {
  if (capped || !complete) return ['sniperPct', 'slot0SniperPct', 'bundledPct']
  return roles === null ? ['bundledPct'] : []
}

/** Each with its first purchase, in order of the chain. */
function nameSnipers(
  { slotMs }: TokenEvidence,
  { buyers, snipers, launchSlot }: LaunchFacts,
  sample: SniperCohort['sampledSnipers'],
): SniperCohort['snipers'] {
  const serial = new Map(sample.map((one) => [one.address, one.serial]))
  const independent = new Set(snipers)
  const first = new Map<string, number>()
  for (const { wallet, slot } of buyers) if (independent.has(wallet) && !first.has(wallet)) first.set(wallet, slot)
  return [...first].slice(0, LIMITS.launchTransactions).map(([address, slot]) => {
    const slotsAfterLaunch = slot - (launchSlot ?? slot)
    const afterMs = slotMs > 0 ? Math.round(slotsAfterLaunch * slotMs) : null
    return { address, slotsAfterLaunch, afterMs, serial: serial.get(address) ?? null }
  })
}

type Counts = Pick<
  SniperCohort,
  | 'sniperCount'
  | 'sniperPct'
  | 'slot0SniperCount'
  | 'slot0SniperPct'
  | 'cohortSniperCount'
  | 'sniperExit'
  | 'bundledPct'
  | 'bundleWalletCount'
>

const NOBODY_KNOWN: Counts = {
  sniperCount: null,
  sniperPct: null,
  slot0SniperCount: null,
  slot0SniperPct: null,
  cohortSniperCount: null,
  sniperExit: null,
  bundledPct: null,
  bundleWalletCount: null,
}

function countSnipers(observed: TokenEvidence, launch: LaunchFacts, balanceOf: BalanceOf): Counts {
  const inSlot0 = new Set(launch.buyers.filter(({ slot }) => slot === launch.launchSlot).map(({ wallet }) => wallet))
  const slot0 = launch.snipers.filter((wallet) => inSlot0.has(wallet))
  const together = (wallets: readonly string[]) => heldTogetherPct(observed.holders, balanceOf, wallets)
  return {
    sniperCount: launch.snipers.length,
    sniperPct: together(launch.snipers),
    slot0SniperCount: slot0.length,
    slot0SniperPct: together(slot0),
    cohortSniperCount: launch.snipers.length - slot0.length,
    sniperExit: observed.holders === null ? null : classifyExits(observed, launch, balanceOf),
    bundledPct: together(launch.bundlers),
    bundleWalletCount: launch.bundlers.length,
  }
}

/** What each sniper holds now beside what it bought in the window. Tokens that were sent away count as sold: they are
 *  no longer held. Wallets whose purchase or balance was not read are not classified. */
function classifyExits(
  observed: TokenEvidence,
  launch: LaunchFacts,
  balanceOf: BalanceOf,
): NonNullable<SniperCohort['sniperExit']> {
  const bought = boughtInWindow(observed, launch)
  const exit = { classified: 0, holding: 0, soldPartial: 0, soldFull: 0, boughtMore: 0 }
  for (const wallet of launch.snipers) {
    const boughtRaw = bought.get(wallet) ?? 0n
    const heldRaw = balanceOf(wallet)
    if (boughtRaw === 0n || heldRaw === null) continue
    exit.classified++
    const heldPerMille = (heldRaw * 1_000n) / boughtRaw
    if (heldPerMille < SNIPERS.goneBelowPerMille) exit.soldFull++
    else if (heldPerMille < SNIPERS.wholeFromPerMille) exit.soldPartial++
    else if (heldPerMille <= SNIPERS.wholeToPerMille) exit.holding++
    else exit.boughtMore++
  }
  return exit
}

/** Base units by buyer, from the launch slot to the end of the window. */
export function boughtInWindow(
  { transactions }: Pick<TokenEvidence, 'transactions'>,
  { launchSlot, windowSlots }: Pick<LaunchFacts, 'launchSlot' | 'windowSlots'>,
): ReadonlyMap<string, bigint> {
  const bought = new Map<string, bigint>()
  if (launchSlot === null) return bought
  for (const { slot, trades } of transactions) {
    if (slot < launchSlot || slot > launchSlot + windowSlots) continue
    for (const { wallet, side, baseRaw } of trades)
      if (side === 'buy') bought.set(wallet, (bought.get(wallet) ?? 0n) + BigInt(baseRaw))
  }
  return bought
}

/** Null when the second look failed: nothing at hand, or not one of the sampled could be read. */
function sampleOf(
  snipers: SniperEvidence | null,
  launch: LaunchFacts | null,
  roles: WalletRoles | null,
): SniperCohort['sampledSnipers'] | null {
  if (snipers === null) return null
  // Chosen before it was known who belongs to the creator. A professional with several wallets buys as a bundle does: what
  // it sniped elsewhere shows it, once a map says that it is not of the team.
  const independent = launch === null ? null : new Set(launch.snipers)
  const team = new Set(roles?.team ?? [])
  const sampled = snipers.sampled.filter(
    ({ address, otherSnipes }) =>
      (independent?.has(address) ?? true) ||
      (roles !== null && !team.has(address) && (otherSnipes?.length ?? 0) >= SNIPERS.serialOtherSnipes),
  )
  if (sampled.length > 0 && sampled.every(({ otherSnipes }) => otherSnipes === null)) return null
  return sampled.slice(0, SNIPERS.sampled).map(({ address, fungibles, otherSnipes, isBusy }) => ({
    address,
    fungibles,
    serial: otherSnipes === null ? null : otherSnipes.length >= SNIPERS.serialOtherSnipes,
    heavy: isBusy || (fungibles === null ? null : fungibles >= SNIPERS.heavyFungibles),
  }))
}

function serialRatio(sample: SniperCohort['sampledSnipers']): number | null {
  const known = sample.filter(({ serial }) => serial !== null)
  return known.length === 0 ? null : known.filter(({ serial }) => serial).length / known.length
}

function errorsOf(
  evidence: SniperParts['evidence'],
  snipers: SniperParts['snipers'],
  launch: LaunchFacts | null,
  isDegraded: boolean,
): string[] {
  const errors: string[] = []
  if (evidence.gap !== null) errors.push(`evidence: ${evidence.gap}`)
  else if (launch === null)
    errors.push(
      `the launch was not found ${evidence.value?.launch?.complete === false ? 'in what could be read' : 'on the chain'}`,
    )
  else if (launch.capped) errors.push('the launch window holds more transactions than were read')
  if (snipers.gap !== null) errors.push(`snipers: ${snipers.gap}`)
  else if (isDegraded && launch !== null) errors.push('snipers: their histories could not be read')
  return errors
}
