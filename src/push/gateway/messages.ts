import { GATEWAY } from '../../config/gateway.ts'
import type { MessageId, StreamErrorCode } from '../../contract/stream-frames.ts'
import { isDexOf, onChain, type TapeChain } from '../../contract/tape-event.ts'
import { namedTapeChain } from '../../services/chains/stream-coverage.ts'
import { readTapeAddress } from '../../services/chains/tape-address.ts'
import { launchesTopic, type Topic } from '../feeds/topic.ts'

export type ClientMessage =
  | { readonly op: 'ping'; readonly id: MessageId | undefined }
  | {
      readonly op: 'subscribe'
      readonly id: MessageId | undefined
      readonly topic: Topic
      readonly cursor: string | null
    }
  | { readonly op: 'unsubscribe'; readonly id: MessageId | undefined; readonly topic: Topic }

export type BadMessage = {
  readonly op: 'bad'
  readonly code: StreamErrorCode
  readonly message: string
  readonly id: MessageId | undefined
}

/** Reads one message of a client. Never throws. Unknown fields are ignored. */
export function readMessage(text: string): ClientMessage | BadMessage {
  const fields = parseObject(text)
  if (fields === null) return bad('bad_json', 'expected a JSON object', undefined)
  const id = fields['id'] ?? undefined
  if (id !== undefined && !isId(id))
    return bad('bad_op', `id must be a number or a text of at most ${GATEWAY.maxIdChars} characters`, undefined)
  const op = fields['op']
  if (op === 'ping') return { op, id }
  if (op !== 'subscribe' && op !== 'unsubscribe') return bad('bad_op', 'op must be subscribe, unsubscribe or ping', id)
  const topic = readTopic(fields, id)
  if ('op' in topic) return topic
  if (op === 'unsubscribe') return { op, id, topic }
  const cursor = fields['cursor'] ?? null
  if (cursor !== null && typeof cursor !== 'string') return bad('bad_op', 'malformed cursor', id)
  return { op, id, topic, cursor }
}

const MAX_SCREEN_CHARS = 64

function readTopic(fields: Readonly<Record<string, unknown>>, id: MessageId | undefined): Topic | BadMessage {
  const { channel, mint, dex, screen } = fields
  const chain = readChain(fields['chain'] ?? 'solana', id)
  if (typeof chain !== 'string') return chain
  if (channel === 'token') {
    const token = readTapeAddress(chain, mint)
    if (token !== null) return { channel, key: onChain(chain, token) }
    return bad('bad_mint', `mint must be ${chain === 'solana' ? 'a Solana address' : `an address of ${chain}`}`, id)
  }
  if (channel === 'screen')
    return typeof screen === 'string' && screen.length <= MAX_SCREEN_CHARS
      ? { channel, key: screen }
      : bad('bad_screen', 'screen must be the id of a saved screen', id)
  if (channel !== 'launches') return bad('bad_channel', 'channel must be launches, token or screen', id)
  if (dex === undefined || dex === null) return launchesTopic(chain, null)
  return isDexOf(chain, dex) ? launchesTopic(chain, dex) : bad('bad_channel', 'unknown dex', id)
}

/** A chain in any accepted spelling. */
function readChain(text: unknown, id: MessageId | undefined): TapeChain | BadMessage {
  const chain = typeof text === 'string' ? namedTapeChain(text) : null
  if (chain === null) return bad('bad_channel', 'unknown chain', id)
  return chain.ok ? chain.value : bad('not_allowed', chain.message, id)
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function isId(id: unknown): id is MessageId {
  if (typeof id === 'number') return Number.isFinite(id)
  return typeof id === 'string' && id.length <= GATEWAY.maxIdChars
}

function bad(code: StreamErrorCode, message: string, id: MessageId | undefined): BadMessage {
  return { op: 'bad', code, message, id }
}
