import type { Truncation } from '../../contract/stream.ts'
import type { MessageId, Skipped, StreamErrorCode, WelcomeFrame } from '../../contract/stream-frames.ts'
import type { Topic } from '../feeds/topic.ts'

/** Texts of the frames that are made for one connection; `update`s are made by the feeds. */

type OnTopic = { readonly topic: Topic; readonly seq: number; readonly cursor: string }

export function welcomeFrame(frame: Omit<WelcomeFrame, 'type'>): string {
  return JSON.stringify({ type: 'welcome', ...frame })
}

/** `dataText` is the JSON text of the list. An absent member is left out. */
export function snapshotFrame(
  id: MessageId | undefined,
  { topic, seq, cursor }: OnTopic,
  dataText: string,
  gap: { readonly skipped?: Skipped; readonly truncated?: Truncation } = {},
): string {
  const rest = JSON.stringify({ id, ...topic, seq, cursor, ...gap })
  return `{"type":"snapshot",${rest.slice(1, -1)},"data":${dataText}}`
}

export function unsubscribedFrame(id: MessageId | undefined, { topic, seq, cursor }: OnTopic, reason: string): string {
  return JSON.stringify({ type: 'unsubscribed', id, ...topic, seq, cursor, reason })
}

export function pongFrame(id: MessageId | undefined, serverTime: number): string {
  return JSON.stringify({ type: 'pong', id, serverTime })
}

export function errorFrame(code: StreamErrorCode, message: string, id: MessageId | undefined): string {
  return JSON.stringify({ type: 'error', code, message, id })
}
