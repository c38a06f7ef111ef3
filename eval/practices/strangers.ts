import { addMoment, addWallet, LAMPORTS, solAmount } from '../../sandbox/world/plan-draft.ts'
import { dressOf, type Person } from '../../sandbox/world/plan-people.ts'
import type { Dress } from '../../sandbox/world/plan-types.ts'
import { TIP_ACCOUNTS } from '../../sandbox/world/tip-accounts.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { overSlots } from './place-buys.ts'
import { relayerOf, serviceOf } from './services.ts'
import { afterLaunch, type Buy, joinDress, NOTHING_PLACED, type Placed, salesOf, type TokenStage } from './stage.ts'
import { payStrangers } from './strangers-money.ts'

export type StrangerWays = Readonly<Record<'money' | 'sign' | 'shared' | 'when', string>>

const TIMES_RECURRING = 3
const DEFAULT_BUDGET = { unitLimit: 600_000, unitPriceMicroLamports: 50_000n }

export type Strangers = Placed & {
  readonly wallets: readonly string[]
  /** Who has not sold all of it. */
  readonly keepers: readonly string[]
  readonly spentLamports: bigint
}

/** People who have a trace in common and nothing else: each buys for himself, and some of them sell. Purchases of the
 *  first slots are returned for the launch; `lastSecs` after it all have bought. */
export function planStrangers(
  stage: TokenStage,
  ways: StrangerWays,
  { count, spanSecs, sellChance }: { readonly count: number; readonly spanSecs: number; readonly sellChance: number },
): Strangers {
  const { draft, random, label, token } = stage
  const wallets = Array.from({ length: count }, (_, i) => addWallet(draft, 'crowd', `stranger/${label}/${i}`))
  const oneTap = BigInt(random.pick([100, 250, 500])) * 1_000_000n
  const sums = wallets.map(() => (ways.shared === 'one-tap sum' ? oneTap : drawSum(stage)))
  const margin = 130_000_000n
  payStrangers(
    stage,
    ways.money,
    wallets,
    sums.map((sum) => sum + sum / 20n + margin + solAmount(random, 0, 0.3)),
  )
  const dress = dressStrangers(stage, ways, wallets)
  const times = ways.when === 'recurring' ? TIMES_RECURRING : 1
  const buys = wallets.map(
    (wallet, i): Buy => ({
      do: 'buy',
      mint: token.mint,
      wallet,
      quoteRaw: sums[i]! / BigInt(times),
      dress: dress(i, sums[i]!),
    }),
  )
  const spentLamports = sums.reduce((total, sum) => total + sum, 0n)
  const { placed, lastSecs } = placeStrangers(stage, ways.when, buys, spanSecs)
  const gone = new Set<string>()
  buys.forEach(({ wallet }, i) => {
    if (!random.chance(sellChance)) return
    const sharePct = random.pick([30, 50, 100])
    if (sharePct === 100) gone.add(wallet)
    const secs = random.between(lastSecs[i]! + 30, Math.max(lastSecs[i]! + 60, spanSecs))
    afterLaunch(stage, secs, [{ do: 'sell', mint: token.mint, wallet, sharePct }])
  })
  return { ...placed, wallets, keepers: wallets.filter((wallet) => !gone.has(wallet)), spentLamports }
}

function drawSum({ random }: TokenStage): bigint {
  const sol = Math.min(1.8, Math.max(0.06, Math.exp(random.normal() * 0.7 - 1.2)))
  return random.chance(0.3)
    ? BigInt(random.pick([100, 200, 300, 500, 1_000])) * 1_000_000n
    : solAmount(random, sol, sol * 1.03)
}

function placeStrangers(
  stage: TokenStage,
  when: string,
  buys: readonly Buy[],
  spanSecs: number,
): { readonly placed: Placed; readonly lastSecs: readonly number[] } {
  const { random, token } = stage
  const at = (secs: readonly number[]) => {
    buys.forEach((buy, i) => {
      afterLaunch(stage, secs[i]!, [buy])
    })
    return { placed: NOTHING_PLACED, lastSecs: secs }
  }
  switch (when) {
    case 'called': {
      const call = random.integer(3, 45) * MINUTE_SECS
      const within = random.integer(15, 60)
      return at(buys.map(() => call + random.between(0, within)))
    }
    case 'opening rush': {
      const first = random.integer(0, 2)
      const following = overSlots(stage, buys.slice(first), 8)
      return { placed: { opening: buys.slice(0, first), following }, lastSecs: buys.map(() => 10) }
    }
    case 'dips': {
      const dips = salesOf(stage).filter((secs) => secs < spanSecs * 0.8)
      const dip = (): number => (dips.length === 0 ? random.between(60, spanSecs * 0.7) : random.pick(dips))
      return at(buys.map(() => dip() + random.between(2, 25)))
    }
    case 'recurring': {
      const gap = Math.min(2 * HOUR_SECS, spanSecs / (TIMES_RECURRING + 1))
      const starts = buys.map(() => random.between(30, gap))
      for (let turn = 0; turn < TIMES_RECURRING - 1; turn++)
        buys.forEach((buy, i) => {
          afterLaunch(stage, starts[i]! + turn * gap, [withoutNonce(buy)])
        })
      return at(starts.map((start) => start + (TIMES_RECURRING - 1) * gap))
    }
    default:
      return at(buys.map(() => 5 + (spanSecs * 0.8 - 5) * random.next() ** 2))
  }
  function withoutNonce(buy: Buy): Buy {
    const { nonce: _nonce, ...dress } = buy.dress ?? {}
    return token.mint === buy.mint ? { ...buy, dress } : buy
  }
}

function dressStrangers(
  stage: TokenStage,
  { sign, shared }: StrangerWays,
  wallets: readonly string[],
): (i: number, quoteRaw: bigint) => Dress {
  const { cast, draft, random, label, token } = stage
  const bot = shared === 'public bot' ? random.pick(cast.bots) : null
  const fixedBudget = shared === 'wallet default budget' ? DEFAULT_BUDGET : null
  const nobody: Person = { address: '', fundedSecsAgo: 0, freeLamports: 0n, bot, fixedBudget }
  const signing = signStrangers(stage, sign, wallets)
  return (i, quoteRaw) => {
    const own: Dress[] = [dressOf(nobody, random, quoteRaw), signing(i)]
    if (shared === 'app memo') own.push({ memo: { text: 'via harbor wallet' } })
    if (shared === 'default tip') own.push({ tip: { to: random.pick(TIP_ACCOUNTS), lamports: LAMPORTS / 1_000n } })
    if (shared === 'public referrer')
      own.push({ serviceFee: { to: serviceOf(draft, 'referrer'), lamports: quoteRaw / 100n } })
    return joinDress(...own)
  }
  function signStrangers(_: TokenStage, way: string, own: readonly string[]): (i: number) => Dress {
    if (way === 'sponsored by an app') {
      const feePayer = serviceOf(draft, 'sponsor')
      return () => ({ feePayer })
    }
    if (way === 'smart wallets') {
      const feePayer = relayerOf(draft)
      const approver = serviceOf(draft, 'approver')
      return () => ({ feePayer, memo: { text: 'passkey', signers: [approver] } })
    }
    if (way !== 'custody nonces') return () => ({})
    const authority = serviceOf(draft, 'custody')
    const accounts = own.map((_, i) => addWallet(draft, 'nonce', `stranger nonce/${label}/${i}`))
    accounts.forEach((account, i) => {
      addMoment(draft, token.secsAgo + 20 * MINUTE_SECS - i * 15, [
        { do: 'makeNonce', account, authority, payer: authority },
      ])
    })
    return (i) => ({ nonce: { account: accounts[i]!, authority } })
  }
}
