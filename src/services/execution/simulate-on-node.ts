import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { simulateTransaction } from '../../chain/solana/simulate.ts'
import { UPSTREAM_BATCHES } from '../../config/upstream-limits.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import type { StepResult } from '../../workers/tasks.ts'
import { accountDelta } from './account-delta.ts'
import type { Clone } from './clone-accounts.ts'
import type { ReadWire } from './read-wires.ts'

/** Each transaction on its own on the node's own state and clock. Changes are relative to the clone, which was read
 *  just before: on a busy account they hold what others did in between. `slot` is the newest of the answers. */
export async function simulateOnNode(
  rpc: SolanaRpc,
  wires: readonly ReadWire[],
  clone: Clone,
  signal?: AbortSignal,
): Promise<Outcome<{ readonly slot: number; readonly results: readonly StepResult[] }>> {
  const answers = await inParallel(wires, UPSTREAM_BATCHES.chunksInParallel, ({ bytes, writable }) =>
    simulateTransaction(rpc, bytes, writable, signal),
  )
  let slot = 0
  const results: StepResult[] = []
  for (const [at, answer] of answers.entries()) {
    if (!answer.ok) return answer
    const { err, logs, computeUnits, accounts } = answer.value
    slot = Math.max(slot, answer.value.slot)
    const deltas = (accounts ?? []).flatMap((after, place) => {
      const address = wires[at]!.writable[place]!
      return accountDelta(address, clone.accounts.get(address) ?? null, after) ?? []
    })
    const changed = new Set(deltas.map(({ address }) => address))
    const after = (accounts ?? []).flatMap((account, place) => {
      const address = wires[at]!.writable[place]!
      return changed.has(address) ? [[address, account] as const] : []
    })
    results.push({ err, logs, computeUnits, deltas, after: new Map(after) })
  }
  return ok({ slot, results })
}
