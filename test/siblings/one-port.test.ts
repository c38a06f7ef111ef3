// second run: waits for siblings to see a change of a key

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type MadeKey, makeKeys } from '../support/make-keys.ts'
import { type Siblings, startSiblings } from '../support/start-siblings.ts'
import { until } from '../support/until.ts'
import { openWire, openWires, type Wire, WireLost, type WireReply } from '../support/wire.ts'

const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const PATH = '/api/v2/market/sol-price'
const ROUTE = 'GET /api/v2/market/sol-price'

type Pair = { readonly siblings: Siblings; readonly keys: readonly MadeKey[]; readonly env: Record<string, string> }

async function startPair(keyCount: number): Promise<Pair> {
  let keys: MadeKey[] = []
  let env = {}
  const siblings = await startSiblings(2, {}, async (dataDir) => {
    env = { MINTGLASS_MODE: 'live', MINTGLASS_DATA_DIR: dataDir, MINTGLASS_MAP_SIZE_GIB: '1' }
    keys = await makeKeys(env, keyCount, { tier: 'enterprise', limitPer10s: 1_000_000 })
  })
  return { siblings, keys, env }
}

/** Calls of the key that are on disk, once nothing more is being written. */
async function countedCalls({ siblings }: Pair, key: string, atLeast: number): Promise<number> {
  for (let i = 0; ; i++) {
    const { json } = await siblings.servers[0]!.get('/api/v2/stats', { key })
    const row = json.byRoute.find(({ route }: { route: string }) => route === ROUTE)
    const calls: number = row?.calls ?? 0
    // No one may count more, however long we look.
    if (calls > atLeast || (calls === atLeast && i > 0) || i === 600) return calls
    await sleep(100)
  }
}

test('two processes on one port: a key, its end and its usage are the same in both', async (t) => {
  const pair = await startPair(2)
  t.after(() => pair.siblings.stop())
  const [own, other] = pair.keys as [MadeKey, MadeKey]
  const wires = (await openWires(pair.siblings.port, 2, 2)).flat()
  t.after(() => {
    for (const wire of wires) wire.close()
  })
  const ask = async (key: string) => Promise.all(wires.map(async (wire) => (await wire.get(PATH, key)).status))

  for (let i = 0; i < 50; i++) assert.deepEqual(await ask(own.key), [200, 200, 200, 200])
  assert.deepEqual(await ask(other.key), [200, 200, 200, 200])
  assert.equal(await countedCalls(pair, own.key, 200), 200, 'what both counted adds up, no call is missing or double')

  await promisify(execFile)(process.execPath, [CLI, 'keys', 'revoke', String(own.id)], { env: pair.env })
  await until(async () => (await ask(own.key)).every((status) => status === 401), 'the end of the key is seen in both')
  assert.deepEqual(await ask(other.key), [200, 200, 200, 200])
})

test('a graceful stop of one process loses no request: what it took it answers, the rest goes to the other', async (t) => {
  const pair = await startPair(1)
  t.after(() => pair.siblings.stop())
  const { port, servers } = pair.siblings
  const key = pair.keys[0]!.key
  const seen = { answers: 0, refused: 0, afterStop: 0 }
  const lost: WireLost[] = []
  let isOver = false
  let isStopped = false

  /** One request after the other, on so many per connection. */
  const callOn = async (requestsPerWire: number): Promise<void> => {
    while (!isOver) {
      const wire = await openWire(port).catch((error: NodeJS.ErrnoException): Wire | null => {
        assert.match(error.code ?? '', /ECONNREFUSED|ECONNRESET/)
        return null
      })
      if (wire === null) {
        seen.refused++
        continue
      }
      for (let sent = 0; sent < requestsPerWire && wire.isOpen && !isOver; sent++) {
        const reply: WireReply | WireLost = await wire.get(PATH, key).catch((error: unknown) => {
          assert(error instanceof WireLost)
          return error
        })
        if (reply instanceof WireLost) {
          lost.push(reply)
          break
        }
        assert.equal(reply.status, 200)
        seen.answers++
        if (isStopped) seen.afterStop++
      }
      wire.close()
    }
  }
  const callers = [1, 1, 1, 10, 10, 1_000, 1_000, 1_000].map(callOn)
  await until(() => seen.answers >= 200, 'the callers are at work')
  await servers[1]!.stop()
  isStopped = true
  await until(() => seen.afterStop > 0, 'the other process goes on')
  isOver = true
  await Promise.all(callers)
  t.diagnostic(JSON.stringify({ ...seen, lost: lost.length }))

  // The kernel resets connections that no one has accepted when their process stops listening. They are refused like
  // any other, only later: without a byte of an answer, on a connection that was never served.
  const accepted = lost.filter(({ hadBytes, answered }) => hadBytes || answered > 0)
  assert.deepEqual(accepted, [], 'a request on a connection that was served is answered')
  assert.equal(await countedCalls(pair, key, seen.answers), seen.answers, 'every answer is counted once')
})
