import type { Config } from '../../config/env.ts'
import { CLOSE, GATEWAY } from '../../config/gateway.ts'
import { counted } from '../../contract/counted.ts'
import type { MessageId, StreamErrorCode } from '../../contract/stream-frames.ts'
import type { TapeChain } from '../../contract/tape-event.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { TapeReader } from '../../store/tape/types.ts'
import { countsAgainstPlan, placeOfTopic, topicName } from '../feeds/topic.ts'
import type { Connection } from './connection.ts'
import type { Delivery } from './delivery.ts'
import { errorFrame, pongFrame } from './frames.ts'
import { type KeySlots, releaseTopic, takeTopic } from './key-slots.ts'
import { type ClientMessage, readMessage } from './messages.ts'

export type AnswerParts = {
  readonly stream: Config['stream']
  readonly clock: Clock
  readonly tape: Pick<TapeReader, 'checkCursor'>
  readonly keys: KeySlots
  /** Whether a saved screen is there and belongs to the key. */
  readonly ownsScreen: (keyId: number, screenId: string) => boolean
  readonly delivery: Delivery
  /** Why the events of a chain are not sent here; null when they are. */
  readonly unservedReason: (chain: TapeChain) => string | null
}

/** What the gateway does with the messages of its clients. */
export type MessageAnswers = {
  /** Carries a message out; null text is a binary message. */
  read(connection: Connection, text: string | null, bytes: number): undefined
  refuse(connection: Connection, code: StreamErrorCode, message: string, id?: MessageId): undefined
  /** False for a client that asks on and does not read its answers; its connection is then closed. */
  keepsUp(connection: Connection): boolean
}

export function createMessageAnswers(parts: AnswerParts): MessageAnswers {
  const { stream, clock, tape, keys, delivery } = parts

  function keepsUp({ socket, isOpen }: Connection): boolean {
    if (!isOpen) return false
    if (socket.getBufferedAmount() <= stream.sendBufferBytes + GATEWAY.answerBytes) return true
    socket.end(CLOSE.doesNotRead, 'answers are not read')
    return false
  }

  function answer(connection: Connection, frame: string): undefined {
    if (!keepsUp(connection)) return
    connection.socket.send(frame)
  }

  function refuse(connection: Connection, code: StreamErrorCode, message: string, id?: MessageId): undefined {
    answer(connection, errorFrame(code, message, id))
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
    if (countsAgainstPlan(topic)) releaseTopic(connection.slot, topicName(topic))
  }

  function subscribe(connection: Connection, message: ClientMessage & { op: 'subscribe' }): undefined {
    const { topic, id, cursor } = message
    const unserved = parts.unservedReason(placeOfTopic(topic).chain)
    if (unserved !== null) return refuse(connection, 'not_allowed', unserved, id)
    if (topic.channel === 'screen' && !parts.ownsScreen(connection.slot.key.id, topic.key))
      return refuse(connection, 'bad_screen', 'unknown screen', id)
    const from = cursor === null ? null : resumeFrom(tape, cursor)
    if (from === 'malformed') return refuse(connection, 'bad_op', 'malformed cursor', id)
    const name = topicName(topic)
    const { slot } = connection
    const isNew = connection.subscriptions?.has(name) !== true
    const { topics } = keys.capsOf(slot.key)
    if (countsAgainstPlan(topic) && !slot.topics.has(name) && slot.topics.size >= topics)
      return refuse(connection, 'too_many_topics', `the plan has ${counted(topics, 'topic')}`, id)
    if (!delivery.has(topic) && delivery.topics >= stream.maxTopics)
      return refuse(connection, 'too_many_topics', 'the server carries no more topics', id)
    if (isNew && countsAgainstPlan(topic)) takeTopic(slot, name)
    delivery.subscribe(connection, topic, id, from)
  }

  return { read, refuse, keepsUp }
}

function resumeFrom(
  tape: AnswerParts['tape'],
  cursor: string,
): { seq: number; goneCursor: string | null } | 'malformed' {
  const checked = tape.checkCursor(cursor)
  if (checked.status === 'malformed') return 'malformed'
  return checked.status === 'ok'
    ? { seq: checked.seq, goneCursor: null }
    : { seq: checked.resumeAt, goneCursor: cursor }
}
