import { WebSocket } from 'undici'
import { startSandbox } from '../../test/support/start-sandbox.ts'
import { startServer } from '../../test/support/start-server.ts'
import { readBenchOptions } from '../options.ts'

/** How long after a node announces a confirmed block a subscriber has the frames of its trades: wall time between two
 *  messages to one process, the node's `blockNotification` and the gateway's `update`, so what the follower, the tape's
 *  commit (flushed) and the gateway take together, less what this process takes to be told of the block itself. The
 *  sandbox, the server and the clients share the machine; no goal, a figure to watch. */
const { isQuick } = readBenchOptions(7)
const SAMPLES = isQuick ? 100 : 500
const PATIENCE_MS = 180_000
const COINS = 100
const SETTLE_MS = 10_000

const sandbox = await startSandbox({ SANDBOX_AGENTS: '1', SANDBOX_TPS: '20' })
const server = await startServer({
  env: { SANDBOX_URL: sandbox.urls['rpc']!, STREAM_TIER_CAPS: 'enterprise=10/500' },
})
const seenMs = new Map<number, number>()
const framesOf = new Map<number, number[]>()
const node = await open(sandbox.urls['ws']!)
node.addEventListener('message', ({ data }) => {
  const { params } = JSON.parse(String(data)) as { params?: { result: { value: { slot: number } } } }
  if (params !== undefined) seenMs.set(params.result.value.slot, performance.now())
})
const shown = {
  commitment: 'confirmed',
  transactionDetails: 'none',
  showRewards: false,
  maxSupportedTransactionVersion: 1,
}
node.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'blockSubscribe', params: ['all', shown] }))

type Update = {
  readonly type: string
  readonly data: { readonly type: string; readonly block: { readonly number: number } }
}
let frames = 0
let firstSlot = Number.POSITIVE_INFINITY
let isCounting = false
const gateway = await open(`${server.url.replace('http', 'ws')}/api/v2/stream`, { 'X-API-Key': server.key })
gateway.addEventListener('message', ({ data }) => {
  const nowMs = performance.now()
  const { type, data: event } = JSON.parse(String(data)) as Update
  if (type !== 'update' || (event.type !== 'trade' && event.type !== 'launch')) return
  // What the chain did before is told, too: only blocks that were announced here, and those once the history is told.
  if (!isCounting || event.block.number < firstSlot) return
  framesOf.set(event.block.number, [...(framesOf.get(event.block.number) ?? []), nowMs])
  frames++
})
const { tokens } = (await server.get(`/api/v2/tokens/trending?limit=${COINS}`)).json as { tokens: { mint: string }[] }
for (const { mint } of tokens) gateway.send(JSON.stringify({ op: 'subscribe', channel: 'token', mint }))
gateway.send(JSON.stringify({ op: 'subscribe', channel: 'launches' }))

await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
firstSlot = Math.max(...seenMs.keys()) + 1
isCounting = true
const startMs = performance.now()
while (frames < SAMPLES && performance.now() - startMs < PATIENCE_MS)
  await new Promise((resolve) => setTimeout(resolve, 250))
const lateMs = [...framesOf]
  .flatMap(([slot, atMs]) => atMs.map((ms) => ms - (seenMs.get(slot) ?? Number.NaN)))
  .filter((ms) => !Number.isNaN(ms))
  .sort((a, b) => a - b)
const at = (share: number): string =>
  (lateMs[Math.min(lateMs.length - 1, Math.floor(lateMs.length * share))] ?? Number.NaN).toFixed(1)
console.log(
  `block announced to frame received: ${lateMs.length} frames of ${framesOf.size} blocks, ms p10 ${at(0.1)}, p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, most ${at(1)}`,
)
node.close()
gateway.close()
await server.stop()
await sandbox.stop()

async function open(url: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`no WebSocket at ${url}`)))
  })
  return socket
}
