import type { ChainNews } from '../chain/solana/news.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'

/** Some ten slots. */
const PATIENCE_MS = 5_000

/** Whether the node tells of slots as they happen; `slot` is the first one it told. Closes the socket. Fails
 *  `upstream_timeout`. */
export async function askSocket(news: ChainNews): Promise<Outcome<{ readonly slot: number }>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<{ readonly slot: number }>>()
  const watch = news.onSlot((slot) => resolve(ok({ slot })))
  const timer = setTimeout(
    () => resolve(fail('upstream_timeout', `told of no slot within ${PATIENCE_MS / 1_000} s`)),
    PATIENCE_MS,
  )
  const told = await promise
  clearTimeout(timer)
  watch.close()
  news.close()
  return told
}
