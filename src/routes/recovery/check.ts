import type { Static } from 'typebox'
import { RECOVERY } from '../../config/recovery.ts'
import { ok } from '../../contract/outcome.ts'
import { exactSol, RecoveryCheck } from '../../contract/recovery.ts'
import { type Checked, type CheckedWallet, checkWallets } from '../../services/recovery/check.ts'
import { addFigures, type Figures } from '../../services/recovery/figures.ts'
import type { NamedHolding } from '../../services/recovery/name-accounts.ts'
import { defineRoute } from '../define-route.ts'
import { checkBody } from './recovery-body.ts'

type Reply = Static<typeof RecoveryCheck>
type Account = NonNullable<Extract<Reply['results'][number], { accounts?: unknown }>['accounts']>['empty'][number]

export const recoveryCheck = defineRoute({
  method: 'POST',
  path: '/api/v1/check',
  auth: 'apiKey',
  needs: ['rpc'],
  cache: 'none',
  readsCaller: true,
  summary: 'What wallets would get back by closing and burning token accounts.',
  description:
    'Covers both token programs. The figures are the actual balances of the accounts: deposits of different years differ. Frozen accounts, accounts that another address may close and accounts with encrypted amounts stay, and are counted under `skipped`; wrapped SOL is listed separately. The call writes nothing.',
  body: checkBody,
  reply: RecoveryCheck,
  failures: ['upstream_failed', 'upstream_timeout'],
  deadlineMs: RECOVERY.checkMs,
  async handle(ctx, { caller, body, request }) {
    const checked = await checkWallets(ctx, caller, body, request.signal)
    return checked.ok ? ok(toReply(checked.value)) : checked
  },
})

function toReply({ wallets, totals, hasBrandingLicense, warnings }: Checked): Reply {
  return {
    results: wallets.map(showWallet),
    totals: { ...showFigures(totals.empty, totals.burnable), wallets: totals.wallets },
    hasBrandingLicense,
    warnings: [...warnings],
  }
}

function showWallet(wallet: CheckedWallet): Reply['results'][number] {
  const { address } = wallet
  if (wallet.error !== null) return { address, error: wallet.error }
  const { accounts, wrappedSol } = wallet
  return {
    address,
    ...showFigures(wallet.empty, wallet.burnable),
    balance: exactSol(wallet.lamports),
    wrappedSol: { accounts: wrappedSol.accounts, balance: exactSol(wrappedSol.lamports) },
    skipped: wallet.skipped,
    canProcess: wallet.canProcess,
    ...(accounts === null
      ? {}
      : {
          accounts: {
            empty: accounts.empty.map(showAccount),
            burnable: accounts.burnable.map(showAccount),
            skipped: accounts.skipped.map(showAccount),
          },
        }),
  }
}

function showFigures(empty: Figures, burnable: Figures) {
  const total = addFigures(empty, burnable)
  return {
    potentialRecovery: exactSol(empty.recovery),
    estimatedReturn: exactSol(empty.estimatedReturn),
    fee: exactSol(empty.fee),
    burnPotentialRecovery: exactSol(burnable.recovery),
    burnEstimatedReturn: exactSol(burnable.estimatedReturn),
    burnFee: exactSol(burnable.fee),
    totalPotentialRecovery: exactSol(total.recovery),
    totalEstimatedReturn: exactSol(total.estimatedReturn),
    totalFee: exactSol(total.fee),
    emptyAccounts: empty.accounts,
    burnableAccounts: burnable.accounts,
  }
}

function showAccount(named: NamedHolding): Account {
  const { account, mint, displayName, owner, program, decimals, uiAmount, amountRaw, isFrozen, verdict } = named
  return {
    account,
    mint,
    displayName,
    owner,
    program,
    decimals,
    uiAmount,
    amountRaw: String(amountRaw),
    state: isFrozen ? 'frozen' : 'initialized',
    isFrozen,
    type: verdict.class,
    recovery: exactSol(named.lamports),
    needsHarvest: verdict.needsHarvest,
    why: verdict.why,
  }
}
