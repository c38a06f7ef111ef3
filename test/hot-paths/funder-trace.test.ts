import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  FUNDING_STEP,
  type FundingForest,
  findPartings,
  type TraceOptions,
  traceFunders,
} from '../../src/hot-paths/funder-trace.ts'

/** First money of one node. Slot: the second, unless told. */
type Paid = {
  readonly from: number
  readonly sec?: number
  readonly lamports?: number
  readonly slot?: number
  readonly step?: number
}
type Funding = Readonly<Record<number, Paid>>

const OPTIONS: TraceOptions = { maxHops: 4, maxPrivacyHops: 0, minCarriedPct: 90, maxHopSecs: 100 }
const { follow, last, refuse, privacy } = FUNDING_STEP

function forestOf(funding: Funding, leastNode = 0): FundingForest {
  const rows = Object.entries(funding).map(([node, paid]) => [Number(node), paid] as const)
  const nodeCount = 1 + Math.max(leastNode, ...rows.flatMap(([node, { from }]) => [node, from]))
  const column = (of: (paid: Paid) => number, none: number) =>
    Array.from({ length: nodeCount }, (_, node) => (funding[node] === undefined ? none : of(funding[node])))
  return {
    funder: Int32Array.from(column(({ from }) => from, -1)),
    lamports: Float64Array.from(column(({ lamports = 10 }) => lamports, 0)),
    timesSec: Float64Array.from(column(({ sec = 50 }) => sec, Number.NaN)),
    slots: Float64Array.from(column(({ slot, sec = 50 }) => slot ?? sec, 0)),
    step: Uint8Array.from(column(({ step = follow }) => step, refuse)),
  }
}
function trace(funding: Funding, targets: readonly number[], options: Partial<TraceOptions> = {}) {
  const got = traceFunders(forestOf(funding, Math.max(0, ...targets)), Uint32Array.from(targets), {
    ...OPTIONS,
    ...options,
  })
  return targets.map((_, i) => [...got.funders.subarray(got.offsets[i], got.offsets[i + 1])])
}
const privacyHopsOf = (funding: Funding, maxPrivacyHops = 0) => [
  ...traceFunders(forestOf(funding), Uint32Array.of(0), { ...OPTIONS, maxPrivacyHops }).privacyHops,
]
function part(funding: Funding, targets: readonly number[]) {
  const forest = forestOf(funding, Math.max(0, ...targets))
  const nodes = Uint32Array.from(targets)
  const { count, ancestor, first, other, isPeel, nearest, hops } = findPartings(
    forest,
    nodes,
    traceFunders(forest, nodes, OPTIONS),
  )
  return Array.from({ length: count }, (_, row) => ({
    ancestor: ancestor[row]!,
    one: [nearest[first[row]!]!, hops[first[row]!]!],
    other: [nearest[other[row]!]!, hops[other[row]!]!],
    isPeel: isPeel[row] === 1,
  }))
}
/** Relay 10 pays 20 and passes on to 11, which pays 21 and passes on to 12, and so on. */
function peelChain(relays: number): Funding {
  const funding: Record<number, Paid> = {}
  for (let i = 0; i < relays; i++) {
    if (i > 0) funding[10 + i] = { from: 9 + i, sec: 10 * i, lamports: 100 - 10 * i }
    funding[20 + i] = { from: 10 + i, sec: 10 * i + 5, lamports: 10 }
  }
  return funding
}

test('a trace follows first money, funder by funder, to where nothing more is known', () => {
  assert.deepEqual(trace({ 0: { from: 1 }, 1: { from: 2 }, 2: { from: 3 } }, [0, 2, 3]), [[1, 2, 3], [3], []])
})

test('the hop limit ends a trace', () => {
  const line = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [i, { from: i + 1 }]))
  assert.deepEqual(trace(line, [0]), [[1, 2, 3, 4]])
  assert.deepEqual(trace(line, [0], { maxHops: 1 }), [[1]])
})

test('an exchange ends a trace and is reported, a refused payer is not', () => {
  const funding = (step: number): Funding => ({ 0: { from: 1 }, 1: { from: 2, step }, 2: { from: 3 } })
  assert.deepEqual(trace(funding(last), [0]), [[1, 2]])
  assert.deepEqual(trace(funding(refuse), [0]), [[1]])
})

test('a privacy hop ends the trace unless it may be passed, and is counted either way', () => {
  const funding: Funding = {
    0: { from: 1, step: privacy },
    1: { from: 2 },
    2: { from: 3, step: privacy },
    3: { from: 4 },
  }
  assert.deepEqual([trace(funding, [0]), privacyHopsOf(funding)], [[[1]], [1]])
  assert.deepEqual(trace(funding, [0], { maxPrivacyHops: 1 }), [[1, 2, 3]])
  assert.deepEqual(privacyHopsOf(funding, 1), [2])
  assert.deepEqual(trace(funding, [0], { maxPrivacyHops: 2 }), [[1, 2, 3, 4]])
  assert.deepEqual(privacyHopsOf(funding, 2), [2])
})

test('less than what was passed on, less a tenth, cannot be the same money', () => {
  const funding = (lamports: number): Funding => ({ 0: { from: 1, lamports: 100 }, 1: { from: 2, lamports } })
  assert.deepEqual(trace(funding(90), [0]), [[1, 2]])
  assert.deepEqual(trace(funding(89), [0]), [[1]])
  assert.deepEqual(trace(funding(1), [0], { minCarriedPct: 0 }), [[1, 2]])
})

test('money does not run backwards, and lies still only so long', () => {
  const funding = (sec: number): Funding => ({ 0: { from: 1, sec: 200 }, 1: { from: 2, sec } })
  assert.deepEqual(trace(funding(200), [0]), [[1, 2]])
  assert.deepEqual(trace(funding(201), [0]), [[1]])
  assert.deepEqual(trace(funding(100), [0]), [[1, 2]])
  assert.deepEqual(trace(funding(99), [0]), [[1]])
  assert.deepEqual(trace(funding(0), [0], { maxHopSecs: Number.POSITIVE_INFINITY }), [[1, 2]])
})

test('where a block has no time the slots decide', () => {
  const funding = (slot: number): Funding => ({
    0: { from: 1, sec: Number.NaN, slot: 7 },
    1: { from: 2, sec: 900, slot },
  })
  assert.deepEqual(trace(funding(7), [0]), [[1, 2]])
  assert.deepEqual(trace(funding(8), [0]), [[1]])
})

test('a circle ends a trace before anyone is met twice', () => {
  assert.deepEqual(trace({ 0: { from: 1 }, 1: { from: 0 } }, [0, 1]), [[1], [0]])
  assert.deepEqual(trace({ 0: { from: 1 }, 1: { from: 2 }, 2: { from: 1 } }, [0]), [[1, 2]])
})

test('wallets paid by one funder have nothing parted further back', () => {
  assert.deepEqual(part({ 0: { from: 9 }, 1: { from: 9 }, 2: { from: 9 } }, [0, 1, 2]), [])
})

test('money that parted two hops back is found once for each branch, by the nearest target after it', () => {
  const tree: Funding = {
    5: { from: 9, sec: 10 },
    6: { from: 9, sec: 9 },
    7: { from: 9, sec: 8 },
    0: { from: 5 },
    1: { from: 5 },
    2: { from: 6 },
    3: { from: 4 },
    4: { from: 7 },
  }
  assert.deepEqual(part(tree, [3, 2, 1, 0]), [
    { ancestor: 9, one: [2, 2], other: [0, 2], isPeel: false },
    { ancestor: 9, one: [2, 2], other: [3, 3], isPeel: false },
  ])
  assert.deepEqual(part(tree, [1, 0]), [], 'one branch alone')
})

test('branches as near and as early as each other go by their targets', () => {
  const tree: Funding = { 3: { from: 9 }, 4: { from: 9 }, 0: { from: 4 }, 1: { from: 3 } }
  assert.deepEqual(part(tree, [1, 0]), [{ ancestor: 9, one: [0, 2], other: [1, 2], isPeel: false }])
})

test('each relay of a peel chain parts the wallet it paid from the next one', () => {
  assert.deepEqual(part(peelChain(3), [20, 21, 22]), [
    { ancestor: 10, one: [20, 1], other: [21, 2], isPeel: true },
    { ancestor: 11, one: [21, 1], other: [22, 2], isPeel: true },
  ])
})

test('a relay that pays two wallets besides the rest is a tree, not a peel', () => {
  const rows = part({ ...peelChain(2), 23: { from: 10, sec: 6 } }, [20, 21, 23])
  assert.deepEqual(
    rows.map(({ ancestor, other, isPeel }) => [ancestor, other, isPeel]),
    [
      [10, [21, 2], false],
      [10, [23, 1], false],
    ],
  )
})

test('shapes and options that make no sense are refused', () => {
  assert.throws(() => trace({ 0: { from: 1, lamports: -1 } }, [0]), /not negative/)
  assert.throws(() => trace({ 0: { from: 0 } }, [0]), /not there/)
  assert.throws(() => trace({}, [0], { maxHops: 0 }), /hop limit/)
  assert.throws(() => trace({}, [0], { maxPrivacyHops: -1 }), /privacy hop limit/)
  assert.throws(() => trace({}, [0], { minCarriedPct: 101 }), /limits of one hop/)
  assert.throws(() => trace({}, [0], { maxHopSecs: Number.NaN }), /limits of one hop/)
  const forest = forestOf({ 0: { from: 1 } })
  assert.throws(() => traceFunders(forest, Uint32Array.of(2), OPTIONS), /target that is not there/)
  const traces = traceFunders(forest, Uint32Array.of(0), OPTIONS)
  assert.throws(() => findPartings(forest, Uint32Array.of(0, 1), traces), /traces of these targets/)
})

const anyFunding = fc.array(
  fc.record({
    from: fc.nat({ max: 14 }),
    sec: fc.integer({ min: 0, max: 200 }),
    lamports: fc.integer({ min: 1, max: 12 }),
    step: fc.constantFrom(follow, follow, follow, last, refuse, privacy),
  }),
  { minLength: 15, maxLength: 15 },
)
const fundingOf = (rows: readonly Paid[]): Funding =>
  Object.fromEntries(rows.flatMap((paid, node) => (paid.from === node ? [] : [[node, paid]])))

test('any funding: traces are what walking it by objects finds', () => {
  fc.assert(
    fc.property(anyFunding, fc.integer({ min: 1, max: 5 }), fc.nat({ max: 2 }), (rows, maxHops, maxPrivacyHops) => {
      const funding = fundingOf(rows)
      const targets = rows.map((_, node) => node)
      assert.deepEqual(
        trace(funding, targets, { maxHops, maxPrivacyHops }),
        targets.map((target) => walk(funding, target, { ...OPTIONS, maxHops, maxPrivacyHops })),
      )
    }),
    { numRuns: 500, seed: 81 },
  )
})

test('any funding: partings are the pairs of traces that meet over different ways', () => {
  fc.assert(
    fc.property(anyFunding, fc.uniqueArray(fc.nat({ max: 14 })), (rows, targets) => {
      const funding = fundingOf(rows)
      const found = part(funding, targets)
      assert.deepEqual(
        found.map(({ ancestor, other }) => `${ancestor} ${other}`).sort(),
        meetings(funding, targets).sort(),
      )
    }),
    { numRuns: 500, seed: 82 },
  )
})

function walk(funding: Funding, target: number, options: TraceOptions): number[] {
  const path: number[] = []
  let privacyHops = 0
  for (let node = target; path.length < options.maxHops; node = path.at(-1)!) {
    const paid = funding[node]
    if (paid === undefined || paid.step === refuse || paid.from === target || path.includes(paid.from)) break
    const passedOn = node === target ? null : funding[path.at(-2) ?? target]!
    if (passedOn !== null) {
      const laterSecs = passedOn.sec! - paid.sec!
      const isCovered = paid.lamports! >= (passedOn.lamports! * options.minCarriedPct) / 100
      if (!isCovered || laterSecs < 0 || laterSecs > options.maxHopSecs) break
    }
    path.push(paid.from)
    if (paid.step === last || (paid.step === privacy && ++privacyHops > options.maxPrivacyHops)) break
  }
  return path
}

/** Every branch but the first of each ancestor that has two, one of them with a wallet in between. */
function meetings(funding: Funding, targets: readonly number[]): string[] {
  const branches = new Map<number, Map<number, { target: number; hops: number; slot: number }>>()
  for (const target of [...targets].sort((a, b) => a - b)) {
    let branch = target
    for (const [i, ancestor] of walk(funding, target, OPTIONS).entries()) {
      const own = branches.get(ancestor) ?? new Map()
      branches.set(ancestor, own)
      const held = own.get(branch)
      if (held === undefined || i + 1 < held.hops) own.set(branch, { target, hops: i + 1, slot: funding[branch]!.sec! })
      branch = ancestor
    }
  }
  return [...branches].flatMap(([ancestor, own]) => {
    const rows = [...own.values()].sort((a, b) => a.hops - b.hops || a.slot - b.slot || a.target - b.target)
    if (rows.length < 2 || rows.every(({ hops }) => hops === 1)) return []
    return rows.slice(1).map(({ target, hops }) => `${ancestor} ${[target, hops]}`)
  })
}
