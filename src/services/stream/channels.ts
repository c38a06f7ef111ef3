import { EVENT_STREAM, STREAM_INTERVALS, type StreamInterval } from '../../config/event-stream.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import {
  dexesOf,
  type EvmDex,
  isDexOf,
  onChain,
  subjectOf,
  type TapeChain,
  type TapeDex,
  type TapeEvent,
} from '../../contract/tape-event.ts'
import { checkStreamChain } from '../chains/stream-coverage.ts'
import { readTapeAddress, readTapePool } from '../chains/tape-address.ts'

/** What one may listen to. `name` is the canonical spelling. */
export type Channel = { readonly name: string; readonly chain: TapeChain } & (
  | { readonly kind: 'token' | 'pool' | 'wallet'; readonly address: string }
  | { readonly kind: 'candles'; readonly pool: string; readonly interval: StreamInterval }
  | { readonly kind: 'launches'; readonly dex: TapeDex | EvmDex | null }
  | { readonly kind: 'screen'; readonly screenId: string }
)

export type Channels = {
  readonly accepted: readonly Channel[]
  /** Of chains that are not followed. */
  readonly refused: readonly { readonly channel: string; readonly reason: string }[]
}

type Parts = Parameters<typeof checkStreamChain>[0] & { readonly store: Pick<Context['store'], 'screens'> }

/** Reads a comma list of channels for a caller, whose own screens are the only ones that there are. Fails
 *  `invalid_request`, naming the channel, for a malformed one, for none and for too many, and `unsupported_on_chain`
 *  when every one is of a chain that is not followed. */
export function parseChannels(ctx: Parts, caller: Caller, text: string): Outcome<Channels> {
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  if (names.length === 0) return fail('invalid_request', 'channels required')
  if (names.length > EVENT_STREAM.maxChannels)
    return fail('invalid_request', `at most ${EVENT_STREAM.maxChannels} channels, got ${names.length}`)
  const accepted = new Map<string, Channel>()
  const refused: { channel: string; reason: string }[] = []
  for (const name of names) {
    const channel = parseChannel(ctx, caller, name)
    if (channel.ok) accepted.set(channel.value.name, channel.value)
    else if (channel.code === 'unsupported_on_chain') refused.push({ channel: name, reason: channel.message })
    else return channel
  }
  if (accepted.size === 0) return fail('unsupported_on_chain', refused[0]!.reason)
  return ok({ accepted: [...accepted.values()], refused })
}

/** Longer text is no channel of ours, and is not repeated in an answer. */
const MAX_CHANNEL_CHARS = 160

function parseChannel(ctx: Parts, caller: Caller, name: string): Outcome<Channel> {
  const malformed = fail('invalid_request', `malformed channel: ${name.slice(0, MAX_CHANNEL_CHARS)}`)
  if (name.length > MAX_CHANNEL_CHARS) return malformed
  const [kind, ...rest] = name.split(':')
  if (kind !== 'trades' && kind !== 'candles' && kind !== 'launches' && kind !== 'screens') return malformed
  const found = takeChain(ctx, rest)
  if (!found.ok) return found.code === 'unsupported_on_chain' ? found : malformed
  const { chain, parts } = found.value
  if (kind === 'screens') return screens(ctx, caller, chain, parts) ?? malformed
  const made =
    kind === 'trades' ? trades(chain, parts) : kind === 'candles' ? candles(chain, parts) : launches(chain, parts)
  return made === null ? malformed : ok(made)
}

/** The chain that a channel names. Ids of CAIP-2 hold a colon themselves, so two parts are tried first. */
function takeChain(ctx: Parts, parts: readonly string[]): Outcome<{ chain: TapeChain; parts: readonly string[] }> {
  for (const taken of [2, 1]) {
    if (parts.length < taken) continue
    const chain = checkStreamChain(ctx, parts.slice(0, taken).join(':'))
    if (chain.ok) return ok({ chain: chain.value, parts: parts.slice(taken) })
    if (chain.code === 'unsupported_on_chain' || taken === 1) return chain
  }
  return fail('invalid_request', 'unknown chain')
}

function trades(chain: TapeChain, parts: readonly string[]): Channel | null {
  const [first, second] = parts
  if (parts.length === 1) {
    const address = readTapeAddress(chain, first)
    return address === null ? null : { name: `trades:${chain}:${address}`, chain, kind: 'token', address }
  }
  if (parts.length !== 2 || (first !== 'pool' && first !== 'wallet')) return null
  const address = first === 'pool' ? readTapePool(chain, second) : readTapeAddress(chain, second)
  return address === null ? null : { name: `trades:${chain}:${first}:${address}`, chain, kind: first, address }
}

function candles(chain: TapeChain, parts: readonly string[]): Channel | null {
  const [given, named] = parts
  const pool = readTapePool(chain, given)
  const interval = STREAM_INTERVALS.find((one) => one === named)
  if (parts.length !== 2 || pool === null || interval === undefined) return null
  return { name: `candles:${chain}:${pool}:${interval}`, chain, kind: 'candles', pool, interval }
}

function launches(chain: TapeChain, parts: readonly string[]): Channel | null {
  if (parts.length === 0) return { name: `launches:${chain}`, chain, kind: 'launches', dex: null }
  const [dex] = parts
  if (parts.length !== 1 || !isDexOf(chain, dex)) return null
  return { name: `launches:${chain}:${dex}`, chain, kind: 'launches', dex }
}

/** Null for what names no screen. A screen of another key is as unknown as one that there is not. */
function screens(
  { store }: Parts,
  caller: Caller,
  chain: TapeChain,
  [screenId, ...rest]: readonly string[],
): Outcome<Channel> | null {
  // The screener shows pairs of Solana.
  if (chain !== 'solana' || screenId === undefined || screenId === '' || rest.length > 0) return null
  const keyId = caller.kind === 'key' || caller.kind === 'ticket' ? caller.key.id : null
  const owner = store.screens.find(screenId)?.keyId
  if (owner === undefined || owner !== keyId) return fail('invalid_request', `unknown screen: ${screenId}`)
  return ok({ name: `screens:${chain}:${screenId}`, chain, kind: 'screen', screenId })
}

/** Whether any of the channels carries an event: trades of the token, pool or wallet, launches of the DEX, changes of
 *  the screen, what takes one of them back, and lost slots of a chain of theirs. Trades below `minUsd`, or of unknown worth when it is given, are not.
 *  Candle channels have no events of their own. */
export function publishedOn(channels: readonly Channel[], minUsd: number): (event: TapeEvent) => boolean {
  const tokens = new Set<string>()
  const pools = new Set<string>()
  const wallets = new Set<string>()
  const dexes = new Set<string>()
  const chains = new Set(channels.map(({ chain }) => chain))
  const screenIds = new Set<string>()
  for (const channel of channels) {
    const { chain } = channel
    if (channel.kind === 'token') tokens.add(onChain(chain, channel.address))
    else if (channel.kind === 'pool') pools.add(onChain(chain, channel.address))
    else if (channel.kind === 'wallet') wallets.add(onChain(chain, channel.address))
    else if (channel.kind === 'screen') screenIds.add(channel.screenId)
    else if (channel.kind === 'launches')
      for (const dex of channel.dex === null ? dexesOf(chain) : [channel.dex]) dexes.add(onChain(chain, dex))
  }
  return (event) => {
    if (event.type === 'screen') return screenIds.has(event.screenId)
    const subject = subjectOf(event)
    if (subject === null) return chains.has(event.chain)
    const { chain } = subject
    if (subject.type === 'launch') return dexes.has(onChain(chain, subject.dex))
    if (minUsd > 0 && (subject.amountUsd === null || subject.amountUsd < minUsd)) return false
    return (
      tokens.has(onChain(chain, subject.mint)) ||
      pools.has(onChain(chain, subject.pool)) ||
      wallets.has(onChain(chain, subject.maker))
    )
  }
}

/** Channels that count against the plan: launches are free. */
export function countedTopics(channels: readonly Channel[]): number {
  return channels.filter(({ kind }) => kind !== 'launches').length
}
