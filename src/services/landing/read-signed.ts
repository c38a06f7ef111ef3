import { verifySignature } from '../../chain/solana/keypair.ts'
import { durableNonce, embeddedTip } from '../../chain/solana/wire-facts.ts'
import { LANDING } from '../../config/landing.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import {
  FORMAT_LIMITS,
  findSanitizeFault,
  MESSAGE_LIMITS,
  parseWireTransaction,
  type WireTransaction,
} from '../../hot-paths/wire-transaction.ts'
import type { DurableNonce } from './landing.ts'

/** A transaction that someone else signed, as far as its landing goes. */
export type SignedTransaction = {
  readonly wire: Uint8Array
  /** The first, base58. */
  readonly signature: string
  readonly nonce: DurableNonce | null
  readonly tip: { readonly account: string; readonly lamports: bigint } | null
}

/** Reads a signed transaction of any version: its codec, its rules, its size and every signature. Fails
 *  `invalid_request`. */
export function readSigned(wire: Uint8Array): Outcome<SignedTransaction> {
  if (wire.length > LANDING.broadcastBytes)
    return refuse(
      `the transaction has ${wire.length} bytes on the wire; at most ${LANDING.broadcastBytes} (2 KiB) are taken`,
    )
  const parsed = parseWireTransaction(wire)
  if (!parsed.ok) return refuse(`not a transaction: ${parsed.reason}`)
  const { transaction } = parsed
  const fault = sizeFault(wire, transaction) ?? shapeFault(transaction) ?? signatureFault(wire, transaction)
  if (fault !== null) return refuse(fault)
  const signature = encodeBase58(transaction.signatures[0]!)
  return ok({ wire, signature, nonce: durableNonce(transaction), tip: embeddedTip(transaction) })
}

/** Versions before 1 fit into one packet or are dropped by everyone. */
function sizeFault(wire: Uint8Array, { version }: WireTransaction): string | null {
  const { wireBytes } = MESSAGE_LIMITS[version]
  if (wire.length <= wireBytes) return null
  const name = version === 'legacy' ? version : `version ${version}`
  return `the transaction has ${wire.length} bytes; a ${name} one has at most ${wireBytes}`
}

/** How many accounts version 1 may name is for the chain to say: it will be more than now. */
function shapeFault(transaction: WireTransaction): string | null {
  return transaction.version === 1 ? findSanitizeFault(transaction, FORMAT_LIMITS) : findSanitizeFault(transaction)
}

function signatureFault(wire: Uint8Array, transaction: WireTransaction): string | null {
  const message = wire.subarray(transaction.messageStart, transaction.messageEnd)
  for (const [at, signature] of transaction.signatures.entries()) {
    const key = transaction.keys[at]!
    if (!signature.some((byte) => byte !== 0)) return `the signature of ${encodeBase58(key)} is missing`
    if (!verifySignature(key, message, signature)) return `the signature of ${encodeBase58(key)} is not valid`
  }
  return null
}

function refuse(reason: string): Failure {
  return fail('invalid_request', `signed_tx_base64: ${reason}`)
}
