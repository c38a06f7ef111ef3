import { addWallet, addWallets } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { MINUTE_SECS } from '../../src/config/durations.ts'
import { afterLaunch, type TokenStage } from './stage.ts'

/** What became of the tokens by the end: who holds them, which wallets joined, and to whom something was done. */
export type Held = {
  readonly holders: readonly string[]
  readonly joined: readonly string[]
  readonly servants: readonly string[]
  readonly victims: readonly string[]
}

const GAS_LAMPORTS = 45_000_000n

/** Between `fromSecs` and `toSecs` after the launch; `buyers` hold tokens by then. */
export function holdOperator(
  stage: TokenStage,
  way: string,
  {
    buyers,
    others,
    fromSecs,
    toSecs,
  }: {
    readonly buyers: readonly string[]
    /** Team wallets that have bought nothing. */
    readonly others: readonly string[]
    readonly fromSecs: number
    readonly toSecs: number
  },
): Held {
  const { draft, cast, random, label, token } = stage
  const { mint } = token
  const keep: Held = { holders: buyers, joined: [], servants: [], victims: [] }
  const at = (): number => random.between(fromSecs, toSecs)
  const move = (secs: number, from: string, to: string, sharePct: number): void => {
    afterLaunch(stage, secs, [
      { do: 'sendSol', from, to, lamports: GAS_LAMPORTS },
      { do: 'sendToken', mint, from, to, sharePct },
    ])
  }
  switch (way) {
    case 'fresh wallets': {
      const fresh = addWallets(draft, 'insider', `fresh/${label}`, buyers.length)
      buyers.forEach((from, i) => {
        move(at(), from, fresh[i]!, 100)
      })
      return { ...keep, holders: fresh, joined: fresh }
    }
    case 'one buys for all': {
      const stepSecs = (toSecs - fromSecs) / (others.length + 1)
      others.forEach((to, i) => {
        const from = buyers[i % buyers.length]!
        const left = Math.ceil((others.length - i) / buyers.length)
        move(fromSecs + i * stepSecs, from, to, (100 / (left + 1)) * random.between(0.8, 1.15))
      })
      return { ...keep, holders: [...buyers, ...others] }
    }
    case 'one purse': {
      const purse = addWallet(draft, 'insider', `purse/${label}`)
      pay(draft, 'scattered', random.pick(cast.exchanges), purse, 200_000_000n, token.secsAgo + 40 * MINUTE_SECS)
      for (const from of buyers) afterLaunch(stage, at(), [{ do: 'sendToken', mint, from, to: purse, sharePct: 100 }])
      return { ...keep, holders: [purse], joined: [purse] }
    }
    case 'delegate stands':
    case 'close authority': {
      const delegate = addWallet(draft, 'relay', `standing/${label}`, 3_000_000n)
      const what = way === 'delegate stands' ? 'approve' : 'letClose'
      for (const owner of buyers) afterLaunch(stage, at(), [{ do: what, mint, owner, delegate }])
      return { ...keep, servants: [delegate] }
    }
    case 'churn': {
      // They sell to each other's purchases, so that it looks busy.
      for (const wallet of buyers) {
        const secs = fromSecs + (toSecs - fromSecs) * random.between(0, 0.6)
        afterLaunch(stage, secs, [{ do: 'sell', mint, wallet, sharePct: random.integer(25, 60) }])
        const quoteRaw = BigInt(random.integer(20, 60)) * 1_000_000n
        afterLaunch(stage, secs + (toSecs - fromSecs) * 0.3, [{ do: 'buy', mint, wallet, quoteRaw }])
      }
      return keep
    }
    case 'dusts strangers': {
      const strangers = random.sample(cast.people, random.integer(6, 14)).map(({ address }) => address)
      strangers.forEach((to) => {
        const from = random.pick(buyers)
        afterLaunch(stage, at(), [{ do: 'sendToken', mint, from, to, sharePct: random.between(0.2, 1.5) }])
      })
      return { ...keep, victims: strangers }
    }
    default:
      return keep
  }
}
