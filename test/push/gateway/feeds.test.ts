// second run: waits for frames to arrive on a socket

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail } from '../../../src/contract/outcome.ts'
import { admit } from '../../../src/push/gateway/admission.ts'
import { until } from '../../support/until.ts'
import { KEY, MINT, OTHER, startTestGateway } from './start-gateway.ts'

const token = (mint: string) => ({ op: 'subscribe', channel: 'token', mint })

test('a feed lives as long as someone has it, and makes room when the last one leaves', async (t) => {
  const { open, append, gateway } = await startTestGateway(t, { stream: { maxTopics: 1 } })
  const [first, second] = [await open(), await open()]
  for (const client of [first, second]) {
    await client.next('welcome')
    client.send(token(MINT))
    await client.next('snapshot')
  }
  first.close()
  await until(() => gateway.connections === 1, 'the first has left')
  await append(MINT)
  assert.equal((await second.next('update'))['data'].trade.token, MINT)
  second.send(token(OTHER))
  assert.equal((await second.next('error'))['code'], 'too_many_topics')
  second.send({ op: 'unsubscribe', channel: 'token', mint: MINT })
  await second.next('unsubscribed')
  second.send(token(OTHER))
  assert.equal((await second.next())['type'], 'snapshot')
})

test('the public builder key is denied like a free one', () => {
  const facts = { apiKey: KEY, authorization: '', ticket: '', protocols: '', origin: '', referer: '' }
  const parts = {
    authenticate: () => ({ kind: 'preview', limitPer10s: null }) as const,
    redeemTicket: () => fail('unauthorized', 'invalid ticket'),
    connectionsOf: () => 2,
    limitFailedAuth: () => fail('rate_limited', 'it is no guess'),
  }
  assert.deepEqual(admit(parts, facts), fail('unauthorized', 'WebSocket needs a paid key or a data grant'))
})
