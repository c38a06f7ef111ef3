import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { readHeight, readStatuses, type SeenStatus } from '../../chain/solana/signature-status.ts'
import { LANDING } from '../../config/landing.ts'
import type { Context } from '../../context.ts'
import { asServer } from '../../runtime/request-scope.ts'

/** What was heard or seen of one signature. */
export type Sighting = {
  /** Null: the node has not seen it lately; undefined: no node answered. */
  readonly status: SeenStatus | null | undefined
  /** The newest that is known; read before the status. */
  readonly height: { readonly slot: number; readonly blockHeight: number } | null
  readonly by: 'subscription' | 'polling'
}

export type ChainWatch = {
  /** Tells of every look, and of the node’s own notifications, until the returned function is called. */
  watch(signature: string, onSighting: (sighting: Sighting) => void): () => void
  /** Stops watching; no listener is called after this. */
  close(): Promise<void>
}

/** Looks at the block height and at all watched signatures together, as long as there are any. Where the node tells of
 *  confirmations on its own, looks are rarer: they are there for notifications that got lost. */
export function createChainWatch({ chain, clock, log }: Pick<Context, 'chain' | 'clock' | 'log'>): ChainWatch {
  const watched = new Map<string, Set<(sighting: Sighting) => void>>()
  const closing = new AbortController()
  let isRunning = false
  let running: Promise<void> = Promise.resolve()
  let height: Sighting['height'] = null
  let heightAtMs = Number.NEGATIVE_INFINITY

  async function look(rpc: SolanaRpc): Promise<void> {
    if (clock.monotonicMs() - heightAtMs >= LANDING.heightEveryMs) {
      const read = await readHeight(rpc)
      if (read.ok) height = read.value
      heightAtMs = clock.monotonicMs()
    }
    const signatures = [...watched.keys()]
    const statuses = await readStatuses(rpc, signatures)
    for (const [at, signature] of signatures.entries())
      for (const listener of watched.get(signature) ?? []) listener({ status: statuses[at], height, by: 'polling' })
  }

  async function run(rpc: SolanaRpc): Promise<void> {
    isRunning = true
    try {
      while (watched.size > 0) {
        const pauseMs = chain.subscriptions?.isUp() ? LANDING.statusBesideSubscriptionsMs : LANDING.statusEveryMs
        await clock.sleep(pauseMs, closing.signal)
        await look(rpc)
      }
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'watching signatures failed')
    } finally {
      isRunning = false
      height = null
    }
  }

  return {
    watch(signature, onSighting) {
      const listeners = watched.get(signature) ?? new Set()
      watched.set(signature, listeners.add(onSighting))
      const subscriptions = chain.subscriptions?.watchSignature(signature, ({ slot, err }) =>
        onSighting({ status: { slot, err, isConfirmed: true }, height, by: 'subscription' }),
      )
      const { rpc } = chain
      if (!isRunning && !closing.signal.aborted && rpc !== null) running = asServer('trading', () => run(rpc))
      return () => {
        subscriptions?.close()
        listeners.delete(onSighting)
        if (listeners.size === 0 && watched.get(signature) === listeners) watched.delete(signature)
      }
    },
    async close() {
      closing.abort()
      watched.clear()
      await running
    },
  }
}
