import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import { USDC_MINT } from '../../../../src/contract/mints.ts'
import { DRAWN_POOLS, type DrawnPool } from './drawn-pools.ts'

/* What holds for the quotes of every DEX, on the pools that were compared with the SDKs. */

const RUNS = { numRuns: 1_500, seed: 20_261_122 }
const FOREIGN_MINT = USDC_MINT
const MAX_PPM = 1_000_000
const MAX_U64 = 2n ** 64n - 1n

const sizes = fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 9n), fc.bigInt(1n, 10n ** 15n), fc.bigInt(1n, MAX_U64))

const mintsOf = ({ pool }: DrawnPool) => [pool.baseMint, pool.quoteMint] as const
const quoteOf = ({ pool, clock }: DrawnPool, mint: string, raw: bigint) => pool.quote(mint, raw, clock)

test('pools of every program of every DEX that trades are drawn', () => {
  const drawn = new Set(Object.values(DRAWN_POOLS).flatMap((open) => open().map(({ pool }) => pool.programId)))
  const missing = DEXES.filter(({ trading }) => trading !== undefined)
    .flatMap(({ name, programIds }) => programIds.map((program) => `${name}: ${program}`))
    .filter((one) => !drawn.has(one.split(': ')[1]!))
  assert.deepEqual(missing, [], 'add its vectors to drawn-pools.ts')
})

for (const [name, open] of Object.entries(DRAWN_POOLS)) {
  const pools = open()
  const anyPool = fc.constantFrom(...pools)

  test(`${name}: more in never gives less out, and no quote takes more than was offered`, () => {
    assert(pools.length >= 50, `${pools.length} pools`)
    let compared = 0
    fc.assert(
      fc.property(anyPool, fc.boolean(), sizes, sizes, (one, isBaseIn, a, b) => {
        const mint = mintsOf(one)[isBaseIn ? 0 : 1]
        const [less, more] = a < b ? [a, b] : [b, a]
        const [small, large] = [quoteOf(one, mint, less), quoteOf(one, mint, more)]
        // Without a quote for more the pool has no room for it.
        if (small === null || large === null) return
        const output = mintsOf(one)[isBaseIn ? 1 : 0]
        const [smallFees, largeFees] = [small, large].map(({ fees }) => fees.filter(({ mint }) => mint === output))
        const gross = (out: bigint, fees: readonly { readonly raw: bigint }[]) =>
          fees.reduce((sum, { raw }) => sum + raw, out)
        assert(
          gross(small.amountOutRaw, smallFees!) <= gross(large.amountOutRaw, largeFees!),
          `${one.label}: ${less} and ${more} before fees`,
        )
        // The programs round each fee up on its own: one unit more out may cost one unit of every fee. Found under
        // `seed: 1609723198`, a sale of 10^18 into a pool of 10^6.
        const roundedUp = BigInt(Math.max(0, largeFees!.length - 1))
        assert(small.amountOutRaw <= large.amountOutRaw + roundedUp, `${one.label}: ${less} and ${more}`)
        assert(small.amountInRaw <= less && large.amountInRaw <= more, `${one.label}: ${less} and ${more}`)
        compared++
      }),
      RUNS,
    )
    assert(compared >= 100, `${compared} pairs`)
  })

  test(`${name}: no quote pays more than the pool holds, or has a fee or impact out of range`, () => {
    let paid = 0
    fc.assert(
      fc.property(anyPool, fc.boolean(), sizes, (one, isBaseIn, raw) => {
        const [input, output] = isBaseIn ? mintsOf(one) : mintsOf(one).toReversed()
        const quote = quoteOf(one, input!, raw)
        if (quote === null) return
        paid++
        assert(quote.amountOutRaw > 0n && quote.amountOutRaw <= one.mostRaw(output!), one.label)
        assert(quote.amountInRaw > 0n, one.label)
        assert(quote.priceImpactPpm >= 0 && quote.priceImpactPpm <= MAX_PPM, `${one.label}: ${quote.priceImpactPpm}`)
        for (const fee of quote.fees) {
          assert(fee.raw > 0n && (fee.mint === input || fee.mint === output), one.label)
          if (fee.mint === input) assert(fee.raw <= quote.amountInRaw, one.label)
        }
      }),
      RUNS,
    )
    assert(paid >= 100, `${paid} quotes`)
  })

  test(`${name}: what a quote gives is never worth more than it cost, in both directions`, () => {
    let back = 0
    fc.assert(
      fc.property(anyPool, fc.boolean(), sizes, (one, isBaseIn, raw) => {
        const [input, output] = isBaseIn ? mintsOf(one) : mintsOf(one).toReversed()
        const there = quoteOf(one, input!, raw)
        const again = there === null ? null : quoteOf(one, output!, there.amountOutRaw)
        if (there === null || again === null) return
        back++
        assert(again.amountOutRaw <= there.amountInRaw, `${one.label}: ${raw}`)
      }),
      RUNS,
    )
    assert(back >= 100, `${back} round trips`)
  })

  test(`${name}: nothing, less than nothing, more than can be and another mint have no quote`, () => {
    for (const one of pools) {
      for (const mint of mintsOf(one))
        for (const raw of [0n, -1n, -MAX_U64, MAX_U64 + 1n, 2n ** 128n])
          assert.equal(quoteOf(one, mint, raw), null, `${one.label}: ${raw}`)
      if (!mintsOf(one).includes(FOREIGN_MINT)) assert.equal(quoteOf(one, FOREIGN_MINT, 1_000_000n), null, one.label)
    }
  })
}

for (const name of ['pumpfun', 'bonk'] as const)
  test(`${name}: a purchase that fills the curve takes its last unit and never one more`, () => {
    let filled = 0
    for (const one of DRAWN_POOLS[name]!()) {
      const { baseMint, quoteMint } = one.pool
      const left = one.mostRaw(baseMint)
      const fills = (raw: bigint): boolean => {
        const { fees = [], amountOutRaw = 0n } = quoteOf(one, quoteMint, raw) ?? {}
        return fees.every(({ kind }) => kind !== 'transfer') && amountOutRaw >= left
      }
      if (!fills(MAX_U64 >> 2n)) continue
      let [low, high] = [0n, MAX_U64 >> 2n]
      while (high - low > 1n) {
        const middle = (low + high) / 2n
        if (fills(middle)) high = middle
        else low = middle
      }
      for (const raw of [high, high + 1n, high + 2n, high * 2n]) {
        const quote = quoteOf(one, quoteMint, raw)!
        assert.equal(quote.amountOutRaw, left, `${one.label}: ${raw}`)
        assert(quote.amountInRaw <= raw, `${one.label}: ${raw}`)
      }
      filled++
    }
    assert(filled >= 10, `${filled} curves`)
  })
