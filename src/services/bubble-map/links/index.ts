import type { LinkRule } from '../link-rule.ts'
import { budgetFingerprint } from './budget-fingerprint.ts'
import { coSigned } from './co-signed.ts'
import { debtRepaid } from './debt-repaid.ts'
import { funderOverHops } from './funder-over-hops.ts'
import { handOver } from './hand-over.ts'
import { matchedSwap } from './matched-swap.ts'
import { mutualPayment } from './mutual-payment.ts'
import { paidBack } from './paid-back.ts'
import { paidTogether } from './paid-together.ts'
import { peel } from './peel.ts'
import { sameAmount } from './same-amount.ts'
import { sameBundle } from './same-bundle.ts'
import { sameExit } from './same-exit.ts'
import { sameFunder } from './same-funder.ts'
import { sameMinutes } from './same-minutes.ts'
import { sameRemainder } from './same-remainder.ts'
import { sameSlot } from './same-slot.ts'
import { sharedCoin } from './shared-coin.ts'
import { sharedFeePayer } from './shared-fee-payer.ts'
import { sharedFeeTaker } from './shared-fee-taker.ts'
import { sharedHub } from './shared-hub.ts'
import { sharedNonce } from './shared-nonce.ts'
import { sharedPayee } from './shared-payee.ts'
import { sharedPayer } from './shared-payer.ts'
import { sharedRoute } from './shared-route.ts'
import { sharedTable } from './shared-table.ts'
import { standingPower } from './standing-power.ts'
import { transfer } from './transfer.ts'
import { withdrawalFingerprint } from './withdrawal-fingerprint.ts'

/** Every kind of link, in the order of `LINK_KINDS`. */
export const LINK_RULES: readonly LinkRule[] = [
  sameFunder,
  sameSlot,
  transfer,
  peel,
  sharedFeePayer,
  sameBundle,
  sharedTable,
  sharedNonce,
  budgetFingerprint,
  withdrawalFingerprint,
  funderOverHops,
  sharedPayer,
  sharedPayee,
  sameExit,
  mutualPayment,
  sharedCoin,
  handOver,
  sharedRoute,
  paidBack,
  sharedHub,
  coSigned,
  matchedSwap,
  sameMinutes,
  sameRemainder,
  sameAmount,
  standingPower,
  debtRepaid,
  paidTogether,
  sharedFeeTaker,
]
