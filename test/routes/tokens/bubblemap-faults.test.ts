import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { BubbleMapReport } from '../../../src/contract/bubble-map.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { successOf } from '../../support/reply-check.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import { usedSandbox } from '../../support/used-sandbox.ts'

/** The Bubble Map while the node fails in different places: always 200, with what is left and the reason. */

const mapOf = successOf('GET /api/v2/tokens/{mint}/bubblemap')
let sandbox: StartedSandbox
let bundled: PublishedToken

before(async () => {
  sandbox = await usedSandbox('faults')
  await sandbox.control('POST', '/slots/pause')
  bundled = (await publishedTokens(sandbox)).find(({ archetype }) => archetype === 'bundled')!
})
after(() => sandbox?.stop())
afterEach(() => sandbox.control('DELETE', '/faults'))

const spoil = (fault: object, match?: string) =>
  sandbox.control('POST', '/faults', { provider: 'rpc', ...fault, ...(match === undefined ? {} : { match }) })

async function withServer(
  use: (server: OpenServer, ask: () => Promise<BubbleMapReport>) => Promise<void>,
): Promise<void> {
  const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  try {
    await use(server, async () => mapOf(await server.get(`/api/v2/tokens/${bundled.mint}/bubblemap`)))
    assert.deepEqual(
      server.logLines.filter((line) => /"level":(50|60)/.test(line)),
      [],
      'a node that fails is no error of ours',
    )
  } finally {
    await server.stop()
  }
}

/** The breaker of the node lets one call through before all of them; answers made of failures live five seconds. */
async function whenWhole(server: OpenServer, ask: () => Promise<BubbleMapReport>): Promise<BubbleMapReport> {
  await sandbox.control('DELETE', '/faults')
  for (let tries = 0; tries < 5; tries++) {
    server.clock.push(60_000)
    const map = await ask()
    if (map.errors.length === 0) return map
  }
  assert.fail('the map stayed incomplete')
}

for (const fault of [{ kind: 'status', status: 500 }, { kind: 'garbage' }, { kind: 'drop' }])
  test(`a node that fails altogether (${fault.kind}) gives ok: false, and the next answer is whole`, async () => {
    await withServer(async (server, ask) => {
      await spoil(fault)
      const map = await ask()
      assert.deepEqual([map.ok, map.nodes, map.links, map.clusters], [false, [], [], []])
      assert.deepEqual([map.checks[0]!.id, map.checks[0]!.severity], ['map_built', 'info'])
      assert.match(map.errors.join(' '), /upstream_/)
      assert.equal((await whenWhole(server, ask)).ok, true)
    })
  })

test('a node without transactions still gives the holders, says what is missing, and is asked again soon', async () => {
  await withServer(async (server, ask) => {
    await spoil({ kind: 'status', status: 500 }, 'getTransaction')
    const map = await ask()
    assert.equal(map.ok, true)
    assert(map.nodes.length > 5 && map.errors.length > 0)
    assert.notEqual(map.summary.gini, null)
    assert((await whenWhole(server, ask)).clusters.length > 0)
  })
})
