import { fail, type Outcome } from '../../contract/outcome.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import type { OrderPage } from '../../upstreams/swap-capabilities.ts'

export type Addressed = { readonly key: string; readonly inputMint: string; readonly outputMint: string }

/** A page of orders, or `upstream_failed` where an order or a coin of it has no address: one that was left out would look
 *  as if it were gone. */
export function withAddresses<T extends Addressed>(found: Outcome<OrderPage<T>>): Outcome<OrderPage<T>> {
  const isWhole =
    !found.ok || found.value.rows.every((row) => [row.key, row.inputMint, row.outputMint].every(isBase58Of32))
  return isWhole ? found : fail('upstream_failed', 'the aggregator lists an order without an address')
}
