import type { NodeSubscriptions } from '../chain/solana/node-subscriptions.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'

/** Some ten slots. */
const PATIENCE_MS = 5_000

/** Whether the node tells of slots as they happen; `slot` is the first one it told. Closes the socket. Fails
 *  `upstream_timeout`. */
export async function askSocket(subscriptions: NodeSubscriptions): Promise<Outcome<{ readonly slot: number }>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<{ readonly slot: number }>>()
  const watch = subscriptions.onSlot((slot) => resolve(ok({ slot })))
  const timer = setTimeout(
    () => resolve(fail('upstream_timeout', `told of no slot within ${PATIENCE_MS / 1_000} s`)),
    PATIENCE_MS,
  )
  const told = await promise
  clearTimeout(timer)
  watch.close()
  subscriptions.close()
  return told
}
