import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import {
  encodeCount,
  findSanitizeFault,
  MESSAGE_LIMITS,
  parseWireTransaction,
  type WireTransaction,
} from '../../hot-paths/wire-transaction.ts'

const SIGNATURE_BYTES = 64

/** Wire bytes that a node will read as what the caller meant: a versioned transaction first (0 or 1), else a legacy
 *  one. Signatures that are missing are filled with zeros, because a simulation need not check them. Fails
 *  `invalid_request` with the reason. */
export function readSimulated(bytes: Uint8Array): Outcome<Uint8Array> {
  const parsed = parseWireTransaction(bytes)
  if (!parsed.ok) return fail('invalid_request', `invalid transaction: ${parsed.reason}`)
  const { transaction } = parsed
  const { wireBytes } = MESSAGE_LIMITS[transaction.version]
  if (bytes.length > wireBytes)
    return fail('invalid_request', `invalid transaction: longer than the ${wireBytes} bytes of its version`)
  const isUnsigned = transaction.signatures.length < transaction.requiredSignatures
  const wire = isUnsigned ? fillSignatures(bytes, transaction) : bytes
  const whole = isUnsigned ? parseWireTransaction(wire) : parsed
  const fault = whole.ok ? findSanitizeFault(whole.transaction) : whole.reason
  return fault === null ? ok(wire) : fail('invalid_request', `invalid transaction: ${fault}`)
}

function fillSignatures(
  bytes: Uint8Array,
  { signatures, requiredSignatures, messageStart }: WireTransaction,
): Uint8Array {
  const missing = new Uint8Array((requiredSignatures - signatures.length) * SIGNATURE_BYTES)
  return Buffer.concat([encodeCount(requiredSignatures), ...signatures, missing, bytes.subarray(messageStart)])
}
