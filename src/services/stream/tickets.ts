import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { STREAM_TICKETS } from '../../config/stream-tickets.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { EventsTicket, TicketPurpose, TicketReply } from '../../contract/stream-ticket.ts'

/** A ticket's bytes, in base64url after `mgt_`:
 *
 *      0         1             7          15        24         56
 *      +---------+-------------+----------+---------+----------+
 *      | purpose | issuedAt ms | key id   | random  | HMAC of  |
 *      | u8      | u48 BE      | i64 BE   |         | the rest |
 *      +---------+-------------+----------+---------+----------+
 *
 *  An id takes eight bytes: random ones have 53 bits, and those of keys that the environment names are below zero.
 */
const PREFIX = 'mgt_'
const KEY_ID_AT = 7
const RANDOM_AT = 15
const RANDOM_BYTES = 9
const MAC_AT = RANDOM_AT + RANDOM_BYTES
const MAC_BYTES = 32
const TICKET_CHARS = PREFIX.length + Math.ceil(((MAC_AT + MAC_BYTES) * 4) / 3)

const PURPOSE_CODES = { websocket: 1, events: 2, charts: 3 } as const satisfies Record<TicketPurpose, number>

type TicketContext = Pick<Context, 'clock' | 'store'>

/** Issues a ticket that replaces the caller's key on one stream. Fails `unauthorized` for callers without a record. */
export async function issueTicket(
  ctx: TicketContext,
  caller: Caller,
  purpose: TicketPurpose,
): Promise<Outcome<TicketReply>> {
  if (caller.kind !== 'key') return fail('unauthorized', 'no key context')
  const nowMs = ctx.clock.nowMs()
  const body = Buffer.alloc(MAC_AT)
  body.writeUInt8(PURPOSE_CODES[purpose], 0)
  body.writeUIntBE(nowMs, 1, 6)
  body.writeBigInt64BE(BigInt(caller.key.id), KEY_ID_AT)
  randomBytes(RANDOM_BYTES).copy(body, RANDOM_AT)
  const ticket = PREFIX + Buffer.concat([body, sign(ctx, purpose, body)]).toString('base64url')
  const endsAt = nowMs + STREAM_TICKETS.lastsMs
  const openBefore = purpose === 'charts' ? endsAt : nowMs + STREAM_TICKETS.openWithinMs
  const expiresAt = purpose === 'websocket' ? openBefore : endsAt
  return ok({ ticket, purpose, openBefore, expiresAt })
}

/** The key of a WebSocket ticket, and the ticket's end: it opens one connection, within its minute. Fails
 *  `unauthorized`. What was used is shared by all processes of the store. */
export function redeemWebSocketTicket(ctx: TicketContext, text: string): Outcome<ApiKeyRecord> {
  const found = readTicket(ctx, 'websocket', text)
  if (found === null) return fail('unauthorized', 'invalid ticket')
  const { ticket, key } = found
  const nowMs = ctx.clock.nowMs()
  if (nowMs > ticket.issuedAtMs + STREAM_TICKETS.openWithinMs) return fail('unauthorized', 'ticket expired')
  const { streamTickets } = ctx.store
  if (!streamTickets.useOnce(ticket.id)) return fail('unauthorized', 'ticket was used')
  streamTickets.forgetUsed(idPrefixOf(nowMs - 2 * STREAM_TICKETS.openWithinMs))
  return ok(key)
}

/** Who presents a ticket of an event stream, or of chart data; null when it is none of ours, over its day, or its key was revoked.
 *  Whether it opens anything is `openEventsTicket`'s business. */
export function authenticateTicket(
  ctx: TicketContext,
  text: string,
  purpose: 'events' | 'charts' = 'events',
): Caller | null {
  const found = readTicket(ctx, purpose, text)
  if (found === null || ctx.clock.nowMs() > found.ticket.issuedAtMs + STREAM_TICKETS.lastsMs) return null
  return { kind: 'ticket', ...found }
}

/** Binds a ticket to the channels of its first use, which must come within its minute; every later use must name the
 *  same. Durable before it resolves. Fails `unauthorized`. */
export async function openEventsTicket(
  ctx: TicketContext,
  ticket: EventsTicket,
  channels: string,
): Promise<Outcome<undefined>> {
  const { streamTickets } = ctx.store
  const { id, keyId, issuedAtMs } = ticket
  const nowMs = ctx.clock.nowMs()
  let first = streamTickets.opened(keyId, id)
  if (first === undefined) {
    if (nowMs > issuedAtMs + STREAM_TICKETS.openWithinMs) return fail('unauthorized', 'ticket expired')
    const oldestId = idPrefixOf(nowMs - STREAM_TICKETS.lastsMs)
    first = await streamTickets.remember(keyId, id, { channels, firstOpenedAtMs: nowMs }, oldestId)
  }
  if (first.channels !== channels) return fail('unauthorized', 'ticket was opened for other channels')
  return ok(undefined)
}

function readTicket(
  ctx: TicketContext,
  purpose: TicketPurpose,
  text: string,
): { readonly ticket: EventsTicket; readonly key: ApiKeyRecord } | null {
  if (text.length !== TICKET_CHARS || !text.startsWith(PREFIX)) return null
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url')
  if (bytes.length !== MAC_AT + MAC_BYTES || PREFIX + bytes.toString('base64url') !== text) return null
  const body = bytes.subarray(0, MAC_AT)
  if (!timingSafeEqual(sign(ctx, purpose, body), bytes.subarray(MAC_AT))) return null
  if (body.readUInt8(0) !== PURPOSE_CODES[purpose]) return null
  const keyId = Number(body.readBigInt64BE(KEY_ID_AT))
  const key = ctx.store.apiKeys.findById(keyId)
  if (key === undefined || key.revokedAtMs !== null) return null
  const issuedAtMs = body.readUIntBE(1, 6)
  return { ticket: { id: idPrefixOf(issuedAtMs) + body.toString('hex', RANDOM_AT), keyId, issuedAtMs }, key }
}

function sign({ store }: TicketContext, purpose: TicketPurpose, body: Uint8Array): Buffer {
  const { eventsSecret, webSocketSecret } = store.streamTickets
  return createHmac('sha256', purpose === 'websocket' ? webSocketSecret : eventsSecret)
    .update(body)
    .digest()
}

/** 12 hex digits: ids sort by their time of issue. */
function idPrefixOf(issuedAtMs: number): string {
  return issuedAtMs.toString(16).padStart(12, '0')
}
