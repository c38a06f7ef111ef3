import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import type { TradeClock } from '../../../../src/chain/solana/dexes/trading.ts'
import type { AccountView } from '../../../../src/chain/solana/rpc.ts'
import { sharedTestWorld } from '../../../support/build-test-world.ts'

/* A node may answer anything about the accounts of a pool: what is made of them is a pool or a refusal, never an
   exception (one answered a quote with 500: bench/hostile seed 485717647, kind second-reply). */

const RUNS = { numRuns: 400, seed: 20_261_124 }
const ROUNDS = 6
const CLOCK: TradeClock = { slot: 460_000_000, unixSec: 1_795_000_000, epoch: 1_000 }
const USER = 'Vote111111111111111111111111111111111111111'

const { chain, world } = sharedTestWorld()
const viewOf = (address: string): AccountView | null => {
  const held = chain.account(address)
  return held === null ? null : { address, ...held }
}

type Damage = { readonly which: number; readonly kind: number; readonly at: number; readonly noise: Uint8Array }
const damage: fc.Arbitrary<Damage> = fc.record({
  which: fc.nat(40),
  kind: fc.nat(6),
  at: fc.nat(3_000),
  noise: fc.uint8Array({ minLength: 1, maxLength: 32 }),
})

function harm(view: AccountView | null, other: AccountView | null, { kind, at, noise }: Damage): AccountView | null {
  if (view === null) return other
  const { data } = view
  if (kind === 0) return null
  if (kind === 1) return { ...view, data: data.subarray(0, at % (data.length + 1)) }
  if (kind === 2) return { ...view, data: Buffer.concat([data, noise]) }
  if (kind === 3) return { ...view, owner: other?.owner ?? USER }
  if (kind === 4) return { ...view, data: other?.data ?? noise }
  const changed = Buffer.from(data)
  changed.set(noise.subarray(0, Math.max(0, data.length - (at % (data.length + 1)))), at % (data.length + 1))
  return kind === 5 ? { ...view, data: changed } : { ...view, lamports: BigInt(at), data: changed }
}

for (const { name, trading, programIds } of DEXES) {
  const pools = world.market.pools().filter((pool) => pool.dex === name)
  test(`${name}: accounts that are harmed anywhere give a pool or a refusal`, () => {
    assert(trading !== undefined && pools.length > 0, `${pools.length} pools`)
    let traded = 0
    fc.assert(
      fc.property(fc.constantFrom(...pools), fc.array(damage, { maxLength: 3 }), (pool, damages) => {
        const { address, baseMint: mint } = pool
        const read = new Map<string, AccountView | null>()
        for (let round = 0; round < ROUNDS; round++) {
          const wanted = trading.wants(address, read, mint).filter((one) => !read.has(one))
          if (wanted.length === 0) break
          for (const one of wanted) {
            const harmed = damages.filter(({ which }) => which === read.size)
            const other = [...read.values()].findLast((view) => view !== null) ?? null
            read.set(
              one,
              harmed.reduce((view, each) => harm(view, other, each), viewOf(one)),
            )
          }
        }
        const made = trading.readPool(address, read, mint)
        if (!made.ok) return assert.equal(made.code, 'no_route', made.message)
        traded++
        const { baseMint, quoteMint } = made.value
        assert(programIds.includes(made.value.programId))
        for (const input of [baseMint, quoteMint])
          for (const raw of [1n, 10n ** 6n, 10n ** 9n, 2n ** 64n - 1n]) {
            const quote = made.value.quote(input, raw, CLOCK)
            if (quote === null) continue
            assert(quote.amountInRaw >= 0n && quote.amountInRaw <= raw && quote.amountOutRaw >= 0n)
            made.value.accounts(input, { user: USER, inputAccount: USER, outputAccount: USER })
            made.value.data(input, raw, quote.amountOutRaw)
          }
      }),
      RUNS,
    )
    assert(traded > RUNS.numRuns / 20, `${traded} of ${RUNS.numRuns} could be traded`)
  })
}
