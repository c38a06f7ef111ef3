import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { type BurnParams, guardBurns, type SparedHolding } from './burn-guard.ts'
import { inPackingOrder } from './close-token-accounts.ts'
import { ofClass } from './figures.ts'
import { type ScannedHolding, type ScannedWallet, scanWallet } from './scan-wallet.ts'

export type PlannedWallet = {
  readonly wallet: ScannedWallet
  /** To be closed, those that hold something after being burnt; in the order they are packed in. */
  readonly closes: readonly ScannedHolding[]
  /** That stay, with the reason. */
  readonly spared: readonly SparedHolding[]
}

const CANNOT = ['frozen', 'foreign_authority', 'confidential_pending'] as const

/** Which of a wallet's accounts a close takes (spec 4.8): the empty ones, and where burning was asked for the chosen
 *  ones that may be burnt. An account that the lamports are to go to stays. Fails as the node fails. */
export async function planWallet(
  ctx: Context,
  rpc: SolanaRpc,
  {
    address,
    refundWallet,
    burn,
  }: {
    readonly address: string
    readonly refundWallet: string
    readonly burn: BurnParams
  },
  signal: AbortSignal,
): Promise<Outcome<PlannedWallet>> {
  const scan = await scanWallet(rpc, address, signal)
  if (!scan.ok) return scan
  const wallet = scan.value
  const { burns, spared } = await guardBurns(ctx, ofClass(wallet, 'burnable'), burn)
  const selected = new Set(burn.burnAccounts ? burn.selectedTokens : [])
  const unburnable = ofClass(wallet, 'not_burnable').filter(({ mint }) => selected.has(mint))
  const cannot = [...CANNOT.flatMap((kind) => ofClass(wallet, kind)), ...unburnable]
  const closes = [...ofClass(wallet, 'empty'), ...burns].filter(({ account }) => account !== refundWallet)
  return ok({
    wallet,
    closes: inPackingOrder(closes),
    spared: [...cannot.map((holding) => ({ holding, why: holding.verdict.why })), ...spared],
  })
}
