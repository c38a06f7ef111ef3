import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Config } from '../../../src/config/env.ts'
import { readConfig } from '../../../src/config/env.ts'
import { checkStreamChain, getStreamCoverage, isFollowed } from '../../../src/services/chains/stream-coverage.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { FIRST_SECOND, openTestTape, slotOf, tradeFact } from '../../support/tape-facts.ts'

const NODE = { solanaRpc: { url: 'http://127.0.0.1:9', key: null } } as never
const OFF = { ingest: { ...readConfig({}).ingest, mode: 'off' } } as const

function context(t: TestContext, config: Partial<Config> = { providers: NODE }) {
  const tape = openTestTape(t)
  const { ctx, clock } = fakeContext({ config, store: { tape } })
  return { ctx, tape, clock }
}
/** Moves the fake clock to a block's time and further. */
const after = (clock: { advance(ms: number): Promise<void>; nowMs(): number }, slot: number, ms: number) =>
  clock.advance((FIRST_SECOND + Math.floor(slot * 0.4)) * 1_000 + ms - clock.nowMs())

test('before the first block the chain is followed and does not serve', (t) => {
  const { ctx } = context(t)
  const [row, ...others] = getStreamCoverage(ctx)
  assert.equal(others.length, 0)
  assert.deepEqual(
    { ...row, headCursor: '', tailCursor: '' },
    {
      chain: 'solana',
      name: 'Solana',
      serving: false,
      reason: 'no block has been read yet',
      lagMs: null,
      headCursor: '',
      tailCursor: '',
      windowSecs: 0,
      coverage: null,
      lost: [],
    },
  )
})

test('it serves from the first block on, says how far behind it is, and where a client may resume', async (t) => {
  const { ctx, tape, clock } = context(t)
  await tape.writer!.appendSlots(
    [slotOf(10, [tradeFact(10, 0)]), slotOf(110, [tradeFact(110, 0), tradeFact(110, 1)])],
    1,
  )
  await after(clock, 110, 2_500)
  const row = getStreamCoverage(ctx)[0]!
  assert.deepEqual([row.serving, row.reason, row.lagMs, row.windowSecs], [true, null, 2_500, 40])
  assert.equal(row.headCursor, tape.formatCursor(3))
  assert.equal(row.tailCursor, tape.formatCursor(0))
  assert.deepEqual(tape.checkCursor(row.tailCursor), { status: 'ok', seq: 0 })
  const fromMs = (FIRST_SECOND + 4) * 1_000
  assert.deepEqual(row.coverage, { fromBlock: 10, toBlock: 110, fromMs, toMs: fromMs + 40_000 })
})

test('a tape that is a minute behind does not serve', async (t) => {
  const { ctx, tape, clock } = context(t)
  await tape.writer!.appendSlot(slotOf(10, []), 1)
  await after(clock, 10, 60_000)
  assert.equal(getStreamCoverage(ctx)[0]!.serving, true)
  await clock.advance(1_000)
  const { serving, reason } = getStreamCoverage(ctx)[0]!
  assert.deepEqual([serving, reason], [false, 'the tape is 61 s behind'])
})

test('slots that were lost are named, and the stretch begins after them', async (t) => {
  const { ctx, tape } = context(t)
  await tape.writer!.appendSlot(slotOf(10, []), 1)
  await tape.writer!.recordLost('solana', { fromSlot: 11, toSlot: 20, reason: 'too far behind' })
  await tape.writer!.appendSlot(slotOf(21, [tradeFact(21, 0)]), 1)
  const { coverage, lost } = getStreamCoverage(ctx)[0]!
  assert.equal(coverage?.fromBlock, 21)
  assert.deepEqual(lost, [{ fromBlock: 11, toBlock: 20, reason: 'too far behind' }])
})

test('a tape whose newest slots are lost serves on: blocks were read, and the next one comes', async (t) => {
  const { ctx, tape, clock } = context(t)
  await tape.writer!.appendSlot(slotOf(10, [tradeFact(10, 0)]), 1)
  await tape.writer!.recordLost('solana', { fromSlot: 11, toSlot: 12, reason: 'the node no longer has it' })
  await after(clock, 10, 2_000)
  const { serving, reason, lagMs, coverage, lost } = getStreamCoverage(ctx)[0]!
  assert.deepEqual([serving, reason, lagMs, coverage, lost.length], [true, null, 2_000, null, 1])
  await after(clock, 10, 61_000)
  assert.equal(getStreamCoverage(ctx)[0]!.reason, 'the tape is 61 s behind')
})

test('who does not follow lists no chain, unless its tape still holds something', async (t) => {
  const off = context(t, { ...OFF, providers: NODE })
  assert.deepEqual([getStreamCoverage(off.ctx), isFollowed(off.ctx, 'solana')], [[], false])
  await off.tape.writer!.appendSlot(slotOf(10, [tradeFact(10, 0)]), 1)
  const row = getStreamCoverage(off.ctx)[0]!
  assert.deepEqual([row.serving, row.reason], [false, 'following is switched off'])
  assert.equal(isFollowed(off.ctx, 'solana'), true)
})

test('a chain that is followed is accepted in every spelling', (t) => {
  const { ctx } = context(t)
  for (const text of ['solana', 'SOL', ' mainnet-beta ', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
    assert.deepEqual(checkStreamChain(ctx, text), { ok: true, value: 'solana' })
})

test('each chain with a node is followed by itself, Solana too', (t) => {
  const base = { urls: ['http://127.0.0.1:9'], wsUrl: null, backfillSlots: 0 }
  const { ctx } = context(t, { providers: {}, evm: { ethereum: null, base } })
  assert.deepEqual(
    getStreamCoverage(ctx).map(({ chain, name, serving }) => [chain, name, serving]),
    [['base', 'Base', false]],
  )
  assert.deepEqual(
    ['solana', 'ethereum', 'base'].map((chain) => isFollowed(ctx, chain)),
    [false, false, true],
  )
  assert.deepEqual(checkStreamChain(ctx, 'eip155:8453'), { ok: true, value: 'base' })
})

test('a chain that is not followed is 501 with the reason, what names no chain is 400', (t) => {
  const refusalOf = (config: Partial<Config>, text: string) => {
    const answer = checkStreamChain(context(t, config).ctx, text)
    return answer.ok ? null : [answer.code, answer.message]
  }
  const followed = { mode: 'live', providers: NODE } as const
  const only = 'this service follows solana, ethereum, base only'
  const noNode = 'is not followed: no node is configured'
  assert.deepEqual(refusalOf(followed, 'eth'), [
    'unsupported_on_chain',
    `ethereum ${noNode}, ETHEREUM_RPC_URLS is not set`,
  ])
  assert.deepEqual(refusalOf(followed, 'evm:8453'), [
    'unsupported_on_chain',
    `base ${noNode}, BASE_RPC_URLS is not set`,
  ])
  assert.deepEqual(refusalOf(followed, 'sui'), ['unsupported_on_chain', `sui is not followed: ${only}`])
  assert.deepEqual(refusalOf({ ...OFF, providers: NODE }, 'sol'), [
    'unsupported_on_chain',
    'solana is not followed: following is switched off',
  ])
  assert.deepEqual(refusalOf({ providers: {} }, 'sol'), [
    'unsupported_on_chain',
    'solana is not followed: no node is configured, SOLANA_RPC_URL is not set',
  ])
  for (const text of ['', 'solanaa', '__proto__', '\u0000', 'x'.repeat(5_000)])
    assert.deepEqual(refusalOf(followed, text), ['invalid_request', 'unknown chain'])
})

test('a sandbox says how it comes to play a chain that is not followed, and a live server does not', (t) => {
  const said = (env: Readonly<Record<string, string>>): string => {
    const named = checkStreamChain(context(t, readConfig(env)).ctx, 'base')
    return named.ok ? '' : named.message
  }
  assert.match(
    said({ MINTGLASS_MODE: 'sandbox' }),
    /no node is configured, BASE_RPC_URLS is not set .*`npm install --prefix sandbox\/evm-node /,
  )
  assert.match(
    said({ MINTGLASS_MODE: 'sandbox', SANDBOX_EVM: 'ethereum' }),
    /no node is configured, BASE_RPC_URLS is not set .*SANDBOX_EVM\)$/,
  )
  assert.match(said({ MINTGLASS_MODE: 'live' }), /no node is configured, BASE_RPC_URLS is not set$/)
})
