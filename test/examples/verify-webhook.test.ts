import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '../../examples/verify-webhook.ts'
import { signBody, standardHeaders } from '../../src/push/webhooks/sign.ts'

const NOW_SECS = 1_800_000_000
const post = (header: string, secret = 'whsec_a', rawBody = '{"a":1}', nowSecs = NOW_SECS) =>
  verifyWebhook({ secret, header, rawBody, nowSecs })

test('a receiver takes what the server signed, and nothing else', () => {
  const header = signBody(['whsec_a'], '{"a":1}', NOW_SECS * 1_000)
  assert.match(header, /^t=1800000000,v1=[0-9a-f]{64}$/)
  assert(post(header))
  assert(!post(header, 'whsec_b'))
  assert(!post(header, 'whsec_a', '{"a":2}'))
  assert(!post(header.replace('t=1800000000', 't=1800000001')), 'the time is inside the signature')
  assert(post(header, 'whsec_a', '{"a":1}', NOW_SECS + 300))
  assert(!post(header, 'whsec_a', '{"a":1}', NOW_SECS + 301), 'older than 300 seconds')
  for (const broken of ['', 't=', 'v1=00', 't=x,v1=00', `t=${NOW_SECS}`, `t=${NOW_SECS},v1=`, `t=${NOW_SECS},v1=zz`])
    assert(!post(broken), broken)
})

test('during a rotation either secret verifies', () => {
  const header = signBody(['whsec_new', 'whsec_a'], '{"a":1}', NOW_SECS * 1_000)
  assert(post(header) && post(header, 'whsec_new') && !post(header, 'whsec_c'))
})

test('the headers of Standard Webhooks are those of its published example', () => {
  const secret = 'whsec_plJ3nmyCDGBKInavdOK15jsl'
  const body = '{"event_type":"ping","data":{"success":true}}'
  const headers = standardHeaders([secret], { id: 'msg_loFOjxBNrRLzqYUf', body, nowMs: 1_731_705_121_000 })
  assert.deepEqual(headers, {
    'webhook-id': 'msg_loFOjxBNrRLzqYUf',
    'webhook-timestamp': '1731705121',
    'webhook-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  })
})
