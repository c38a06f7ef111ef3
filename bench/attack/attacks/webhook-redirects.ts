import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Findings } from '../attack.ts'

const REDIRECTS = [301, 302, 303, 307, 308]
/** Ways to write an address of this machine or of its neighbours. */
const INNER = [
  'https://127.0.0.1:8443/',
  'https://2130706433:8443/',
  'https://0x7f.1:8443/',
  'https://127.1:8443/',
  'https://[::1]:8443/',
  'https://[::ffff:7f00:1]:8443/',
  'https://[64:ff9b::7f00:1]:8443/',
  'https://0.0.0.0:8443/',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost:8443/',
  'https://localhost.:8443/',
]
const ATTEMPT_MS = 1_500

/** A webhook whose target leads back into the machine. */
export const webhookRedirects: Attack = {
  name: 'webhook-redirects',
  finding: 'own',
  async run(lab): Promise<Findings> {
    const { webhookSink, webhookSinkCa } = lab.sandbox.urls
    const { target, key } = await lab.served({
      INGEST_MODE: 'server',
      WEBHOOK_TEST_TARGETS: new URL(webhookSink!).host,
      WEBHOOK_TEST_TARGETS_IN_LIVE: '1',
      WEBHOOK_TEST_CA_FILE: webhookSinkCa!,
    })
    let hits = 0
    const canary = createServer((_, response) => {
      hits++
      response.end('inner')
    })
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    const inner = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`
    try {
      const make = (url: string) =>
        target.as(key.key, '/api/v2/webhooks', { body: { url, events: ['launch'], chain: 'solana' } })
      const made = await make(`${webhookSink}/hook`)
      const id = made.json?.webhook?.id ?? made.json?.id
      if (made.status !== 201) throw new Error(`no webhook: ${made.status} ${made.text.slice(0, 200)}`)
      const told: number[] = []
      for (const status of REDIRECTS) {
        await lab.sandbox.control('POST', '/webhooks/behave', { status, location: inner })
        told.push((await target.as(key.key, `/api/v2/webhooks/${id}/test`, { body: { type: 'launch' } })).status)
        await sleep(ATTEMPT_MS)
      }
      const { count } = await lab.sandbox.control<{ count: number }>('GET', '/webhooks')
      const accepted: string[] = []
      for (const url of INNER) if ((await make(url)).status < 300) accepted.push(url)
      const got = [
        `redirects to ${inner}: ${told.join(', ')}; the target was posted to ${count} times, what it led to ${hits} times`,
        `${INNER.length} spellings of inner addresses: ${accepted.length} taken${accepted.length === 0 ? '' : `: ${accepted.join(' ')}`}`,
      ]
      if (count === 0) throw new Error('the target was never posted to: nothing was shown')
      const taken = [
        ...(hits > 0 ? [`${hits} requests into the machine by a redirect`] : []),
        ...accepted.map((url) => `a webhook to ${url}`),
      ]
      return {
        tried: 'a webhook whose target redirects to loopback, and inner addresses in odd spellings',
        got,
        taken,
        lost: [],
      }
    } finally {
      await lab.sandbox.control('POST', '/webhooks/behave', {})
      canary.close()
    }
  },
}
