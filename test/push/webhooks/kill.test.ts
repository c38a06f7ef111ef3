import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { tempDir } from '../../store/temp-store.ts'
import { createRandom } from '../../support/seeded-random.ts'
import { until } from '../../support/until.ts'
import { eventIdsOf, FIRST_SLOT, openTarget, TEST_CA } from './webhook-lab.ts'

const CHILD = fileURLToPath(new URL('./children/send-webhooks.ts', import.meta.url))
const SLOTS = 300
const TRADES_PER_SLOT = 4
const KILLS = 6

test('a sender that is killed with SIGKILL again and again loses no event and posts few of them twice', async (t) => {
  const target = await openTarget(t)
  const random = createRandom(7)
  let answered = 0
  // Some fail, so that the outbox is in it too.
  target.answer = (_post, reply) => {
    answered++
    setTimeout(() => reply.writeHead(random() < 0.05 ? 503 : 200).end(), 1 + random() * 4)
  }
  const dir = tempDir(t)
  const caFile = join(dir, 'ca.pem')
  writeFileSync(caFile, TEST_CA)
  const input = { dir, port: target.port, caFile, id: 'wh_kill', slots: SLOTS, tradesPerSlot: TRADES_PER_SLOT }
  let child: ChildProcess | undefined
  t.after(() => child?.kill('SIGKILL'))
  for (let round = 0; round <= KILLS; round++) {
    child = spawn(process.execPath, [CHILD, JSON.stringify(input)], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout!.on('data', (text: Buffer) => {
      said += text.toString()
    })
    await until(() => said.includes('ready'), 'the sender runs')
    if (round === KILLS) break
    const before = answered
    const wanted = 20 + Math.floor(random() * 120)
    await until(() => answered - before >= wanted || said.includes('written'), 'some posts')
    const ended = new Promise((resolve) => child!.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  const wanted = eventIdsOf(FIRST_SLOT, SLOTS, TRADES_PER_SLOT)
  const missing = () => {
    const told = new Set(target.posts.map((post) => post.body.eventId as string))
    return wanted.filter((id) => !told.has(id))
  }
  await until(() => missing().length === 0, 'every event was told')
  const told = target.posts.map((post) => post.body.eventId as string)
  assert.equal(new Set(told).size, wanted.length, 'and no other')
  assert(told.length < wanted.length * 1.3, `${told.length} posts of ${wanted.length} events`)
})
