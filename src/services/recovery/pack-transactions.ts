import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CompiledMessage } from '../../chain/solana/compile-message.ts'
import { type Instruction, setComputeUnitLimit, setComputeUnitPrice } from '../../chain/solana/instructions.ts'
import { compileMessage, whyTooLarge } from '../../chain/solana/message-format.ts'
import { batchTokenInstructions } from '../../chain/solana/token-batch.ts'
import { RECOVERY } from '../../config/recovery.ts'

/** What goes into one transaction together or not at all: the instructions that free one account, say. */
export type PackItem = {
  /** What the item is, for the text of a failure. */
  readonly account: string
  /** Lamports that it frees. */
  readonly lamports: bigint
  readonly instructions: readonly Instruction[]
}

/** What every transaction of a pack has beside its items. */
export type PackFrame<I extends PackItem> = {
  readonly payer: string
  /** 0: 1,232 bytes. 1: 4,096 bytes and 64 addresses. */
  readonly version: 0 | 1
  /** Neighbouring instructions of one token program as one `Batch`. */
  readonly isBatched: boolean
  /** Millionths of a lamport for each unit of the limit. */
  readonly unitPrice: bigint
  /** Instructions before the items' and after them. Their number, accounts and sizes must not depend on the budget. */
  readonly head?: (items: readonly I[], budget: Budget) => readonly Instruction[]
  readonly tail?: (items: readonly I[], budget: Budget) => readonly Instruction[]
  /** Fewer than would fit, where that is wanted. */
  readonly maxItems?: number
}
export type Budget = {
  readonly unitLimit: number
  /** Signatures and priority: what the payer pays for the transaction. */
  readonly feeLamports: bigint
}

/** Items that make one transaction. */
export type Pack<I extends PackItem> = { readonly items: readonly I[] }
export type Packing<I extends PackItem> = {
  readonly packs: readonly Pack<I>[]
  /** Items that do not fit into a transaction even alone. */
  readonly tooLarge: readonly I[]
}

/** A placeholder of the same length: what a size is measured with. */
const NO_BLOCKHASH = '11111111111111111111111111111111'

/** Divides items, in their order, among as few transactions as that order allows: each is the longest run that fits,
 *  found by serialising and bisecting. About half a millisecond a transaction. */
export function packTransactions<I extends PackItem>(items: readonly I[], frame: PackFrame<I>): Packing<I> {
  const packs: Pack<I>[] = []
  const tooLarge: I[] = []
  for (const run of eachPack(items, frame)) {
    if (run.fits) packs.push({ items: run.items })
    else tooLarge.push(...run.items)
  }
  return { packs, tooLarge }
}

type Run<I extends PackItem> = Pack<I> & { readonly fits: boolean }

/** One transaction after the other; an item that does not fit alone comes on its own. */
function* eachPack<I extends PackItem>(items: readonly I[], frame: PackFrame<I>): Generator<Run<I>> {
  let estimate = FIRST_GUESS
  for (let at = 0; at < items.length; ) {
    const count = longestRun(items, at, frame, estimate)
    yield { items: items.slice(at, at + Math.max(1, count)), fits: count > 0 }
    at += Math.max(1, count)
    if (count > 0) estimate = count
  }
}

/** The same for wallets with thousands of accounts: others have their turn between two transactions. */
async function packInTurns<I extends PackItem>(items: readonly I[], frame: PackFrame<I>): Promise<Packing<I>> {
  const packs: Pack<I>[] = []
  const tooLarge: I[] = []
  for (const run of eachPack(items, frame)) {
    if (run.fits) packs.push({ items: run.items })
    else tooLarge.push(...run.items)
    await nextTurn()
  }
  return { packs, tooLarge }
}

/** With `Batch` where that makes fewer transactions: wallets show single closes more plainly. */
export async function packTightly<I extends PackItem>(
  items: readonly I[],
  frame: Omit<PackFrame<I>, 'isBatched'>,
): Promise<{ readonly packing: Packing<I>; readonly frame: PackFrame<I> }> {
  const plain = { ...frame, isBatched: false }
  const single = await packInTurns(items, plain)
  if (single.packs.length < 2) return { packing: single, frame: plain }
  const batched = { ...frame, isBatched: true }
  const together = await packInTurns(items, batched)
  return together.packs.length + together.tooLarge.length < single.packs.length + single.tooLarge.length
    ? { packing: together, frame: batched }
    : { packing: single, frame: plain }
}

/** The message of a pack, its budget being what it may use. */
export function compilePack<I extends PackItem>(
  { items }: Pack<I>,
  frame: PackFrame<I>,
  { blockhash, unitLimit }: { readonly blockhash: string; readonly unitLimit: number },
): { readonly message: CompiledMessage; readonly budget: Budget; readonly instructions: readonly Instruction[] } {
  const { payer, version, unitPrice } = frame
  const priorityFeeLamports = priorityLamports(unitLimit, unitPrice)
  const own = items.flatMap(({ instructions }) => instructions)
  const done = frame.isBatched ? batchTokenInstructions(own) : own
  const listWith = (budget: Budget) => [
    ...(version === 1 ? [] : [setComputeUnitLimit(unitLimit), setComputeUnitPrice(unitPrice)]),
    ...(frame.head?.(items, budget) ?? []),
    ...done,
    ...(frame.tail?.(items, budget) ?? []),
  ]
  const signatures = countSigners(payer, listWith({ unitLimit, feeLamports: 0n }))
  const budget = {
    unitLimit,
    feeLamports: BigInt(signatures) * RECOVERY.lamportsPerSignature + priorityFeeLamports,
  }
  const instructions = listWith(budget)
  const loadedAccountsDataSizeLimit = RECOVERY.loadedDataBytes
  const config =
    version === 1 ? { computeUnitLimit: unitLimit, loadedAccountsDataSizeLimit, priorityFeeLamports } : null
  const message = compileMessage(version, { payer, blockhash, instructions, config })
  return { message, budget, instructions }
}

/** Lamports on top of the signatures, as the runtime counts them: on the limit, rounded up. */
export function priorityLamports(unitLimit: number, unitPrice: bigint): bigint {
  return (BigInt(unitLimit) * unitPrice + MICRO - 1n) / MICRO
}

const MICRO = 1_000_000n
const FIRST_GUESS = 20

/** The most items from `at` on that fit together, near an estimate of how many that will be. */
function longestRun<I extends PackItem>(
  items: readonly I[],
  at: number,
  frame: PackFrame<I>,
  estimate: number,
): number {
  const most = Math.min(items.length - at, frame.maxItems ?? items.length)
  const fits = (count: number) => count === 0 || doesFit({ items: items.slice(at, at + count) }, frame)
  // Gallop from the estimate until it no longer fits, then bisect.
  let low = 0
  let high = most + 1
  for (let step = 1, probe = Math.min(estimate, most); low < probe && probe < high; step *= 2) {
    if (fits(probe)) {
      low = probe
      probe = Math.min(most, probe + step)
    } else {
      high = probe
      probe = Math.max(low + 1, probe - step)
    }
  }
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

function doesFit<I extends PackItem>(pack: Pack<I>, frame: PackFrame<I>): boolean {
  // Every item has an account of its own: beyond this nothing fits, and a message could not even be written.
  if (pack.items.length > RECOVERY.itemsPerTransaction) return false
  const { message } = compilePack(pack, frame, {
    blockhash: NO_BLOCKHASH,
    unitLimit: RECOVERY.maxUnitLimit,
  })
  return whyTooLarge(message) === null
}

function countSigners(payer: string, instructions: readonly Instruction[]): number {
  const signers = new Set([payer])
  for (const { accounts } of instructions) for (const use of accounts) if (use.isSigner) signers.add(use.address)
  return signers.size
}
