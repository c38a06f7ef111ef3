export type WebhookPost = {
  /** Of `createWebhook` or `rotateWebhookSecret`: `whsec_...`. */
  readonly secret: string
  /** Headers of the post, in any spelling of their names; or the value of `X-Service-Signature` alone. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>> | string
  /** The body as it came, before it is parsed. */
  readonly body: string | Uint8Array
  readonly toleranceSecs?: number
  readonly nowSecs?: number
}

const HEADER = 'x-service-signature'
const TOLERANCE_SECS = 300

/** Whether a post is from the server that holds the secret and not older than five minutes. */
export async function verifyWebhook(post: WebhookPost): Promise<boolean> {
  const { secret, headers, body, toleranceSecs = TOLERANCE_SECS, nowSecs = Math.floor(Date.now() / 1_000) } = post
  const fields = (headerOf(headers) ?? '').split(',').map((field) => field.trim().split('=', 2))
  const time = fields.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d+$/.test(time) || Math.abs(nowSecs - Number(time)) > toleranceSecs) return false
  const text = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['verify'])
  const start = text.encode(`${time}.`)
  const content = typeof body === 'string' ? text.encode(body) : body
  const signed = new Uint8Array(start.length + content.length)
  signed.set(start)
  signed.set(content, start.length)
  const given = fields.filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
  const checks = given.map(([, value]) => crypto.subtle.verify(algorithm, key, bytesOf(value!), signed))
  return (await Promise.all(checks)).includes(true)
}

function headerOf(headers: WebhookPost['headers']): string | null {
  if (typeof headers === 'string') return headers
  if (headers instanceof Headers) return headers.get(HEADER)
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === HEADER) ?? []
  return typeof value === 'string' ? value : (value?.[0] ?? null)
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))
}
