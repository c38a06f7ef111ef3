import { knownAddress } from '../../chain/solana/labels.ts'
import { DAY_SECS } from '../../config/durations.ts'
import type { DevHistory } from '../../contract/forensics.ts'
import { FUNDING_STEP, traceFunders } from '../../hot-paths/funder-trace.ts'
import type { ObservedWallet } from '../evidence-bundle/evidence.ts'
import type { DevEvidence, DevFunderEvidence } from '../evidence-bundle/input-bundle.ts'

export const FUNDER_TRACE = {
  /** Hops that are followed at most: the wallets in the evidence go no further either. */
  maxHops: 8,
  /** Passed through this many wallets that did little else, money has been peeled. */
  peelRelays: 2,
  /** A wallet with at most so many transactions did little else. */
  relaySignatures: 60,
  /** An unnamed address that paid so many wallets, over more than so long, and of whose receivers no more than this
   *  share launched tokens, serves the public: behind it the trail of one customer cannot be told from another's. */
  servicePayees: 10,
  serviceSpanSecs: 3 * DAY_SECS,
  serviceLauncherShare: 0.25,
} as const

/** What is known services by name, but made to break a trace. */
const PRIVACY_NAMES = /privacy|mixer|tornado|elusiv|fixedfloat|changenow|sideshift/i

export type FunderTrace = Pick<
  DevHistory,
  'devRootFunder' | 'devFunderTerminal' | 'devFunderPeeled' | 'devFunderPeel' | 'privacyHops'
>

const NOT_TRACED: FunderTrace = {
  devRootFunder: null,
  devFunderTerminal: null,
  devFunderPeeled: null,
  devFunderPeel: null,
  privacyHops: null,
}

/** Privacy hops are looked for, never passed: beyond them is other people's money. */
const OPTIONS = {
  maxHops: FUNDER_TRACE.maxHops,
  maxPrivacyHops: 0,
  minCarriedPct: 0,
  maxHopSecs: Number.POSITIVE_INFINITY,
} as const

type FirstMoney =
  | (Pick<NonNullable<ObservedWallet['funding']>, 'from' | 'lamports' | 'timeSec' | 'signature'> & {
      readonly slot: number | null
    })
  | null
type Funder = {
  readonly name: string | null
  /** `exchange`, `service`, `privacy`: where a trace ends; else `unknown`. */
  readonly category: string
  readonly isRelay: boolean
}

/** Follows a wallet's first money back, wallet by wallet, until a known address, an address through which strangers'
 *  money runs, or the end of what was read. `wallets` sorted or not; `funders`: what the unnamed
 *  addresses on the way do; `said`: the first payer as a provider names it, where the wallet's own beginning was out of
 *  reach. All null when the wallet's own funding is unknown. O(wallets + hops). */
export function traceFunder(
  dev: string | null,
  wallets: readonly ObservedWallet[],
  funders: readonly DevFunderEvidence[],
  said: DevEvidence['saidFunding'] = null,
): FunderTrace {
  if (dev === null) return NOT_TRACED
  const byAddress = new Map(wallets.map((wallet) => [wallet.address, wallet]))
  const firstMoney = (address: string): FirstMoney => byAddress.get(address)?.funding ?? (address === dev ? said : null)
  const ends = new Set([dev, ...byAddress.keys()])
  for (const address of [...ends]) ends.add(firstMoney(address)?.from ?? address)
  const addresses = [...ends]
  const at = new Map(addresses.map((address, node) => [address, node]))
  const payers = new Map(funders.map((funder) => [funder.address, funder]))
  const funderOf = (address: string) => describeFunder(address, byAddress.get(address), payers.get(address))
  const paid = addresses.map(firstMoney)
  const traced = traceFunders(
    {
      funder: Int32Array.from(paid, (money, node) => {
        const from = money === null ? -1 : at.get(money.from)!
        return from === node ? -1 : from
      }),
      lamports: Float64Array.from(paid, (money) => Number(money?.lamports ?? 0)),
      timesSec: Float64Array.from(paid, (money) => money?.timeSec ?? Number.NaN),
      // Said without a slot: nothing speaks against its having come last.
      slots: Float64Array.from(paid, (money) => money?.slot ?? Number.POSITIVE_INFINITY),
      step: Uint8Array.from(paid, (money) => (money === null ? FUNDING_STEP.refuse : stepOf(funderOf(money.from)))),
    },
    Uint32Array.of(0),
    OPTIONS,
  )
  const path = [...traced.funders].map((node) => addresses[node]!)
  const steps = path.map(funderOf)
  const last = steps.at(-1)
  if (last === undefined) return NOT_TRACED
  const unlabelled = last.category === 'unknown' ? path : path.slice(0, -1)
  return {
    devRootFunder: unlabelled.at(-1) ?? path.at(-1)!,
    devFunderTerminal: { address: path.at(-1)!, name: last.name, category: last.category },
    devFunderPeeled: steps.filter(({ isRelay }) => isRelay).length >= FUNDER_TRACE.peelRelays,
    devFunderPeel: path.map((address, i) => {
      const { lamports, signature, slot } = firstMoney(path[i - 1] ?? dev)!
      return { address, lamports, signature, slot, name: steps[i]!.name }
    }),
    privacyHops: traced.privacyHops[0]!,
  }
}

function describeFunder(
  address: string,
  wallet: ObservedWallet | undefined,
  payer: DevFunderEvidence | undefined,
): Funder {
  const known = knownAddress(address)
  // An unnamed payer of strangers may be an exchange, a bridge or a bot. That it breaks trails on purpose is known of
  // those alone that are named for it.
  const isPrivacy = known !== null && PRIVACY_NAMES.test(known.entity)
  const isService = known === null && (paysStrangers(payer) || (wallet?.isBusy ?? false))
  return {
    name: known?.label ?? null,
    category: categoryOf(known?.kind ?? null, isPrivacy, isService),
    isRelay: known === null && !isService && isRelay(wallet),
  }
}

function stepOf({ category }: Funder): number {
  if (category === 'privacy') return FUNDING_STEP.privacy
  return category === 'unknown' ? FUNDING_STEP.follow : FUNDING_STEP.last
}

function isRelay(wallet: ObservedWallet | undefined): boolean {
  return wallet !== undefined && !wallet.isBusy && wallet.signatureCount <= FUNDER_TRACE.relaySignatures
}

/** Whether an unnamed address pays out strangers' money. A funding wallet pays its team in one go; an operator pays
 *  creators. */
export function paysStrangers(funder: DevFunderEvidence | undefined): boolean {
  if (funder === undefined) return false
  const { servicePayees, serviceSpanSecs, serviceLauncherShare } = FUNDER_TRACE
  const { payees, spanSecs, payeesLookedAt, launchers } = funder
  if (payees < servicePayees || spanSecs < serviceSpanSecs) return false
  return payeesLookedAt === 0 || launchers / payeesLookedAt <= serviceLauncherShare
}

/** `exchange`, `service` (named, or seen to serve the public), `privacy`, or `unknown`: the trace just ends. */
function categoryOf(kind: string | null, isPrivacy: boolean, isService: boolean): string {
  if (isPrivacy) return 'privacy'
  if (kind === 'cex') return 'exchange'
  return kind !== null || isService ? 'service' : 'unknown'
}
