import { addWallet, addWallets } from '../../../sandbox/world/plan-draft.ts'
import { pay } from '../../../sandbox/world/plan-funding.ts'
import { differingBudget } from '../../../sandbox/world/recipes/team-launch.ts'
import { MINUTE_SECS } from '../../../src/config/durations.ts'
import { afterLaunch } from '../stage.ts'
import { boostedRecipe } from './boosted-launch.ts'

/** «Boost your holders: 30 unique wallets buy a few cents each and hold.» */
export const holderBooster = boostedRecipe(
  'holder-booster',
  'one wallet pays many, each buys a little and keeps it',
  (stage, tool) => {
    const { draft, random, label, token } = stage
    const wallets = addWallets(draft, 'insider', `holder/${label}`, 30)
    wallets.forEach((wallet, i) => {
      const quoteRaw = BigInt(random.integer(4, 15)) * 1_000_000n
      const secs = 120 + i * random.integer(10, 50)
      pay(draft, 'direct', tool, wallet, quoteRaw + 45_000_000n, token.secsAgo + 30 + i)
      afterLaunch(stage, secs, [{ do: 'buy', mint: token.mint, wallet, quoteRaw, dress: differingBudget(random) }])
    })
    return { wallets, relays: [] }
  },
)

/** «Real volume: every trade by a fresh wallet, which hands its SOL on to the next.» */
export const volumeRotation = boostedRecipe(
  'volume-rotation',
  'a chain of wallets, each buys, sells and pays the next one',
  (stage, tool) => {
    const { draft, random, label, token } = stage
    const { mint } = token
    const wallets = addWallets(draft, 'insider', `volume/${label}`, 16)
    const stepSecs = Math.min(20 * MINUTE_SECS, (token.secsAgo * 0.6) / wallets.length)
    pay(draft, 'direct', tool, wallets[0]!, 3_000_000_000n, token.secsAgo + 60)
    wallets.forEach((wallet, i) => {
      const secs = 90 + i * stepSecs
      const quoteRaw = BigInt(random.integer(300, 900)) * 1_000_000n
      afterLaunch(stage, secs, [{ do: 'buy', mint, wallet, quoteRaw, dress: differingBudget(random) }])
      afterLaunch(stage, secs + stepSecs * 0.4, [
        { do: 'sell', mint, wallet, sharePct: 100, dress: differingBudget(random) },
      ])
      const to = wallets[i + 1]
      if (to !== undefined)
        afterLaunch(stage, secs + stepSecs * 0.6, [{ do: 'sweepSol', from: wallet, to, keepLamports: 2_000_000n }])
    })
    return { wallets, relays: [] }
  },
)

/** «Stay on the front page: micro purchases every few seconds from four wallets.» */
export const bumpBot = boostedRecipe(
  'bump-bot',
  'four wallets buy and sell a little again and again',
  (stage, tool) => {
    const { draft, random, label, token } = stage
    const { mint } = token
    const payer = addWallet(draft, 'relay', `bump payer/${label}`)
    pay(draft, 'direct', tool, payer, 6_000_000_000n, token.secsAgo + 900)
    const wallets = addWallets(draft, 'insider', `bump/${label}`, 4)
    wallets.forEach((wallet, i) => {
      pay(draft, 'direct', payer, wallet, 1_000_000_000n, token.secsAgo + 400 - i * 31)
    })
    for (let turn = 0; turn < 40; turn++) {
      const wallet = wallets[turn % wallets.length]!
      const secs = 60 + turn * random.integer(14, 18)
      const quoteRaw = BigInt(random.integer(11, 19)) * 1_000_000n
      afterLaunch(stage, secs, [
        { do: 'buy', mint, wallet, quoteRaw, dress: { ...differingBudget(random), feePayer: payer } },
      ])
      if (turn > 7 && turn % 3 === 0)
        afterLaunch(stage, secs + 1_200, [{ do: 'sell', mint, wallet, sharePct: 30, dress: { feePayer: payer } }])
    }
    return { wallets, relays: [payer] }
  },
)
