import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const PATH = '/api/v2/tokens/trending/raw'
const success = successOf(`GET ${PATH}`)
let sandbox: StartedSandbox
let server: OpenServer

before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

async function feed(path: string): Promise<{ tokenAddress: string; icon: string; totalAmount?: number }[]> {
  const reply = await fetch(`${sandbox.urls['dexscreener']}${path}`)
  return (await reply.json()) as never
}

test('everything the feeds name that has a pool: boosts, then volume, with the feed it was seen in', async () => {
  const [top, latest, profiles] = await Promise.all(
    ['/token-boosts/top/v1', '/token-boosts/latest/v1', '/token-profiles/latest/v1'].map(feed),
  )
  const body = success(await server.get(PATH))
  assert.deepEqual([body.maxAgeMs, body.count], [60_000, body.tokens.length])
  const named = new Set([...top!, ...latest!, ...profiles!].map(({ tokenAddress }) => tokenAddress))
  assert.deepEqual(new Set(body.tokens.map(({ mint }: { mint: string }) => mint)), named)
  const isIn = (list: typeof top, mint: string) => list!.some(({ tokenAddress }) => tokenAddress === mint)
  for (const [i, row] of body.tokens.entries()) {
    const expected = [
      ...(isIn(top, row.mint) ? ['boosted'] : []),
      ...(isIn(latest, row.mint) ? ['recent_boost'] : []),
      ...(isIn(profiles, row.mint) ? ['new'] : []),
    ]
    assert.deepEqual([row.tags, row.source], [expected, 'aggregate'])
    const place = top!.findIndex(({ tokenAddress }) => tokenAddress === row.mint)
    assert.equal(row.dex_rank, place < 0 ? null : place + 1)
    const above = body.tokens[i - 1]
    if (above !== undefined)
      assert(above.boosts > row.boosts || (above.boosts === row.boosts && above.volume24h >= row.volume24h))
  }
  assert(body.tokens.some(({ dex_rank }: { dex_rank: unknown }) => dex_rank === null))
})

test('images are as the feed shows them, where the list for everyone shows only safe addresses', async () => {
  const raw = success(await server.get(PATH)).tokens
  const [profile] = await feed('/token-profiles/latest/v1')
  const row = raw.find(({ mint }: { mint: string }) => mint === profile!.tokenAddress)
  assert.equal(row.image, profile!.icon)
  assert.match(row.image, /^http:\/\/127\.0\.0\.1/)
  const neutral = (await server.get('/api/v2/tokens/trending')).json.tokens
  assert(neutral.every(({ image }: { image: string | null }) => image === null || /^(https:|data:image\/)/.test(image)))
})

test('the list lives a minute', async () => {
  server.clock.push(2 * 60_000)
  const raw = success(await server.get(PATH))
  server.clock.push(30_000)
  assert.equal(success(await server.get(PATH)).generatedAt, raw.generatedAt)
  server.clock.push(31_000)
  assert(success(await server.get(PATH)).generatedAt > raw.generatedAt)
})
