import { joinWithoutSignatures } from '../../chain/solana/compile-message.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { simulateTransaction } from '../../chain/solana/simulate.ts'
import { RECOVERY } from '../../config/recovery.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import { compilePack, type Pack, type PackFrame, type PackItem, packTightly } from './pack-transactions.ts'

/** A transaction that the node has executed without error, with the limit that this showed to be enough. */
export type ProvenPack<I extends PackItem> = {
  readonly pack: Pack<I>
  readonly frame: PackFrame<I>
  readonly unitLimit: number
}
export type LeftOut<I extends PackItem> = { readonly item: I; readonly why: string }
export type Built<I extends PackItem> = {
  readonly proven: readonly ProvenPack<I>[]
  readonly leftOut: readonly LeftOut<I>[]
}

const NO_BLOCKHASH = '11111111111111111111111111111111'
const BUDGET_INSTRUCTIONS = 2
const BASE_UNITS = 5_000
const UNITS_PER_INSTRUCTION = 6_000

/** Packs items and has the node execute each transaction, with room in its budget; what fails is taken out and named,
 *  and the rest tried again. What is proven needs a blockhash and a budget no higher than the one it was executed with.
 *  Fails as the node fails, and `simulation_failed` where it is no single item's fault. */
export async function buildTransactions<I extends PackItem>(
  rpc: SolanaRpc,
  items: readonly I[],
  frame: Omit<PackFrame<I>, 'isBatched'>,
  signal: AbortSignal,
): Promise<Outcome<Built<I>>> {
  const { packing, frame: whole } = await packTightly(items, frame)
  const results = await inParallel(packing.packs, RECOVERY.simulationsAtOnce, (pack) =>
    provePack(rpc, pack, whole, signal),
  )
  const proven: ProvenPack<I>[] = []
  const leftOut: LeftOut<I>[] = packing.tooLarge.map((item) => ({ item, why: 'does not fit into a transaction' }))
  for (const result of results) {
    if (!result.ok) return result
    proven.push(...result.value.proven)
    leftOut.push(...result.value.leftOut)
  }
  return ok({ proven, leftOut })
}

async function provePack<I extends PackItem>(
  rpc: SolanaRpc,
  pack: Pack<I>,
  frame: PackFrame<I>,
  signal: AbortSignal,
): Promise<Outcome<Built<I>>> {
  const leftOut: LeftOut<I>[] = []
  let items = pack.items
  for (let round = 0; round < RECOVERY.simulationRounds && items.length > 0; round++) {
    const unitLimit = roomFor(items)
    const { message } = compilePack({ items }, frame, { blockhash: NO_BLOCKHASH, unitLimit })
    const ran = await simulateTransaction(rpc, joinWithoutSignatures(message), [], signal)
    if (!ran.ok) return ran
    const { err, computeUnits, logs } = ran.value
    if (err === null) {
      const needed = Math.ceil(computeUnits * (1 + RECOVERY.unitSpareShare)) + RECOVERY.unitSpare
      return ok({ proven: [{ pack: { items }, frame, unitLimit: Math.min(unitLimit, needed) }], leftOut })
    }
    // A batch does not say which of its instructions failed; half of it fits without one.
    if (frame.isBatched) break
    const why = describe(err, logs)
    const at = culprit(err, items, frame)
    if (at === null) return refuse(why)
    leftOut.push({ item: items[at]!, why })
    items = items.filter((_, place) => place !== at)
  }
  const halves = await proveHalves(rpc, { items }, { ...frame, isBatched: false }, signal)
  return halves.ok ? ok({ ...halves.value, leftOut: [...leftOut, ...halves.value.leftOut] }) : halves
}

/** Two smaller transactions in place of one: many bad accounts do not keep the good ones from being closed. */
async function proveHalves<I extends PackItem>(
  rpc: SolanaRpc,
  { items }: Pack<I>,
  frame: PackFrame<I>,
  signal: AbortSignal,
): Promise<Outcome<Built<I>>> {
  const middle = (items.length + 1) >> 1
  const halves = [items.slice(0, middle), items.slice(middle)].filter((half) => half.length > 0)
  const proven: ProvenPack<I>[] = []
  const leftOut: LeftOut<I>[] = []
  for (const half of halves) {
    const built = await provePack(rpc, { items: half }, frame, signal)
    if (!built.ok) return built
    proven.push(...built.value.proven)
    leftOut.push(...built.value.leftOut)
  }
  return ok({ proven, leftOut })
}

/** More than any of the programs' versions needs. */
function roomFor(items: readonly PackItem[]): number {
  const count = items.reduce((sum, { instructions }) => sum + instructions.length, 0)
  return Math.min(RECOVERY.maxUnitLimit, BASE_UNITS + UNITS_PER_INSTRUCTION * count)
}

type RunError = string | Readonly<Record<string, unknown>>

/** Which item's instruction failed; null for another's and for what the whole transaction is to blame for. */
function culprit<I extends PackItem>(err: RunError, items: readonly I[], frame: PackFrame<I>): number | null {
  const place = failedInstruction(err)
  if (place === null) return null
  const budget = { unitLimit: RECOVERY.maxUnitLimit, feeLamports: 0n }
  let at = place - (frame.version === 1 ? 0 : BUDGET_INSTRUCTIONS) - (frame.head?.(items, budget).length ?? 0)
  if (at < 0) return null
  for (const [index, { instructions }] of items.entries()) {
    if (at < instructions.length) return index
    at -= instructions.length
  }
  return null
}

function failedInstruction(err: RunError): number | null {
  const inner = typeof err === 'string' ? undefined : err['InstructionError']
  const place: unknown = Array.isArray(inner) ? inner[0] : undefined
  return typeof place === 'number' ? place : null
}

const MAX_WHY_CHARS = 200

function describe(err: RunError, logs: readonly string[]): string {
  const said = logs.findLast((line) => line.includes('Error:') || line.includes('failed:'))
  const name = typeof err === 'string' ? err : JSON.stringify(err)
  return `its simulation failed: ${said ?? name}`.slice(0, MAX_WHY_CHARS)
}

function refuse(why: string): Failure {
  return fail('simulation_failed', why)
}
