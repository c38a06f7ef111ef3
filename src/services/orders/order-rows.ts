import type { DcaPositionRow, LimitOrderRow } from '../../contract/swap-order.ts'
import type { DcaPosition, LimitOrder, OrderFill } from '../../upstreams/swap-capabilities.ts'

/** An order under the names that its account on the chain has. */
export function toLimitOrderRow(order: LimitOrder): LimitOrderRow {
  const { createdAt, updatedAt, openSignature, closeSignature } = order
  return {
    publicKey: order.key,
    account: {
      maker: order.wallet,
      inputMint: order.inputMint,
      outputMint: order.outputMint,
      oriMakingAmount: order.makingRaw,
      oriTakingAmount: order.takingRaw,
      makingAmount: order.remainingMakingRaw,
      takingAmount: order.remainingTakingRaw,
      slippageBps: order.slippageBps,
      expiredAt: order.expiredAt,
      createdAt,
      updatedAt,
    },
    status: order.status,
    openSignature,
    closeSignature,
    fills: order.fills.map(toFillRow),
  }
}

export function toDcaRow(position: DcaPosition): DcaPositionRow {
  const { createdAt, updatedAt, openSignature, closeSignature, userClosed } = position
  return {
    publicKey: position.key,
    account: {
      user: position.wallet,
      inputMint: position.inputMint,
      outputMint: position.outputMint,
      inDeposited: position.depositedRaw,
      inWithdrawn: position.withdrawnRaw,
      inUsed: position.usedRaw,
      inAmountPerCycle: position.perCycleRaw,
      outReceived: position.receivedRaw,
      outWithdrawn: position.receivedWithdrawnRaw,
      minOutAmount: position.minOutRaw,
      maxOutAmount: position.maxOutRaw,
      cycleFrequency: position.cycleSecs,
      createdAt,
      updatedAt,
    },
    userClosed,
    openSignature,
    closeSignature,
    fills: position.fills.map(toFillRow),
  }
}

function toFillRow({ signature, inputRaw, outputRaw, feeMint, feeRaw, confirmedAt }: OrderFill) {
  return { signature, inputAmount: inputRaw, outputAmount: outputRaw, feeMint, feeAmount: feeRaw, confirmedAt }
}
