import { updateAccountIndex } from './account-index.ts'
import type { ChainCore } from './chain-core.ts'
import type { ChainEventSource } from './chain-events.ts'
import { sendTransaction } from './execute.ts'
import { removeNewestTransaction } from './ledger.ts'
import type { BundleResult, ExecutedTransaction } from './types.ts'

/** Executes transactions one after the other in the open block, all of them or none; no one hears of one before the
 *  last has succeeded. `accepts` looks at all of them together and has the last word. */
export function sendBundle(
  core: ChainCore,
  wires: readonly Uint8Array[],
  accepts: (executed: readonly ExecutedTransaction[]) => boolean,
): BundleResult {
  const held = holdEvents(core.events)
  const before: ChainCore['open']['before'] = new Map()
  const attempt: ChainCore = { ...core, events: held.events, open: { ...core.open, before } }
  const executed: ExecutedTransaction[] = []
  for (const wire of wires) {
    const sent = sendTransaction(attempt, wire, {})
    if (!sent.ok) {
      takeBack(attempt, executed)
      return { ok: false, failedAt: executed.length, message: sent.message }
    }
    executed.push(sent.transaction)
  }
  if (!accepts(executed)) {
    takeBack(attempt, executed)
    return { ok: false, failedAt: null, message: 'not accepted' }
  }
  for (const [address, state] of before) if (!core.open.before.has(address)) core.open.before.set(address, state)
  held.release()
  return { ok: true, executed }
}

/** Undoes what the bundle did: accounts, ledger and duplicate check are as before. */
function takeBack(attempt: ChainCore, executed: readonly ExecutedTransaction[]): void {
  const { open, runtime, index, ledger, ring } = attempt
  for (const transaction of executed.toReversed()) {
    open.transactions.pop()
    ring.processed.delete(open.digests.pop()!)
    removeNewestTransaction(ledger, transaction)
  }
  for (const [address, state] of open.before) {
    runtime.write(address, state)
    updateAccountIndex(index, address, state)
  }
}

/** Keeps what is emitted until it is released. */
function holdEvents(events: ChainEventSource): { readonly events: ChainEventSource; release(): void } {
  const waiting: (() => void)[] = []
  return {
    events: {
      ...events,
      emit: (event, ...values) => void waiting.push(() => events.emit(event, ...values)),
    },
    release: () => {
      for (const resume of waiting) resume()
    },
  }
}
