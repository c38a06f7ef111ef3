// second run: waits for siblings to see a new world

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishedTokens } from '../support/published-tokens.ts'
import { startSandbox } from '../support/start-sandbox.ts'
import { SHORT_PAST } from '../support/start-server.ts'
import { startSiblings } from '../support/start-siblings.ts'
import { until } from '../support/until.ts'
import { openWires, type Wire } from '../support/wire.ts'

const ENTERPRISE = 'rt_sandbox_enterprise'
const LOOK_EVERY_MS = 200

test('a sandbox started again: every process on the port forgets the bodies of the old world', async (t) => {
  const first = await startSandbox()
  t.after(() => first.stop())
  const { port } = new URL(first.urls['rpc']!)
  const siblings = await startSiblings(2, {
    ...SHORT_PAST,
    MINTGLASS_MODE: 'sandbox',
    SANDBOX_URL: first.urls['rpc']!,
  })
  t.after(() => siblings.stop())
  const path = `/api/v2/tokens/${(await publishedTokens(first))[0]!.mint}/intel`
  const builtAt = async (wire: Wire): Promise<number | null> => {
    const { status, body } = await wire.get(path, ENTERPRISE)
    return status === 200 ? (JSON.parse(body.toString()) as { generatedAt: number }).generatedAt : null
  }
  const [[one], [other]] = (await openWires(siblings.port, 2, 1)) as [[Wire], [Wire]]
  // Each process holds a body of its own or the other's: whether the second finds it on disk is a matter of
  // milliseconds.
  const held = [await builtAt(one), await builtAt(other)]
  assert(held[0] !== null && held[1] !== null)
  const old = Math.max(held[0]!, held[1]!)
  one.close()
  other.close()

  await first.stop()
  const second = await startSandbox({ SANDBOX_PORT: port })
  t.after(() => second.stop())
  assert.notEqual(second.genesisHash, first.genesisHash)
  // Both at the same time: the server closes a connection on which nothing is asked for ten seconds.
  const untilNew = async (wire: Wire): Promise<void> => {
    await until(async () => ((await builtAt(wire)) ?? old) > old, 'a body of the new world', LOOK_EVERY_MS)
    wire.close()
  }
  await Promise.all((await openWires(siblings.port, 2, 1)).flat().map(untilNew))
})
