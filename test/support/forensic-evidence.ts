import type { LaunchFacts } from '../../src/chain/solana/launch-window.ts'
import { NATIVE_MINT } from '../../src/chain/solana/program-ids.ts'
import type { ObservedWallet } from '../../src/services/evidence-bundle/evidence.ts'
import type { DevEvidence, DevTokenEvidence, SniperEvidence } from '../../src/services/evidence-bundle/input-bundle.ts'
import { walletAt } from './layer-inputs.ts'

/** Pieces of recorded evidence about creators and first buyers, quiet unless a test says otherwise. */

export const DEV = walletAt(700)
export const LAUNCH_SLOT = 5_000
export const LAUNCH_SEC = 1_763_500_000

/** An earlier token that lives: a million million units, opened at 1, peaked at 4, trades at 3. */
export function devTokenOf(own: Partial<DevTokenEvidence> = {}): DevTokenEvidence {
  return {
    mint: walletAt(800),
    signature: 'launch of the earlier coin',
    launchSlot: 1_000,
    launchTimeSec: LAUNCH_SEC - 86_400,
    dex: 'pumpfun',
    graduated: false,
    trades: 30,
    complete: true,
    supplyRaw: '1000000000000',
    decimals: 6,
    peakPriceQuote: 4,
    peakTimeSec: LAUNCH_SEC - 80_000,
    lastPriceQuote: 3,
    lastTradeTimeSec: LAUNCH_SEC - 1_000,
    collapsedTimeSec: null,
    pulled: null,
    devBoughtRaw: '50000000000',
    devSoldRaw: '0',
    insidersBoughtRaw: '0',
    insidersSoldRaw: '0',
    quoteMint: NATIVE_MINT,
    openPriceQuote: 1,
    exit: null,
    ...own,
  }
}

/** A tenth of the supply sold at 4, after which the price stood at 1.5 and never came back. */
export function exitOf(
  own: Partial<NonNullable<DevTokenEvidence['exit']>> = {},
): NonNullable<DevTokenEvidence['exit']> {
  return {
    signature: 'the exit',
    timeSec: LAUNCH_SEC - 86_400 + 3_000,
    wallets: 3,
    soldRaw: '100000000000',
    priceBeforeQuote: 4,
    priceAfterQuote: 1.5,
    highestAfterQuote: 1.6,
    ...own,
  }
}

export function rugOf(timeToRugSecs: number, index = 0): DevTokenEvidence {
  const timeSec = LAUNCH_SEC - 86_400 + timeToRugSecs
  return devTokenOf({ mint: walletAt(810 + index), pulled: { signature: `pull ${index}`, timeSec, sharePct: 100 } })
}

export function devEvidenceOf(own: Partial<DevEvidence> = {}): DevEvidence {
  return {
    dev: DEV,
    devSource: 'launch',
    transactionsRead: 10,
    capped: false,
    tokens: [],
    current: { boughtRaw: '0', soldRaw: '0', sentRaw: '0', heldRaw: '0', complete: true },
    saidFunding: null,
    funders: [],
    siblings: [],
    ...own,
  }
}

export function sniperEvidenceOf(
  sampled: SniperEvidence['sampled'] = [],
  balances: SniperEvidence['balances'] = [],
): SniperEvidence {
  return { sampled, balances }
}

export function sampledOf(own: Partial<SniperEvidence['sampled'][number]> = {}): SniperEvidence['sampled'][number] {
  return { address: walletAt(0), fungibles: 1, signatureCount: 3, isBusy: false, otherSnipes: [], otherBuys: 0, ...own }
}

/** `buyers`: wallet indexes with the slots after the launch in which they bought. */
export function launchOf(
  buyers: readonly (readonly [wallet: number, slotsLater: number])[] = [],
  own: Partial<LaunchFacts> = {},
): LaunchFacts {
  const bundlers = own.bundlers ?? []
  const wallets = [...new Set(buyers.map(([index]) => walletAt(index)))]
  return {
    status: 'found',
    dev: DEV,
    otherPayer: null,
    createdAtSec: LAUNCH_SEC,
    creationSignature: 'launch',
    launchSlot: LAUNCH_SLOT,
    launchedOn: 'pumpfun',
    buyers: buyers.map(([index, later]) => ({
      wallet: walletAt(index),
      slot: LAUNCH_SLOT + later,
      signature: `buy ${index}`,
    })),
    windowSlots: 2,
    bundlers,
    snipers: wallets.filter((wallet) => !bundlers.includes(wallet)).sort(),
    insiders: bundlers,
    fresh: [],
    links: [],
    complete: true,
    capped: false,
    ...own,
  }
}

export function observedWalletOf(address: string, own: Partial<ObservedWallet> = {}): ObservedWallet {
  return {
    address,
    roles: ['buyer'],
    traced: true,
    firstSeenSec: LAUNCH_SEC - 30 * 86_400,
    firstSeenSlot: 10,
    signatureCount: 5,
    isBusy: false,
    funding: null,
    identity: null,
    partial: false,
    ...own,
  } as ObservedWallet
}

export function fundedBy(
  from: string,
  own: Partial<NonNullable<ObservedWallet['funding']>> = {},
): ObservedWallet['funding'] {
  return { from, lamports: '2000000000', timeSec: LAUNCH_SEC - 9_000, slot: 100, signature: `paid by ${from}`, ...own }
}
