import { STORAGE } from '../config/storage.ts'
import { fail, type Outcome, ok } from '../contract/outcome.ts'
import { isBase58Of32 } from '../hot-paths/base58.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Store } from './store.ts'
import { StoreError } from './store-error.ts'

/** Has the store belong to the chain whose genesis hash `ask` reads of the node. Throws `wrong_chain` as the store does,
 *  but only when the node shows the same other chain several times in a row: the process ends of it, and one reply may
 *  be false. */
export async function claimShownWorld(
  store: Pick<Store, 'claimWorld'>,
  ask: () => Promise<Outcome<string>>,
  clock: Pick<Clock, 'sleep'>,
): Promise<Outcome<{ readonly changed: boolean }>> {
  let other: string | null = null
  for (let looks = 1; ; looks++) {
    const shown = await ask()
    if (!shown.ok) return shown
    if (other !== null && shown.value !== other)
      return fail('upstream_failed', 'the node shows one genesis hash and then another')
    try {
      return ok(await store.claimWorld(shown.value))
    } catch (error) {
      if (!isOtherChain(error) || looks >= STORAGE.otherChainLooks) throw error
    }
    other = shown.value
    await clock.sleep(STORAGE.otherChainLooksApartMs)
  }
}

function isOtherChain(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'wrong_chain'
}

/** The genesis hash in what a node answered; fails for what is no hash of 32 bytes. */
export function genesisHashOf(shown: Outcome<unknown>): Outcome<string> {
  if (!shown.ok) return shown
  return typeof shown.value === 'string' && isBase58Of32(shown.value)
    ? ok(shown.value)
    : fail('upstream_failed', 'the node returned no genesis hash')
}
