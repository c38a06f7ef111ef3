import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TokenAmount } from '../../../src/chain/holdings-port.ts'
import type { Context } from '../../../src/context.ts'
import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import { type BarePosition, showPositions } from '../../../src/services/wallet-holdings/show-positions.ts'
import type { MarketPair } from '../../../src/upstreams/capabilities.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { nodeOfHolder } from '../../support/held-tokens.ts'
import { listedPairs, makePair } from '../../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'
import { addressOf } from '../../support/tape-facts.ts'

const WALLET = addressOf('wallet')
const TOKEN = addressOf('token')
const dollars = (usd: number): TokenAmount => ({ mint: USDC_MINT, amountRaw: BigInt(usd) * 1_000_000n })
/** Worth two dollars each. */
const tokens = (count: number): TokenAmount => ({ mint: TOKEN, amountRaw: BigInt(count) * 1_000_000n })
const pool = (liquidityUsd: number | null, more: Partial<MarketPair> = {}) =>
  makePair(TOKEN, { priceUsd: 2, liquidityUsd, ...more })

let positions = 0
function position(held: readonly TokenAmount[], more: Partial<BarePosition> = {}): BarePosition {
  positions++
  return {
    kind: 'clmm',
    protocol: 'orca',
    program: addressOf('program'),
    address: addressOf(`position ${positions}`),
    mint: null,
    pool: addressOf('pool'),
    sharesRaw: null,
    tokens: held,
    debts: [],
    fees: null,
    range: null,
    lockedBps: 0,
    ...more,
  }
}

async function show(pairs: readonly MarketPair[], list: readonly BarePosition[]) {
  const { provider } = listedPairs([makePair(WSOL_MINT, { priceUsd: 100 }), ...pairs])
  const held = [TOKEN, USDC_MINT].map((mint) => ({ mint, amountRaw: 1n }))
  const { ctx } = fakeContext({
    parts: {
      upstreams: { ...NO_UPSTREAMS, pairs: provider },
      chain: { rpc: nodeOfHolder(WALLET, 0n, held) } as Context['chain'],
    },
  })
  const { rows, thin } = await showPositions(ctx, list)
  return { values: rows.map(({ valueUSD }) => valueUSD), fees: rows.map(({ uncollectedUSD }) => uncollectedUSD), thin }
}

test('a position counts up to what there is in the pools of its token, and beyond that its other side alone', async () => {
  const at = await show([pool(1_000)], [position([tokens(500), dollars(30)])])
  assert.deepEqual([at.values, at.thin], [[1_030], 0])
  const beyond = await show([pool(1_000)], [position([tokens(501), dollars(30)]), position([tokens(0), dollars(5)])])
  assert.deepEqual([beyond.values, beyond.thin], [[30, 5], 1])
  const alone = await show([pool(1_000)], [position([tokens(501), dollars(0)])])
  assert.deepEqual([alone.values, alone.thin], [[null], 1])
})

test('many small positions of one token count as one, with the fees that wait', async () => {
  const small = () => position([tokens(100)])
  assert.deepEqual(
    (await show([pool(1_000)], [small(), small(), small(), small(), small()])).values,
    [200, 200, 200, 200, 200],
  )
  const six = await show([pool(1_000)], Array.from({ length: 6 }, small))
  assert.deepEqual([six.values, six.thin], [Array.from({ length: 6 }, () => null), 1])
  const waiting = await show([pool(1_000)], [position([tokens(400), dollars(7)], { fees: [tokens(101), dollars(2)] })])
  assert.deepEqual([waiting.values, waiting.fees], [[7], [2]])
})

test('who gave a token all of its pools has shares that are worth no more than there is in them together', async () => {
  const pools = [
    pool(1_000),
    pool(900, { pairAddress: addressOf('second') }),
    pool(null, { pairAddress: addressOf('?') }),
  ]
  const shares = [position([tokens(500), dollars(500)]), position([tokens(450), dollars(450)])]
  assert.deepEqual((await show(pools, shares)).values, [1_500, 1_350])
})

test('a loan that is or rests on more of a token than its pools could pay has no value, and dollars are never too many', async () => {
  const loan = (held: TokenAmount, debts: readonly TokenAmount[]) => position([held], { kind: 'lend', debts })
  assert.deepEqual((await show([pool(1_000)], [loan(tokens(500), [dollars(300)])])).values, [700])
  assert.deepEqual((await show([pool(1_000)], [loan(tokens(501), [dollars(300)])])).values, [null])
  assert.deepEqual((await show([pool(1_000)], [loan(dollars(5_000), [tokens(501)])])).values, [null])
  const rich = await show([makePair(USDC_MINT, { priceUsd: 1, liquidityUsd: 10 })], [position([dollars(9_000_000)])])
  assert.deepEqual([rich.values, rich.thin], [[9_000_000], 0])
})

test('a token whose pool’s money no one knows counts', async () => {
  assert.deepEqual((await show([pool(null)], [position([tokens(1_000_000)])])).values, [2_000_000])
})
