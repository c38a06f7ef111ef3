import type { Instruction } from '../../chain/solana/instructions.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../chain/solana/program-ids.ts'
import { rentLamports } from '../../chain/solana/rent-steps.ts'
import { TOKEN_ACCOUNT_BYTES } from '../../hot-paths/account-layouts.ts'
import type { Intent, Payment } from '../manifest/manifest.ts'
import type { TradePlan } from '../trade-plan/trade-plan.ts'
import type { ComposedTrade } from './compose-trade.ts'

const CORE_PROGRAMS: ReadonlySet<string> = new Set([
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
])

/** What the transaction of a plan may do, derived from the plan and not from the transaction. */
export function intentOf(plan: TradePlan, composed: ComposedTrade): Intent {
  const { wallet, token, moneyAccount, bridgeAccount, scratch, fee, tip, legs, nonce, side } = plan
  const calls = composed.instructions.filter(({ programId }) => !CORE_PROGRAMS.has(programId))
  const own = [token, moneyAccount, bridgeAccount].filter((account) => account !== null)
  const made = [token.isNew ? token.address : null, ...own.map(({ isNew, address }) => (isNew ? address : null))]
  const payments: Payment[] = []
  if (fee !== null)
    payments.push(
      fee.account === null
        ? { to: fee.wallet, mint: null, raw: fee.raw }
        : { to: fee.account.address, owner: fee.wallet, mint: plan.moneyMint, raw: fee.raw },
    )
  if (tip !== null) payments.push({ to: tip.to, mint: null, raw: tip.lamports })
  // The programs' own accounts that a swap may have to pay for, and the fee wallet's.
  const { lamportsPerByte } = plan
  let deposits = fee?.account?.isNew ? rentLamports(TOKEN_ACCOUNT_BYTES, lamportsPerByte) : 0n
  for (const { pool } of legs) deposits += BigInt(pool.rentBytes ?? 0) * lamportsPerByte
  let leastLamports = -composed.networkFeeLamports - (tip?.lamports ?? 0n) - deposits
  const leastTokens = new Map<string, bigint>()
  const count = (mint: string, raw: bigint): void => {
    if (mint === NATIVE_MINT) leastLamports += raw
    else leastTokens.set(mint, (leastTokens.get(mint) ?? 0n) + raw)
  }
  count(side === 'buy' ? plan.moneyMint : token.mint, -plan.spendRaw)
  count(side === 'buy' ? token.mint : plan.moneyMint, leastReceived(plan))
  return {
    payer: wallet,
    signers: [wallet],
    leastLamports,
    leastTokens,
    priorityLamports: composed.priorityLamports,
    payments,
    programs: programsOf(calls),
    ownAccounts: new Set([...own.map(({ address }) => address), ...(scratch === null ? [] : [scratch.address])]),
    creates: new Set(made.filter((address) => address !== null)),
    closes: new Set(plan.closes.map(({ address }) => address)),
    nonce: nonce?.account ?? null,
    ...(plan.share === null ? {} : { share: { ...plan.share, mint: token.mint, raw: plan.spendRaw } }),
    calls,
    mayUseLookupTables: false,
  }
}

/** The fee is a fixed amount: a swap that yields less than it is paid for out of the wallet. */
function leastReceived({ side, legs, fee }: TradePlan): bigint {
  const { minOutRaw } = legs.at(-1)!
  return side === 'buy' ? minOutRaw : minOutRaw - (fee?.raw ?? 0n)
}

/** A program can only run when it is among a call's accounts. */
function programsOf(calls: readonly Instruction[]): ReadonlySet<string> {
  const programs = new Set(CORE_PROGRAMS)
  for (const { programId, accounts } of calls) {
    programs.add(programId)
    for (const { address } of accounts) programs.add(address)
  }
  return programs
}
