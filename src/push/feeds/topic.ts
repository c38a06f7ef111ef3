import { subjectOf, type TapeDex, type TapeEvent } from '../../contract/tape-event.ts'

/** What a WebSocket may subscribe to. A filter is a topic of its own. */
export type Topic =
  | { readonly channel: 'launches' /** A DEX, or `all`. */; readonly key: TapeDex | typeof ALL_DEXES }
  | { readonly channel: 'token' /** Mint. */; readonly key: string }
  | { readonly channel: 'screen' /** Id of a saved screen. */; readonly key: string }

export const ALL_DEXES = 'all'

/** Unlike for each topic. */
export function topicName({ channel, key }: Topic): string {
  return `${channel}:${key}`
}

/** Launches are free. */
export function countsAgainstPlan({ channel }: Topic): boolean {
  return channel !== 'launches'
}

/** Whether a topic carries an event: trades of the mint, launches of the DEX, what takes one of them back, changes of
 *  the screen, and lost slots on every topic. */
export function matchesTopic(topic: Topic, event: TapeEvent): boolean {
  if (event.type === 'screen') return topic.channel === 'screen' && topic.key === event.screenId
  const subject = subjectOf(event)
  if (subject === null) return true
  if (topic.channel === 'screen') return false
  if (topic.channel === 'token') return subject.type === 'trade' && subject.mint === topic.key
  return subject.type === 'launch' && (topic.key === ALL_DEXES || topic.key === subject.dex)
}
