import { addWallet, LAMPORTS } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { afterLaunch, type TokenStage } from './stage.ts'

export type Left = {
  readonly rugged: boolean
  readonly collector: string | null
  /** Wallets that came to hold the token on the way out. */
  readonly joined: readonly string[]
  readonly sellers: readonly string[]
}

type Leaving = {
  readonly holders: readonly string[]
  /** Null when the creator holds nothing. */
  readonly dev: string | null
  /** All of it lies between them, after the launch. */
  readonly fromSecs: number
  readonly toSecs: number
  /** Holders have let it move their tokens. */
  readonly delegate: string | null
}

const KEPT_LAMPORTS = 20_000_000n

export function leaveOperator(stage: TokenStage, way: string, leaving: Leaving): Left {
  const { draft, random, token, cast } = stage
  const { mint } = token
  const { holders, dev, fromSecs, toSecs, delegate } = leaving
  const stay: Left = { rugged: false, collector: null, joined: [], sellers: [] }
  const everybody = dev === null ? [...holders] : [...holders, dev]
  const sell = (secs: number, wallet: string, sharePct = 100): void =>
    afterLaunch(stage, secs, [{ do: 'sell', mint, wallet, sharePct }])
  const start = fromSecs + (toSecs - fromSecs) * random.between(0.05, 0.5)
  if (way === 'never') return stay
  if (way === 'one sells for all' || delegate !== null) {
    const seller = delegate ?? openSeller(stage)
    holders.forEach((from, i) => {
      afterLaunch(stage, start + i * random.between(2, 20), [
        { do: 'sendToken', mint, from, to: seller, sharePct: 100, ...(delegate === null ? {} : { delegate }) },
      ])
    })
    const after = start + holders.length * 20 + 30
    const stepSecs = random.integer(60, 500)
    for (const [part, sharePct] of [40, 60, 100].entries()) sell(after + part * stepSecs, seller, sharePct)
    return { rugged: true, collector: seller, joined: [seller], sellers: [seller] }
  }
  if (way === 'half of them') {
    const sellers = random.sample(holders, Math.ceil(holders.length / 2))
    for (const wallet of sellers) sell(random.between(start, toSecs), wallet)
    return { ...stay, sellers }
  }
  if (way === 'drip') {
    const times = random.integer(3, 6)
    for (const wallet of everybody)
      for (let i = 0; i < times; i++) sell(random.between(start, toSecs), wallet, random.integer(12, 30))
    return { ...stay, rugged: true, sellers: everybody }
  }
  const collects = way === 'proceeds to one'
  const windowSecs = collects ? random.integer(5, 40) * MINUTE_SECS : random.integer(4, 90)
  const collector = collects ? addWallet(draft, 'insider', `collector/${stage.label}`) : null
  for (const wallet of everybody) {
    const secs = Math.min(toSecs, start + random.between(0, windowSecs))
    sell(secs, wallet)
    if (collector === null) continue
    afterLaunch(stage, secs + random.integer(20, 400), [
      { do: 'sweepSol', from: wallet, to: collector, keepLamports: KEPT_LAMPORTS },
    ])
  }
  if (collector !== null && random.chance(0.5))
    afterLaunch(stage, token.secsAgo - 20, [
      { do: 'sweepSol', from: collector, to: random.pick(cast.exchanges), keepLamports: KEPT_LAMPORTS },
    ])
  return { rugged: true, collector, joined: [], sellers: everybody }
}

function openSeller({ draft, cast, random, label, token }: TokenStage): string {
  const seller = addWallet(draft, 'insider', `seller/${label}`)
  pay(
    draft,
    'scattered',
    random.pick(cast.exchanges),
    seller,
    LAMPORTS / 5n,
    token.secsAgo + random.integer(1, 9) * HOUR_SECS,
  )
  return seller
}
