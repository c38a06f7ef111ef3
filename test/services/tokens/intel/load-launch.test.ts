import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Pool } from '../../../../src/chain/solana/dexes/dex.ts'
import type { SolanaRpc } from '../../../../src/chain/solana/rpc.ts'
import { LIMITS } from '../../../../src/config/limits.ts'
import { fail, ok } from '../../../../src/contract/outcome.ts'
import { loadLaunch } from '../../../../src/services/tokens/intel/load-launch.ts'
import { fakeContext } from '../../../support/fake-context.ts'

const MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const never = new AbortController().signal

// Deadlines do not keep a process alive; the server's sockets do.
const alive = setInterval(() => {}, 1_000)
after(() => clearInterval(alive))

/** A node that keeps no samples of its pace. */
const unmeasured = async () => fail('upstream_failed', 'no samples')
/** A node that answers when its caller gives up. */
const slow = {
  call: unmeasured,
  signaturesOf: (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve) => {
      const give = () => resolve(fail('upstream_timeout', 'too slow'))
      if (signal.aborted) give()
      else signal.addEventListener('abort', give, { once: true })
    }),
} as unknown as SolanaRpc

test('a launch that the time does not suffice to reach is let be for ten minutes', async () => {
  const facts = await loadLaunch(fakeContext().ctx, slow, MINT, { pools: [], arePartial: false }, never, 20)
  assert(facts.ok && facts.cache)
  assert.equal(facts.value.status, 'out_of_reach')
  assert.deepEqual([facts.cache.freshUntilMs - facts.cache.builtAtMs, facts.cache.degraded], [600_000, false])
})
test('a caller who gives up is no verdict on the launch', async () => {
  const facts = await loadLaunch(
    fakeContext().ctx,
    slow,
    MINT,
    { pools: [], arePartial: false },
    AbortSignal.timeout(20),
    60_000,
  )
  assert.equal(facts.ok, false)
})
test('a node that fails is a failure and tried again', async () => {
  const down = { call: unmeasured, signaturesOf: async () => fail('upstream_failed', 'down') } as unknown as SolanaRpc
  assert.equal((await loadLaunch(fakeContext().ctx, down, MINT, { pools: [], arePartial: false }, never)).ok, false)
})
test('of many pools only the deepest are searched', async () => {
  const asked = new Set<string>()
  const rpc = {
    call: unmeasured,
    signaturesOf: async (address: string) => {
      asked.add(address)
      return ok([])
    },
    transactions: async () => [],
  } as unknown as SolanaRpc
  const pools = Array.from({ length: 9 }, (_, i) => ({
    address: `pool ${i}`,
    baseMint: MINT,
    realQuoteReserveRaw: BigInt(i),
  }))
  await loadLaunch(fakeContext().ctx, rpc, MINT, { pools: pools as unknown as Pool[], arePartial: false }, never)
  const searched = [...asked].filter((address) => address.startsWith('pool')).sort()
  assert.equal(searched.length, LIMITS.launchPools)
  assert.deepEqual(searched, ['pool 6', 'pool 7', 'pool 8'])
})
test('principle 8: the window is the first second at the measured pace, and never less than the configured slots', async () => {
  const windowAt = async (slotMs: number | null) => {
    const sample = slotMs === null ? [] : [{ numSlots: 60_000 / slotMs, samplePeriodSecs: 60 }]
    const rpc = {
      call: async (method: string) => ok(method === 'getRecentPerformanceSamples' ? sample : null),
      signaturesOf: async () => ok([]),
      transactions: async () => [],
    } as unknown as SolanaRpc
    const facts = await loadLaunch(fakeContext().ctx, rpc, MINT, { pools: [], arePartial: false }, never)
    assert(facts.ok)
    return facts.value.windowSlots
  }
  assert.deepEqual([await windowAt(400), await windowAt(200), await windowAt(100)], [2, 5, 10])
  assert.deepEqual([await windowAt(1_000), await windowAt(null)], [2, 2])
  assert.equal(await windowAt(25), LIMITS.launchWindowMostSlots)
})
