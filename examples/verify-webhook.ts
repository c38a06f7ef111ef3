// A webhook from its making to a body whose signature was checked, in the sandbox: its own https sink receives. What a
// receiver of yours needs is `verifyWebhook`.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { ask, KEY, SERVER, type World } from './ask.ts'

const MAX_AGE_SECS = 300

/** Whether a post is ours and new. `rawBody` is the body as it came, before any parser: the signature is over its
 *  bytes. During a rotation the header carries two signatures; one that holds is enough. */
export function verifyWebhook(parts: {
  secret: string
  header: string
  rawBody: string | Uint8Array
  nowSecs: number
}): boolean {
  const { secret, header, rawBody, nowSecs } = parts
  const fields = header.split(',').map((field) => field.trim().split('=', 2))
  const time = fields.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d+$/.test(time) || Math.abs(nowSecs - Number(time)) > MAX_AGE_SECS) return false
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
  return fields.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

if (process.argv[1] === import.meta.filename) await tryItOut()

type Sink = { posts: { headers: Record<string, string>; body: string }[] }

async function tryItOut(): Promise<void> {
  const { upstreams } = await ask<World>('/api/sandbox')
  const { webhook, secret } = await ask<{ webhook: { id: string }; secret: string }>('/api/v2/webhooks', {
    url: `${upstreams['webhookSink']}/${Date.now()}`,
    events: ['launch'],
    chain: 'solana',
  })
  const { deliveryId } = await ask<{ deliveryId: string }>(`/api/v2/webhooks/${webhook.id}/test`, {})
  const post = await received(upstreams['control']!, deliveryId)
  const header = post.headers['x-service-signature']!
  const check = (rawBody: string, nowSecs: number) => verifyWebhook({ secret, header, rawBody, nowSecs })
  const nowSecs = Math.floor(Date.now() / 1_000)
  console.log(`${header.slice(0, 40)}...`)
  console.log(`the signature holds: ${check(post.body, nowSecs)}`)
  console.log(`with another body: ${check(`${post.body} `, nowSecs)}`)
  console.log(`six minutes later: ${check(post.body, nowSecs + 360)}`)
  await fetch(`${SERVER}/api/v2/webhooks/${webhook.id}`, { method: 'DELETE', headers: { 'X-API-Key': KEY } })
}

/** What the sink got of one delivery. */
async function received(control: string, deliveryId: string): Promise<Sink['posts'][number]> {
  for (let i = 0; i < 100; i++) {
    const { posts } = (await (await fetch(`${control}/webhooks`)).json()) as Sink
    const post = posts.find(({ headers }) => headers['x-service-delivery-id'] === deliveryId)
    if (post !== undefined) return post
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the sink got nothing within ten seconds')
}
