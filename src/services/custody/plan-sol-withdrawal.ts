import { transferLamports } from '../../chain/solana/instructions.ts'
import { mayReceiveSol } from '../../chain/solana/may-receive-sol.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { TRADE_UNITS } from '../../config/trade-limits.ts'
import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { rentFor } from '../trade-plan/plan-accounts.ts'
import { lacking } from '../trade-plan/plan-tokens.ts'
import { budgetFor, type WithdrawalPlan, type WithdrawalRequest, withdrawalIntent } from './withdrawal-plan.ts'

/** Lamports for someone else. `max` leaves nothing, not even rent. Fails `insufficient_balance`, `invalid_amount` where
 *  the chain would not let an account be left with so little, `invalid_request` for a recipient that is no wallet. */
export async function planSolWithdrawal(
  ctx: Context,
  rpc: SolanaRpc,
  { wallet, params }: WithdrawalRequest,
  signal: AbortSignal,
): Promise<Outcome<WithdrawalPlan>> {
  const { to } = params
  const read = await rpc.accounts([wallet, to], { signal })
  if (!read.ok) return read
  const floor = await rentFor(ctx, 0)
  if (!floor.ok) return floor
  const [own, recipient] = [read.value.accounts[0] ?? null, read.value.accounts[1] ?? null]
  if (!mayReceiveSol(recipient)) return fail('invalid_request', 'to: a token account, a mint or a program is no wallet')
  const { instructions, feeLamports, priorityLamports } = budgetFor(ctx, TRADE_UNITS.transferLamports)
  const heldRaw = own?.lamports ?? 0n
  const amountRaw = params.amount === 'max' ? heldRaw - feeLamports : params.amount
  const rest = heldRaw - feeLamports - amountRaw
  if (amountRaw <= 0n || rest < 0n)
    return lacking({ mint: null, neededRaw: (params.amount === 'max' ? 1n : params.amount) + feeLamports, heldRaw })
  if (rest > 0n && rest < floor.value)
    return fail(
      'invalid_amount',
      `amount: ${counted(rest, 'lamport')} would be left, the chain wants ${floor.value} or none (max)`,
    )
  if ((recipient?.lamports ?? 0n) + amountRaw < floor.value)
    return fail('invalid_amount', `amount: the recipient would hold less than ${floor.value} lamports, which cannot be`)
  return ok({
    instructions: [...instructions, transferLamports({ from: wallet, to, lamports: amountRaw })],
    intent: withdrawalIntent({
      wallet,
      leastLamports: -amountRaw - feeLamports,
      priorityLamports,
      payments: [{ to, mint: null, raw: amountRaw }],
    }),
    amountRaw,
    recipient: to,
    closes: [],
    touches: [wallet],
  })
}
