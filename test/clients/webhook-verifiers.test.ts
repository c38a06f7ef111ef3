import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLab, openTarget, type Post } from '../push/webhooks/webhook-lab.ts'
import { until } from '../support/until.ts'
import { importClient, skipWithout } from './installed.ts'

/** Verifiers of Standard Webhooks, Svix and Stripe, unchanged, over posts as the sender makes them. */

type Headers = Record<string, string>
type Verifier = new (secret: string) => { verify(body: string, headers: Headers): unknown }
type StripePackage = {
  default: new (
    key: string,
  ) => { webhooks: { constructEvent(body: string, header: string, secret: string, toleranceSecs: number): unknown } }
}

const skip = skipWithout(['standardwebhooks', 'svix', 'stripe'])

/** How each of them reads one post; it throws where the signature does not hold. */
const VERIFIERS: Readonly<Record<string, () => Promise<(post: Post, raw: string, secret: string) => unknown>>> = {
  standardwebhooks: async () => {
    const { Webhook } = await importClient<{ Webhook: Verifier }>('standardwebhooks')
    return ({ headers }, raw, secret) => new Webhook(secret).verify(raw, headers as Headers)
  },
  svix: async () => {
    const { Webhook } = await importClient<{ Webhook: Verifier }>('svix')
    return ({ headers }, raw, secret) => {
      // From version 2 on it leaves the parsing to its caller.
      new Webhook(secret).verify(raw, headers as Headers)
      return JSON.parse(raw)
    }
  },
  stripe: async () => {
    const { default: Stripe } = await importClient<StripePackage>('stripe')
    const stripe = new Stripe('sk_test_none')
    return ({ headers }, raw, secret) =>
      stripe.webhooks.constructEvent(raw, String(headers['x-service-signature']), secret, 300)
  },
}

test('each verifier takes what we sign, and refuses another body, secret and time', { skip }, async (t) => {
  const target = await openTarget(t)
  const lab = await openLab(t, { targets: [target] })
  // The verifiers read the clock of the machine.
  await lab.clock.advance(Date.now() - lab.clock.nowMs())
  const { id, secret } = await lab.subscribe(target.url)
  lab.start()
  await lab.call('POST', `/${id}/test`, '')
  await until(() => target.posts.length === 1, 'the test')
  const { json } = await lab.call('POST', `/${id}/rotate-secret`, { graceSeconds: 60 })
  await lab.call('POST', `/${id}/test`, '')
  await until(() => target.posts.length === 2, 'the test while two secrets sign')
  const [plain, rotated] = target.posts as [Post, Post]
  for (const [name, load] of Object.entries(VERIFIERS)) {
    const verify = await load()
    assert.deepEqual(verify(plain, plain.raw, secret), plain.body, name)
    for (const one of [secret, json.secret]) assert.deepEqual(verify(rotated, rotated.raw, one), rotated.body, name)
    assert.throws(() => verify(plain, plain.raw.replace('{', '{ '), secret), `${name}: another body`)
    assert.throws(() => verify(plain, plain.raw, json.secret), `${name}: a secret that did not sign it`)
    const hourAgo = String(Number(plain.headers['webhook-timestamp']) - 3_600)
    const signature = String(plain.headers['x-service-signature']).replace(/t=\d+/, `t=${hourAgo}`)
    const headers = { ...plain.headers, 'webhook-timestamp': hourAgo, 'x-service-signature': signature }
    assert.throws(() => verify({ ...plain, headers }, plain.raw, secret), `${name}: another time`)
  }
})
