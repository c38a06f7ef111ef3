import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildOhlcv, type Candles, countBuckets, createCandles, type Trades } from '../../src/hot-paths/ohlcv.ts'
import { type Case, type Goal, interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { hasPeer } from '../peers.ts'
import { makeTrades } from './make-trades.ts'
import { findPandas, startPeer } from './peer-process.ts'

/** Row 4 of the performance goals: 1-minute candles of ten million trades in thirty days, CPU time of the whole process
 *  (DuckDB and Polars compute on all cores). The peers hold the trades in their own columns before the clock starts.
 *  The floor in JS is one pass that adds up the three columns that candles are made of: time, price and volume. The sum
 *  of the volumes alone, a third of the bytes, is the harder floor; both stand among the goals. */
const { rounds, isQuick } = readBenchOptions(7)
const TRADES = isQuick ? 1_000_000 : 10_000_000
const SPAN_MS = (isQuick ? 3 : 30) * 86_400_000
const MINUTE_MS = 60_000
const FOUR_PERIODS_MS = [MINUTE_MS, 300_000, 3_600_000, 86_400_000]
/** Rows of a DuckDB data chunk. */
const CHUNK = 2_048

type Reader = { getRowsJson(): Promise<unknown[][]> }
type Connection = {
  run(sql: string): Promise<unknown>
  runAndReadAll(sql: string): Promise<Reader>
  createAppender(table: string): Promise<{
    appendDataChunk(chunk: unknown): void
    closeSync(): void
  }>
}
type DuckDb = {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> }
  DuckDBDataChunk: {
    create(types: readonly unknown[], rows: number): { setColumns(columns: readonly unknown[]): void }
  }
  DOUBLE: unknown
}
type Sums = readonly [count: number, o: number, h: number, l: number, c: number, v: number]

const require = createRequire(new URL('../package.json', import.meta.url))
const trades = spreadTies(makeTrades(TRADES, SPAN_MS, 11))
const outs = FOUR_PERIODS_MS.map((periodMs) => createCandles(countBuckets(trades.timesMs, periodMs, false)))
const [count] = buildOhlcv(trades, [MINUTE_MS], false, outs.slice(0, 1))
const expected = sumsOf(outs[0]!, count!)
console.log(`${TRADES} trades, ${count} candles`)

const cases: Case[] = [
  { name: 'ours', measure: () => cpuOf(() => buildOhlcv(trades, [MINUTE_MS], false, outs.slice(0, 1))) },
  { name: 'ours, four periods', measure: () => cpuOf(() => buildOhlcv(trades, FOUR_PERIODS_MS, false, outs)) },
  { name: 'sum of the three columns', measure: () => cpuOf(() => sumOfAll(trades)) },
  { name: 'sum of one column', measure: () => cpuOf(() => sumOf(trades.volumesUsd)) },
]
const cleanUp: (() => void)[] = []
const hasDuckDb = hasPeer('@duckdb/node-api') && (await addDuckDb())
const hasPolars = hasPeer('nodejs-polars') && addPolars()
const hasPandas = await addPandas()

const measured = await interleave(cases, rounds)
for (const one of cleanUp) one()
printMeasured('1-minute candles', measured, 'us CPU')
const ours = medianOf(measured, 'ours')
const goals: Goal[] = ['sum of the three columns', 'sum of one column'].map((floor) => ({
  what: `candles: times the ${floor}`,
  got: medianOf(measured, floor) / ours,
  reach: 0.5,
  aim: 0.7,
}))
if (hasDuckDb)
  goals.push({ what: 'candles: times DuckDB', got: medianOf(measured, 'DuckDB') / ours, reach: 8, aim: 12 })
if (hasPandas) goals.push({ what: 'candles: times pandas', got: medianOf(measured, 'pandas') / ours, reach: 4, aim: 6 })
if (hasPolars)
  console.log(`Polars, not among the goals: ${(medianOf(measured, 'Polars') / ours).toFixed(1)} times ours`)
console.log(`four periods cost ${(medianOf(measured, 'ours, four periods') / ours).toFixed(2)} times one`)
console.log(`${((1_000 * ours) / TRADES).toFixed(2)} ns per trade`)
reportGoals('engines', goals)

async function addDuckDb(): Promise<boolean> {
  const duckDb = require('@duckdb/node-api') as DuckDb
  const connection = await (await duckDb.DuckDBInstance.create(':memory:')).connect()
  await connection.run('create table trades (t double, price double, volume double)')
  const appender = await connection.createAppender('trades')
  for (let at = 0; at < TRADES; at += CHUNK) {
    const end = Math.min(at + CHUNK, TRADES)
    const chunk = duckDb.DuckDBDataChunk.create([duckDb.DOUBLE, duckDb.DOUBLE, duckDb.DOUBLE], end - at)
    chunk.setColumns(
      [trades.timesMs, trades.pricesUsd, trades.volumesUsd].map((column) => [...column.subarray(at, end)]),
    )
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
  await connection.run(`create view candles as select floor(t / ${MINUTE_MS}) * ${MINUTE_MS} as bucket,
    arg_min(price, t) as o, max(price) as h, min(price) as l, arg_max(price, t) as c, sum(volume) as v
    from trades group by bucket`)
  const [row] = await (
    await connection.runAndReadAll('select count(*), sum(o), sum(h), sum(l), sum(c), sum(v) from candles')
  ).getRowsJson()
  checkSums('DuckDB', row!.map(Number))
  cases.push({
    name: 'DuckDB',
    measure: () => cpuOf(() => connection.run('create or replace temp table result as select * from candles')),
  })
  return true
}

type PolarsFrame = {
  groupByDynamic(options: object): { agg(...expressions: unknown[]): PolarsFrame }
  getColumn(name: string): { sum(): number }
  height: number
}
type PolarsExpression = {
  first(): PolarsExpression
  last(): PolarsExpression
  max(): PolarsExpression
  min(): PolarsExpression
  sum(): PolarsExpression
  alias(name: string): unknown
}
type Polars = {
  DataFrame(columns: object): PolarsFrame
  Series(name: string, values: unknown, type: unknown): unknown
  col(name: string): PolarsExpression
  Int64: unknown
}

function addPolars(): boolean {
  const module = require('nodejs-polars') as Polars & { default?: Polars }
  const polars = module.default ?? module
  // Whole milliseconds: its windows are for integers. Trades of one millisecond keep their order.
  const timesMs = BigInt64Array.from(trades.timesMs, (timeMs) => BigInt(Math.floor(timeMs)))
  const frame = polars.DataFrame({
    t: polars.Series('t', timesMs, polars.Int64),
    price: trades.pricesUsd,
    volume: trades.volumesUsd,
  })
  const { col } = polars
  const build = (): PolarsFrame =>
    frame
      .groupByDynamic({ indexColumn: 't', every: `${MINUTE_MS}i`, period: `${MINUTE_MS}i`, closed: 'left' })
      .agg(
        col('price').first().alias('o'),
        col('price').max().alias('h'),
        col('price').min().alias('l'),
        col('price').last().alias('c'),
        col('volume').sum().alias('v'),
      )
  const first = build()
  checkSums('Polars', [first.height, ...['o', 'h', 'l', 'c', 'v'].map((name) => first.getColumn(name).sum())])
  cases.push({ name: 'Polars', measure: () => cpuOf(build) })
  return true
}

async function addPandas(): Promise<boolean> {
  const python = findPandas()
  if (python === null) return false
  const file = join(tmpdir(), `mintglass-trades-${process.pid}.bin`)
  const { timesMs, pricesUsd, volumesUsd } = trades
  const columns = [Float64Array.of(TRADES), timesMs, pricesUsd, volumesUsd]
  writeFileSync(file, '')
  for (const { buffer } of columns) writeFileSync(file, new Uint8Array(buffer), { flag: 'a' })
  const peer = startPeer(python, [new URL('./native/pandas-peer.py', import.meta.url).pathname, file])
  cleanUp.push(peer.stop, () => rmSync(file, { force: true }))
  checkSums('pandas', (await peer.ask('')).slice(1))
  cases.push({ name: 'pandas', measure: async () => (await peer.ask(''))[0]! })
  return true
}

async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function sumsOf({ o, h, l, c, v }: Candles, length: number): Sums {
  const sum = (column: Float64Array): number => sumOf(column.subarray(0, length))
  return [length, sum(o), sum(h), sum(l), sum(c), sum(v)]
}

/** The same candles: as many, and every column adds up to the same but for rounding. */
function checkSums(name: string, got: readonly number[]): void {
  for (const [i, sum] of expected.entries())
    assert(Math.abs(got[i]! - sum) <= 1e-9 * Math.abs(sum), `${name} disagrees on column ${i}: ${got[i]} and ${sum}`)
}

function sumOf(column: Float64Array): number {
  let sum = 0
  for (let i = 0; i < column.length; i++) sum += column[i]!
  return sum
}

function sumOfAll({ timesMs, pricesUsd, volumesUsd }: Trades): number {
  let times = 0
  let prices = 0
  let volumes = 0
  for (let i = 0; i < timesMs.length; i++) {
    times += timesMs[i]!
    prices += pricesUsd[i]!
    volumes += volumesUsd[i]!
  }
  return times + prices + volumes
}

/** Trades of one millisecond get fractions of it in their order, so that the first and the last of a bucket are the
 *  same trade for engines that look at the time alone. */
function spreadTies(input: Trades): Trades {
  const { timesMs } = input
  for (let i = 1, ties = 0; i < timesMs.length; i++) {
    ties = Math.floor(timesMs[i]!) === Math.floor(timesMs[i - 1]!) ? ties + 1 : 0
    timesMs[i]! += ties / 1_024
  }
  return input
}
