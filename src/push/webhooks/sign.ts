import { createHmac } from 'node:crypto'

/** `X-Service-Signature` (spec 5): HMAC-SHA256 over `<t>.<raw body>`, once per secret. The key is the secret's text as
 *  it was shown. During a rotation there are two, the new one first. */
export function signBody(secrets: readonly string[], body: string, nowMs: number): string {
  const unixSec = Math.floor(nowMs / 1_000)
  const sums = secrets.map((secret) => createHmac('sha256', secret).update(`${unixSec}.${body}`).digest('hex'))
  return [`t=${unixSec}`, ...sums.map((sum) => `v1=${sum}`)].join(',')
}

/** Headers of Standard Webhooks (www.standardwebhooks.com), which the verifiers of many languages read: HMAC-SHA256 over
 *  `<id>.<unix seconds>.<raw body>`. The key is what follows `whsec_`, decoded from base64. */
export function standardHeaders(
  secrets: readonly string[],
  { id, body, nowMs }: { readonly id: string; readonly body: string; readonly nowMs: number },
): Readonly<Record<string, string>> {
  const unixSec = Math.floor(nowMs / 1_000)
  const sums = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${unixSec}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(unixSec), 'webhook-signature': sums.join(' ') }
}
