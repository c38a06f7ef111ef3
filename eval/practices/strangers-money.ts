import { addMoment, addWallet, addWallets, LAMPORTS, solAmount } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { DAY_SECS, HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { EARLIER_LAMPORTS, planEarlierLaunch } from './earlier-launch.ts'
import { serviceOf, vaultOf } from './services.ts'
import type { TokenStage } from './stage.ts'

const GAS_LAMPORTS = 40_000_000n
/** Of an airdrop or a presale, beside those who buy the token. */
const OTHER_RECEIVERS = 250
const OTHERS_LAMPORTS = 150_000_000n
const PAYDAY_SOL = [500n, 1_000n, 1_000n, 1_500n, 2_000n] as const

/** How people who do not know each other come by the SOL they buy with: at least `lamports[i]` each, before the
 *  launch. */
export function payStrangers(
  stage: TokenStage,
  way: string,
  wallets: readonly string[],
  lamports: readonly bigint[],
): void {
  const { draft, cast, random, token } = stage
  const done = token.secsAgo + 25 * MINUTE_SECS
  /** Anyone's withdrawal, any time in the days before. */
  const withdraw = (wallet: string, sum: bigint, before = done): void =>
    pay(draft, 'exchange', random.pick(cast.exchanges), wallet, sum, before + random.integer(0, 9 * DAY_SECS))
  const each = (give: (wallet: string, sum: bigint, i: number) => void): void =>
    wallets.forEach((wallet, i) => {
      give(wallet, lamports[i]!, i)
    })
  switch (way) {
    case 'payday': {
      // Wages come on one day, and one exchange is the country's own.
      const exchange = random.pick(cast.exchanges)
      const day = done + random.integer(1, 40) * HOUR_SECS
      each((wallet, sum) => {
        const round = PAYDAY_SOL.map((milli) => milli * 1_000_000n).find((one) => one >= sum) ?? roundUp(sum)
        pay(draft, 'exchange', exchange, wallet, round, day + random.integer(0, 3 * HOUR_SECS))
      })
      return
    }
    case 'starter from an app': {
      const app = serviceOf(draft, 'starter app')
      each((wallet, sum) => {
        const secsAgo = done + random.integer(HOUR_SECS, 6 * DAY_SECS)
        pay(draft, 'direct', app, wallet, 20_000_000n, secsAgo + HOUR_SECS)
        pay(
          draft,
          'exchange',
          random.pick(cast.exchanges),
          wallet,
          sum,
          Math.max(done, secsAgo * random.between(0.5, 1)),
        )
      })
      return
    }
    case 'card on-ramp':
    case 'bought from a dealer': {
      const seller = serviceOf(draft, way === 'card on-ramp' ? 'card on-ramp' : 'dealer')
      const span = way === 'card on-ramp' ? 5 * HOUR_SECS : 4 * DAY_SECS
      each((wallet, sum) => {
        pay(draft, 'direct', seller, wallet, sum, done + random.integer(0, span))
      })
      return
    }
    case 'airdrop farmed': {
      const mint = cast.otherMints[0]!
      // Each airdrop is paid out of a purse of its own.
      const from = addWallet(draft, 'service', `airdropper/${stage.label}`, 100n * LAMPORTS)
      const day = done + random.integer(20, 60) * HOUR_SECS
      const total = lamports.reduce((sum, one) => sum + one, 0n)
      const others = addWallets(draft, 'crowd', `farmer/${stage.label}`, OTHER_RECEIVERS)
      const forOthers = BigInt(others.length) * OTHERS_LAMPORTS
      addMoment(draft, day + 9_000, [{ do: 'buy', mint, wallet: from, quoteRaw: ((total + forOthers) * 112n) / 100n }])
      // Most receivers never hear of the token.
      let left = total + forOthers
      others.forEach((to, i) => {
        const sharePct = (Number(OTHERS_LAMPORTS) / Number(left)) * 100
        left -= OTHERS_LAMPORTS
        addMoment(draft, day + 4_000 - i * 12, [{ do: 'sendToken', mint, from, to, sharePct }])
      })
      each((wallet, sum) => {
        withdraw(wallet, GAS_LAMPORTS, day + HOUR_SECS)
        const sharePct = Math.min(100, (Number(sum) / Number(left)) * 100)
        left -= sum
        addMoment(draft, day - (wallets.indexOf(wallet) + 1) * 12, [
          { do: 'sendToken', mint, from, to: wallet, sharePct },
        ])
        addMoment(draft, done + random.integer(0, 15 * HOUR_SECS), [{ do: 'sell', mint, wallet, sharePct: 100 }])
      })
      return
    }
    case 'game winnings':
    case 'bridge': {
      const isGame = way === 'game winnings'
      const authority = serviceOf(draft, isGame ? 'game server' : 'bridge relayer')
      const program = isGame ? 'unnamed' : 'bridge'
      const vault = vaultOf(draft, program)
      each((to, sum) => {
        if (isGame) withdraw(to, GAS_LAMPORTS, done + 30 * HOUR_SECS)
        addMoment(draft, done + random.integer(0, isGame ? 26 * HOUR_SECS : 3 * DAY_SECS), [
          { do: 'payOut', program, vault, authority, payouts: [{ to, lamports: sum }] },
        ])
      })
      return
    }
    case 'loans': {
      const vault = vaultOf(draft, 'lending')
      each((wallet, sum) => {
        withdraw(wallet, GAS_LAMPORTS, done + 30 * HOUR_SECS)
        addMoment(draft, done + random.integer(0, 28 * HOUR_SECS), [
          { do: 'payOut', program: 'lending', vault, authority: wallet, payouts: [{ to: wallet, lamports: sum }] },
        ])
      })
      return
    }
    case 'paid in wrapped SOL': {
      const from = serviceOf(draft, 'payroll')
      each((wallet, sum) => {
        const secsAgo = done + random.integer(2 * HOUR_SECS, 30 * HOUR_SECS)
        withdraw(wallet, GAS_LAMPORTS, done + 32 * HOUR_SECS)
        addMoment(draft, secsAgo, [{ do: 'payWrapped', from, to: wallet, lamports: sum, how: 'token' }])
        addMoment(draft, secsAgo - random.integer(60, 5_000), [{ do: 'unwrap', wallet }])
      })
      return
    }
    case 'presale refunded': {
      // They paid in for another token, which never came.
      const pot = addWallet(draft, 'service', `presale/${stage.label}`, LAMPORTS)
      const day = done + random.integer(4, 30) * HOUR_SECS
      // Most of them do not come here.
      addWallets(draft, 'crowd', `presale/${stage.label}/other`, OTHER_RECEIVERS).forEach((other, i) => {
        const sum = solAmount(random, 0.1, 0.9)
        pay(
          draft,
          'exchange',
          random.pick(cast.exchanges),
          other,
          sum + GAS_LAMPORTS,
          day + random.integer(25, 90) * HOUR_SECS,
        )
        addMoment(draft, day + random.integer(2, 20) * HOUR_SECS, [
          { do: 'sendSol', from: other, to: pot, lamports: sum },
        ])
        addMoment(draft, day - 200 - i * 5, [{ do: 'sendSol', from: pot, to: other, lamports: sum }])
      })
      each((wallet, sum, i) => {
        withdraw(wallet, sum + GAS_LAMPORTS, day + DAY_SECS)
        addMoment(draft, day + random.integer(2, 20) * HOUR_SECS, [
          { do: 'sendSol', from: wallet, to: pot, lamports: sum },
        ])
        addMoment(draft, day - i * 5, [{ do: 'sendSol', from: pot, to: wallet, lamports: sum }])
      })
      return
    }
    case 'earlier community': {
      const creator = addWallet(draft, 'dev', `earlier dev/${stage.label}`)
      const secsAgo = token.secsAgo + random.integer(2, 6) * DAY_SECS
      pay(draft, 'exchange', random.pick(cast.exchanges), creator, EARLIER_LAMPORTS, secsAgo + 7 * HOUR_SECS)
      const own = { ...stage, label: `${stage.label}/community` }
      const { mint } = planEarlierLaunch(own, { creator, secsAgo, end: 'forgotten' })
      each((wallet, sum) => {
        withdraw(wallet, sum + 400_000_000n, secsAgo)
        addMoment(draft, secsAgo - random.integer(60, 5 * HOUR_SECS), [
          { do: 'buy', mint, wallet, quoteRaw: solAmount(random, 0.05, 0.2) },
        ])
        addMoment(draft, done + random.integer(0, 20 * HOUR_SECS), [{ do: 'sell', mint, wallet, sharePct: 100 }])
      })
      return
    }
    default:
      each((wallet, sum) => {
        withdraw(wallet, sum)
      })
  }
}

function roundUp(lamports: bigint): bigint {
  const half = 500_000_000n
  return ((lamports + half - 1n) / half) * half
}
