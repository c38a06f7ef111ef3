// One token of each archetype: its price and what Mintglass thinks of it, and why.
import { ask, type World } from './ask.ts'

type Intel = {
  symbol: string | null
  price_usd: number | null
  holders: number | null
  distribution: Record<string, number | null>
  risk: { score: number; verdict: string; risks: { label: string; points: number }[] }
}

const { tokens } = await ask<World>('/api/sandbox')
const oneOfEach = tokens.filter(
  (token, at) => at === tokens.findIndex(({ archetype }) => archetype === token.archetype),
)
const { prices } = await ask<{ prices: Record<string, { priceUsd: number }> }>('/api/v2/tokens/prices', {
  mints: oneOfEach.map(({ mint }) => mint),
})

for (const { mint, archetype, symbol } of oneOfEach) {
  const intel = await ask<Intel>(`/api/v2/tokens/${mint}/intel`)
  const price = prices[mint]?.priceUsd
  console.log(
    `${archetype.padEnd(14)} ${symbol.padEnd(8)} ${price === undefined ? 'no price' : `$${price}`}, ${intel.holders ?? 'unknown'} holders`,
  )
  console.log(
    `${' '.repeat(15)}${intel.risk.verdict} (${intel.risk.score})${intel.risk.risks.map(({ label, points }) => `; ${label} +${points}`).join('')}`,
  )
}
