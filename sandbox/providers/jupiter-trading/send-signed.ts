import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import type { SandboxChain } from '../../chain/types.ts'
import type { Json } from '../../rpc/json.ts'
import { member } from './read-values.ts'

/** Sends the `signedTransaction` of an `/execute` request. Null when there is no transaction in it. */
export function sendSigned(
  chain: SandboxChain,
  body: Json,
): { readonly ok: boolean; readonly signature: string; readonly message: string; readonly wire: Uint8Array } | null {
  const text = member(body, 'signedTransaction')
  const wire = typeof text === 'string' ? new Uint8Array(Buffer.from(text, 'base64')) : new Uint8Array()
  const parsed = parseWireTransaction(wire)
  if (!parsed.ok || parsed.transaction.signatures.length === 0) return null
  const signature = encodeBase58(parsed.transaction.signatures[0]!)
  const sent = chain.send(wire)
  return { ok: sent.ok, signature, message: sent.ok ? '' : sent.message, wire }
}
