import { Agent, request as sendRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A customer in a process of its own: looks at /health, asks for simulated buys and withdraws a little now and then,
 *  all with a paid key and well within its limit. Tells its parent about every answer. */
export type HonestPlan = {
  readonly port: number
  readonly key: string
  readonly userRef: string
  readonly mint: string
  readonly walletId: string
  readonly payTo: string
}
export type Sample = {
  readonly kind: 'health' | 'buy' | 'order'
  /** By `Date.now()`. */
  readonly atMs: number
  readonly tookMs: number
  readonly status: number
  readonly code: string
}

const HEALTH_EVERY_MS = 25
const BUY_EVERY_MS = 100
const ORDER_EVERY_MS = 1_500
const WITHIN_MS = 20_000

const plan = JSON.parse(process.argv[2]!) as HonestPlan
const KEYED = { Authorization: `Bearer ${plan.key}`, 'Content-Type': 'application/json' }
process.once('disconnect', () => process.exit(0))

type Answer = { readonly status: number; readonly text: string }

function caller(): (method: string, path: string, headers: object, body?: object) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (method, path, headers, body) =>
    new Promise((resolve) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(text) }
      const request = sendRequest({
        host: '127.0.0.1',
        port: plan.port,
        method,
        path,
        agent,
        headers: { ...headers, ...length },
        signal: AbortSignal.timeout(WITHIN_MS),
      })
      request.once('error', (error) => resolve({ status: 0, text: error.name }))
      request.once('response', (response) => {
        let heard = ''
        response.setEncoding('utf8').on('data', (piece: string) => {
          heard += piece
        })
        response.once('error', (error) => resolve({ status: 0, text: error.name }))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text: heard }))
      })
      request.end(text)
    })
}

async function repeat(kind: Sample['kind'], everyMs: number, once: () => Promise<Answer>): Promise<void> {
  for (;;) {
    const atMs = Date.now()
    const startedMs = performance.now()
    const { status, text } = await once()
    const tookMs = performance.now() - startedMs
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? ''
    process.send?.({ kind, atMs, tookMs, status, code } satisfies Sample)
    await sleep(Math.max(1, everyMs - tookMs))
  }
}

const [health, buy, order] = [caller(), caller(), caller()]
let orders = 0
void repeat('health', HEALTH_EVERY_MS, () => health('GET', '/health', {}))
void repeat('buy', BUY_EVERY_MS, () =>
  buy(
    'POST',
    '/v1/trade/buy',
    { ...KEYED, 'X-User-Ref': plan.userRef },
    { mint: plan.mint, amount_in: 0.01, simulate: true },
  ),
)
void repeat('order', ORDER_EVERY_MS, () =>
  order(
    'POST',
    `/v1/wallets/${plan.walletId}/withdraw`,
    { ...KEYED, 'Idempotency-Key': `honest-${process.pid}-${orders++}` },
    { to: plan.payTo, amount: '1000' },
  ),
)
