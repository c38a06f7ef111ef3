import type { FrozenTree } from '../frozen-tree.ts'
import type { FrozenWorld } from '../frozen-world.ts'
import { withKey } from '../question.ts'
import type { Recorder } from '../recorder.ts'
import { recordEvents, recordSocket } from '../sessions.ts'
import type { Facts } from '../world-facts.ts'

type Parts = { readonly recorder: Recorder; readonly tree: FrozenTree; readonly world: FrozenWorld }

const SLICE_EVENTS = '40'

/** A fixed slice of the tape over every transport that tells it. */
export async function askStreams({ recorder, tree, world }: Parts, facts: Facts): Promise<void> {
  const as = withKey(facts.operatorKey)
  const { mint, pool } = facts.token('bluechip')
  const channels = `launches:solana,trades:solana:${mint}`
  const cursor = 'GET /api/v2/stream/cursor'
  const { json: ends } = await recorder.askAll({ operation: cursor, as, query: { chain: 'solana', ts: '1795000000' } })
  await recorder.ask({ operation: cursor, name: 'not followed', as, query: { chain: 'ethereum' } })
  const replay = 'GET /api/v2/stream/replay'
  const slice = { channels, limit: SLICE_EVENTS }
  const { json: page } = await recorder.askAll({ operation: replay, as, query: slice })
  const next = { ...slice, from: String(page?.nextCursor ?? ends?.head) }
  await recorder.askAll({ operation: replay, name: 'next', as, query: next })
  const lines = { Accept: 'application/x-ndjson' }
  await recorder.ask({ operation: replay, name: 'as lines', as, query: slice, headers: lines })
  await recorder.askAll({ operation: 'POST /api/v2/stream/ticket', as, body: { purpose: 'events' } })
  await askRefusedEvents(recorder, facts, channels)

  const key = { 'X-API-Key': facts.operatorKey }
  const events = (query: Record<string, string>) => `/api/v2/stream/events?${new URLSearchParams(query)}`
  const from = String(ends?.tail)
  const parts = { tree, world }
  const slices: readonly [string, Record<string, string>][] = [
    ['events of a slice', { channels, cursor: String(page?.nextCursor ?? from) }],
    ['events from the newest on', { channels: `launches:solana,candles:solana:${pool}:1m` }],
  ]
  for (const [name, query] of slices)
    recorder.keep(await recordEvents(parts, name, { target: events(query), headers: key }))
  const subscribe = (id: number, rest: object) => ({ op: 'subscribe', id, ...rest })
  const messages = [
    subscribe(1, { channel: 'token', mint, cursor: String(page?.nextCursor ?? from) }),
    subscribe(2, { channel: 'launches' }),
    subscribe(3, { channel: 'token', mint: 'not-an-address' }),
    { op: 'ping', id: 4 },
    { op: 'dance', id: 5 },
    'no JSON',
    { op: 'unsubscribe', id: 6, channel: 'token', mint },
    subscribe(7, { channel: 'token', mint: facts.token('fresh_launch').mint }),
  ]
  recorder.keep(await recordSocket(parts, 'socket', { target: '/api/v2/stream', headers: key }, messages))
}

/** What opens no stream; the sessions are what does. */
async function askRefusedEvents(recorder: Recorder, facts: Facts, channels: string): Promise<void> {
  const operation = 'GET /api/v2/stream/events'
  const as = withKey(facts.operatorKey)
  const query = { channels }
  await recorder.ask({ operation, name: 'no key', as: null, query })
  await recorder.ask({ operation, name: "nobody's key", as: withKey('mg_nobody'), query })
  await recorder.ask({ operation, name: 'free key', as: withKey(facts.keys['free']!), query })
  await recorder.ask({ operation, name: 'no channels', as })
  await recorder.ask({ operation, name: 'wrong ?channels', as, query: { channels: '!' } })
  await recorder.ask({ operation, name: 'wrong ?cursor', as, query: { channels, cursor: '!' } })
  await recorder.ask({ operation, name: 'not followed', as, query: { channels: 'launches:ethereum' } })
}
