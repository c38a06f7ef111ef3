import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { judgeBubbleMap } from '../../src/services/bubble-map/judge-bubble-map.ts'
import type { Layer, LayerInputs } from '../../src/services/checks/layer.ts'
import type { HolderEvidence, ObservedTransaction, PoolEvidence } from '../../src/services/evidence-bundle/evidence.ts'
import type { InputBundle } from '../../src/services/evidence-bundle/input-bundle.ts'
import { judgeDevHistory } from '../../src/services/forensics/dev-history.ts'
import { judgeSnipers } from '../../src/services/forensics/snipers.ts'
import { ANY_MINT } from './bundle-of.ts'

/** What the layers get from a bundle: the other engines judge it first, as in a scan. */
export function inputsOf(bundle: InputBundle): LayerInputs {
  const { mint, generatedAtMs } = bundle
  return {
    bundle,
    map: judgeBubbleMap(bundle.evidence, { mint, generatedAtMs, bundleSha256: null }),
    devHistory: judgeDevHistory(bundle, { mint, generatedAtMs }),
    sniperCohort: judgeSnipers(bundle, { mint, generatedAtMs }),
  }
}

/** One check of a layer: `passed`, `unasked`, or the severity with which it failed. */
export function verdictOf(layer: Layer, bundle: InputBundle, id: string): string {
  const check = layer.judge(inputsOf(bundle)).find((one) => one.id === id)
  if (check === undefined) return 'absent'
  if (!check.ok) return check.severity
  return check.severity === 'info' ? 'unasked' : 'passed'
}

/** The `index`th of endless plain wallets. */
export function walletAt(index: number): string {
  const bytes = new Uint8Array(32).fill(9)
  new DataView(bytes.buffer).setUint32(28, index + 1)
  return encodeBase58(bytes)
}

/** Wallets with these percents of a supply of a million million units. */
export function holdersOf(percents: readonly number[], own: Partial<HolderEvidence> = {}): HolderEvidence {
  const largest = percents
    .map((pct, i) => ({ owner: walletAt(i), amountRaw: String(BigInt(Math.round(pct * 1e6)) * 10_000n), accounts: 1 }))
    .sort((a, b) => (BigInt(a.amountRaw) > BigInt(b.amountRaw) ? -1 : 1))
  const shares = largest.map(({ amountRaw }) => Number(amountRaw) / 1e12)
  return {
    method: 'program-accounts',
    exact: true,
    capped: false,
    ownerCount: largest.length,
    supplyRaw: '1000000000000',
    sha256: '00',
    concentration: {
      holders: largest.length,
      gini: 0.5,
      hhi: 0.1,
      nakamoto: 5,
      top10Share: shares.slice(0, 10).reduce((sum, share) => sum + share, 0),
    },
    largest,
    ...own,
  }
}

export function poolOf(own: Partial<PoolEvidence> = {}): PoolEvidence {
  return {
    dex: 'pumpswap',
    programId: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
    address: walletAt(900),
    baseMint: ANY_MINT,
    quoteMint: 'So11111111111111111111111111111111111111112',
    baseReserveRaw: '500000000000',
    quoteReserveRaw: '100000000000',
    realBaseReserveRaw: '500000000000',
    realQuoteReserveRaw: '100000000000',
    vaultOwners: [walletAt(900)],
    creator: walletAt(901),
    curveProgressPct: null,
    curveComplete: false,
    tradeable: true,
    lp: null,
    ...own,
  }
}

type TradeSpec = {
  readonly wallet: number
  readonly side: 'buy' | 'sell'
  /** Whole tokens (6 decimals) and SOL. */
  readonly base: number
  readonly quote: number
  readonly atSec: number
  readonly slot?: number
  readonly reserves?: readonly [base: string, quote: string]
  /** What the vaults held, where no reserves are told. */
  readonly held?: readonly [base: string, quote: string]
  readonly programs?: readonly string[]
}

export function tradeOf(spec: TradeSpec, index = 0): ObservedTransaction {
  const wallet = walletAt(spec.wallet)
  return {
    signature: `sig${index}`,
    slot: spec.slot ?? 100 + index,
    timeSec: spec.atSec,
    indexInBlock: 0,
    version: 0,
    feePayer: wallet,
    signers: [wallet],
    lookupTables: [],
    nonce: null,
    computeUnitLimit: 200_000,
    computeUnitPrice: '1000',
    priorityFeeLamports: null,
    programs: spec.programs ?? ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'],
    tips: [],
    solMoves: [],
    trades: [
      {
        wallet,
        side: spec.side,
        dex: 'pumpswap',
        pool: walletAt(900),
        baseRaw: String(BigInt(Math.round(spec.base * 1e6))),
        quoteRaw: String(BigInt(Math.round(spec.quote * 1e9))),
        quoteMint: 'So11111111111111111111111111111111111111112',
        baseReserveRaw: spec.reserves?.[0] ?? null,
        quoteReserveRaw: spec.reserves?.[1] ?? null,
        ...(spec.held === undefined ? {} : { heldBaseRaw: spec.held[0], heldQuoteRaw: spec.held[1] }),
      },
    ],
    tokenMoves: [],
  }
}

export function tradesOf(specs: readonly TradeSpec[]): ObservedTransaction[] {
  return specs.map(tradeOf)
}
