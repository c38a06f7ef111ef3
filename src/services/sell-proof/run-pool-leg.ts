import { joinWithoutSignatures } from '../../chain/solana/compile-message.ts'
import { type AccountUse, type Instruction, setComputeUnitLimit } from '../../chain/solana/instructions.ts'
import { compileMessage, whyTooLarge } from '../../chain/solana/message-format.ts'
import { NATIVE_MINT } from '../../chain/solana/program-ids.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { LIMITS_OF_PROOF } from '../../config/sell-proof.ts'
import type { Context } from '../../context.ts'
import type { SellCase, SellReason, SellReasonCode } from '../evidence-bundle/sell-proof.ts'
import { execute } from '../execution/execute.ts'
import { lossOf, outcomeOf } from './fold-cases.ts'
import { SIZES_PCT } from './plan-token-leg.ts'
import type { PlannedTrade, SaleToken } from './pool-sale.ts'
import { preparePoolSale } from './prepare-pool-sale.ts'
import { type ProofSubject, saleOrder } from './proof-subject.ts'
import { medianOf, type SampledHolder } from './sample-holders.ts'

export type LegResult = { readonly cases: readonly SellCase[]; readonly gaps: readonly SellReason[] }

/** Signature fee; no priority is paid here. */
const LAMPORTS_PER_SIGNATURE = 5_000n
const COMPUTE_UNITS = 1_400_000
const ZERO_HASH = '11111111111111111111111111111111'

type Attempt = {
  readonly trade: PlannedTrade
  readonly wire: Uint8Array
  readonly row: Pick<SellCase, 'direction' | 'holder' | 'owner' | 'sizePct' | 'amountRaw'>
  /** Transaction fees that the trader itself pays. */
  readonly feeLamports: bigint
}

/** Sells what a real holder holds into the deepest pool, and buys and sells with a real wallet's SOL. Nothing is signed
 *  or sent. A pool that cannot be sold into, and a token that no wallet holds, leave a gap. */
export async function runPoolLeg(
  ctx: Context,
  rpc: SolanaRpc,
  parts: {
    readonly subject: Pick<ProofSubject, 'mint' | 'pools'>
    readonly token: SaleToken
    readonly sample: readonly SampledHolder[]
    /** What the mint's hook wants of a sale by this holder. */
    readonly hookAccounts: (seller: SampledHolder, amountRaw: bigint) => readonly AccountUse[]
    readonly isHooked: boolean
  },
  signal?: AbortSignal,
): Promise<LegResult> {
  const { subject, token, sample } = parts
  const pool = saleOrder(subject.pools, subject.mint, NATIVE_MINT)[0]
  if (pool === undefined) return gap('no_pool', 'no pool that can be traded is known')
  const seller = chooseSeller(sample)
  if (seller === null) return gap('no_seller', 'no ordinary wallet is known to hold it')
  const sale = await preparePoolSale(rpc, pool, token, signal)
  if (!sale.ok && sale.code === 'no_route')
    return gap('pool_unsupported', `${pool.dex} pool ${pool.address} cannot be sold into: ${sale.message}`)
  if (!sale.ok) return gap('read_failed', `${sale.code}: ${sale.message}`)
  if (sale.value === null) return gap('pool_unsupported', `${pool.dex} pool ${pool.address} could not be read`)
  const richest = sample.reduce((best, one) => (one.walletLamports > best.walletLamports ? one : best), seller)
  const payer = seller.walletLamports > LIMITS_OF_PROOF.sellerLamports ? seller.owner : richest.owner

  const attempts: Attempt[] = []
  for (const sizePct of SIZES_PCT) {
    const part = (seller.amountRaw * BigInt(sizePct)) / 100n
    const amountRaw = part > 0n ? part : 1n
    const hookAccounts = parts.hookAccounts(seller, amountRaw)
    const trade = sale.value.sell({ seller: seller.owner, payer, amountRaw, hookAccounts })
    const holder = seller.isFrozen ? ('frozen' as const) : ('old' as const)
    const row = { direction: 'sell' as const, holder, owner: seller.owner, sizePct, amountRaw: String(amountRaw) }
    if (trade !== null) attempts.push(...attempt(trade, payer, row))
  }
  if (attempts.length === 0) return gap('pool_cannot_pay', `pool ${pool.address} has nothing left to pay for a sale`)
  const lamports = LIMITS_OF_PROOF.roundTripLamports
  if (!parts.isHooked && !richest.isFrozen && richest.walletLamports >= lamports * 4n) {
    const trade = sale.value.roundTrip({ trader: richest.owner, lamports })
    const row = {
      direction: 'round_trip' as const,
      holder: 'old' as const,
      owner: richest.owner,
      sizePct: 100,
      amountRaw: String(trade?.atStakeRaw ?? 0n),
    }
    if (trade !== null) attempts.push(...attempt(trade, richest.owner, row))
  }
  return executeAttempts(ctx, attempts, signal)
}

async function executeAttempts(ctx: Context, attempts: readonly Attempt[], signal?: AbortSignal): Promise<LegResult> {
  const done = await execute(ctx, { runs: attempts.map(({ wire }) => [wire]) }, signal)
  if (!done.ok) return gap('execution_failed', `${done.code}: ${done.message}`)
  const { adapter, runs } = done.value
  const cases = attempts.map(({ trade, row, feeLamports }, at): SellCase => {
    const result = runs[at]![0]!
    const receivedRaw = trade.receivedRaw(result.deltas) + feeLamports
    const shortRaw = trade.expectedRaw - receivedRaw
    const lossPct =
      result.err === null ? lossOf(trade.atStakeRaw, trade.atStakeRaw - (shortRaw > 0n ? shortRaw : 0n)) : null
    return { leg: 'pool', ...row, atOffsetSec: 0, lossPct, ...outcomeOf(result, adapter) }
  })
  return { cases, gaps: [] }
}

/** Empty when the trade does not fit into a transaction: too many accounts of a hook. */
function attempt(trade: PlannedTrade, payer: string, row: Attempt['row']): Attempt[] {
  const instructions: Instruction[] = [setComputeUnitLimit(COMPUTE_UNITS), ...trade.instructions]
  const input = { payer, blockhash: ZERO_HASH, instructions }
  const message = compileMessage('legacy', input)
  if (whyTooLarge(message) !== null) return []
  const isOwnFee = payer === row.owner && trade.paysInLamports
  const feeLamports = isOwnFee ? LAMPORTS_PER_SIGNATURE * BigInt(message.signers.length) : 0n
  return [{ trade, wire: joinWithoutSignatures(message), row, feeLamports }]
}

/** The middle one of those who could sell; a frozen one only when there is no one else. */
function chooseSeller(sample: readonly SampledHolder[]): SampledHolder | null {
  const free = sample.filter(({ isFrozen }) => !isFrozen)
  const solvent = free.filter(({ walletLamports }) => walletLamports >= LIMITS_OF_PROOF.sellerLamports)
  return medianOf(solvent) ?? medianOf(free) ?? medianOf(sample)
}

function gap(code: SellReasonCode, detail: string): LegResult {
  return { cases: [], gaps: [{ code, leg: 'pool', detail }] }
}
