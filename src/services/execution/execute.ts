import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { ExecutionClock, ExecutionInput, StepResult } from '../../workers/tasks.ts'
import { type Clone, type ClonedPrograms, cloneAccounts, clonePrograms, toExecutionAccounts } from './clone-accounts.ts'
import { type ReadWire, readWires } from './read-wires.ts'
import { simulateOnNode } from './simulate-on-node.ts'

/** Who executed: `local` is our own runtime on cloned accounts, `node` the node's simulation. */
export type ExecutionAdapter = 'local' | 'node'

export type Execution = {
  readonly adapter: ExecutionAdapter
  /** Of the clone (local), or the newest the node answered for. */
  readonly slot: number
  readonly clock: ExecutionClock
  /** Aligned with the runs and their transactions. */
  readonly runs: readonly (readonly StepResult[])[]
  readonly clone: Clone
  /** Programs that kept the runtime from doing it; empty when it did. */
  readonly uncloneable: readonly string[]
}

export type ExecutionRequest = {
  readonly runs: readonly (readonly Uint8Array[])[]
  readonly clock?: ExecutionClock
  /** Whether the results hold the accounts as they stand afterwards. */
  readonly wantsAccounts?: boolean
  /** Accounts that no transaction names and that are read with those that they do. */
  readonly alsoClones?: readonly string[]
  /** On the node even where we could. */
  readonly onNode?: boolean
}

/** Executes transactions that no one has paid for: each run starts from the chain as it is, and its transactions follow
 *  one another. Signatures and blockhashes are not checked. Runs locally when every program among the accounts can be
 *  cloned, else on the node, which can neither take several transactions in a row nor another clock: then it fails
 *  `unsupported_on_chain`. Fails `unconfigured` without a node, `invalid_request` for bytes that are no transaction. */
export async function execute(
  ctx: Context,
  request: ExecutionRequest,
  signal?: AbortSignal,
): Promise<Outcome<Execution>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'rpc is not configured')
  const wires = await readWires(rpc, request.runs.flat(), signal)
  if (!wires.ok) return wires
  const clone = await cloneAccounts(
    rpc,
    [...new Set([...wires.value.flatMap(({ addresses }) => addresses), ...(request.alsoClones ?? [])])],
    signal,
  )
  if (!clone.ok) return clone
  const onNode = request.onNode ?? false
  const programs = onNode ? ok({ programs: [], uncloneable: [] }) : await clonePrograms(ctx, rpc, clone.value, signal)
  if (!programs.ok) return programs
  const parts = { request, wires: wires.value, clone: clone.value, programs: programs.value }
  return !onNode && programs.value.uncloneable.length === 0
    ? executeLocally(ctx, parts, signal)
    : executeOnNode(rpc, parts, signal)
}

type Parts = {
  readonly request: ExecutionRequest
  readonly wires: readonly ReadWire[]
  readonly clone: Clone
  readonly programs: ClonedPrograms
}

async function executeLocally(ctx: Context, parts: Parts, signal?: AbortSignal): Promise<Outcome<Execution>> {
  const { request, clone, programs } = parts
  const clock = request.clock ?? clone.clock
  let wire = 0
  const input: ExecutionInput = {
    accounts: toExecutionAccounts(clone),
    programs: programs.programs,
    lamportsPerByte: clone.lamportsPerByte,
    clocks: [clock],
    wires: parts.wires.map(({ bytes }) => bytes),
    runs: request.runs.map((run) => ({ steps: run.map(() => ({ wire: wire++, clock: 0 })) })),
    wantsAccounts: request.wantsAccounts ?? false,
  }
  const output = await ctx.workers.run('executeTransactions', input, signal ? { signal } : {})
  if (!output.ok) return output
  if (!output.value.ok) return fail('invalid_request', `not executable: ${output.value.reason}`)
  return ok({ adapter: 'local', slot: clone.slot, clock, runs: output.value.runs, clone, uncloneable: [] })
}

async function executeOnNode(rpc: SolanaRpc, parts: Parts, signal?: AbortSignal): Promise<Outcome<Execution>> {
  const { request, clone, programs } = parts
  const { uncloneable } = programs
  if (request.clock !== undefined || request.runs.some(({ length }) => length !== 1))
    return fail(
      'unsupported_on_chain',
      `only a node can run ${uncloneable.join(', ')}: one transaction, at its own time`,
    )
  const simulated = await simulateOnNode(rpc, parts.wires, clone, signal)
  if (!simulated.ok) return simulated
  const { slot, results } = simulated.value
  return ok({ adapter: 'node', slot, clock: clone.clock, runs: results.map((one) => [one]), clone, uncloneable })
}
