import { createHash } from 'node:crypto'
import { verifySignature } from '../../src/chain/solana/keypair.ts'
import {
  findSanitizeFault,
  MAX_WIRE_BYTES,
  MAX_WIRE_V1_BYTES,
  parseWireTransaction,
  type WireTransaction,
} from '../../src/hot-paths/wire-transaction.ts'
import { describeTransactionError, type TransactionErrorJson } from '../../src/svm/transaction-error.ts'
import type { SendFailure } from './types.ts'

const INVALID_PARAMS = -32_602
const SIGNATURE_VERIFICATION_FAILURE = -32_003
const PREFLIGHT_FAILURE = -32_002
const WIRE_TYPE = 'solana_transaction::versioned::VersionedTransaction'

export type WireCheck = { readonly ok: true; readonly transaction: WireTransaction } | SendFailure

/** Size, codec and sanitising, with a node's codes and texts. Whatever passes may be given to the runtime. */
export function checkWire(wire: Uint8Array): WireCheck {
  const limit = wire[0] === 0x81 ? MAX_WIRE_V1_BYTES : MAX_WIRE_BYTES
  if (wire.length > limit)
    return refuseParams(`decoded ${WIRE_TYPE} too large: ${wire.length} bytes (max: ${limit} bytes)`)
  const parsed = parseWireTransaction(wire)
  if (!parsed.ok) return refuseParams(`failed to deserialize ${WIRE_TYPE}: ${parsed.reason}`)
  if (findSanitizeFault(parsed.transaction) !== null) return refuseInvalid('SanitizeFailure')
  return parsed
}

/** Whether every required signature is the signer's own over the message. */
export function areSignaturesValid(wire: Uint8Array, transaction: WireTransaction): boolean {
  const message = wire.subarray(transaction.messageStart, transaction.messageEnd)
  return transaction.signatures.every((signature, at) => verifySignature(transaction.keys[at]!, message, signature))
}

/** Replaces signatures that are all zero, in place, by bytes derived from message and signer, for senders whose keys
 *  no one has. False when a signature that was there is not valid. */
export function fillTrustedSignatures(wire: Uint8Array, transaction: WireTransaction): boolean {
  const message = wire.subarray(transaction.messageStart, transaction.messageEnd)
  for (const [at, signature] of transaction.signatures.entries()) {
    const key = transaction.keys[at]!
    if (!signature.some((byte) => byte !== 0))
      signature.set(createHash('sha512').update('trusted').update(key).update(message).digest())
    else if (!verifySignature(key, message, signature)) return false
  }
  return true
}

export function messageDigest(wire: Uint8Array, transaction: WireTransaction): string {
  return createHash('sha256').update(wire.subarray(transaction.messageStart, transaction.messageEnd)).digest('base64')
}

export function refuseParams(message: string): SendFailure {
  return { ok: false, code: INVALID_PARAMS, message, err: null, logs: [], unitsConsumed: 0n }
}

/** A message that cannot be made sense of, by the runtime's error name. */
export function refuseInvalid(err: string): SendFailure {
  return refuseParams(`invalid transaction: ${describeTransactionError(err)}`)
}

export function refuseSignatures(): SendFailure {
  return {
    ok: false,
    code: SIGNATURE_VERIFICATION_FAILURE,
    message: 'Transaction signature verification failure',
    err: null,
    logs: [],
    unitsConsumed: 0n,
  }
}

/** A transaction that the chain would not take, or whose run failed before it was sent on. */
export function refusePreflight(
  err: TransactionErrorJson,
  run: { readonly logs: readonly string[]; readonly computeUnits: bigint } = { logs: [], computeUnits: 0n },
): SendFailure {
  return {
    ok: false,
    code: PREFLIGHT_FAILURE,
    message: `Transaction simulation failed: ${describeTransactionError(err)}`,
    err,
    logs: run.logs,
    unitsConsumed: run.computeUnits,
  }
}
