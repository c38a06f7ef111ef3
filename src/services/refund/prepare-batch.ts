import { joinWithoutSignatures } from '../../chain/solana/compile-message.ts'
import {
  ADDRESS_LOOKUP_TABLE_PROGRAM,
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../chain/solana/program-ids.ts'
import { RECOVERY } from '../../config/recovery.ts'
import { REFUND } from '../../config/refund.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail } from '../../contract/outcome.ts'
import type { RefundFailure, RefundKind } from '../../contract/refund.ts'
import { makeManifest } from '../manifest/make-manifest.ts'
import type { Intent } from '../manifest/manifest.ts'
import { compilePack, type PackFrame } from '../recovery/pack-transactions.ts'
import type { RefundItem } from './refund-item.ts'

/** A transaction that was executed on the chain's own state and does what it says. */
export type RefundBatch = {
  readonly kind: RefundKind
  readonly items: readonly RefundItem[]
  readonly unitLimit: number
  readonly computeUnits: number
  readonly lamports: bigint
  readonly feeLamports: bigint
}
/** `failure`: why nothing of it is left. */
export type TriedBatch = {
  readonly batch: RefundBatch | null
  readonly failed: readonly RefundFailure[]
  readonly failure: Failure | null
}

/** What the node puts another one for. */
const NO_BLOCKHASH = '11111111111111111111111111111111'
/** The two of the compute budget. */
const HEAD_INSTRUCTIONS = 2
const PROGRAMS: ReadonlySet<string> = new Set([
  SYSTEM_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
  ADDRESS_LOOKUP_TABLE_PROGRAM,
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  STAKE_PROGRAM,
])

export function refundFrame({ config }: Pick<Context, 'config'>, wallet: string): PackFrame<RefundItem> {
  return { payer: wallet, version: config.messageVersion, isBatched: false, unitPrice: RECOVERY.unitPrice }
}

function unitsOf(items: readonly RefundItem[]): number {
  const units = items.reduce<number>((sum, one) => sum + one.units, REFUND.budgetUnits)
  return Math.min(units, RECOVERY.maxUnitLimit)
}

/** Executes the items' transaction on the node and judges what it does; an account that makes it fail is taken out and
 *  named, and the others are tried without it. */
export async function prepareBatch(
  ctx: Context,
  { wallet, items }: { readonly wallet: string; readonly items: readonly RefundItem[] },
  signal: AbortSignal,
): Promise<TriedBatch> {
  const failed: RefundFailure[] = []
  let left = items
  let failure: Failure = fail('simulation_failed', 'every account in this batch failed simulation')
  for (let round = 0; round < RECOVERY.simulationRounds && left.length > 0; round++) {
    const pack = { items: left }
    const compiled = compilePack(pack, refundFrame(ctx, wallet), { blockhash: NO_BLOCKHASH, unitLimit: unitsOf(left) })
    const intent = intentOf(wallet, left, compiled.budget.feeLamports)
    const run = await makeManifest(ctx, joinWithoutSignatures(compiled.message), intent, signal, { onNode: true })
    if (run.ok) return { batch: settle(ctx, wallet, left, run.value.computeUnits), failed, failure: null }
    failure = run
    const at = failingItem(left, run)
    const out = at === null ? left : [left[at]!]
    failed.push(...out.map(({ account, kind }) => ({ account, kind, reason: run.message, signature: null })))
    left = left.filter((one) => !out.includes(one))
  }
  failed.push(...left.map(({ account, kind }) => ({ account, kind, reason: failure.message, signature: null })))
  return { batch: null, failed, failure }
}

/** The budget of what it used, with room for the next slot. */
function settle(ctx: Context, wallet: string, items: readonly RefundItem[], computeUnits: number): RefundBatch {
  const spare = Math.ceil(computeUnits * (1 + RECOVERY.unitSpareShare)) + RECOVERY.unitSpare
  const unitLimit = Math.min(spare, RECOVERY.maxUnitLimit)
  const { budget } = compilePack({ items }, refundFrame(ctx, wallet), { blockhash: NO_BLOCKHASH, unitLimit })
  const lamports = items.reduce((sum, one) => sum + one.lamports, 0n)
  return { kind: items[0]!.kind, items, unitLimit, computeUnits, lamports, feeLamports: budget.feeLamports }
}

/** Only the wallet signs and pays, everything arrives in it to the lamport, and nothing but what is burnt leaves it. */
function intentOf(wallet: string, items: readonly RefundItem[], feeLamports: bigint): Intent {
  const leastTokens = new Map<string, bigint>()
  for (const { burnt } of items)
    if (burnt !== null) leastTokens.set(burnt.mint, (leastTokens.get(burnt.mint) ?? 0n) - burnt.raw)
  return {
    payer: wallet,
    signers: [wallet],
    leastLamports: items.reduce((sum, { gainLamports }) => sum + gainLamports, 0n) - feeLamports,
    leastTokens,
    priorityLamports: feeLamports - RECOVERY.lamportsPerSignature,
    payments: [],
    programs: PROGRAMS,
    ownAccounts: new Set(),
    creates: new Set(),
    closes: new Set(items.filter(({ closesTokens }) => closesTokens).map(({ account }) => account)),
    nonce: null,
    calls: items.flatMap(({ calls }) => calls),
    mayUseLookupTables: false,
  }
}

/** Position of the item whose instruction failed; null when it was none of them. */
function failingItem(items: readonly RefundItem[], { details }: Failure): number | null {
  const err = (details?.['details'] as { readonly err?: unknown } | undefined)?.err
  const index = typeof err === 'object' && err !== null ? (err as Record<string, unknown>)['InstructionError'] : null
  if (!Array.isArray(index) || typeof index[0] !== 'number') return null
  let at = index[0] - HEAD_INSTRUCTIONS
  for (const [position, { instructions }] of items.entries()) {
    if (at >= 0 && at < instructions.length) return position
    at -= instructions.length
  }
  return null
}
