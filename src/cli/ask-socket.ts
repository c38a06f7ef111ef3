import type { NodeSubscriptions } from '../chain/solana/node-subscriptions.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'

/** Some ten slots. */
const PATIENCE_MS = 5_000

/** Whether the node notifies of slots; `slot` is the first one received. Closes the socket. Fails
 *  `upstream_timeout`. */
export async function askSocket(subscriptions: NodeSubscriptions): Promise<Outcome<{ readonly slot: number }>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<{ readonly slot: number }>>()
  const watch = subscriptions.onSlot((slot) => resolve(ok({ slot })))
  const timer = setTimeout(
    () => resolve(fail('upstream_timeout', `no slot notification within ${PATIENCE_MS / 1_000} s`)),
    PATIENCE_MS,
  )
  const outcome = await promise
  clearTimeout(timer)
  watch.close()
  subscriptions.close()
  return outcome
}
