import type { Check } from '../../../contract/check.ts'
import { counted } from '../../../contract/counted.ts'
import {
  type CheckRule,
  failed,
  type Layer,
  type LayerInputs,
  passed,
  STATE_MAX_PENALTY,
  unasked,
} from '../../checks/layer.ts'
import { round2 } from '../../evidence-bundle/holder-view.ts'
import type { MarketEvidence } from '../../evidence-bundle/input-bundle.ts'
import { ageDaysOf } from '../overrides.ts'

const RULES = {
  nobodySells: {
    id: 'nobody_sells',
    label: 'Many wallets buy and none sells',
    severity: 'high',
    scored: true,
    threshold: '12 or more buys in 24 h and no sale, or fewer than one sale per 25 buys with 50 or more buys',
    source: 'market provider, or pools read from the chain',
  },
  collapsed: {
    id: 'collapsed',
    label: 'The price has collapsed',
    severity: 'high',
    scored: true,
    threshold: 'down 80 % or more in 24 h high, 60 % or more medium',
    source: 'market provider',
  },
  unpriced: {
    id: 'unpriced',
    label: 'It has no price',
    severity: 'medium',
    scored: true,
    threshold: 'no price from any source',
    source: 'price routes',
  },
  silent: {
    id: 'silent',
    label: 'It is not traded',
    severity: 'low',
    scored: true,
    threshold: 'older than a day and no trade in 24 h',
    source: 'market provider',
  },
} as const satisfies Record<string, CheckRule>

/** What the market shows from outside. */
export const layer: Layer = {
  name: 'market',
  needs: ['market'],
  deadlineMs: 12_000,
  behavioural: false,
  maxPenalty: STATE_MAX_PENALTY,
  rules: Object.values(RULES),
  judge({ bundle }: LayerInputs): readonly Check[] {
    const market = bundle.market.value
    if (market === null) return Object.values(RULES).map((rule) => unasked(rule, 'no market data'))
    const txns = tradesOf(market)
    return [
      sellsCheck(txns),
      collapseCheck(market),
      market.priceUsd === null
        ? failed(RULES.unpriced, 'no source has a price')
        : passed(RULES.unpriced, `${market.priceUsd} USD`),
      silentCheck(txns, ageDaysOf(bundle)),
    ]
  },
}

type Txns = { readonly buys: number; readonly sells: number } | null

/** Trades of 24 hours over all pools; null where no source counts them. */
function tradesOf({ pairs }: MarketEvidence): Txns {
  const known = pairs.map(({ txns }) => txns.h24).filter((txns) => txns !== null)
  if (known.length === 0) return null
  return {
    buys: known.reduce((sum, { buys }) => sum + buys, 0),
    sells: known.reduce((sum, { sells }) => sum + sells, 0),
  }
}

function sellsCheck(txns: Txns): Check {
  if (txns === null || txns.buys < 12) return unasked(RULES.nobodySells, 'too few trades in 24 h')
  const { buys, sells } = txns
  const detail = `${buys} buys and ${counted(sells, 'sale')} in 24 h`
  const bad = sells === 0 || (buys >= 50 && sells * 25 < buys)
  return bad ? failed(RULES.nobodySells, detail) : passed(RULES.nobodySells, detail)
}

function collapseCheck({ pairs }: MarketEvidence): Check {
  const changePct = pairs[0]?.priceChangePct.h24 ?? null
  if (changePct === null) return unasked(RULES.collapsed, 'no price a day ago')
  const detail = `${round2(changePct)} % in 24 h`
  if (changePct <= -80) return failed(RULES.collapsed, detail)
  return changePct <= -60 ? failed({ ...RULES.collapsed, severity: 'medium' }, detail) : passed(RULES.collapsed, detail)
}

function silentCheck(txns: Txns, ageDays: number | null): Check {
  if (txns === null || ageDays === null || ageDays < 1) return unasked(RULES.silent, 'not known, or younger than a day')
  const trades = txns.buys + txns.sells
  return trades === 0
    ? failed(RULES.silent, 'no trade in 24 h')
    : passed(RULES.silent, `${counted(trades, 'trade')} in 24 h`)
}
