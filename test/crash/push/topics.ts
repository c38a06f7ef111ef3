import type { StreamEvent } from '../../../src/contract/stream.ts'

/** What a subscriber listens to: `launches`, `launches:<dex>` or a mint; the transports spell it differently. */
export type TopicName = string

export function channelOf(topic: TopicName): string {
  if (!topic.startsWith('launches')) return `trades:solana:${topic}`
  const dex = topic.slice('launches:'.length)
  return dex === '' ? 'launches:solana' : `launches:solana:${dex}`
}

export function subscribeMessage(topic: TopicName, cursor: string): object {
  if (!topic.startsWith('launches')) return { op: 'subscribe', channel: 'token', mint: topic, cursor }
  const dex = topic.slice('launches:'.length)
  return { op: 'subscribe', channel: 'launches', cursor, ...(dex === '' ? {} : { dex }) }
}

export function topicOfFrame({ channel, key }: { readonly channel: string; readonly key: string }): TopicName {
  if (channel === 'token') return key
  return key === 'all' ? 'launches' : `launches:${key}`
}

/** Whether an event is to be told on a topic: spec 6.1, in the words of the wire. Lost slots are told everywhere. */
export function isAbout(topic: TopicName, event: StreamEvent): boolean {
  if (event.type === 'lost') return true
  if ('trade' in event && event.trade !== undefined) return event.trade.token === topic
  if (!('launch' in event) || event.launch === undefined || !topic.startsWith('launches')) return false
  return topic === 'launches' || topic === `launches:${event.launch.dexType}`
}
