import { randomUUID } from 'node:crypto'
import { PLANS } from '../../config/plans.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller, Tier } from '../../contract/api-key.ts'
import { counted, oneOrMany } from '../../contract/counted.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { EventsTicket } from '../../contract/stream-ticket.ts'
import type { Streamed } from '../../contract/streamed.ts'
import { type Channels, countedTopics, parseChannels } from '../../services/stream/channels.ts'
import { openEventsTicket } from '../../services/stream/tickets.ts'
import { type StreamOrder, startEventStream } from './event-stream.ts'
import type { EventHub } from './hub.ts'

export type EventsInput = {
  readonly channels: string
  readonly cursor: string
  readonly lastEventId: string
  readonly snapshot: boolean
  readonly minUsd: number
}

/** Admits an event stream and says how to feed it. Fails `invalid_request`, `unsupported_on_chain`, `unauthorized`,
 *  `conflict` for a ticket that feeds another connection, and `too_busy` over the caps of the plan. */
export async function openEvents(ctx: Context, caller: Caller, input: EventsInput): Promise<Outcome<Streamed>> {
  const channels = parseChannels(ctx, caller, input.channels)
  if (!channels.ok) return channels
  const resume = resumeAt(ctx, input)
  if (!resume.ok) return resume
  const hub = ctx.parts.eventHub
  const refused = overCaps(hub, caller, channels.value)
  if (refused !== null) return refused
  const { lastEventId, minUsd, snapshot } = input
  const ticket = caller.kind === 'ticket' ? caller.ticket : null
  const isReconnect = lastEventId !== ''
  if (ticket !== null) {
    const names = channels.value.accepted.map(({ name }) => name)
    const opened = await openEventsTicket(ctx, ticket, names.sort().join())
    if (!opened.ok) return opened
    if (!isReconnect && ctx.store.streamTickets.isHeld(ticket.id)) return IN_USE
  }
  return ok({
    contentType: 'text/event-stream',
    headers: { 'X-Accel-Buffering': 'no' },
    start(sink) {
      const lease = takeLease(ctx, caller, ticket, isReconnect)
      // Others may have come in since the caps were looked at.
      const late = lease === null ? IN_USE : overCaps(hub, caller, channels.value)
      if (late !== null || lease === null) {
        lease?.end()
        sink.write(`event: bye\ndata: ${JSON.stringify({ reason: (late ?? IN_USE).message })}\n\n`)
        return sink.end()
      }
      const { endReason, end: onClosed } = lease
      const order = { owner: ownerOf(caller), channels: channels.value, minUsd, resume: resume.value, snapshot }
      startEventStream(hub, { ...order, endReason, onClosed }, sink)
    },
  })
}

const IN_USE = fail('conflict', 'ticket is in use')

function resumeAt(ctx: Context, { cursor, lastEventId }: EventsInput): Outcome<StreamOrder['resume']> {
  const { tape } = ctx.store
  const byHeader = lastEventId !== ''
  const asked = byHeader ? lastEventId : cursor
  if (asked === '') return ok(null)
  tape.refresh()
  const check = tape.checkCursor(asked)
  if (check.status === 'malformed') return fail('invalid_request', `invalid ${byHeader ? 'Last-Event-ID' : 'cursor'}`)
  const isGone = check.status === 'gone'
  return ok({ seq: check.status === 'gone' ? check.resumeAt : check.seq, asked, isGone, byHeader })
}

/** Connections and topics of the plan, per key and process; launches are free. */
function overCaps(hub: EventHub, caller: Caller, channels: Channels): Failure | null {
  const { stream } = hub.ctx.config
  const tier = tierOf(caller)
  const plan = PLANS[tier]
  const caps = stream.tierCaps[tier] ?? { connections: plan.webSocketConnections, topics: plan.webSocketTopics }
  const used = hub.usedBy(ownerOf(caller))
  if (caps.connections === 0) return fail('too_busy', `plan ${tier} has no event streams`)
  if (used.connections >= caps.connections)
    return fail('too_busy', `plan ${tier} allows ${counted(caps.connections, 'event stream')} at once`)
  const topics = countedTopics(channels.accepted)
  if (used.topics + topics > caps.topics)
    return fail(
      'too_busy',
      `plan ${tier} allows ${counted(caps.topics, 'topic')}, ${used.topics} ${oneOrMany(used.topics, 'is', 'are')} in use, ${topics} ${oneOrMany(topics, 'was', 'were')} requested`,
    )
  if (hub.size >= stream.maxConnections) return fail('too_busy', 'too many event streams')
  return null
}

function keyOf(caller: Caller): ApiKeyRecord | null {
  return caller.kind === 'key' || caller.kind === 'ticket' ? caller.key : null
}

function tierOf(caller: Caller): Tier {
  return keyOf(caller)?.tier ?? 'preview'
}

function ownerOf(caller: Caller): string {
  return String(keyOf(caller)?.id ?? 'preview')
}

type Lease = Pick<StreamOrder, 'endReason'> & { end(): void }

/** What a stream lives on: its key, and its ticket when it has one. Null when another connection lives on the
 *  ticket. */
function takeLease(ctx: Context, caller: Caller, ticket: EventsTicket | null, mayReplace: boolean): Lease | null {
  const { apiKeys, streamTickets } = ctx.store
  const connection = randomUUID()
  if (ticket !== null && !streamTickets.hold(ticket.id, connection, mayReplace)) return null
  const keyId = keyOf(caller)?.id
  let version = apiKeys.version()
  return {
    endReason() {
      if (ticket !== null && !streamTickets.holds(ticket.id, connection)) return 'ticket was opened elsewhere'
      if (keyId === undefined || apiKeys.version() === version) return null
      version = apiKeys.version()
      return apiKeys.findById(keyId)?.revokedAtMs === null ? null : 'key revoked'
    },
    end() {
      try {
        if (ticket !== null) streamTickets.letGo(ticket.id, connection)
      } catch (error) {
        // Readers are still there when a stop has taken too long and the store is closed; the row dies with the
        // process.
        ctx.log.warn({ err: error }, 'a stream ticket was not released')
      }
    },
  }
}
