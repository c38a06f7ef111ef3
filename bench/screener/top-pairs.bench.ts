import assert from 'node:assert/strict'
import { SCREENER } from '../../src/config/screener.ts'
import { type Condition, compileFilter } from '../../src/hot-paths/screener/row-filter.ts'
import { createSharedTurns } from '../../src/runtime/shared-turns.ts'
import { columnOf, NUMBER_NAMES } from '../../src/services/screener/fields.ts'
import { findRows } from '../../src/services/screener/find-rows.ts'
import { openThreadCpu } from '../fuzz/thread-cpu.ts'
import { type Case, interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { openDuckPairs } from './duckdb-pairs.ts'
import { createRandom, drawNumber, fillPairs } from './fill-pairs.ts'

/** A million pairs: the first 50 by any numeric column under three conditions, ours and DuckDB over the same columns in
 *  one run, with equal answers; then 20,000 pairs a second change while questions are asked, and the loop counts its
 *  turns. `cpu` is CPU time of the process with all its threads; `wall` is what a caller waits. */
const { rounds, isQuick } = readBenchOptions(7)
const PAIRS = isQuick ? 100_000 : 1_000_000
const LIMIT = 50
const UPDATES_A_SECOND = 20_000
const UPDATE_SECONDS = isQuick ? 3 : 10

type Range = { readonly field: string; readonly min: number; readonly max: number | null }
type Question = { readonly sort: string; readonly isDescending: boolean; readonly ranges: readonly Range[] }

const before = process.memoryUsage()
const store = fillPairs(PAIRS)
globalThis.gc?.()
const after = process.memoryUsage()
const turns = createSharedTurns()

/** Every column once, with the conditions that people set. */
const QUESTIONS: readonly Question[] = NUMBER_NAMES.map((sort, at) => ({
  sort,
  isDescending: at % 3 !== 2,
  ranges: [
    { field: 'liquidityUSD', min: [1_000, 10_000, 100_000][at % 3]!, max: null },
    { field: at % 2 === 0 ? 'volume.h24' : 'volume.h1', min: 500, max: at % 4 === 0 ? 1e6 : null },
    { field: at % 2 === 0 ? 'txns.h24' : 'makers24h', min: [10, 50, 200][at % 3]!, max: null },
  ],
}))

function conditionOf({ ranges }: Question): Condition {
  return {
    kind: 'and',
    items: ranges.map(({ field, min, max }) => ({
      kind: 'range' as const,
      column: columnOf(field, 'h24')!,
      min,
      max: max ?? Number.POSITIVE_INFINITY,
    })),
  }
}

function ask(question: Question, needsTotal: boolean) {
  const column = columnOf(question.sort, 'h24')!
  const { isDescending } = question
  const filter = compileFilter(conditionOf(question))
  return findRows(store, turns, { filter, column, isDescending, limit: LIMIT }, { needsTotal })
}

function whereOf({ ranges }: Question): string {
  return ranges
    .map(({ field, min, max }) => {
      const name = `c${columnOf(field, 'h24')}`
      return `${name} >= ${min}${max === null ? '' : ` and ${name} <= ${max}`}`
    })
    .join(' and ')
}

function sqlOf(question: Question): string {
  const direction = question.isDescending ? 'desc' : 'asc'
  return `select id from pairs where ${whereOf(question)} order by c${columnOf(question.sort, 'h24')} ${direction} nulls last, id limit ${LIMIT}`
}

for (const { sort } of QUESTIONS) store.order(columnOf(sort, 'h24')!)
while (!store.buildOrders(SCREENER.rowsPerTurn)) {}
const orderBytes = NUMBER_NAMES.reduce((sum, _, column) => sum + (store.order(column)?.bytes ?? 0), 0)
console.log(
  `${PAIRS} pairs: ${Math.round(store.columns.bytes / PAIRS)} bytes of columns a pair, ${Math.round(orderBytes / PAIRS)} of orders with all ${NUMBER_NAMES.length} kept, ${Math.round((after.rss - before.rss) / PAIRS)} of resident memory in all before the orders`,
)

/** `--turns`: only the turns of the loop while pairs change. */
const isTurnsOnly = process.argv.includes('--turns')
const duck = isTurnsOnly ? null : await openDuckPairs(store, NUMBER_NAMES.length)
if (duck !== null)
  for (const question of QUESTIONS) {
    const { rows, total } = await ask(question, true)
    assert.deepEqual(rows, await duck.ask(sqlOf(question)), question.sort)
    const [counted] = await duck.ask(`select count(*) from pairs where ${whereOf(question)}`)
    assert.equal(total, counted)
  }

type Cost = { cpuUs: number; wallUs: number }
async function costOf(work: (question: Question) => Promise<unknown>): Promise<Cost> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (const question of QUESTIONS) await work(question)
  const { user, system } = process.cpuUsage(cpu)
  return {
    cpuUs: (user + system) / QUESTIONS.length,
    wallUs: ((performance.now() - start) * 1_000) / QUESTIONS.length,
  }
}

const walls = new Map<string, number[]>()
function caseOf(name: string, work: (question: Question) => Promise<unknown>): Case {
  return {
    name,
    async measure() {
      const { cpuUs, wallUs } = await costOf(work)
      walls.set(name, [...(walls.get(name) ?? []), wallUs])
      return cpuUs
    },
  }
}
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const cases = [
  caseOf('ours, 50 rows', (question) => ask(question, false)),
  caseOf('ours, 50 rows and how many match', (question) => ask(question, true)),
]
if (duck !== null) {
  cases.push(caseOf('DuckDB, 50 rows', (question) => duck.ask(sqlOf(question))))
  cases.push(
    caseOf('DuckDB, 50 rows and how many match', async (question) => {
      await duck.ask(sqlOf(question))
      await duck.ask(`select count(*) from pairs where ${whereOf(question)}`)
    }),
  )
}
const measured = await interleave(isTurnsOnly ? [] : cases, rounds)
if (!isTurnsOnly) printMeasured(`first ${LIMIT} of ${PAIRS} pairs by any column, three conditions`, measured, 'us CPU')
for (const [name, values] of walls) console.log(`${name}: ${Math.round(median(values.slice(1)))} us of wall time`)

const random = createRandom(9)
const names = NUMBER_NAMES.filter((name) => /^(price|volume|txns|buys|sells|makers|marketCap|fdv|lastTrade)/.test(name))
const updated = names.map((name) => [name, columnOf(name, 'h24')!] as const)
/** Drawn before the clock starts. */
const DRAWS = 4_096
const draws = updated.map(([name, column]) => ({
  column,
  values: Array.from({ length: DRAWS }, () => drawNumber(name, random)),
}))
let changes = 0
function update(count: number): void {
  for (let i = 0; i < count; i++) {
    const row = Math.floor(random() * PAIRS)
    for (const { column, values } of draws) store.columns.setNumber(column, row, values[changes % DRAWS]!)
    changes++
  }
}

/** CPU time of one changed pair, nothing else running. */
const beforeUpdates = process.cpuUsage()
update(50_000)
const updatesCost = process.cpuUsage(beforeUpdates)
console.log(
  `a changed pair (${names.length} columns, all ${NUMBER_NAMES.length} orders kept) costs ${((updatesCost.user + updatesCost.system) / 50_000).toFixed(1)} us of CPU`,
)
changes = 0

/** By CPU time of the loop's thread where the system says it: other programs on the machine do not count then. */
const threadCpu = openThreadCpu()
const clockMs = threadCpu ?? (() => performance.now())
const turnsMs: number[] = []
let last = clockMs()
let isOn = true
function look(): void {
  const now = clockMs()
  turnsMs.push(now - last)
  last = now
  if (isOn) setImmediate(look)
}
setImmediate(look)
const startMs = performance.now()
let asked = 0
/** As the follower hands them over: a piece in each turn. */
function follow(): void {
  const beganMs = performance.now()
  const due = Math.floor(((beganMs - startMs) / 1_000) * UPDATES_A_SECOND)
  const end = Math.min(due, changes + SCREENER.eventsPerTurn)
  while (changes < end && performance.now() - beganMs < SCREENER.turnMs) update(Math.min(4, end - changes))
  if (isOn) setImmediate(follow)
}
follow()
while (performance.now() - startMs < UPDATE_SECONDS * 1_000) {
  await ask(QUESTIONS[asked++ % QUESTIONS.length]!, true)
}
isOn = false
turnsMs.sort((a, b) => a - b)
const at = (share: number): string => turnsMs[Math.floor((turnsMs.length - 1) * share)]!.toFixed(2)
const perSecond = changes / UPDATE_SECONDS
console.log(
  `${Math.round(perSecond)} pairs changed a second (${names.length} columns each, all orders kept) while ${Math.round(asked / UPDATE_SECONDS)} questions a second were answered; turns of the loop in ms${threadCpu === null ? '' : ' of CPU'}: p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)}, longest ${at(1)}; ${turnsMs.filter((ms) => ms > 5).length} of ${turnsMs.length} over 5 ms`,
)

if (duck !== null) {
  const ratio = (ours: string, theirs: string): number => medianOf(measured, theirs) / medianOf(measured, ours)
  const wallRatio = (ours: string, theirs: string): number =>
    median(walls.get(theirs)!.slice(1)) / median(walls.get(ours)!.slice(1))
  const [first, both] = ['50 rows', '50 rows and how many match']
  reportGoals('screener', [
    { what: 'first 50: times DuckDB, CPU', got: ratio(`ours, ${first}`, `DuckDB, ${first}`), reach: 5, aim: 10 },
    { what: 'first 50: times DuckDB, wall', got: wallRatio(`ours, ${first}`, `DuckDB, ${first}`), reach: 5, aim: 10 },
    {
      what: 'with the count: times DuckDB, CPU',
      got: ratio(`ours, ${both}`, `DuckDB, ${both}`),
      reach: null,
      aim: null,
    },
    {
      what: 'with the count: times DuckDB, wall',
      got: wallRatio(`ours, ${both}`, `DuckDB, ${both}`),
      reach: null,
      aim: null,
    },
    {
      what: 'pairs changed a second while asked',
      got: perSecond,
      reach: UPDATES_A_SECOND * 0.98,
      aim: UPDATES_A_SECOND,
    },
  ])
}
