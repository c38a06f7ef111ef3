import { rentLamports } from '../../../chain/solana/rent-steps.ts'
import { TOKEN_ACCOUNT_BYTES } from '../../../hot-paths/account-layouts.ts'
import type { Intent, Payment } from '../../manifest/manifest.ts'
import { swapIntent } from '../../swap/swap-intent.ts'
import type { RoutedPlan } from './routed-plan.ts'

/** What a routed trade may do: what its quote says, and what is paid around it. */
export function routedIntent(plan: RoutedPlan, priorityLamports: bigint): Intent {
  const { wallet, terms, token, gather, closes, fee, tip, nonce, moneyMint, lamportsPerByte } = plan
  const swap = swapIntent(terms, wallet, { priorityLamports, lamportsPerByte })
  let { leastLamports } = swap
  const leastTokens = new Map(swap.leastTokens)
  if (fee !== null && fee.account === null) leastLamports -= fee.raw
  if (fee?.account != null) leastTokens.set(moneyMint, (leastTokens.get(moneyMint) ?? 0n) - fee.raw)
  if (fee?.account?.isNew) leastLamports -= rentLamports(TOKEN_ACCOUNT_BYTES, lamportsPerByte)
  leastLamports -= tip?.lamports ?? 0n
  const payments: Payment[] = []
  if (fee?.account != null) payments.push({ to: fee.account.address, owner: fee.wallet, mint: moneyMint, raw: fee.raw })
  else if (fee !== null) payments.push({ to: fee.wallet, mint: null, raw: fee.raw })
  if (tip !== null) payments.push({ to: tip.to, mint: null, raw: tip.lamports })
  return {
    ...swap,
    leastLamports,
    leastTokens,
    payments,
    ownAccounts: new Set([...swap.ownAccounts, token.address, ...(gather === null ? [] : [gather.from])]),
    closes: new Set([...swap.closes, ...closes.map(({ address }) => address)]),
    nonce: nonce?.account ?? null,
  }
}
