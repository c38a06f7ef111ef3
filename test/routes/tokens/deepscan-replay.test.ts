import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const replayOf = successOf('GET /api/v2/tokens/{mint}/deepscan/replay')

let sandbox: StartedSandbox
let tokens: readonly PublishedToken[]
let server: OpenServer
let mint: string
before(async () => {
  sandbox = await sharedSandbox()
  tokens = await publishedTokens(sandbox)
  mint = tokens.find(({ archetype }) => archetype === 'bundled')!.mint
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const ask = (query = '', of = mint) => server.get(`/api/v2/tokens/${of}/deepscan/replay${query}`)
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

test('a report is judged again to the same bytes, asked for at once by its digest or as the present one', async () => {
  const scan = await server.get(`/api/v2/tokens/${mint}/deepscan?explain=1`)
  const replay = replayOf(await ask(`?bundle=${scan.json.bundle}`))
  assert.deepEqual([replay.same, replay.differences, replay.differenceCount], [true, [], 0])
  assert.deepEqual([replay.mint, replay.bundle], [mint, scan.json.bundle])
  assert.equal(replay.inputs.sha256, scan.json.bundle)
  assert.deepEqual(replay.stored, replay.recomputed)
  assert.deepEqual(replay.rules, { stored: scan.json.weights.rules, running: scan.json.weights.rules })
  // The digest is that of the very text that the route sent, without the envelope.
  const text = scan.text.replace('{"success":true,', '{')
  assert.deepEqual(replay.stored, { sha256: sha256(text), bytes: Buffer.byteLength(text) })
  assert.deepEqual(replayOf(await ask()), replay)
})

test('report=1 adds the recomputed report, which is the one that the route shows', async () => {
  const { success: _, ...shown } = (await server.get(`/api/v2/tokens/${mint}/deepscan?explain=1`)).json
  const { report } = replayOf(await ask('?report=1'))
  assert.deepEqual(report, shown)
})

test('a stored report that somebody changed comes out otherwise, member by member; changed inputs do not fit their digest', async () => {
  const { bundle } = replayOf(await ask())
  const stored = (await server.ctx.store.reports.get(bundle, 'deepscan'))!
  const report = JSON.parse(Buffer.from(stored.report).toString('utf8'))
  const forged = { ...report, score: report.score + 40, grade: 'safe' }
  const changed = sha256('another digest')
  server.ctx.store.reports.put({ ...stored, sha256: changed, report: Buffer.from(JSON.stringify(forged)) })
  const replay = replayOf(await ask(`?bundle=${changed}`))
  assert.equal(replay.same, false)
  // The judge writes the digest of the inputs into the report, and that is not what this row is stored under.
  assert.notEqual(replay.inputs.sha256, replay.bundle)
  assert.deepEqual(replay.differences, [
    { path: '/score', stored: String(report.score + 40), recomputed: String(report.score) },
    { path: '/grade', stored: '"safe"', recomputed: `"${report.grade}"` },
  ])
  assert.equal(replay.differenceCount, 2)
})

test('refused: a digest that is none, one that is not stored, and one of another token', async () => {
  for (const bundle of ['x', 'a'.repeat(63), 'A'.repeat(64), 'g'.repeat(64)])
    assertFails(await ask(`?bundle=${bundle}`), 400, 'invalid bundle')
  assertFails(await ask(`?bundle=${'0'.repeat(64)}`), 404, 'no such report of this token is stored')
  const { bundle } = replayOf(await ask())
  const other = tokens.find((token) => token.mint !== mint)!.mint
  assertFails(await ask(`?bundle=${bundle}`, other), 404, 'no such report of this token is stored')
  assertFails(await ask('', 'x'), 400, 'invalid mint')
})
