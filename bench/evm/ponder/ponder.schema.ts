import { onchainTable } from 'ponder'

export const swap = onchainTable('swap', (t) => ({
  id: t.text().primaryKey(),
  pool: t.hex(),
  block: t.bigint(),
  hash: t.hex(),
  amount0: t.bigint(),
  amount1: t.bigint(),
}))
