// second run: waits for frames to arrive on a socket

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type GatewayClient, openSlowClient } from '../../support/gateway-client.ts'
import { openTestTape, tempFolder } from '../../support/tape-facts.ts'
import { until } from '../../support/until.ts'
import { checkRun, KEY, MINT, OTHER, startTestGateway, type TestGateway } from './start-gateway.ts'

async function subscribed(
  gateway: TestGateway,
  message: Record<string, unknown> = {},
): Promise<{ client: GatewayClient; snapshot: Awaited<ReturnType<GatewayClient['next']>> }> {
  const client = await gateway.open()
  await client.next('welcome')
  client.send({ op: 'subscribe', channel: 'token', mint: MINT, ...message })
  return { client, snapshot: await client.next('snapshot') }
}

test('who resumes gets what came after the cursor as updates whose numbers run into the live ones', async (t) => {
  const gateway = await startTestGateway(t)
  const { append, tape } = gateway
  await append(MINT, OTHER)
  const watcher = await subscribed(gateway)
  await append(MINT, OTHER, MINT)
  await append(MINT)
  const live = [await watcher.client.next(), await watcher.client.next(), await watcher.client.next()]

  const { client, snapshot } = await subscribed(gateway, { cursor: live[0]!['cursor'], id: 'again' })
  assert.deepEqual([snapshot['id'], snapshot['data'], snapshot['skipped']], ['again', [], undefined])
  assert.equal(snapshot['seq'], live[0]!['seq'])
  assert.equal(snapshot['cursor'], live[0]!['cursor'])
  assert.deepEqual([await client.next(), await client.next()], live.slice(1), 'the very same frames')
  await append(OTHER, MINT)
  assert.deepEqual(await client.next(), await watcher.client.next())

  const early = await subscribed(gateway, { cursor: tape.formatCursor(0) })
  assert.equal(early.snapshot['seq'], 2 - 1, 'numbered below the feed, with the one it missed before')
})

test('a long resume is fed without a hole while events go on, and numbers meet the feed', async (t) => {
  const gateway = await startTestGateway(t)
  const { append, tape } = gateway
  for (let block = 0; block < 40; block++)
    await append(...Array.from({ length: 100 }, (_, i) => (i % 4 ? OTHER : MINT)))
  const client = await gateway.open()
  await client.next('welcome')
  client.send({ op: 'subscribe', channel: 'token', mint: MINT, cursor: tape.formatCursor(0) })
  for (let block = 0; block < 20; block++) await append(MINT, OTHER)
  await until(() => client.frames.length === 2 + 1_000 + 20, 'everything came')
  const [, snapshot, ...updates] = client.frames
  checkRun(updates, snapshot!['seq'])
  const { snapshot: now } = await subscribed(gateway)
  assert.equal(now['seq'], updates.at(-1)!['seq'])
})

test('a cursor at the head resumes with nothing missed; one ahead of what the feed has published waits for it', async (t) => {
  const gateway = await startTestGateway(t, { stream: { coalesceMs: 200 } })
  const { append, tape } = gateway
  await append(MINT)
  const watcher = await subscribed(gateway)
  await append(MINT)
  await watcher.client.next('update')
  await append(MINT)
  const { client, snapshot } = await subscribed(gateway, { cursor: tape.formatCursor(3) })
  assert.equal(snapshot['seq'], 3)
  await append(MINT)
  const update = await client.next('update')
  assert.deepEqual([update['seq'], update['cursor']], [4, tape.formatCursor(4)])
})

test('a cursor of another tape begins at the oldest event that is kept, and the snapshot says what was skipped', async (t) => {
  const gateway = await startTestGateway(t)
  const { append, tape } = gateway
  await append(MINT, OTHER, MINT)
  const asked = '00000000-0000000000c'
  const { client, snapshot } = await subscribed(gateway, { cursor: asked })
  assert.deepEqual(snapshot['skipped'], { fromSeq: null, toSeq: 1 })
  assert.deepEqual(snapshot['truncated'], { from: asked, to: tape.formatCursor(0), lost: null })
  assert.equal(snapshot['seq'], 1)
  checkRun([await client.next(), await client.next()], 1)
})

test('a cursor older than what is kept skips to the oldest event, with how many the tape lost', async (t) => {
  const gateway = await startTestGateway(t)
  const { append, tape, skipSlots } = gateway
  await append(MINT, OTHER)
  skipSlots(SLOTS_PER_DAY)
  await append(MINT)
  await pruneFirstDay(gateway)
  const { client, snapshot } = await subscribed(gateway, { cursor: tape.formatCursor(1) })
  assert.deepEqual(snapshot['skipped'], { fromSeq: null, toSeq: 2 })
  assert.deepEqual(snapshot['truncated'], { from: tape.formatCursor(1), to: tape.formatCursor(2), lost: 1 })
  assert.equal((await client.next('update'))['cursor'], tape.formatCursor(3))
})

test('a slow socket whose cursor leaves what is kept gets one snapshot that says which numbers it skipped', async (t) => {
  const gateway = await startTestGateway(t, { stream: { sendBufferBytes: 16_384, coalesceMs: 1 } })
  const { append, skipSlots } = gateway
  const slow = await openSlowClient(t, gateway.port, KEY)
  slow.read()
  slow.send({ op: 'subscribe', channel: 'token', mint: MINT })
  await until(() => slow.frames.length === 2, 'welcome and snapshot')
  slow.pause()
  for (let block = 0; block < 200; block++) await append(...Array.from({ length: 100 }, () => MINT))
  skipSlots(SLOTS_PER_DAY)
  for (let block = 0; block < 10; block++) await append(MINT, OTHER)
  await pruneFirstDay(gateway)
  slow.read()
  const updates = () => slow.frames.slice(2).filter(({ type }) => type === 'update')
  await until(() => updates().at(-1)?.['seq'] === 20_010, 'it is at the head again')
  const at = slow.frames.findLastIndex(({ type }) => type === 'snapshot')
  const { skipped, truncated, seq } = slow.frames[at]!
  checkRun(slow.frames.slice(2, at), 0)
  checkRun(slow.frames.slice(at + 1), seq)
  assert(at > 100, 'what was buffered came first')
  assert.deepEqual(skipped, { fromSeq: slow.frames[at - 1]!['seq'] + 1, toSeq: 20_000 })
  assert.equal(truncated.from, slow.frames[at - 1]!['cursor'])
  assert.equal(slow.frames.filter(({ type }) => type === 'snapshot').length, 2, 'told once')
})

test('a process that only reads the tape sends what another one writes', async (t) => {
  const folder = tempFolder(t)
  const child = fork(fileURLToPath(new URL('./children/write-tape.ts', import.meta.url)), [folder, MINT])
  t.after(() => child.kill())
  await once(child, 'message')
  const gateway = await startTestGateway(t, { tape: openTestTape(t, { folder, writes: false }) })
  const { client, snapshot } = await subscribed(gateway)
  for (let block = 1; block <= 20; block++) child.send('append')
  for (let seq = 1; seq <= 20; seq++) {
    const update = await client.next('update')
    assert.deepEqual([update['seq'], update['cursor']], [snapshot['seq'] + seq, gateway.tape.formatCursor(seq)])
  }
})

test('a retracted trade and lost slots are updates of the topic; lost slots of every topic', async (t) => {
  const gateway = await startTestGateway(t)
  const { append, tape } = gateway
  await append(MINT)
  const token = await subscribed(gateway)
  const launches = await subscribed(gateway, { channel: 'launches', dex: 'orca' })
  const slot = await append(MINT, OTHER, 'launch:orca')
  const trade = await token.client.next('update')
  const launch = await launches.client.next('update')
  await tape.writer!.retract('solana', [{ slot }])
  const takenBack = await token.client.next('update')
  assert.deepEqual(
    [takenBack['seq'], takenBack['data'].type, takenBack['data'].retracts.eventId, takenBack['data'].trade],
    [trade['seq'] + 1, 'retracted', trade['data'].eventId, trade['data'].trade],
  )
  const launchBack = await launches.client.next('update')
  assert.equal(launchBack['data'].retracts.eventId, launch['data'].eventId)
  await tape.writer!.recordLost('solana', { fromSlot: slot + 1, toSlot: slot + 9, reason: 'pruned' })
  for (const { client } of [token, launches]) {
    const lost = await client.next('update')
    assert.deepEqual([lost['data'].type, lost['data'].from, lost['data'].to], ['lost', slot + 1, slot + 9])
  }
  const { snapshot } = await subscribed(gateway)
  assert.equal(snapshot['data'].length, 1, 'a snapshot has only what survives')
})

test('a feed that ends and begins again never numbers backwards', async (t) => {
  const gateway = await startTestGateway(t)
  const { append } = gateway
  await append(MINT)
  const first = await subscribed(gateway)
  await append(MINT, OTHER, MINT)
  await first.client.next('update')
  const last = await first.client.next('update')
  first.client.close()
  await until(() => gateway.gateway.connections === 0, 'closed')
  await append(OTHER, MINT)
  const second = await subscribed(gateway)
  assert(second.snapshot['seq'] >= last['seq'])
  const third = await subscribed(gateway, { cursor: last['cursor'] })
  checkRun([await third.client.next()], third.snapshot['seq'])
})

test('another world: every subscriber learns what was skipped and goes on in the new tape', async (t) => {
  const gateway = await startTestGateway(t)
  const { append, tape } = gateway
  await append(MINT, MINT)
  const { client, snapshot } = await subscribed(gateway)
  const before = tape.formatCursor(2)
  await tape.clear()
  const restarted = await client.next('snapshot')
  assert.deepEqual(restarted['truncated'], { from: before, to: tape.formatCursor(0), lost: null })
  assert.equal(restarted['skipped'], undefined, 'no number was used for anything it missed')
  assert.equal(restarted['seq'], snapshot['seq'])
  assert.notEqual(restarted['cursor'].slice(0, 8), before.slice(0, 8))
  await append(MINT)
  const update = await client.next('update')
  assert.deepEqual([update['seq'], update['cursor']], [snapshot['seq'] + 1, tape.formatCursor(1)])
})

const SLOTS_PER_DAY = 220_000

async function pruneFirstDay({ tape }: TestGateway): Promise<void> {
  const newestSec = tape.window().headTimeSec!
  const { removedDays } = await tape.writer!.prune((newestSec + 14 * 86_400) * 1_000)
  assert.equal(removedDays.length, 1)
}
