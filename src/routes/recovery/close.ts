import type { Static } from 'typebox'
import { BODY_LIMITS } from '../../config/body-limits.ts'
import { RECOVERY } from '../../config/recovery.ts'
import { ok } from '../../contract/outcome.ts'
import { exactSol, RecoveryClose } from '../../contract/recovery.ts'
import { type ClosedWallet, type Closing, closeWallets } from '../../services/recovery/close.ts'
import type { ClosingTransaction } from '../../services/recovery/finish-transactions.ts'
import { defineRoute } from '../define-route.ts'
import { closeBody } from './recovery-body.ts'

type Reply = Static<typeof RecoveryClose>

export const recoveryClose = defineRoute({
  method: 'POST',
  path: '/api/v1/close',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  summary: 'Unsigned transactions that close token accounts and return their deposits.',
  description:
    'Each has been executed by the node before it is handed out and fits its version (0: 1,232 bytes, 1: 4,096). Empty accounts are closed; tokens are burnt only of the mints in `selectedTokens`, and what is worth more than the threshold of this server only with `burnValuable`. A wallet under 0.002 SOL has its fee advanced where the operator has a fee payer, repaid in the same transaction. Sign each with its wallet and send it before `lastValidBlockHeight`.',
  body: closeBody,
  bodyBytes: BODY_LIMITS.recoveryCloseBytes,
  reply: RecoveryClose,
  failures: ['upstream_failed', 'upstream_timeout'],
  deadlineMs: RECOVERY.closeMs,
  async handle(ctx, { caller, body, request }) {
    const closing = await closeWallets(ctx, caller, body, request.signal)
    if (!closing.ok) return closing
    return ok(toReply(closing.value, caller.kind === 'key' && caller.key.hasBrandingLicense))
  },
})

function toReply({ wallets, lastValidBlockHeight, warnings }: Closing, hasBrandingLicense: boolean): Reply {
  const walletTransactions: Reply['walletTransactions'] = {}
  const skipped: Reply['skipped'] = {}
  const all: ClosingTransaction[] = []
  let paid = 0
  for (const { address, outcome, spared } of wallets) {
    if (!outcome.ok) walletTransactions[address] = { error: outcome.message }
    else if (outcome.value.length > 0) {
      walletTransactions[address] = outcome.value.map(showTransaction)
      all.push(...outcome.value)
      paid++
    }
    if (spared.length > 0) skipped[address] = showSkipped(spared)
  }
  return {
    walletTransactions,
    summary: summaryOf(all, paid),
    skipped,
    lastValidBlockHeight,
    hasBrandingLicense,
    warnings: [...warnings],
  }
}

function showTransaction(one: ClosingTransaction) {
  const { wire, accounts, networkFee, recovery, fee, usedFeePayer, version } = one
  return {
    transaction: Buffer.from(wire).toString('base64'),
    accountsInTx: accounts,
    estimatedFee: exactSol(networkFee),
    usedFeePayer,
    version,
    recovery: exactSol(recovery),
    fee: exactSol(fee),
    estimatedReturn: exactSol(recovery - fee - networkFee),
  }
}

function summaryOf(all: readonly ClosingTransaction[], wallets: number): Reply['summary'] {
  let [accounts, recovery, fee, networkFee] = [0, 0n, 0n, 0n]
  for (const one of all) {
    accounts += one.accounts
    recovery += one.recovery
    fee += one.fee
    networkFee += one.networkFee
  }
  return {
    wallets,
    transactions: all.length,
    accounts,
    recovery: exactSol(recovery),
    fee: exactSol(fee),
    estimatedFee: exactSol(networkFee),
    estimatedReturn: exactSol(recovery - fee - networkFee),
  }
}

function showSkipped(spared: ClosedWallet['spared']): Reply['skipped'][string] {
  return {
    count: spared.length,
    accounts: spared.slice(0, RECOVERY.namedSkips).map(({ holding, why }) => ({
      account: holding.account,
      mint: holding.mint,
      type: holding.verdict.class,
      why,
    })),
  }
}
