import type { InputBundle, MarketEvidence } from '../../src/services/evidence-bundle/input-bundle.ts'
import type { SecurityFacts, SecurityReport } from '../../src/upstreams/capabilities.ts'
import { bundleOf, evidenceOf, gathered } from './bundle-of.ts'
import {
  DEV,
  devEvidenceOf,
  fundedBy,
  LAUNCH_SEC,
  LAUNCH_SLOT,
  launchOf,
  observedWalletOf,
  rugOf,
  sampledOf,
  sniperEvidenceOf,
} from './forensic-evidence.ts'
import { holdersOf, poolOf, tradeOf, walletAt } from './layer-inputs.ts'
import { proofOf } from './sell-proof-of.ts'

/** What the market says of a young token with a small pool. */
export function marketOf(own: Partial<MarketEvidence> = {}): MarketEvidence {
  return {
    priceUsd: 0.0001,
    solUsd: 150,
    liquidityUsd: 30_000,
    volume24hUsd: 10_000,
    marketCapUsd: 100_000,
    fdvUsd: 100_000,
    pairs: [],
    createdAtMs: null,
    isVerified: null,
    name: 'Rich',
    symbol: 'RICH',
    hasWebsite: false,
    hasSocials: true,
    ...own,
  }
}

/** Every input of a scan at hand: a launch with a bundle, first buyers, trades, a creator who rugged before. */
export function richBundle(own: Partial<InputBundle> = {}): InputBundle {
  const buyers = Array.from({ length: 14 }, (_, i) => i)
  const evidence = evidenceOf({
    timeSec: LAUNCH_SEC + 7_200,
    holders: holdersOf([9, 8, 7, 6, ...Array.from({ length: 30 }, () => 1)]),
    pools: [poolOf()],
    launch: launchOf(
      buyers.slice(0, 6).map((i) => [i, i < 4 ? 0 : 2] as const),
      { bundlers: [0, 1, 2, 3].map(walletAt) },
    ),
    transactions: buyers.map((i) => ({
      ...tradeOf(
        { wallet: i, side: 'buy', base: 10_000 * (i + 1), quote: 1 + i, atSec: LAUNCH_SEC + i, slot: LAUNCH_SLOT + i },
        i,
      ),
      solMoves: i < 4 ? [{ from: walletAt(90), to: walletAt(i), lamports: '2000000000' }] : [],
    })),
    wallets: [
      observedWalletOf(DEV, { roles: ['dev'], funding: fundedBy(walletAt(91)) }),
      ...buyers.map((i) => observedWalletOf(walletAt(i), i < 4 ? { funding: fundedBy(walletAt(90)) } : {})),
      observedWalletOf(walletAt(90), { roles: ['funder'], firstSeenSec: LAUNCH_SEC - 10_000 }),
    ].sort((a, b) => (a.address < b.address ? -1 : 1)),
  })
  return bundleOf({
    evidence: gathered(evidence),
    dev: gathered(devEvidenceOf({ tokens: [rugOf(3_000), rugOf(4_000, 1)] })),
    snipers: gathered(sniperEvidenceOf([sampledOf({ address: walletAt(4) })])),
    market: gathered(marketOf()),
    sellProof: gathered(proofOf()),
    ...own,
  })
}

const SILENT_FACTS: SecurityFacts = {
  mintable: null,
  mintAuthority: null,
  freezable: null,
  freezeAuthority: null,
  transferFeePct: null,
  scheduledTransferFeePct: null,
  transferFeeMutable: null,
  nonTransferable: null,
  defaultFrozen: null,
  hook: null,
  hookProgram: null,
  hookMutable: null,
  permanentDelegate: null,
  permanentDelegateAddress: null,
  closable: null,
  metadataMutable: null,
  lpLockedPct: null,
  creator: null,
  creatorMalicious: null,
  creatorTokens: null,
  insidersDetected: null,
  holderCount: null,
  top10Pct: null,
  liquidityUsd: null,
  priceUsd: null,
  trusted: null,
}

/** An outside opinion that says nothing but what a test gives. */
export function opinionOf(facts: Partial<SecurityFacts> = {}, own: Partial<SecurityReport> = {}): SecurityReport {
  return {
    provider: 'test',
    scoreSafe0to100: 50,
    rugged: null,
    facts: { ...SILENT_FACTS, ...facts },
    checks: [],
    notes: [],
    ...own,
  }
}
