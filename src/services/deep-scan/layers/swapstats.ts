import type { Check, CheckEvidence } from '../../../contract/check.ts'
import { counted } from '../../../contract/counted.ts'
import { type CheckRule, failed, type Layer, type LayerInputs, passed, unasked } from '../../checks/layer.ts'
import type { ObservedTransaction, TokenEvidence } from '../../evidence-bundle/evidence.ts'
import { round2 } from '../../evidence-bundle/holder-view.ts'

const MIN_TRADES = 8
const RULES = {
  dumped: {
    id: 'dumped',
    label: 'Insiders sold into the others',
    severity: 'critical',
    scored: true,
    threshold:
      'wallets of the creator, the launch bundle or one group sold 60 % or more of what they ever held within 60 s, and the price fell by half or more in that time',
    source: 'trades of the token on chain',
  },
  onlyInsidersSell: {
    id: 'only_insiders_sell',
    label: 'Only insiders get out',
    severity: 'high',
    scored: true,
    threshold: '12 or more outsiders bought, none of them ever sold, and insiders did',
    source: 'trades of the token on chain',
  },
  washed: {
    id: 'washed',
    label: 'A few wallets trade with themselves',
    severity: 'high',
    scored: true,
    threshold:
      'wallets of one group, or wallets that bought and sold five times or more within 10 % of each other, make half of the volume high, 30 % medium',
    source: 'trades of the token on chain',
  },
  sameSize: {
    id: 'same_size',
    label: 'Purchases of one size',
    severity: 'medium',
    scored: true,
    threshold: 'of at least 12 buyers, half bought for amounts within 0.5 % of each other that are no round figure',
    source: 'people choose round amounts, programs choose equal ones',
  },
} as const satisfies Record<string, CheckRule>

const NO_ROUND = 1_000_000n
const DUMP_SECS = 60

/** What the trades on chain say on their own. */
export const layer: Layer = {
  name: 'swapstats',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: true,
  maxPenalty: 60,
  rules: Object.values(RULES),
  judge({ bundle, map }: LayerInputs): readonly Check[] {
    const evidence = bundle.evidence.value
    const trades = evidence === null ? [] : tradesOf(evidence.transactions)
    if (evidence === null || trades.length < MIN_TRADES)
      return Object.values(RULES).map((rule) =>
        unasked(rule, `${counted(trades.length, 'trade was', 'trades were')} read`),
      )
    const groups = groupsOf(evidence, map)
    return [dumpCheck(trades, groups), sellersCheck(trades, groups), washCheck(trades, groups), sizeCheck(trades)]
  },
}

type Trade = {
  readonly wallet: string
  readonly side: 'buy' | 'sell'
  readonly baseRaw: bigint
  readonly quoteRaw: bigint
  /** Quote units per base unit: paid in this trade. */
  readonly price: number
  readonly timeSec: number
  readonly slot: number
  readonly signature: string
}

function tradesOf(transactions: readonly ObservedTransaction[]): readonly Trade[] {
  return transactions.flatMap(({ trades, timeSec, slot, signature }) =>
    trades.flatMap(({ wallet, side, baseRaw, quoteRaw }) => {
      const [base, quote] = [BigInt(baseRaw), BigInt(quoteRaw)]
      if (base <= 0n || quote <= 0n || timeSec === null) return []
      return [
        { wallet, side, baseRaw: base, quoteRaw: quote, price: Number(quote) / Number(base), timeSec, slot, signature },
      ]
    }),
  )
}

/** Wallets that act as one: the creator with its launch bundle, and every group of the map. */
function groupsOf({ launch }: TokenEvidence, map: LayerInputs['map']): ReadonlyMap<string, string> {
  const groups = new Map<string, string>()
  for (const { entity_id, members } of map.clusters) for (const member of members) groups.set(member, entity_id)
  const team = [launch?.dev ?? null, ...(map.roles?.bundlers ?? launch?.bundlers ?? [])].filter(
    (wallet) => wallet !== null,
  )
  for (const wallet of team) if (!groups.has(wallet)) groups.set(wallet, 'launch team')
  return groups
}

/** For each group the minute in which it sold most, and what the price did meanwhile. */
function dumpCheck(trades: readonly Trade[], groups: ReadonlyMap<string, string>): Check {
  const boughtRaw = new Map<string, bigint>()
  const sales = new Map<string, Trade[]>()
  for (const trade of trades) {
    const group = groups.get(trade.wallet)
    if (group === undefined) continue
    if (trade.side === 'buy') boughtRaw.set(group, (boughtRaw.get(group) ?? 0n) + trade.baseRaw)
    else sales.set(group, [...(sales.get(group) ?? []), trade])
  }
  let worst: { group: string; soldPct: number; fellPct: number; what: CheckEvidence[] } | null = null
  for (const [group, own] of sales) {
    const heldRaw = boughtRaw.get(group) ?? 0n
    if (heldRaw === 0n) continue
    for (let i = 0; i < own.length; i++) {
      const within = own.filter(({ timeSec }, j) => j >= i && timeSec - own[i]!.timeSec <= DUMP_SECS)
      const soldRaw = within.reduce((sum, { baseRaw }) => sum + baseRaw, 0n)
      const soldPct = Math.min(100, (Number(soldRaw) / Number(heldRaw)) * 100)
      const before =
        trades.findLast(({ timeSec, slot }) => timeSec <= own[i]!.timeSec && slot < own[i]!.slot)?.price ??
        own[i]!.price
      const fellPct = before > 0 ? (1 - within.at(-1)!.price / before) * 100 : 0
      if (soldPct < 60 || fellPct < 50) continue
      if (worst === null || fellPct > worst.fellPct)
        worst = {
          group,
          soldPct,
          fellPct,
          what: within.map(({ wallet, signature, slot, baseRaw }) => ({
            what: wallet,
            signature,
            slot,
            value: `sold ${baseRaw}`,
          })),
        }
    }
  }
  if (worst !== null)
    return failed(
      RULES.dumped,
      `${worst.group} sold ${round2(worst.soldPct)} % of what it bought within a minute; the price fell ${round2(worst.fellPct)} %`,
      worst.what,
    )
  return passed(RULES.dumped, `no group sold together into a fall of half (${trades.length} trades)`)
}

function sellersCheck(trades: readonly Trade[], groups: ReadonlyMap<string, string>): Check {
  const outsideBuyers = new Set<string>()
  const outsideSellers = new Set<string>()
  const insideSellers = new Set<string>()
  for (const { wallet, side } of trades) {
    if (groups.has(wallet)) {
      if (side === 'sell') insideSellers.add(wallet)
    } else if (side === 'buy') outsideBuyers.add(wallet)
    else outsideSellers.add(wallet)
  }
  if (outsideBuyers.size < 12)
    return unasked(RULES.onlyInsidersSell, `${counted(outsideBuyers.size, 'outsider')} bought`)
  const detail = `${outsideBuyers.size} outsiders bought and ${outsideSellers.size} sold; ${counted(insideSellers.size, 'insider')} sold`
  return outsideSellers.size === 0 && insideSellers.size > 0
    ? failed(RULES.onlyInsidersSell, detail)
    : passed(RULES.onlyInsidersSell, detail)
}

function washCheck(trades: readonly Trade[], groups: ReadonlyMap<string, string>): Check {
  const sums = new Map<string, { buys: number; sells: number; buyQuote: number; sellQuote: number }>()
  let volume = 0
  for (const { wallet, side, quoteRaw } of trades) {
    const who = groups.get(wallet) ?? wallet
    const sum = sums.get(who) ?? { buys: 0, sells: 0, buyQuote: 0, sellQuote: 0 }
    const quote = Number(quoteRaw)
    volume += quote
    if (side === 'buy') {
      sum.buys++
      sum.buyQuote += quote
    } else {
      sum.sells++
      sum.sellQuote += quote
    }
    sums.set(who, sum)
  }
  const circling = [...sums].filter(([, { buys, sells, buyQuote, sellQuote }]) => {
    const larger = Math.max(buyQuote, sellQuote)
    return buys >= 5 && sells >= 5 && larger > 0 && Math.abs(buyQuote - sellQuote) / larger <= 0.1
  })
  const washed = circling.reduce((sum, [, { buyQuote, sellQuote }]) => sum + buyQuote + sellQuote, 0)
  const pct = volume === 0 ? 0 : (washed / volume) * 100
  const detail = `${counted(circling.length, 'wallet that buys and sells alike makes', 'wallets that buy and sell alike make')} ${round2(pct)} % of the volume`
  const what = circling.map(([who, { buys, sells }]) => ({
    what: who,
    signature: null,
    slot: null,
    value: `${buys} buys, ${sells} sales`,
  }))
  if (pct >= 50) return failed(RULES.washed, detail, what)
  return pct >= 30 ? failed({ ...RULES.washed, severity: 'medium' }, detail, what) : passed(RULES.washed, detail)
}

/** First purchases only: who comes back chooses again. Round amounts (whole thousandths) are people's. */
function sizeCheck(trades: readonly Trade[]): Check {
  const first = new Map<string, Trade>()
  for (const trade of trades) if (trade.side === 'buy' && !first.has(trade.wallet)) first.set(trade.wallet, trade)
  if (first.size < 12) return unasked(RULES.sameSize, counted(first.size, 'buyer'))
  const odd = [...first.values()]
    .filter(({ quoteRaw }) => quoteRaw % NO_ROUND !== 0n)
    .sort((a, b) => (a.quoteRaw < b.quoteRaw ? -1 : 1))
  let most: readonly Trade[] = []
  for (let i = 0, j = 0; i < odd.length; i++) {
    while (odd[i]!.quoteRaw * 1_000n > odd[j]!.quoteRaw * 1_005n) j++
    if (i - j + 1 > most.length) most = odd.slice(j, i + 1)
  }
  const detail = `${most.length} of ${first.size} buyers first bought for amounts within 0.5 % of each other`
  const what = most.map(({ wallet, signature, slot, quoteRaw }) => ({
    what: wallet,
    signature,
    slot,
    value: String(quoteRaw),
  }))
  return most.length * 2 >= first.size ? failed(RULES.sameSize, detail, what) : passed(RULES.sameSize, detail)
}
