import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ROUTES } from '../../../src/routes/index.ts'
import { openChainServer } from '../../support/chain-server.ts'
import { type ChainWorld, WORLD_POOL, WORLD_QUOTE, WORLD_WALLET } from '../../support/chain-world.ts'
import type { OpenServer } from '../../support/open-server.ts'
import { successOf } from '../../support/reply-check.ts'

/* The chain-generic surface over providers: a full chain, a partial one, and one of level 0. */

const WETH = '0x4200000000000000000000000000000000000006'
const SURFACE = ROUTES.filter(({ path }) => path.startsWith('/api/v2/chain/'))

let world: ChainWorld
let server: OpenServer

before(async () => {
  ;({ world, server } = await openChainServer())
})
after(async () => {
  await server?.stop()
  await world?.close()
})

const filled = (path: string, chain: string): string =>
  path
    .replace('{chain}', chain)
    .replace('/wallets/{address}', `/wallets/${WORLD_WALLET}`)
    .replace('{address}', WETH)
    .replace('{pool}', WORLD_POOL)
    .replace(/\/swap\/quote$/, `/swap/quote?inputToken=${WETH}&outputToken=${WORLD_QUOTE}&amount=1000`)
    .replace(/\/tokens\/search$/, '/tokens/search?q=wnat')
const bodyOf = (path: string): unknown =>
  path.endsWith('/build') ? { quote: {}, taker: WORLD_WALLET } : { addresses: [WETH, WORLD_QUOTE, 'x'] }

// biome-ignore lint/suspicious/noExplicitAny: tests look at replies by hand
async function ask(chain: string): Promise<Map<string, { status: number; json: Record<string, any>; text: string }>> {
  const found = new Map()
  for (const { method, path } of SURFACE) {
    const target = filled(path, chain)
    const reply = method === 'GET' ? await server.get(target) : await server.post(target, bodyOf(path))
    if (reply.status === 200) successOf(`${method} ${path}`)(reply)
    found.set(path.slice('/api/v2/chain/{chain}'.length), reply)
  }
  return found
}

test('the surface has 26 routes, each with a key', () => {
  assert.equal(SURFACE.length, 26)
  for (const route of SURFACE) assert.equal(route.auth, 'apiKey', route.path)
})

test('a full chain answers what its providers serve, with the age of their data, and 501 with evidence for the rest', async () => {
  const answers = await ask('base')
  const served = [...answers].filter(([, { status }]) => status === 200).map(([suffix]) => suffix)
  const refused = [...answers].filter(([, { status }]) => status !== 200)
  assert.equal(served.length, 19, served.join(' '))
  for (const [suffix, { status, json }] of refused) {
    assert.equal(status, 501, suffix)
    assert.deepEqual([json['chain'], json['tier']], ['base', 'L3'], suffix)
    assert.match(json['required'], /^L[0-5]$/)
    assert((json['evidence'] as { reason: string }).reason.length > 10, suffix)
  }
  for (const suffix of served) {
    const { freshness, chain, tier } = answers.get(suffix)!.json
    assert.deepEqual([chain, tier], ['base', 'L3'])
    const { ageMs, sourceAt, fetchedAt, source } = freshness as Record<string, number>
    assert(fetchedAt! <= server.clock.nowMs() && String(source).length > 0, suffix)
    assert.equal(ageMs === null, sourceAt === null, suffix)
  }
})

test('a partial chain serves its level and refuses above it, naming the age of the newest trade', async () => {
  const answers = await ask('optimism')
  assert.equal(answers.get('/native-price')!.status, 200)
  const refused = answers.get('/tokens/{address}/trades')!
  assert.equal(refused.status, 501)
  assert.deepEqual([refused.json['tier'], refused.json['required']], ['L1', 'L2'])
  assert.match(
    (refused.json['evidence'] as { reason: string }).reason,
    /newest trade geckoterminal shows was 120 minutes old/,
  )
})

test('a chain of level 0 serves its record only, and never an empty list', async () => {
  for (const [suffix, { status, json }] of await ask('songbird')) {
    assert.equal(status, suffix === '' ? 200 : 501, suffix)
    if (status === 501) assert.equal(json['tier'], 'L0')
  }
})
