import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'
import { EXCHANGES } from './exchanges.ts'
import { addWallet, addWallets, LAMPORTS, type PlanDraft } from './plan-draft.ts'
import { fundWallets } from './plan-funding.ts'
import type { WALLET_ARCHETYPES } from './plan-types.ts'

/** Wallets by archetype; every list holds addresses. */
export type Cast = Readonly<Record<(typeof WALLET_ARCHETYPES)[number] | 'crowd', readonly string[]>>

const EXCHANGE_LAMPORTS = 2_400_000n * LAMPORTS
const CROWD_WALLETS = 1_100

/** The published archetypes with the SOL they are given, in the order they appear. */
const CALLS: readonly {
  archetype: Exclude<(typeof WALLET_ARCHETYPES)[number], 'cex' | 'dormant' | 'empty'>
  count: number
  minSol: number
  maxSol: number
}[] = [
  { archetype: 'trader', count: 32, minSol: 60, maxSol: 180 },
  { archetype: 'whale', count: 5, minSol: 4_000, maxSol: 15_000 },
  { archetype: 'market_maker', count: 3, minSol: 9_000, maxSol: 14_000 },
  { archetype: 'validator', count: 2, minSol: 40, maxSol: 90 },
  { archetype: 'closeable', count: 3, minSol: 0.4, maxSol: 1.5 },
  { archetype: 'burnable', count: 3, minSol: 0.4, maxSol: 1.5 },
  { archetype: 'staker', count: 3, minSol: 20, maxSol: 60 },
  { archetype: 'sandwiched', count: 2, minSol: 40, maxSol: 80 },
  { archetype: 'nft_collector', count: 2, minSol: 8, maxSol: 20 },
  { archetype: 'dev', count: 8, minSol: 25, maxSol: 60 },
  { archetype: 'sniper', count: 5, minSol: 60, maxSol: 140 },
]

/** Everyone there is before the tokens: exchanges, the published wallets and the crowd. Published wallets get their
 *  SOL from an exchange in the days before boot; dormant wallets and the crowd have theirs from before the ledger. */
export function planWallets(draft: PlanDraft): Cast {
  const random = draft.random.fork('wallets')
  for (const { address, name } of EXCHANGES) {
    draft.wallets.push({ address, archetype: 'cex', name, keySeed: null, openingLamports: EXCHANGE_LAMPORTS })
  }
  const cast: Record<string, readonly string[]> = { cex: EXCHANGES.map(({ address }) => address) }
  for (const { archetype, count, minSol, maxSol } of CALLS) {
    const wallets = addWallets(draft, archetype, archetype, count)
    cast[archetype] = wallets
    wallets.forEach((wallet, i) => {
      fundWallets(draft, random, 'exchange', {
        label: `${archetype}/${i}`,
        wallets: [wallet],
        minSol,
        maxSol,
        secsAgo: random.integer(16 * DAY_SECS, 28 * DAY_SECS) + random.integer(0, HOUR_SECS),
      })
    })
  }
  cast['dormant'] = Array.from({ length: 3 }, (_, i) =>
    addWallet(draft, 'dormant', `dormant/${i}`, BigInt(random.integer(3, 400)) * LAMPORTS),
  )
  cast['empty'] = addWallets(draft, 'empty', 'empty', 3)
  cast['crowd'] = Array.from({ length: CROWD_WALLETS }, (_, i) =>
    addWallet(draft, 'crowd', `crowd/${i}`, BigInt(Math.round(Math.exp(random.normal() * 1.4 - 1) * 1e9) + 650_240)),
  )
  return cast as Cast
}
