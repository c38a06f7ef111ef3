import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StreamEvent } from '../../../src/contract/stream.ts'
import { seqOf } from './check-told.ts'
import type { SubscriberState } from './subscriber-state.ts'
import { ask, type Server } from './take.ts'
import { isAbout } from './topics.ts'

export type Sink = { readonly port: number; readonly certFile: string; readonly keyFile: string }

/** A receiver is not always quick, and sometimes takes what it says it did not. */
type Moods = { readonly random: () => number; readonly quietFile: string }
const MOODY_SHARE = 0.2
const REFUSED_SHARE = 0.1
const LATE_MS = 1_500

type Webhook = {
  readonly id: string
  readonly enabled: boolean
  readonly cursor: string
  readonly startCursor: string
  readonly pending: number
}
type Detail = { readonly webhook: Webhook & { readonly stats: { readonly dead: number } } }
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 250

/** Listens for posts, keeps every event before it is acknowledged, and makes the webhook when there is none yet. */
export async function openSink(state: SubscriberState, sink: Sink & Moods): Promise<void> {
  const options = { cert: readFileSync(sink.certFile), key: readFileSync(sink.keyFile) }
  const server = createServer(options, (request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const status = takePost(state, String(request.headers['x-service-signature']), body)
      const isMoody = sink.random() < MOODY_SHARE && !existsSync(sink.quietFile)
      if (!isMoody) reply.writeHead(status).end()
      // Kept, and yet the sender does not know: it has to come again, which is what event ids are for.
      else if (sink.random() < REFUSED_SHARE) reply.writeHead(500).end()
      else setTimeout(() => reply.writeHead(status).end(), sink.random() * LATE_MS)
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(sink.port, '127.0.0.1', resolve))
}

function takePost(state: SubscriberState, signature: string, body: string): number {
  const secret = state.webhook()?.secret
  // Posts may come before the answer that told the secret was kept; the sender comes again.
  if (secret === undefined) return 503
  const [, time, given] = /^t=(\d+),v1=([0-9a-f]+)/.exec(signature) ?? []
  const real = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  if (given !== real) {
    state.problem('webhook', 'a signature that does not fit')
    return 400
  }
  const json = JSON.parse(body) as unknown
  for (const one of Array.isArray(json) ? json : [json]) {
    const { attempt, type, ...event } = one as { attempt: number; type: string }
    if (type === 'gap') state.say({ is: 'truncated', via: 'webhook', says: JSON.stringify(one) })
    state.takePosted({ type: type.endsWith('_retracted') ? 'retracted' : type, ...event } as StreamEvent, attempt)
  }
  return 204
}

/** Makes the webhook of this subscriber; a life before may have made it and died before it wrote so down. */
export async function makeWebhook(state: SubscriberState, server: Server, sink: Sink): Promise<void> {
  if (state.webhook() !== undefined) return
  const path = '/api/v2/webhooks'
  const old = await ask<{ webhooks: readonly Webhook[] }>(state, server, { path })
  for (const { id } of old?.webhooks ?? []) await ask(state, server, { path: `${path}/${id}`, method: 'DELETE' })
  const body = {
    url: `https://127.0.0.1:${sink.port}/sink`,
    events: ['trade', 'launch'],
    chain: 'solana',
    batchMax: 20,
  }
  const made = await ask<{ webhook: Webhook; secret: string }>(state, server, { path, method: 'POST', body })
  if (made === null) return
  const { id, startCursor } = made.webhook
  state.say({ is: 'webhook', id, secret: made.secret, startCursor })
}

/** Goes on with what was posted: waits until everything up to the head of now was delivered, and takes it from there in
 *  its order. False when that does not happen in time, or the topics began before the webhook did. */
export async function takePosted(state: SubscriberState, server: Server): Promise<boolean> {
  const webhook = state.webhook()
  if (webhook === undefined || state.oldestCursor() < webhook.startCursor) return false
  const place = await ask<{ head: string }>(state, server, { path: '/api/v2/stream/cursor?chain=solana' })
  if (place === null) return false
  const untilMs = Date.now() + PATIENCE_MS
  while (Date.now() < untilMs) {
    const shown = await showWebhook(state, server)
    if (shown === null) return false
    if (shown.isSettled && shown.cursor >= place.head) {
      takeUpTo(state, place.head)
      return true
    }
    await sleep(LOOK_EVERY_MS)
  }
  return false
}

function takeUpTo(state: SubscriberState, head: string): void {
  for (const topic of state.topics)
    for (const event of state.posted(seqOf(state.cursorOf(topic)!), seqOf(head)))
      if (isAbout(topic, event)) state.take(topic, 'webhook', event)
  state.moveTo(head)
}

/** How far the webhook is; one that was switched off after many failures in a row is switched on again. */
export async function showWebhook(
  state: SubscriberState,
  server: Server,
): Promise<{ readonly cursor: string; readonly isSettled: boolean } | null> {
  const path = `/api/v2/webhooks/${state.webhook()!.id}`
  const shown = await ask<Detail>(state, server, { path })
  if (shown === null) return null
  const { enabled, pending, cursor, stats } = shown.webhook
  if (!enabled) await ask(state, server, { path, method: 'PATCH', body: { enabled: true } })
  if (stats.dead > 0) state.problem('webhook', `${stats.dead} deliveries were given up`)
  return { cursor, isSettled: enabled && pending === 0 }
}
