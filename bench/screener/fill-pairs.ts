import { CODE_NAMES, NUMBER_NAMES } from '../../src/services/screener/fields.ts'
import { createPairStore, type PairStore } from '../../src/services/screener/pair-store.ts'

export const NOW_MS = 1_790_000_000_000

/** A generator of its own, so that every run has the same pairs. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

/** A figure as such a column has it: most small, few large, a share of zeros, a tenth unknown. */
export function drawNumber(name: string, random: () => number): number | null {
  if (random() < 0.1) return null
  if (name === 'createdAt' || name === 'lastTradeAt') return NOW_MS - Math.floor(random() * 14 * 86_400_000)
  if (name.startsWith('priceChange')) return (random() - 0.45) * 100 * Math.exp(random() * 3)
  if (name === 'curvePct' || name === 'safetyScore') return random() * 100
  if (/^(txns|buys|sells|makers|holders|boosts)/.test(name))
    return random() < 0.2 ? 0 : Math.floor(Math.exp(random() * 9))
  return random() < 0.1 ? 0 : Math.exp(random() * 16)
}

export function fillPairs(count: number): PairStore {
  const store = createPairStore(() => NOW_MS)
  const random = createRandom(1)
  const dexes = ['pumpfun', 'pumpswap', 'raydium', 'raydium_cpmm', 'meteora', 'orca'] as const
  for (let at = 0; at < count; at++) {
    const dex = dexes[Math.floor(random() ** 2 * dexes.length)]!
    const pool = `${at.toString(36)}Poo1`.padEnd(43, 'x')
    const mint = `${at.toString(36)}Mint`.padEnd(43, 'x')
    const { row } = store.take({ pool, mint, quoteMint: 'So11111111111111111111111111111111111111112', dex })
    store.setWord(CODE_NAMES[0], row, dex)
    for (const [column, name] of NUMBER_NAMES.entries()) store.columns.setNumber(column, row, drawNumber(name, random))
  }
  return store
}
