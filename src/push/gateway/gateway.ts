import { randomBytes } from 'node:crypto'
import type { StreamCaps } from '../../config/env.ts'
import { CLOSE, GATEWAY } from '../../config/gateway.ts'
import { PLANS } from '../../config/plans.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyRecord, Caller } from '../../contract/api-key.ts'
import { counted } from '../../contract/counted.ts'
import { type Failure, fail, type Outcome } from '../../contract/outcome.ts'
import type { TapeChain } from '../../contract/tape-event.ts'
import { countsAgainstPlan } from '../feeds/topic.ts'
import { type Admitted, admit, type UpgradeFacts } from './admission.ts'
import { createMessageAnswers } from './answer-messages.ts'
import type { Connection, GatewaySocket } from './connection.ts'
import { createDelivery } from './delivery.ts'
import { welcomeFrame } from './frames.ts'
import { exportGatewayMetrics } from './gateway-metrics.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createKeySlots, releaseTopic } from './key-slots.ts'
import { takeAllowance } from './message-allowance.ts'
import { watchKeys } from './watch-keys.ts'

export type GatewayParts = {
  readonly authenticate: (presentedKey: string) => Caller | null
  readonly redeemTicket: (text: string) => Outcome<ApiKeyRecord>
  /** Why the chain's events are not sent here; null when they are. */
  readonly unservedReason: (chain: TapeChain) => string | null
}

/** The WebSocket gateway of spec 6.1, whatever socket layer carries it. */
export type Gateway = {
  /** Sends to the subscribers of a name; given by the socket layer before the first connection. */
  publishWith(publish: (name: string, frame: string) => void): void
  /** Whether an upgrade may happen; `limitFailedAuth` gets unknown credentials, and may answer for them. Fails
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
  const answers = createMessageAnswers({
    ...{ stream, clock, tape, keys, delivery, unservedReason: parts.unservedReason },
    ownsScreen: (keyId, screenId) => store.screens.find(screenId)?.keyId === keyId,
  })
  const stopWatchingKeys = watchKeys(apiKeys, keys, end)
  exportGatewayMetrics(ctx.metrics, {
    connections: () => connections,
    topics: () => delivery.topics,
    bufferedBytes,
    counts: delivery.counts,
  })

  function bufferedBytes(): readonly number[] {
    return [...keys.all()].flatMap(({ connections: own }) => [...own].map(bufferedOf))
  }

  function end(connection: Connection, code: number, reason: string): undefined {
    if (!connection.isOpen) return
    delivery.dismiss(connection, reason)
    connection.socket.end(code, reason)
  }

  /** False when the message is over the rate. */
  function mayRead(connection: Connection): boolean {
    switch (takeAllowance(connection, clock.monotonicMs())) {
      case 'taken':
        return true
      case 'refused':
        return false
      case 'refusedWithError':
        answers.refuse(connection, 'rate', `at most ${GATEWAY.messagesPerSec} messages a second`)
        return false
      case 'tooMany':
        end(connection, CLOSE.tooManyMessages, 'too many messages')
        return false
    }
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
      return fail('rate_limited', `the plan has ${counted(cap, 'WebSocket connection')}`, RETRY_SEC)
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
      if (mayRead(connection)) answers.read(connection, text, bytes)
    },
    pinged(connection) {
      connection.isSilent = false
      if (mayRead(connection)) answers.keepsUp(connection)
    },
    ponged(connection) {
      connection.isSilent = false
      // One a heartbeat is an answer; thousands in one read are a flood like any other.
      mayRead(connection)
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
        if (countsAgainstPlan(feed.topic)) releaseTopic(slot, name)
      delivery.forget(connection)
      slot.connections.delete(connection)
      keys.release(slot)
    },
    stop() {
      if (isStopping) return
      isStopping = true
      stopWatchingKeys()
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

function capsOf(own: Context['config']['stream']['tierCaps'], { tier }: ApiKeyRecord): StreamCaps {
  const plan = PLANS[tier]
  return own[tier] ?? { connections: plan.webSocketConnections, topics: plan.webSocketTopics }
}
