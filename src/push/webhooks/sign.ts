import { createHmac } from 'node:crypto'

/** `X-Service-Signature` (spec 5): HMAC-SHA256 over `<t>.<raw body>`, once per secret. The key is the secret's text as
 *  it was shown. During a rotation there are two, the new one first. */
export function signBody(secrets: readonly string[], body: string, nowMs: number): string {
  const unixSec = Math.floor(nowMs / 1_000)
  const sums = secrets.map((secret) => createHmac('sha256', secret).update(`${unixSec}.${body}`).digest('hex'))
  return [`t=${unixSec}`, ...sums.map((sum) => `v1=${sum}`)].join(',')
}
