import { randomBytes } from 'node:crypto'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import type { Json } from '../json-document.ts'
import { asksFor, type Exchange, editing, type HttpReply, type Kind } from '../kind.ts'

/* Lies about what was sent: the ways by which a trade could be made twice, or believed when it was not. */

type Row = { [name: string]: Json }
const isSend = asksFor('sendTransaction', 'sendBundle')

const own = (name: string, says: string, share?: number) => ({
  name,
  says,
  source: 'own' as const,
  meets: { routes: /broadcast|\/rpc\/(send|status)|bundle-status|confirm/, orders: 6 },
  ...(share === undefined ? {} : { share }),
})

function failed(exchange: Exchange, code: number, message: string): HttpReply {
  const answers = exchange.calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code, message } }))
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(answers.length === 1 ? answers[0] : answers)),
  }
}

export const SENDING_KINDS: readonly Kind[] = [
  editing(
    own('other-signature', 'what was sent has another signature', 1),
    (document) => {
      const root = document.root as Row
      if (typeof root['result'] === 'string') root['result'] = encodeBase58(randomBytes(64))
    },
    { wants: isSend, notifies: false },
  ),
  {
    ...own('sent-and-denied', 'what was sent is said not to be', 1),
    async http(exchange) {
      if (!isSend(exchange)) return null
      await exchange.forward()
      const { draw } = exchange
      return draw.oneIn(2)
        ? { status: 500, headers: {}, body: Buffer.from('no') }
        : failed(exchange, draw.pick([-32_002, -32_003, -32_005]), 'Transaction simulation failed: Blockhash not found')
    },
  },
  {
    ...own('taken-and-dropped', 'what is said to be sent is not', 1),
    async http(exchange) {
      if (!isSend(exchange)) return null
      const answers = exchange.calls.map(({ id, params }) => ({ jsonrpc: '2.0', id, result: signatureIn(params[0]) }))
      const body = Buffer.from(JSON.stringify(answers.length === 1 ? answers[0] : answers))
      return { status: 200, headers: { 'content-type': 'application/json' }, body }
    },
  },
  editing(
    own('statuses-flip', 'signatures are known, then not, then failed', 0.6),
    (document, { draw }) => {
      const result = (document.root as Row)['result'] as Row | null
      const value = result?.['value']
      if (!Array.isArray(value) || result === null) return
      result['value'] = value.map((one) =>
        draw.pick<Json>([
          null,
          one,
          {
            slot: 1,
            confirmations: null,
            err: { InstructionError: [1, { Custom: 6_001 }] },
            status: { Err: 'AccountInUse' },
            confirmationStatus: 'finalized',
          },
          {
            slot: 460_000_000,
            confirmations: 0,
            err: null,
            status: { Ok: null },
            confirmationStatus: draw.pick(['processed', 'confirmed', 'finalized', 'x']),
          },
        ]),
      )
    },
    { wants: asksFor('getSignatureStatuses', 'getBundleStatuses', 'getInflightBundleStatuses'), notifies: false },
  ),
  {
    ...own('sent-twice', 'the node is given everything twice', 1),
    async http(exchange) {
      if (!isSend(exchange)) return null
      await exchange.forward()
      return exchange.forward()
    },
  },
]

/** The first signature of a transaction. */
function signatureIn(encoded: Json | undefined): string {
  const text = typeof encoded === 'string' ? encoded : ''
  const bytes = Buffer.from(text, 'base64')
  return bytes.length < 65 ? encodeBase58(randomBytes(64)) : encodeBase58(bytes.subarray(1, 65))
}
