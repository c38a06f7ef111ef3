import assert from 'node:assert/strict'
import { type Keypair, signBytes } from '../../src/chain/solana/keypair.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import { callNode, untilConfirmed } from './pay-sol.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const SET_UNIT_LIMIT = 2
const TOO_FEW_UNITS = 2_000

/** Sends a landed transaction of one signer once more, with so few compute units that it fails on the way: a trade that
 *  costs its fee and nothing else. Answers its signature. */
export async function replayAsFailed(url: string, signature: string, keypair: Keypair): Promise<string> {
  const landed = await callNode<{ transaction: [string, string] }>(url, 'getTransaction', [
    signature,
    { encoding: 'base64', maxSupportedTransactionVersion: 1 },
  ])
  const wire = new Uint8Array(Buffer.from(landed.transaction[0], 'base64'))
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok && parsed.transaction.requiredSignatures === 1 && parsed.transaction.config === null)
  const { transaction } = parsed
  const { value } = await callNode<{ value: { blockhash: string } }>(url, 'getLatestBlockhash', [])
  wire.set(decodeBase58Fixed(value.blockhash, 32)!, transaction.blockhashOffset)
  const limit = transaction.instructions.find(
    ({ programIndex, data }) =>
      encodeBase58(transaction.keys[programIndex]!) === COMPUTE_BUDGET && data[0] === SET_UNIT_LIMIT,
  )
  assert(limit !== undefined, 'it sets a limit of compute units')
  new DataView(wire.buffer).setUint32(limit.dataOffset + 1, TOO_FEW_UNITS, true)
  wire.set(
    signBytes(keypair, wire.subarray(transaction.messageStart, transaction.messageEnd)),
    transaction.signaturesOffset,
  )
  const sent = await callNode<string>(url, 'sendTransaction', [
    Buffer.from(wire).toString('base64'),
    { encoding: 'base64', skipPreflight: true },
  ])
  await untilConfirmed(url, sent)
  return sent
}
