import { withKey } from '../question.ts'
import type { Recorder } from '../recorder.ts'
import type { Facts } from '../world-facts.ts'

/** The receiver is the sandbox's own, which answers at once; what is sent has come back when the next question is
 *  asked. */
export async function askWebhooks(recorder: Recorder, facts: Facts): Promise<void> {
  const as = withKey(facts.keys['data']!)
  const { mint } = facts.token('bluechip')
  const body = {
    url: `${facts.upstreams['webhookSink']}?frozen`,
    events: ['trade', 'launch'],
    chain: 'solana',
    filter: { tokens: [mint] },
    description: 'frozen',
  }
  const all = '/api/v2/webhooks'
  const created = await recorder.askAll({ operation: `POST ${all}`, as, body })
  await recorder.ask({
    operation: `POST ${all}`,
    name: 'inner address',
    as,
    body: { ...body, url: 'https://10.0.0.1/' },
  })
  await recorder.ask({ operation: `POST ${all}`, name: 'free key', as: withKey(facts.keys['free']!), body })
  const path = { id: String(created.json?.webhook?.id ?? created.json?.id) }
  await recorder.askAll({ operation: `GET ${all}`, as, query: { limit: '3' } })
  await recorder.askAll({ operation: `GET ${all}/events`, as })
  await recorder.askAll({ operation: `GET ${all}/{id}`, as, path })
  const patch = { description: 'frozen twice', batchMax: 5 }
  await recorder.askAll({ operation: `PATCH ${all}/{id}`, as, path, body: patch })
  await recorder.askAll({ operation: `POST ${all}/{id}/test`, as, path, body: { type: 'launch' } })
  const delivered = await recorder.askAll({ operation: `GET ${all}/{id}/deliveries`, as, path, query: { limit: '5' } })
  const deliveryIds = (delivered.json?.deliveries ?? [])
    .slice(0, 1)
    .map((one: { deliveryId: string }) => one.deliveryId)
  await recorder.askAll({ operation: `POST ${all}/{id}/replay`, as, path, body: { deliveryIds } })
  const secret = { operation: `POST ${all}/{id}/rotate-secret`, as, path }
  await recorder.askAll({ ...secret, body: { graceSeconds: 60 } })
  await recorder.ask({ operation: `GET ${all}/{id}/deliveries`, name: 'at the end', as, path })
  await recorder.askAll({ operation: `DELETE ${all}/{id}`, as, path })
  await recorder.ask({ operation: `GET ${all}/{id}`, name: 'deleted', as, path })
}
