import { addWallet, addWallets, LAMPORTS, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { TrueGroup } from '../../sandbox/world/plan-types.ts'
import { differingBudget } from '../../sandbox/world/recipes/team-launch.ts'
import { HOUR_SECS } from '../../src/config/durations.ts'
import { serviceOf } from './services.ts'
import { afterLaunch, type TokenStage } from './stage.ts'

export type CrowdHeld = {
  /** Who got hold of the token besides. */
  readonly joined: readonly string[]
  readonly victims: readonly string[]
  readonly entities: readonly TrueGroup[]
}

const NOTHING: CrowdHeld = { joined: [], victims: [], entities: [] }

/** What happens to an honest token and its holders besides trading, from `fromSecs` after the launch on. */
export function holdCrowd(
  stage: TokenStage,
  way: string,
  {
    strangers,
    keepers,
    dev,
    fromSecs,
  }: {
    readonly strangers: readonly string[]
    readonly keepers: readonly string[]
    readonly dev: string
    readonly fromSecs: number
  },
): CrowdHeld {
  const { draft, cast, random, label, token } = stage
  const { mint } = token
  const endSecs = token.secsAgo * 0.97
  const at = (): number => random.between(Math.min(fromSecs, endSecs), endSecs)
  const some = (least: number, most: number): string[] => random.sample(keepers, random.integer(least, most))
  const people = (count: number): string[] => random.sample(cast.people, count).map(({ address }) => address)
  switch (way) {
    case 'dusted with SOL': {
      const duster = openPerson(stage, 'duster', LAMPORTS / 2n)
      for (const to of strangers) afterLaunch(stage, at(), [{ do: 'sendSol', from: duster, to, lamports: 1_000n }])
      return { ...NOTHING, victims: strangers }
    }
    case 'airdrop by the creator': {
      const receivers = people(random.integer(8, 15))
      receivers.forEach((to) => {
        afterLaunch(stage, at(), [{ do: 'sendToken', mint, from: dev, to, sharePct: random.between(2, 5) }])
      })
      return { ...NOTHING, joined: receivers, victims: receivers }
    }
    case 'raffle paid by the creator': {
      for (const to of some(4, 8))
        afterLaunch(stage, at(), [{ do: 'sendSol', from: dev, to, lamports: solAmount(random, 0.01, 0.03) }])
      return NOTHING
    }
    case 'sent to an exchange': {
      const exchange = random.pick(cast.exchanges)
      for (const from of some(3, 6))
        afterLaunch(stage, at(), [{ do: 'sendToken', mint, from, to: exchange, sharePct: random.integer(20, 60) }])
      return NOTHING
    }
    case 'market maker':
      return keepMarket(stage, endSecs)
    case 'second wallets': {
      const movers = some(3, 5)
      const pairs = movers.map((from, i) => {
        const to = addWallet(draft, 'crowd', `second/${label}/${i}`)
        const secs = at()
        afterLaunch(stage, secs, [
          { do: 'sendSol', from, to, lamports: 20_000_000n },
          { do: 'sendToken', mint, from, to, sharePct: random.pick([50, 90]) },
        ])
        return { kind: 'person' as const, wallets: [from, to] }
      })
      return { joined: pairs.map(({ wallets }) => wallets[1]!), victims: [], entities: pairs }
    }
    case 'tips to an artist': {
      const artist = serviceOf(draft, 'artist')
      for (const from of some(5, 8))
        afterLaunch(stage, at(), [{ do: 'sendSol', from, to: artist, lamports: solAmount(random, 0.01, 0.05) }])
      return NOTHING
    }
    case 'spam of the coin': {
      const spammer = openPerson(stage, 'spammer', LAMPORTS)
      const buySecs = Math.min(fromSecs, endSecs * 0.5)
      afterLaunch(stage, buySecs, [
        { do: 'buy', mint, wallet: spammer, quoteRaw: solAmount(random, 0.1, 0.2), dress: differingBudget(random) },
      ])
      const receivers = people(random.integer(10, 18))
      receivers.forEach((to, i) => {
        afterLaunch(stage, buySecs + 60 + i * 7, [{ do: 'sendToken', mint, from: spammer, to, sharePct: 3 }])
      })
      return { joined: [spammer, ...receivers], victims: receivers, entities: [] }
    }
    default:
      return NOTHING
  }
}

/** A person of this launch with a withdrawal of its own. */
function openPerson({ draft, cast, random, label, token }: TokenStage, name: string, lamports: bigint): string {
  const person = addWallet(draft, 'crowd', `${name}/${label}`)
  pay(
    draft,
    'exchange',
    random.pick(cast.exchanges),
    person,
    lamports,
    token.secsAgo + random.integer(1, 60) * HOUR_SECS,
  )
  return person
}

/** A firm with three or four wallets buys and sells all the time and keeps little. */
function keepMarket(stage: TokenStage, endSecs: number): CrowdHeld {
  const { draft, random, label, token } = stage
  const { mint } = token
  const treasury = openPerson(stage, 'market firm', 14n * LAMPORTS)
  const lanes = addWallets(draft, 'market_maker', `lane/${label}`, random.integer(3, 4))
  lanes.forEach((to, i) => {
    pay(draft, 'direct', treasury, to, 2n * LAMPORTS + BigInt(i), token.secsAgo - 120 - i * 20)
  })
  const stepSecs = (endSecs - 600) / 24
  for (let turn = 0; turn < 20; turn++) {
    const wallet = lanes[turn % lanes.length]!
    const secs = 600 + turn * stepSecs
    afterLaunch(stage, secs, [{ do: 'buy', mint, wallet, quoteRaw: solAmount(random, 0.05, 0.12) }])
    afterLaunch(stage, secs + stepSecs * random.between(0.3, 0.8), [
      { do: 'sell', mint, wallet, sharePct: random.integer(60, 95) },
    ])
  }
  return { joined: lanes, victims: [], entities: [{ kind: 'firm', wallets: lanes }] }
}
