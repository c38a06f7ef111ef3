import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CODE_NAMES, FLAG_NAMES, NUMBER_NAMES } from '../../../src/services/screener/fields.ts'
import { type FollowedTape, followTape } from '../../../src/services/screener/follow-tape.ts'
import { LAB_NOW_MS, movedClock } from '../../support/first-party-server.ts'
import { startScreener } from '../../support/screener-server.ts'
import { launchOf, tradeOf } from '../../support/tape-lab.ts'

/** A restart reads the tape again: the index that comes of it is the one that there was. */

const NOW_SEC = LAB_NOW_MS / 1_000
const nameOf = (kind: string, at: number): string => `${kind}${'ABCDEF'[at]}`.padEnd(43, '1')

/** Everything that the index says of each pair. */
function contentOf({ store }: FollowedTape, pools: readonly string[]): Record<string, unknown> {
  const { columns } = store
  return Object.fromEntries(
    pools.flatMap((pool) => {
      const row = store.rowOf(pool)
      if (row === undefined) return []
      const numbers = NUMBER_NAMES.map((name, column) => [name, columns.number(column, row)])
      const codes = CODE_NAMES.map((name, column) => [name, store.wordOf(name, columns.code(column, row))])
      const flags = FLAG_NAMES.map((name, column) => [name, columns.flag(column, row)])
      return [
        [
          pool,
          { ...Object.fromEntries([...numbers, ...codes, ...flags]), ref: store.ref(row), words: store.words(row) },
        ],
      ]
    }),
  )
}

const trade = fc.record({
  is: fc.constant('trade' as const),
  at: fc.nat(5),
  maker: fc.nat(3),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  amountUsd: fc.option(fc.integer({ min: 1, max: 500 }), { freq: 8 }),
  priceUsd: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 8 }),
  hasReserves: fc.boolean(),
})
const launch = fc.record({
  is: fc.constant('launch' as const),
  at: fc.nat(5),
  kind: fc.constantFrom('launch' as const, 'pool' as const, 'graduation' as const),
})
const step = fc.record({
  events: fc.array(fc.oneof({ weight: 4, arbitrary: trade }, launch), { maxLength: 5 }),
  waitSecs: fc.constantFrom(0, 1, 90, 400, 3_700, 22_000),
  /** Blocks that a fork takes back afterwards. */
  forkDepth: fc.constantFrom(0, 0, 0, 1, 2, 3),
})

test('over random histories with forks, the index after a restart is the one before', async (t) => {
  const clock = movedClock()
  const server = await startScreener(t, { clock })
  const { lab, ctx } = server
  const pools = Array.from({ length: 6 }, (_, at) => nameOf('Poo1', at))
  const slots: number[] = []
  let second = 0
  const settle = async (): Promise<FollowedTape> => {
    for (;;) {
      const index = await ctx.parts.screener.look()
      if (index.isSettled()) return index
    }
  }
  await settle()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const { events, waitSecs, forkDepth } of steps) {
        clock.move(waitSecs * 1_000)
        second += waitSecs
        const blockTimeSec = NOW_SEC + second
        const facts = events.map((event) => {
          const place = { pool: nameOf('Poo1', event.at), mint: nameOf('Mint', event.at >> 1), blockTimeSec }
          const dex = event.at % 2 === 0 ? ('pumpswap' as const) : ('pumpfun' as const)
          if (event.is === 'launch') return launchOf({ ...place, dex, kind: event.kind })
          const { side, amountUsd, priceUsd } = event
          const reserves = event.hasReserves ? { reserveRaw: 1_000_000_000n, quoteReserveRaw: 5_000_000_000n } : {}
          return tradeOf({
            ...place,
            dex,
            side,
            amountUsd,
            priceUsd,
            maker: nameOf('Wa11et', event.maker),
            ...reserves,
          })
        })
        slots.push(await lab.block(facts, blockTimeSec))
        await settle()
        for (let depth = 0; depth < forkDepth && slots.length > 0; depth++) await lab.retract(slots.pop()!)
        // The tape ends with a block of now, as that of a follower does.
        slots.push(await lab.block([], blockTimeSec))
      }
      const before = contentOf(await settle(), pools)
      const restarted = followTape(ctx)
      await restarted.catchUp(() => false)
      assert(restarted.isSettled())
      assert.deepEqual(contentOf(restarted, pools), before)
    }),
    { numRuns: 25 },
  )
})
