import { ponder } from 'ponder:registry'
import { swap } from 'ponder:schema'

const row = ({ id, log, block, transaction }, amount0, amount1) => ({
  id,
  pool: log.address,
  block: block.number,
  hash: transaction.hash,
  amount0,
  amount1,
})

ponder.on('V2:Swap', async ({ event, context }) => {
  const { amount0In, amount0Out, amount1In, amount1Out } = event.args
  await context.db.insert(swap).values(row(event, amount0In - amount0Out, amount1In - amount1Out))
})
ponder.on('V3:Swap', async ({ event, context }) => {
  await context.db.insert(swap).values(row(event, event.args.amount0, event.args.amount1))
})
