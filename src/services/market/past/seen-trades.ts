import { setImmediate } from 'node:timers/promises'
import { DEXES } from '../../../chain/solana/dexes/index.ts'
import { LIMITS } from '../../../config/limits.ts'
import { PAST } from '../../../config/past.ts'
import type { Context } from '../../../context.ts'
import { pastBudget } from './past-budget.ts'
import { fromTape, type PastTrade, pricePast } from './price-past.ts'
import { quoteUsd } from './quote-usd.ts'

/** The newest trades of all tokens: those of the tape and, while it holds few, those of the newest transactions that
 *  each DEX's programs took part in. Newest first. What the node does not give is left out. */
export async function readSeenTrades(ctx: Context): Promise<readonly PastTrade[]> {
  const held = await readHeld(ctx)
  const mints = new Set(held.map(({ baseMint }) => baseMint))
  return mints.size >= PAST.seenTokens || ctx.chain.rpc === null ? held : [...held, ...(await readNewest(ctx, held))]
}

async function readHeld({ store: { tape } }: Context): Promise<readonly PastTrade[]> {
  const { seq } = tape.window().head
  const held: PastTrade[] = []
  // In pieces, so that others have their turn.
  for (let after = Math.max(0, seq - PAST.seenEvents); after < seq; after += LIMITS.tapeSumEvents) {
    for (const event of tape.read(after, Math.min(LIMITS.tapeSumEvents, seq - after)))
      if (event.type === 'trade' && event.chain === 'solana' && tape.survives(event)) held.push(fromTape(event))
    await setImmediate()
  }
  return held.reverse()
}

async function readNewest(ctx: Context, held: readonly PastTrade[]): Promise<readonly PastTrade[]> {
  const { pastReads } = ctx.parts
  const budget = pastBudget(ctx)
  // A limited node is asked about the busiest programs only.
  const programs = DEXES.flatMap(({ programIds }) => programIds).slice(0, Math.ceil(budget / PAST.rowsPerProgram))
  const listed = await Promise.all(
    programs.map((program) => pastReads.signatures(program, { limit: PAST.rowsPerProgram })),
  )
  const rows = listed.flatMap((page) => (page.ok ? page.value.filter(({ err }) => err === null) : []))
  const read = await pastReads.transactions(rows.sort((a, b) => b.slot - a.slot).slice(0, budget))
  const usdAt = await quoteUsd(ctx)
  const known = new Set(held.map(({ signature }) => signature))
  const trades = read.flatMap((one) => (one === null ? [] : pricePast(one, usdAt).toReversed()))
  return trades.filter(({ signature }) => !known.has(signature))
}
