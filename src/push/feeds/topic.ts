import {
  type EvmDex,
  onChain,
  subjectOf,
  TAPE_CHAINS,
  type TapeChain,
  type TapeDex,
  type TapeEvent,
} from '../../contract/tape-event.ts'

/** What a WebSocket may subscribe to. A filter is a topic of its own. Keys of a chain other than Solana begin with it, as
 *  `onChain` writes them: `ethereum:0x...`, `base:all`. */
export type Topic =
  | { readonly channel: 'launches' /** A DEX, or `all`. */; readonly key: string }
  | { readonly channel: 'token' /** Mint. */; readonly key: string }
  | { readonly channel: 'screen' /** Id of a saved screen. */; readonly key: string }

export const ALL_DEXES = 'all'

/** Unlike for each topic. */
export function topicName({ channel, key }: Topic): string {
  return `${channel}:${key}`
}

export function launchesTopic(chain: TapeChain, dex: TapeDex | EvmDex | null): Topic {
  return { channel: 'launches', key: onChain(chain, dex ?? ALL_DEXES) }
}

/** The chain of a topic, and its key there. */
export function placeOfTopic({ key }: Topic): { readonly chain: TapeChain; readonly key: string } {
  const end = key.indexOf(':')
  const chain = end === -1 ? undefined : TAPE_CHAINS.find((one) => one === key.slice(0, end))
  return chain === undefined ? { chain: 'solana', key } : { chain, key: key.slice(end + 1) }
}

/** Launches are free. */
export function countsAgainstPlan({ channel }: Topic): boolean {
  return channel !== 'launches'
}

/** Whether a topic carries an event: trades of the mint, launches of the DEX, what takes one of them back, changes of
 *  the screen, and lost slots on every topic of their chain. */
export function matchesTopic(topic: Topic, event: TapeEvent): boolean {
  if (event.type === 'screen') return topic.channel === 'screen' && topic.key === event.screenId
  const subject = subjectOf(event)
  if (subject === null) return placeOfTopic(topic).chain === event.chain
  if (topic.channel === 'screen') return false
  const { chain } = subject
  if (topic.channel === 'token') return subject.type === 'trade' && onChain(chain, subject.mint) === topic.key
  if (subject.type !== 'launch') return false
  return topic.key === onChain(chain, ALL_DEXES) || topic.key === onChain(chain, subject.dex)
}
