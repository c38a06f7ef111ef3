// second run: waits for a follower to reach the head of its node

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { FactReader } from '../../src/ingest/solana/read-facts.ts'
import { createSolanaPort } from '../../src/ingest/solana/solana-port.ts'
import { verifyTape } from '../../src/ingest/verify-tape.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { inheritedEnv } from '../support/inherited-env.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import { blockHashOf, openTestTape, slotOf, tempFolder, tradeFact } from '../support/tape-facts.ts'
import { until } from '../support/until.ts'
import { follow } from './follow-fixture.ts'
import { createScriptedNode, scriptedFacts } from './scripted-node.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A followed chain whose first eight blocks are final, and the check of all of them. */
async function followed(t: TestContext) {
  const node = createScriptedNode()
  for (let at = 0; at < 12; at++) node.add(2)
  const following = follow(node)
  t.after(() => following.close())
  await following.caughtUp()
  const final = node.blocks().at(-5)!.slot
  node.finalize(final)
  await until(
    () => following.tape.position('solana')?.finalizedSlot === final,
    () => 'finality',
  )
  await following.stop()
  const [first] = node.blocks()
  const range = { fromSlot: first!.slot, toSlot: node.blocks().at(-1)!.slot }
  const verify = (facts: FactReader = scriptedFacts) =>
    verifyTape(
      {
        tape: following.tape,
        port: createSolanaPort({ rpc: node.rpc, facts }),
        log: createLogger({ level: 'silent', process: 'test' }),
        signal: new AbortController().signal,
      },
      range,
    )
  return { node, tape: following.tape, verify, range }
}

/** A reader that says something else of one slot. */
function reads(slot: number, change: (events: readonly { eventId: string }[]) => readonly object[]): FactReader {
  return {
    ...scriptedFacts,
    async read(block) {
      const read = await scriptedFacts.read(block)
      return block.slot === slot ? { ...read, events: change(read.events) as typeof read.events } : read
    },
  }
}

test('a tape that is the chain has no difference, and its newest digest is made again', async (t) => {
  const { verify, tape } = await followed(t)
  const { differences, unreadable, slots, events, chainDigest } = await verify()
  assert.deepEqual([differences, unreadable, slots, events], [[], [], 12, 24])
  const final = tape.slot('solana', tape.position('solana')!.finalizedSlot)!
  assert.equal(chainDigest, final.chainDigest)
})

test('a slot that differs from the chain is named', async (t) => {
  const { verify, range, node } = await followed(t)
  const slot = range.toSlot - 1
  const other = await verify(reads(slot, ([first]) => [first!, { ...first!, eventId: 'f'.repeat(32) }]))
  assert.deepEqual(other.differences, [{ slot, says: 'other events' }])
  const fewer = await verify(reads(slot, (events) => events.slice(1)))
  assert.deepEqual(fewer.differences, [{ slot, says: 'the tape has 2 events, the chain 1' }])
  node.hide(slot)
  const hidden = await verify()
  assert.deepEqual([hidden.differences, hidden.unreadable], [[], [slot]])
})

test('a final slot that differs breaks the chain of digests after it, up to the newest final one', async (t) => {
  const { verify, range, tape } = await followed(t)
  const { finalizedSlot } = tape.position('solana')!
  const slot = finalizedSlot - 1
  const { differences } = await verify(reads(slot, (events) => events.slice(1)))
  assert(range.fromSlot < slot)
  assert.deepEqual(
    differences.map((one) => [one.slot, one.says]),
    [
      [slot, 'the tape has 2 events, the chain 1'],
      [slot, 'another chain digest'],
      [finalizedSlot, 'another chain digest'],
    ],
  )
})

test('another block, one that the chain does not have, and one that the tape does not have are distinguished', async (t) => {
  const { verify, range, node } = await followed(t)
  const slot = range.toSlot - 2
  node.fork(slot - 1, false)
  node.add(2)
  node.add(2, 1)
  node.add(2)
  const { differences } = await verify()
  assert.deepEqual(differences, [
    { slot, says: 'another block' },
    { slot: slot + 1, says: 'the tape has a block, the chain has none' },
    { slot: slot + 2, says: 'another block' },
  ])
})

test('tape verify ends with exit code 1 and names the slot', async (t) => {
  const sandbox = await sharedSandbox()
  t.after(() => sandbox.stop())
  const { confirmedSlot } = await sandbox.control<{ confirmedSlot: number }>('GET', '/state')
  const slot = confirmedSlot - 1_000
  const dataDir = tempFolder(t)
  const tape = openTestTape(t, { folder: join(dataDir, 'sandbox', 'tape') })
  await tape.writer!.appendSlot(slotOf(slot, [tradeFact(slot, 0)]), 1)
  await tape.writer!.finalize('solana', slot)
  const { code, said } = await runVerify({ MINTGLASS_DATA_DIR: dataDir, SANDBOX_URL: sandbox.urls['rpc']! })
  assert.equal(code, 1, said)
  assert.match(said, new RegExp(`^slot ${slot}: (another block|the tape has a block, the chain has none)$`, 'm'))
  assert.match(said, new RegExp(`^DIFFERS {2}slots ${slot} to ${slot}: 1 block,`, 'm'))
  assert(!said.includes(blockHashOf(slot)))
})

test('tape status names slots that are recorded in part, and final blocks that were taken back', async (t) => {
  const dataDir = tempFolder(t)
  const tape = openTestTape(t, { folder: join(dataDir, 'sandbox', 'tape') })
  const [first, second] = [slotOf(10, [tradeFact(10, 0)]), slotOf(11, [tradeFact(11, 0), tradeFact(11, 1)])]
  await tape.writer!.appendSlots([{ ...first, unreadable: 2 }, second], 1)
  await tape.writer!.finalize('solana', 11)
  await tape.writer!.takeBackFinal('solana', { slot: 10 }, { atMs: 1_790_000_000_000, reason: 'another one is final' })
  assert.deepEqual(
    [tape.position('solana')?.slot, tape.position('solana')?.finalizedSlot, tape.slot('solana', 11)?.status],
    [10, 10, 'retracted'],
  )
  const { code, said } = await runTape('status', { MINTGLASS_DATA_DIR: dataDir })
  assert.equal(code, 0, said)
  assert.match(said, /^lost +10 to 10: 2 transactions could not be read$/m)
  assert.match(said, /^not final +11 to 11, 2 events taken back 2026-\S+Z: another one is final$/m)
})

test('tape verify of an empty tape ends with exit code 1', async (t) => {
  const { code, said } = await runVerify({ MINTGLASS_DATA_DIR: tempFolder(t) })
  assert.equal(code, 1, said)
  assert.match(said, /the tape is empty/)
})

type Said = { readonly code: number | null; readonly said: string }

function runVerify(env: Readonly<Record<string, string>>): Promise<Said> {
  return runTape('verify', env)
}

function runTape(what: 'verify' | 'status', env: Readonly<Record<string, string>>): Promise<Said> {
  const child = spawn(process.execPath, [join(ROOT, 'src/cli/main.ts'), 'tape', what], {
    env: { ...inheritedEnv(), MINTGLASS_MAP_SIZE_GIB: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}
