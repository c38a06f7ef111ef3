import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../chain/solana/program-ids.ts'
import { ORDER_LIMITS, SWAP_LIMITS } from '../../config/swap-limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { findSanitizeFault, parseWireTransaction } from '../../hot-paths/wire-transaction.ts'
import { judgeMessage } from '../manifest/judge-manifest.ts'
import { blocked, makeManifest } from '../manifest/make-manifest.ts'
import type { Intent } from '../manifest/manifest.ts'
import { readSteps } from '../manifest/read-steps.ts'
import { priceWithin, readComputeBudget, writeComputeBudget } from '../swap/compute-budget.ts'
import { unaskedPriorityLamports } from '../swap/unasked-priority.ts'
import { rentRate } from '../trade-plan/plan-accounts.ts'
import type { AskedOrder } from './asked-order.ts'
import { judgeOrderSteps } from './judge-order.ts'
import { unfitTransaction } from './unfit-transaction.ts'

const SIGNATURE_LAMPORTS = 5_000n

/** The aggregator's transaction of an order once it is known to do what was asked for and nothing else: read
 *  instruction by instruction, and executed where a node is configured. Its priority is lowered to what a transaction
 *  of no one's price may offer. Base64. Fails `upstream_failed` for what is no transaction, and as `makeManifest`
 *  does. */
export async function holdOrder(
  ctx: Context,
  { provider, base64, asked }: { readonly provider: string; readonly base64: string; readonly asked: AskedOrder },
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const mostLamports = priorityOf(asked)
  const wire = withinPriority(new Uint8Array(Buffer.from(base64, 'base64')), mostLamports)
  const parsed = wire === null ? null : parseWireTransaction(wire)
  if (wire === null || !parsed?.ok) return unfitTransaction(provider)
  const { transaction } = parsed
  const perByte = ctx.chain.rpc === null ? ok(0n) : await rentRate(ctx)
  if (!perByte.ok) return perByte
  const intent = intentOf(asked, { priorityLamports: mostLamports, lamportsPerByte: perByte.value })
  const steps = readSteps(transaction)
  const unfit = judgeMessage(steps, transaction.lookups.length > 0, intent) ?? judgeOrderSteps(steps, asked)
  if (unfit !== null) return blocked(unfit)
  if (ctx.chain.rpc !== null) {
    const manifest = await makeManifest(ctx, wire, intent, signal)
    // What cannot be read or run is no fault of the caller's: the transaction is the aggregator's.
    if (!manifest.ok) return manifest.code === 'invalid_request' ? unfitTransaction(provider) : manifest
  }
  return ok(Buffer.from(wire).toString('base64'))
}

/** Text of an address's form that is none has no accounts to be judged by. */
export function isOwner(value: unknown): value is string {
  return typeof value === 'string' && isBase58Of32(value)
}

/** Whose order it is must be an address, or nothing that is built for it can be held against anything. */
export function notAnAddress(name: string) {
  return fail('invalid_request', `${name} must be a valid address`)
}

function priorityOf({ gives }: AskedOrder): bigint {
  return unaskedPriorityLamports(
    gives === null ? null : { inputMint: gives.mint, inRaw: gives.raw, outputMint: '', outRaw: 0n },
  )
}

/** Null for what is no transaction. */
function withinPriority(wire: Uint8Array, mostLamports: bigint): Uint8Array | null {
  const parsed = parseWireTransaction(wire)
  if (!parsed.ok || findSanitizeFault(parsed.transaction) !== null) return null
  const { unitLimit, unitPrice } = readComputeBudget(parsed.transaction)
  const most = priceWithin(mostLamports, unitLimit ?? SWAP_LIMITS.computeUnits)
  if (unitPrice === null || unitPrice <= most) return wire
  return writeComputeBudget(wire, parsed.transaction, { unitLimit: null, unitPrice: most })
}

function intentOf(
  { owner, payer, gives, program }: AskedOrder,
  { priorityLamports, lamportsPerByte }: { readonly priorityLamports: bigint; readonly lamportsPerByte: bigint },
): Intent {
  const isSponsored = payer !== owner
  const feeLamports = SIGNATURE_LAMPORTS * (isSponsored ? 2n : 1n) + priorityLamports
  const depositLamports = gives === null ? 0n : BigInt(ORDER_LIMITS.depositBytes) * lamportsPerByte
  const isNative = gives?.mint === NATIVE_MINT
  const wrapped = associatedTokenAddress(owner, NATIVE_MINT)
  return {
    payer: owner,
    signers: [owner, payer],
    ...(isSponsored ? { sponsor: { address: payer, leastLamports: -feeLamports - depositLamports } } : {}),
    leastLamports: -depositLamports - (isSponsored ? 0n : feeLamports) - (isNative ? gives.raw : 0n),
    leastTokens: gives === null || isNative ? new Map() : new Map([[gives.mint, -gives.raw]]),
    priorityLamports,
    payments: [],
    programs: new Set([
      ASSOCIATED_TOKEN_PROGRAM,
      COMPUTE_BUDGET_PROGRAM,
      SYSTEM_PROGRAM,
      TOKEN_2022_PROGRAM,
      TOKEN_PROGRAM,
      program,
    ]),
    ownAccounts: new Set([wrapped]),
    creates: null,
    closes: new Set([wrapped]),
    nonce: null,
    calls: null,
    mayUseLookupTables: false,
  }
}
