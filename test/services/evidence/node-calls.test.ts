import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type CountingNode,
  countRepeated,
  type NodeCall,
  startCountingNode,
} from '../../../bench/engines/counting-node.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** What the engines cost the node, counted by a proxy in front of it while a server that never saw the token answers
 *  over its socket. `bench/engines/node-calls.ts` does the same over many tokens. */

const ROUTES = ['intel', 'deepscan', 'bubblemap', 'dev-history', 'snipers'] as const
/** What happened never changes; how things are now is asked for whenever it is needed. */
const LASTING = new Set(['getTransaction', 'getSignaturesForAddress', 'getBlock'])
/** Calls of tokens as the default world has them, cold: some above what was measured (bench/results/node-calls.md). */
const MOST = { intel: 60, bubblemap: 280, allFive: 350 }

let sandbox: StartedSandbox
let node: CountingNode
let mints: readonly string[]

before(async () => {
  sandbox = await sharedSandbox()
  node = await startCountingNode(sandbox.urls['rpc']!)
  type Truth = { tokens: { mint: string; archetype: string; launchSlot: number | null }[] }
  const { tokens } = await sandbox.control<Truth>('GET', '/truth')
  const launched = tokens.filter(({ launchSlot }) => launchSlot !== null)
  const bundled = launched.filter(({ archetype }) => archetype === 'bundled')
  const others = launched.filter(({ archetype }) => archetype !== 'bundled')
  mints = [...bundled.slice(0, 1), ...others.slice(0, 1)].map(({ mint }) => mint)
  assert.equal(mints.length, 2)
})
after(async () => {
  await node?.close()
  await sandbox?.stop()
})

async function cold<T>(
  use: (ask: (route: string, mint: string) => Promise<readonly NodeCall[]>) => Promise<T>,
): Promise<T> {
  const server: OpenServer = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    return await use(async (route, mint) => {
      node.take()
      const { status } = await server.get(`/api/v2/tokens/${mint}/${route}`)
      assert.equal(status, 200, `${route} of ${mint}`)
      return node.take()
    })
  } finally {
    await server.stop()
  }
}

test('no engine asks the node twice for what never changes, neither in one question nor after another engine', async () => {
  for (const mint of mints)
    await cold(async (ask) => {
      const all: NodeCall[] = []
      for (const route of ROUTES) {
        const calls = await ask(route, mint)
        assert.deepEqual([...countRepeated(calls)], [], `${route} of ${mint}`)
        all.push(...calls.filter(({ method }) => LASTING.has(method)))
      }
      assert(all.length > 40)
      assert.deepEqual([...countRepeated(all)], [], `all routes of ${mint}`)
    })
})

test('a cold map, a cold intel record and all five engines together stay within their calls', async () => {
  for (const mint of mints) {
    const map = await cold((ask) => ask('bubblemap', mint))
    assert(map.length > 40 && map.length <= MOST.bubblemap, `a map took ${map.length} calls`)
    const counts = await cold(async (ask) => {
      const taken: number[] = []
      for (const route of ROUTES) taken.push((await ask(route, mint)).length)
      return taken
    })
    assert(counts[0]! <= MOST.intel, `intel took ${counts[0]} calls`)
    const sum = counts.reduce((left, right) => left + right, 0)
    assert(sum <= MOST.allFive, `all five took ${counts.join(' + ')} calls`)
  }
})
