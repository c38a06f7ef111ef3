import { randomBytes } from 'node:crypto'
import type { StreamCaps } from '../../config/env.ts'
import { CLOSE, GATEWAY } from '../../config/gateway.ts'
import { PLANS } from '../../config/plans.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller } from '../../contract/api-key.ts'
import { type Failure, fail, type Outcome } from '../../contract/outcome.ts'
import type { MessageId, StreamErrorCode } from '../../contract/stream-frames.ts'
import { guarded } from '../../runtime/background.ts'
import { topicName } from '../feeds/topic.ts'
import { type Admitted, admit, type UpgradeFacts } from './admission.ts'
import type { Connection, GatewaySocket } from './connection.ts'
import { createDelivery } from './delivery.ts'
import { errorFrame, pongFrame, welcomeFrame } from './frames.ts'
import { exportGatewayMetrics } from './gateway-metrics.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createKeySlots, releaseTopic, takeTopic } from './key-slots.ts'
import { type ClientMessage, readMessage } from './messages.ts'

export type GatewayParts = {
  readonly authenticate: (presentedKey: string) => Caller | null
  readonly redeemTicket: (text: string) => Outcome<ApiKeyRecord>
  /** Why the chain's events are not sent here; null when they are. */
  readonly unservedReason: () => string | null
}

/** The WebSocket gateway of spec 6.1, whatever socket layer carries it. */
export type Gateway = {
  /** Sends to the subscribers of a name; given by the socket layer before the first connection. */
  publishWith(publish: (name: string, frame: string) => void): void
  /** Whether an upgrade may happen; `limitGuess` gets unknown credentials, and may answer for them. Fails
   *  `unauthorized` | `domain_not_allowed` | `rate_limited` | `too_busy` | `shutting_down`. */
  admit(facts: UpgradeFacts, limitFailedAuth: () => Failure | null): Outcome<Admitted>
  /** Follows an admitted upgrade at once. */
  opened(socket: GatewaySocket, key: ApiKeyRecord): Connection
  message(connection: Connection, text: string | null, bytes: number): void
  /** A protocol ping of the client, which the socket layer has answered. */
  pinged(connection: Connection): void
  ponged(connection: Connection): void
  drained(connection: Connection): void
  closed(connection: Connection): void
  /** Closes all connections and admits no further ones. */
  stop(): void
  readonly connections: number
  /** What the system has not taken yet, by connection. */
  bufferedBytes(): readonly number[]
}

export function createGateway(ctx: Context, parts: GatewayParts): Gateway {
  const { clock, config, log, store } = ctx
  const { stream } = config
  const { tape, apiKeys } = store
  const keys = createKeySlots((key) => capsOf(stream.tierCaps, key))
  const heartbeat = startHeartbeat(stream.heartbeatMs)
  const idPrefix = randomBytes(6).toString('hex')
  let publish: (name: string, frame: string) => void = () => {}
  const delivery = createDelivery({ tape, config, clock, log, publish: (name, frame) => publish(name, frame) })
  let connections = 0
  let serial = 0
  let isStopping = false
  const keyCheck = setInterval(
    guarded('gateway key check', () => dropRevoked()),
    GATEWAY.keyCheckMs,
  )
  keyCheck.unref()
  let keysVersion = apiKeys.version()
  exportGatewayMetrics(ctx.metrics, {
    connections: () => connections,
    topics: () => delivery.topics,
    bufferedBytes,
    counts: delivery.counts,
  })

  /** Keys can be taken back or moved to another plan while they are connected. */
  function dropRevoked(): void {
    const version = apiKeys.version()
    if (version === keysVersion) return
    keysVersion = version
    for (const slot of keys.all()) {
      const key = apiKeys.findById(slot.key.id)
      if (key !== undefined) slot.key = key
      if (key !== undefined && key.revokedAtMs === null && keys.capsOf(key).connections > 0) continue
      for (const connection of [...slot.connections]) end(connection, CLOSE.keyRevoked, 'key revoked')
    }
  }

  function bufferedBytes(): readonly number[] {
    return [...keys.all()].flatMap(({ connections: own }) => [...own].map(bufferedOf))
  }

  function end(connection: Connection, code: number, reason: string): undefined {
    if (!connection.isOpen) return
    delivery.dismiss(connection, reason)
    connection.socket.end(code, reason)
  }

  /** An answer to one client. Who asks on and does not read is not waited for. */
  function answer(connection: Connection, frame: string): undefined {
    if (!keepsUp(connection)) return
    connection.socket.send(frame)
  }

  function keepsUp({ socket, isOpen }: Connection): boolean {
    if (!isOpen) return false
    if (socket.getBufferedAmount() <= stream.sendBufferBytes + GATEWAY.answerBytes) return true
    socket.end(CLOSE.doesNotRead, 'answers are not read')
    return false
  }

  function refuse(connection: Connection, code: StreamErrorCode, message: string, id?: MessageId): undefined {
    answer(connection, errorFrame(code, message, id))
  }

  /** False when the message is over the rate. */
  function takeAllowance(connection: Connection): boolean {
    const nowMs = clock.monotonicMs()
    const back = ((nowMs - connection.allowanceAtMs) / 1_000) * GATEWAY.messagesPerSec
    connection.allowance = Math.min(GATEWAY.messageBurst, connection.allowance + back)
    connection.allowanceAtMs = nowMs
    if (connection.allowance >= 1) {
      connection.allowance--
      connection.refused = 0
      return true
    }
    connection.refused++
    if (connection.refused > GATEWAY.refusedMessages) end(connection, CLOSE.tooManyMessages, 'too many messages')
    else if (connection.refused % REFUSALS_PER_WORD === 1)
      refuse(connection, 'rate', `at most ${GATEWAY.messagesPerSec} messages a second`)
    return false
  }

  function read(connection: Connection, text: string | null, bytes: number): undefined {
    if (bytes > stream.messageBytes)
      return refuse(connection, 'message_too_big', `message of ${bytes} bytes; at most ${stream.messageBytes}`)
    if (text === null) return refuse(connection, 'bad_json', 'expected JSON in a text message')
    const message = readMessage(text)
    if (message.op === 'bad') return refuse(connection, message.code, message.message, message.id)
    const { op, id } = message
    if (op === 'ping') return answer(connection, pongFrame(id, clock.nowMs()))
    if (op === 'unsubscribe') return unsubscribe(connection, message)
    subscribe(connection, message)
  }

  function unsubscribe(connection: Connection, { topic, id }: ClientMessage & { op: 'unsubscribe' }): undefined {
    if (!keepsUp(connection)) return
    if (!delivery.unsubscribe(connection, topic, id, 'unsubscribed'))
      return refuse(connection, 'bad_op', `not subscribed to ${topicName(topic)}`, id)
    if (topic.channel === 'token') releaseTopic(connection.slot, topicName(topic))
  }

  function subscribe(connection: Connection, message: ClientMessage & { op: 'subscribe' }): undefined {
    const { topic, id, cursor } = message
    const unserved = parts.unservedReason()
    if (unserved !== null) return refuse(connection, 'not_allowed', unserved, id)
    const from = cursor === null ? null : resumeFrom(cursor)
    if (from === 'malformed') return refuse(connection, 'bad_op', 'malformed cursor', id)
    const name = topicName(topic)
    const { slot } = connection
    const isNew = connection.subscriptions?.has(name) !== true
    const { topics } = keys.capsOf(slot.key)
    if (topic.channel === 'token' && !slot.topics.has(name) && slot.topics.size >= topics)
      return refuse(connection, 'too_many_topics', `the plan has ${topics} topics`, id)
    if (!delivery.has(topic) && delivery.topics >= stream.maxTopics)
      return refuse(connection, 'too_many_topics', 'the server carries no more topics', id)
    if (isNew && topic.channel === 'token') takeTopic(slot, name)
    delivery.subscribe(connection, topic, id, from)
  }

  function resumeFrom(cursor: string): { seq: number; goneCursor: string | null } | 'malformed' {
    const checked = tape.checkCursor(cursor)
    if (checked.status === 'malformed') return 'malformed'
    return checked.status === 'ok'
      ? { seq: checked.seq, goneCursor: null }
      : { seq: checked.resumeAt, goneCursor: cursor }
  }

  return {
    publishWith(given) {
      publish = given
    },
    admit(facts, limitFailedAuth) {
      if (isStopping) return fail('shutting_down', 'server is stopping')
      const admitted = admit(
        {
          authenticate: parts.authenticate,
          redeemTicket: parts.redeemTicket,
          connectionsOf: (key) => keys.capsOf(key).connections,
          limitFailedAuth,
        },
        facts,
      )
      if (!admitted.ok) return admitted
      if (connections >= stream.maxConnections) return fail('too_busy', 'too many WebSocket connections', RETRY_SEC)
      const { key } = admitted.value
      const slot = keys.of(key)
      const cap = keys.capsOf(key).connections
      if (slot.connections.size < cap) return admitted
      keys.release(slot)
      return fail('rate_limited', `the plan has ${cap} WebSocket connections`, RETRY_SEC)
    },
    opened(socket, key) {
      const slot = keys.of(key)
      const connection: Connection = {
        socket,
        slot,
        serial: serial++,
        subscriptions: null,
        waiting: 0,
        isOpen: true,
        isSilent: false,
        allowance: GATEWAY.messageBurst,
        allowanceAtMs: clock.monotonicMs(),
        refused: 0,
      }
      connections++
      slot.connections.add(connection)
      heartbeat.add(connection)
      const connectionId = `${idPrefix}-${connection.serial.toString(36)}`
      const caps = keys.capsOf(key)
      socket.send(welcomeFrame({ connectionId, tier: key.tier, caps, serverTime: clock.nowMs() }))
      return connection
    },
    message(connection, text, bytes) {
      connection.isSilent = false
      if (takeAllowance(connection)) read(connection, text, bytes)
    },
    pinged(connection) {
      connection.isSilent = false
      if (takeAllowance(connection)) keepsUp(connection)
    },
    ponged(connection) {
      connection.isSilent = false
      // One a heartbeat is an answer; thousands in one read are a flood like any other.
      takeAllowance(connection)
    },
    drained(connection) {
      connection.isSilent = false
      delivery.drained(connection)
    },
    closed(connection) {
      connection.isOpen = false
      connections--
      heartbeat.remove(connection)
      const { slot } = connection
      for (const [name, { feed }] of connection.subscriptions ?? [])
        if (feed.topic.channel === 'token') releaseTopic(slot, name)
      delivery.forget(connection)
      slot.connections.delete(connection)
      keys.release(slot)
    },
    stop() {
      if (isStopping) return
      isStopping = true
      clearInterval(keyCheck)
      heartbeat.stop()
      for (const slot of [...keys.all()])
        for (const connection of [...slot.connections]) end(connection, CLOSE.goingAway, 'server stopping')
      delivery.stop()
    },
    get connections() {
      return connections
    },
    bufferedBytes,
  }
}

const bufferedOf = ({ socket }: Connection): number => socket.getBufferedAmount()

const RETRY_SEC = 5
/** One `rate` error for so many refused messages in a row. */
const REFUSALS_PER_WORD = 50

function capsOf(own: Context['config']['stream']['tierCaps'], { tier }: ApiKeyRecord): StreamCaps {
  const plan = PLANS[tier]
  return own[tier] ?? { connections: plan.webSocketConnections, topics: plan.webSocketTopics }
}
