import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CostBook, createCostBook } from '../../../src/services/cost-basis/cost-book.ts'
import { type CostMethod, CURRENCIES, UNKNOWN_WORTH, type Worth } from '../../../src/services/cost-basis/types.ts'

type Move = {
  readonly kind: 'open' | 'buy' | 'receive' | 'sell' | 'send' | 'pay'
  readonly units: number
  readonly worth: Worth
}

const worthOf = (lamports: number, usdMicros: number | null = null): Worth => ({
  lamports: BigInt(lamports),
  usdMicros: usdMicros === null ? null : BigInt(usdMicros),
})

const amount = fc.option(fc.bigInt({ min: 0n, max: 1_000n }), { nil: null })
const move: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('open', 'buy', 'receive', 'sell', 'send', 'pay'),
  units: fc.integer({ min: 1, max: 12 }),
  worth: fc.record({ lamports: amount, usdMicros: amount }),
})
const moves = fc.array(move, { maxLength: 40 })

function play(book: CostBook, list: readonly Move[]) {
  return list.map(({ kind, units, worth }, at) => {
    if (kind === 'send' || kind === 'pay') return book[kind](BigInt(units))
    if (kind === 'sell') return book.sell(BigInt(units), worth)
    return book[kind](BigInt(units), worth, at)
  })
}

/** FIFO one unit at a time: a queue of units, each with the cost that it has by itself. */
function bruteForce(list: readonly Move[]) {
  const queue: { readonly cost: Worth; readonly atSec: number }[] = []
  const sales: { readonly costs: Worth[]; readonly opening: number; readonly times: number[] }[] = []
  for (const [at, { kind, units, worth }] of list.entries()) {
    if (kind === 'open' || kind === 'buy' || kind === 'receive') {
      const unitOf = (total: bigint | null, unit: number): bigint | null =>
        total === null ? null : (total * BigInt(unit + 1)) / BigInt(units) - (total * BigInt(unit)) / BigInt(units)
      for (let unit = 0; unit < units; unit++)
        queue.push({
          cost: { lamports: unitOf(worth.lamports, unit), usdMicros: unitOf(worth.usdMicros, unit) },
          atSec: at,
        })
      continue
    }
    const gone = queue.splice(0, units)
    sales.push({
      costs: gone.map(({ cost }) => cost),
      opening: units - gone.length,
      times: gone.map(({ atSec }) => atSec),
    })
  }
  return { queue, sales }
}

const sum = (values: readonly (bigint | null)[]): bigint => values.reduce<bigint>((all, one) => all + (one ?? 0n), 0n)
const known = (values: readonly (bigint | null)[]): number => values.filter((one) => one !== null).length

test('FIFO equals a queue of single units, in units, costs, times and what is left', () => {
  fc.assert(
    fc.property(moves, (list) => {
      const book = createCostBook('fifo')
      const disposals = play(book, list).filter((one) => one !== undefined)
      const truth = bruteForce(list)
      assert.equal(disposals.length, truth.sales.length)
      for (const [at, disposal] of disposals.entries()) {
        const sale = truth.sales[at]!
        assert.equal(disposal.openingUnits, BigInt(sale.opening))
        const times = disposal.parts.flatMap(({ units, atSec }) => new Array<number | null>(Number(units)).fill(atSec))
        assert.deepEqual(times, [...sale.times, ...new Array<null>(sale.opening).fill(null)])
        for (const currency of CURRENCIES) {
          const costs = sale.costs.map((cost) => cost[currency])
          assert.equal(disposal[currency].cost, sum(costs))
          assert.equal(disposal[currency].knownUnits, BigInt(known(costs)))
        }
      }
      for (const currency of CURRENCIES) {
        const costs = truth.queue.map(({ cost }) => cost[currency])
        assert.deepEqual(book.sums(currency).held, { units: BigInt(known(costs)), cost: sum(costs) })
      }
      assert.equal(book.units().closing, BigInt(truth.queue.length))
    }),
  )
})

for (const method of ['fifo', 'average'] as const) {
  test(`${method}: opening, bought and received less sold, sent and paid is what is held`, () => {
    fc.assert(
      fc.property(moves, (list) => {
        const book = createCostBook(method)
        play(book, list)
        const { opening, bought, received, sold, sent, paid, closing } = book.units()
        assert.equal(opening + bought + received - sold - sent - paid, closing)
        assert(closing >= 0n)
        const unitsOf = (kind: Move['kind']): bigint =>
          list.reduce((all, one) => (one.kind === kind ? all + BigInt(one.units) : all), 0n)
        assert.deepEqual(
          [bought, received, sold, sent, paid],
          (['buy', 'receive', 'sell', 'send', 'pay'] as const).map(unitsOf),
        )
      }),
    )
  })

  test(`${method}: no base unit of cost is lost or made`, () => {
    fc.assert(
      fc.property(moves, (list) => {
        const book = createCostBook(method)
        const disposals = play(book, list).filter((one) => one !== undefined)
        for (const currency of CURRENCIES) {
          const came = sum(
            list
              .filter(({ kind }) => kind === 'open' || kind === 'buy' || kind === 'receive')
              .map(({ worth }) => worth[currency]),
          )
          const left = sum(disposals.map((one) => one[currency].cost))
          assert.equal(left + book.sums(currency).held.cost, came)
        }
      }),
    )
  })

  test(`${method}: realised is what known units brought less what they cost`, () => {
    fc.assert(
      fc.property(moves, (list) => {
        const book = createCostBook(method)
        const results = play(book, list)
        for (const currency of CURRENCIES) {
          let profit = 0n
          for (const [at, result] of results.entries()) {
            if (result === undefined || list[at]!.kind !== 'sell') continue
            const { knownUnits, cost, proceeds, realised } = result[currency]
            const all = list[at]!.worth[currency]
            assert.equal(proceeds, all === null ? null : (all * knownUnits) / result.units)
            assert.equal(realised, proceeds === null || knownUnits === 0n ? null : proceeds - cost)
            profit += realised ?? 0n
          }
          assert.equal(book.sums(currency).realised.profit, profit)
        }
      }),
    )
  })
}

test('average: once everything was bought at a known cost, each sale takes its proportion of the cost', () => {
  const priced = fc.record({
    kind: fc.constantFrom('buy' as const, 'sell' as const),
    units: fc.integer({ min: 1, max: 1_000 }),
    cost: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  })
  fc.assert(
    fc.property(fc.array(priced, { maxLength: 30 }), (list) => {
      const book = createCostBook('average')
      let units = 0n
      let cost = 0n
      for (const one of list) {
        const wanted = BigInt(one.units)
        const worth = { lamports: one.cost, usdMicros: null }
        if (one.kind === 'buy') {
          book.buy(wanted, worth, 0)
          units += wanted
          cost += one.cost
          continue
        }
        const taken = wanted < units ? wanted : units
        const gone = units === 0n ? 0n : (cost * taken) / units
        assert.equal(book.sell(wanted, worth).lamports.cost, gone)
        units -= taken
        cost -= gone
      }
      assert.deepEqual(book.sums('lamports').held, { units, cost })
    }),
  )
})

test('a sale of more than was bought splits its proceeds, and the rest was there before', () => {
  const book = createCostBook('fifo')
  book.buy(60n, worthOf(600, 90), 1)
  const sale = book.sell(100n, worthOf(2_000, null))
  assert.equal(sale.openingUnits, 40n)
  assert.deepEqual(sale.lamports, { knownUnits: 60n, cost: 600n, proceeds: 1_200n, realised: 600n })
  assert.deepEqual(sale.usdMicros, { knownUnits: 60n, cost: 90n, proceeds: null, realised: null })
  assert.deepEqual(book.units(), {
    opening: 40n,
    bought: 60n,
    received: 0n,
    sold: 100n,
    sent: 0n,
    paid: 0n,
    closing: 0n,
  })
})

test('what one wallet sends to another keeps its cost and time', () => {
  const [from, to] = [createCostBook('fifo'), createCostBook('fifo')]
  from.buy(10n, worthOf(1_000), 5)
  for (const { units, basis, atSec } of from.send(4n).parts) to.receive(units, basis, atSec)
  const sale = to.sell(4n, worthOf(500))
  assert.equal(sale.lamports.realised, 100n)
  assert.deepEqual(sale.parts, [{ units: 4n, basis: worthOf(400), atSec: 5 }])
})

test('what came in at an unknown cost realises nothing, and fees change no cost', () => {
  for (const method of ['fifo', 'average'] satisfies CostMethod[]) {
    const book = createCostBook(method)
    book.receive(10n, UNKNOWN_WORTH, 1)
    book.fee(worthOf(5_000))
    assert.equal(book.sell(10n, worthOf(700)).lamports.realised, null)
    const sums = book.sums('lamports')
    assert.equal(sums.fees, 5_000n)
    assert.equal(sums.realised.profit, 0n)
    assert.equal(sums.sold.proceeds, 700n)
  }
})

test('a hundred thousand lots are bought and sold without a look through all of them', () => {
  const book = createCostBook('fifo')
  for (let at = 0; at < 100_000; at++) book.buy(3n, worthOf(7), at)
  for (let at = 0; at < 100_000; at++) book.sell(3n, worthOf(8))
  assert.equal(book.sums('lamports').realised.profit, 100_000n)
  assert.equal(book.units().closing, 0n)
})
