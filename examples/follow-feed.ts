// Launches and the trades of a few tokens over the WebSocket feed, with the WebSocket that Node and browsers have: a
// ticket instead of a header, and after a break every topic goes on behind the newest frame it got.
import { ask, SERVER } from './ask.ts'

const SECONDS = Number(process.env['SECONDS'] ?? 30)
const RETRY_MS = 2_000
const TOKENS = 9
const SOL = 'So11111111111111111111111111111111111111112'

type Topic = { readonly channel: 'launches' | 'token'; readonly mint?: string }
type Frame = {
  readonly type: string
  readonly channel?: string
  readonly key?: string
  readonly seq?: number
  readonly cursor?: string
  readonly data?: unknown
}

const topics = [{ channel: 'launches' } as const, ...(await tradedTokens())]
const until = Date.now() + SECONDS * 1_000
/** By topic, the cursor of its newest frame. */
const cursors = new Map<string, string>()
let count = 0
while (Date.now() < until) {
  try {
    await follow()
  } catch (error) {
    console.log(`disconnected: ${error instanceof Error ? error.message : error}`)
  }
  await new Promise((resolve) => setTimeout(resolve, Math.min(RETRY_MS, Math.max(0, until - Date.now()))))
}
// Behind the topic that is least far, nothing is missed on any; `eventId` tells what came before.
console.log(`${count} events in ${SECONDS} s; go on later with cursor ${[...cursors.values()].sort()[0]}`)
process.exit(0)

/** One connection; ends with it or with the time. */
async function follow(): Promise<void> {
  const { ticket } = await ask<{ ticket: string }>('/api/v2/stream/ticket', { purpose: 'websocket' })
  const socket = new WebSocket(`${SERVER.replace(/^http/, 'ws')}/api/v2/stream?ticket=${ticket}`)
  const timer = setTimeout(() => socket.close(), Math.max(0, until - Date.now()))
  socket.addEventListener('open', () => {
    for (const topic of topics) {
      const cursor = cursors.get(`${topic.channel}:${topic.mint ?? 'all'}`)
      socket.send(JSON.stringify({ op: 'subscribe', ...topic, cursor }))
    }
  })
  socket.addEventListener('message', ({ data }) => take(JSON.parse(String(data)) as Frame))
  await new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()))
  clearTimeout(timer)
}

function take(frame: Frame): void {
  const { type, channel, key, seq, cursor, data } = frame
  if (channel !== undefined && key !== undefined && cursor !== undefined) cursors.set(`${channel}:${key}`, cursor)
  if (type === 'update') {
    count++
    console.log(`${channel} #${seq} ${describe(data as Told)}`)
  } else if (type === 'snapshot') console.log(`snapshot ${channel}:${key} of ${(data as Told[]).length} events`)
  else console.log(JSON.stringify(frame))
}

type Told = {
  readonly type: string
  readonly launch?: { readonly kind: string; readonly mint: string; readonly dexType: string }
  readonly trade?: { readonly side: string; readonly amount: number; readonly amountUSD: number | null }
}

function describe({ type, launch, trade }: Told): string {
  if (launch !== undefined) return `${type} ${launch.kind} ${launch.mint} on ${launch.dexType}`
  if (trade !== undefined) return `${type} ${trade.side} ${trade.amount} for $${trade.amountUSD}`
  return type
}

/** SOL itself, which is always traded, and what is trending. */
async function tradedTokens(): Promise<Topic[]> {
  const { tokens } = await ask<{ tokens: { mint: string }[] }>(`/api/v2/tokens/trending?limit=${TOKENS}`)
  return [SOL, ...tokens.map(({ mint }) => mint)].map((mint) => ({ channel: 'token', mint }))
}
