import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeTransaction } from '../../../../src/chain/solana/decode-transaction.ts'
import { decodeLaunchTradeEvent } from '../../../../src/chain/solana/dexes/bonk/events.ts'
import { bonk } from '../../../../src/chain/solana/dexes/bonk/index.ts'
import { decodeTradedEvent } from '../../../../src/chain/solana/dexes/orca/events.ts'
import { orca } from '../../../../src/chain/solana/dexes/orca/index.ts'
import { decodeSwapLog } from '../../../../src/chain/solana/dexes/raydium/events.ts'
import { raydium } from '../../../../src/chain/solana/dexes/raydium/index.ts'
import { decodeClmmSwapEvent } from '../../../../src/chain/solana/dexes/raydium-clmm/events.ts'
import { raydiumClmm } from '../../../../src/chain/solana/dexes/raydium-clmm/index.ts'
import { decodeSwapEvent } from '../../../../src/chain/solana/dexes/raydium-cpmm/events.ts'
import { raydiumCpmm } from '../../../../src/chain/solana/dexes/raydium-cpmm/index.ts'
import type { ChainTransaction } from '../../../../src/chain/solana/transaction.ts'
import { encodeBase58 } from '../../../../src/hot-paths/base58.ts'
import { account, poolNode } from './pool-node.ts'
import { readVectors } from './sdk-vectors.ts'

/** Raydium's and Orca's decoders answer whatever they are handed: an answer or nothing, never an exception. */

const RUNS = { numRuns: 500, seed: 20_261_123 }
const SUBJECTS = [
  { dex: raydium, file: 'raydium', tag: '', bytes: 752, mintOffset: 400 },
  { dex: raydiumCpmm, file: 'raydium-cpmm', tag: 'f7ede3f5d7c3de46', bytes: 637, mintOffset: 168 },
  { dex: raydiumClmm, file: 'raydium-clmm', tag: 'f7ede3f5d7c3de46', bytes: 1_544, mintOffset: 73 },
  { dex: bonk, file: 'bonk', tag: 'f7ede3f5d7c3de46', bytes: 429, mintOffset: 205 },
  { dex: orca, file: 'orca', tag: '3f95d10ce1806309', bytes: 653, mintOffset: 101 },
] as const
const POOL = 'PooL111111111111111111111111111111111111111'

const transactions = (file: string): ChainTransaction[] =>
  readVectors(file).transactions.map(({ name, answer }) => {
    const outcome = decodeTransaction(answer)
    assert(outcome.ok, name)
    return outcome.value
  })

type Damage = { readonly at: number; readonly kind: number; readonly noise: Uint8Array }
const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.nat(1_000),
  kind: fc.nat(6),
  noise: fc.uint8Array({ maxLength: 300 }),
})

/** One harm to a record, after it was decoded: what a node could at worst have said. */
function harm(record: ChainTransaction, { at, kind, noise }: Damage): ChainTransaction {
  const pick = <T>(items: readonly T[], change: (item: T) => T): readonly T[] =>
    items.map((item, index) => (index === at % items.length ? change(item) : item))
  type Call = ChainTransaction['instructions'][number]
  const change = ({ programId, accounts, data, stackHeight }: Call): Call => {
    // Decoded lazily, so that a spread would lose its data.
    const call = { programId, accounts, data, stackHeight }
    if (kind === 0) return { ...call, accounts: call.accounts.slice(0, at % (call.accounts.length + 1)) }
    if (kind === 1) return { ...call, data: Buffer.concat([call.data.subarray(0, 8), noise]) }
    if (kind === 2) return { ...call, data: call.data.subarray(0, at % (call.data.length + 1)) }
    return { ...call, stackHeight: kind === 3 ? null : 1 + (at % 5) }
  }
  if (kind === 5)
    return { ...record, logs: record.logs.map((line) => (line.startsWith('Program data: ') ? `${line}AAAA` : line)) }
  if (kind === 6) return { ...record, preTokenBalances: [], postTokenBalances: record.postTokenBalances.slice(at % 3) }
  return {
    ...record,
    instructions: pick(record.instructions, change),
    innerInstructions: record.innerInstructions.map((group) => pick(group, change)),
  }
}

for (const { dex, file, tag, bytes, mintOffset } of SUBJECTS) {
  test(`${dex.name}: a record that is harmed anywhere gives sound trades or none`, () => {
    const records = transactions(file)
    fc.assert(
      fc.property(fc.nat(records.length - 1), fc.array(damage, { minLength: 1, maxLength: 4 }), (which, damages) => {
        const harmed = damages.reduce(harm, records[which]!)
        for (const trade of dex.decodeTrades(harmed)) {
          assert(trade.baseAmountRaw > 0n && trade.quoteAmountRaw > 0n)
          assert((trade.baseReserveRaw ?? 0n) >= 0n && (trade.quoteReserveRaw ?? 0n) >= 0n)
          assert(dex.programIds.includes(trade.programId))
          assert(harmed.accountKeys.includes(trade.pool))
        }
        for (const launch of dex.decodeLaunches(harmed)) assert(harmed.accountKeys.includes(launch.pool))
      }),
      RUNS,
    )
  })

  test(`${dex.name}: any account of a pool's shape is a pool with sound reserves`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: bytes, maxLength: bytes }), async (noise) => {
        const data = Buffer.from(noise)
        Buffer.from(tag, 'hex').copy(data)
        const view = account(POOL, dex.programIds[0]!, new Uint8Array(data))
        assert.equal(dex.isPoolAccount(view), true)
        assert.equal(dex.isPoolAccount({ ...view, data: data.subarray(1) }), false)
        const mint = encodeBase58(data.subarray(mintOffset, mintOffset + 32))
        const found = await dex.findPools(poolNode([view]).rpc, mint)
        assert(found.ok)
        const [pool] = found.value
        assert(pool)
        assert(pool.baseReserveRaw >= 0n && pool.quoteReserveRaw >= 0n)
        assert(pool.realBaseReserveRaw >= 0n && pool.realQuoteReserveRaw >= 0n)
        assert(pool.curveProgressPct === null || (pool.curveProgressPct >= 0 && pool.curveProgressPct <= 100))
      }),
      { ...RUNS, numRuns: 100 },
    )
  })
}

test('event decoders take any bytes, and refuse what is cut off', () => {
  const decoders = [
    { decode: decodeSwapLog, tag: '03', least: 57 },
    { decode: decodeSwapEvent, tag: '40c6cde8260871e2', least: 89 },
    { decode: decodeClmmSwapEvent, tag: '40c6cde8260871e2', least: 205 },
    { decode: decodeLaunchTradeEvent, tag: 'bddb7fd34ee661ee', least: 138 },
    { decode: decodeTradedEvent, tag: 'e1ca49af932ba096', least: 121 },
  ]
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (noise, isTagged) => {
      for (const { decode, tag, least } of decoders) {
        const whole = isTagged ? Buffer.concat([Buffer.from(tag, 'hex'), noise]) : noise
        const event = decode(whole)
        assert(event === null || (whole.length >= least && typeof event === 'object'))
      }
    }),
    RUNS,
  )
})
