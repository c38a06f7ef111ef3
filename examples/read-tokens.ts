// One token of each archetype: its price, and what Deep Scan says of it.
import { ask, type World } from './ask.ts'

type Intel = { holders: number | null }
/** Its score counts up to 100, which is safest. The `risk.score` of intel counts the other way: points against the
 *  token. */
type Scan = { summary: string }

const { tokens } = await ask<World>('/api/sandbox')
const oneOfEach = tokens.filter(
  (token, at) => at === tokens.findIndex(({ archetype }) => archetype === token.archetype),
)
const { prices } = await ask<{ prices: Record<string, { priceUsd: number }> }>('/api/v2/tokens/prices', {
  mints: oneOfEach.map(({ mint }) => mint),
})

for (const { mint, archetype, symbol } of oneOfEach) {
  const { holders } = await ask<Intel>(`/api/v2/tokens/${mint}/intel`)
  const { summary } = await ask<Scan>(`/api/v2/tokens/${mint}/deepscan`)
  const price = prices[mint]?.priceUsd
  console.log(
    `${archetype.padEnd(14)} ${symbol.padEnd(8)} ${price === undefined ? 'no price' : `$${price}`}, ${holders ?? 'unknown'} holders`,
  )
  console.log(`${' '.repeat(15)}${summary}`)
}
