import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { readHeight, readStatuses, type SeenStatus } from '../../chain/solana/signature-status.ts'
import { LANDING } from '../../config/landing.ts'
import type { Context } from '../../context.ts'

/** One look at the chain, as far as it concerns one signature. */
export type Sighting = {
  /** Null: the node has not seen it lately; undefined: no node told. */
  readonly status: SeenStatus | null | undefined
  /** The newest that is known; read before the status. */
  readonly height: { readonly slot: number; readonly blockHeight: number } | null
}

export type ChainWatch = {
  /** Tells of every look until the returned function is called. */
  watch(signature: string, onSighting: (sighting: Sighting) => void): () => void
  /** Signatures watched. */
  readonly size: number
}

/** Looks at the block height and at all watched signatures together, as long as there are any. */
export function createChainWatch(ctx: Context): ChainWatch {
  const watched = new Map<string, Set<(sighting: Sighting) => void>>()
  let isRunning = false
  let height: Sighting['height'] = null
  let heightAtMs = Number.NEGATIVE_INFINITY

  async function look(rpc: SolanaRpc): Promise<void> {
    if (ctx.clock.monotonicMs() - heightAtMs >= LANDING.heightEveryMs) {
      const read = await readHeight(rpc)
      if (read.ok) height = read.value
      heightAtMs = ctx.clock.monotonicMs()
    }
    const signatures = [...watched.keys()]
    const statuses = await readStatuses(rpc, signatures)
    for (const [at, signature] of signatures.entries())
      for (const tell of watched.get(signature) ?? []) tell({ status: statuses[at], height })
  }

  async function run(rpc: SolanaRpc): Promise<void> {
    isRunning = true
    try {
      while (watched.size > 0) {
        await look(rpc)
        await ctx.clock.sleep(LANDING.statusEveryMs)
      }
    } finally {
      isRunning = false
      height = null
    }
  }

  return {
    watch(signature, onSighting) {
      const tells = watched.get(signature) ?? new Set()
      watched.set(signature, tells.add(onSighting))
      if (!isRunning && ctx.chain.rpc !== null)
        run(ctx.chain.rpc).catch((error: unknown) => ctx.log.error({ err: error }, 'watching signatures failed'))
      return () => {
        tells.delete(onSighting)
        if (tells.size === 0 && watched.get(signature) === tells) watched.delete(signature)
      }
    },
    get size() {
      return watched.size
    },
  }
}
