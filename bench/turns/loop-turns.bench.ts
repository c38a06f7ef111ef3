import { parseArgs } from 'node:util'
import { type StartedServer, startServer } from '../../test/support/start-server.ts'
import { createDraw } from '../fuzz/draw.ts'
import { readOperations } from '../fuzz/http-case.ts'
import type { CpuTurns } from '../fuzz/thread-cpu.ts'
import { connectInspector, type Inspector, inspectorUrl } from '../fuzz/watch-process.ts'
import { describeTurn, startProfile, stopProfile } from './profile-turn.ts'
import { type Asked, requestsOf, type World } from './requests.ts'

/** How long each route holds the loop: every route of the API is asked, one request at a time, and the longest turn of
 *  the loop meanwhile is taken by CPU time of its thread, which other programs on the machine have no part in. Each round
 *  asks all routes in another order, about another token, twice: the first time most of it is read and worked out, the
 *  second time it is kept. The first rounds load code and compile it; what remains is what users wait for each other.
 *
 *  The last column leaves out turns in which garbage was collected: a collection is everyone's, whoever asked when it
 *  was due.
 *
 *    npm run bench -- turns [--quick]
 *    node bench/turns/loop-turns.bench.ts --rounds 20 --only deepscan --profile 5 */

/** Rounds that warm the code up. */
const FIRST_ROUNDS = 5
const BOUND_MS = 5
/** What goes on behind an answer (rows are written, neighbours read ahead) is still that request's. */
const SETTLE_MS = 30
const QUIET_LOOKS = 100

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    /** Shows the functions of turns that are longer than so many milliseconds. */
    profile: { type: 'string' },
    agents: { type: 'boolean', default: false },
  },
})
const rounds = given.quick ? FIRST_ROUNDS + 2 : Number(given.rounds)
const draw = createDraw(Number(given.seed))

type Row = {
  readonly cold: number[]
  readonly warm: number[]
  readonly statuses: Set<number>
  clean: number
  slowest: string[]
  first: string[]
}
const table = new Map<string, Row>()
const idle: number[] = []

const server = await startServer({
  keyArgs: ['--scopes', 'read,trade,wallet,fee_routing'],
  env: {
    MINTGLASS_RATE_LIMIT_PER_10S: '1000000',
    MINTGLASS_WORKERS: '1',
    SANDBOX_AGENTS: given.agents ? '1' : '0',
    NODE_OPTIONS: `--inspect=127.0.0.1:0 --import ${new URL('../fuzz/watch-cpu-turns.ts', import.meta.url).href}`,
  },
})
try {
  const inspector = await connectInspector(inspectorUrl(server))
  const world = await readWorld(server)
  await untilQuiet(inspector)
  for (let round = 0; round < rounds; round++) {
    const asked = shuffled(requestsOf(world, round)).filter(({ name }) =>
      given.only.split(',').some((part) => name.includes(part)),
    )
    for (const one of asked) await measure(inspector, one, round)
    idle.push((await turnOf(inspector, 'nothing', async () => {})).longestMs)
    console.error(`round ${round + 1} of ${rounds}: ${asked.length} routes`)
  }
  inspector.close()
  print()
  await printUnasked(server, world)
} finally {
  await server.stop()
}

async function readWorld({ get, key }: StartedServer): Promise<World> {
  const { json } = await get('/api/sandbox')
  return { ...(json as Omit<World, 'key'>), key }
}

/** What a start leaves to do (history is read, prices are fetched) belongs to no request. */
async function untilQuiet(inspector: Inspector): Promise<void> {
  for (let look = 0, quiet = 0; look < QUIET_LOOKS && quiet < 3; look++) {
    await inspector.takeCpuTurns()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const seen = await inspector.takeCpuTurns()
    quiet = seen !== null && seen.longestMs < 2 ? quiet + 1 : 0
  }
}

async function measure(inspector: Inspector, one: Asked, round: number): Promise<void> {
  const row: Row = table.get(one.name) ?? { cold: [], warm: [], clean: 0, statuses: new Set(), slowest: [], first: [] }
  table.set(one.name, row)
  const ask = async (): Promise<void> => {
    const { method, target, headers, body } = one
    const reply = await server.send(method, target, { key: null, headers, ...(body === undefined ? {} : { body }) })
    row.statuses.add(reply.status)
  }
  const isSteady = round >= FIRST_ROUNDS
  const cold = await turnOf(inspector, one.name, ask, round === 0 || isSteady ? row : undefined)
  const warm = await turnOf(inspector, one.name, ask)
  row.cold.push(cold.longestMs)
  row.warm.push(warm.longestMs)
  for (const { longestMs, garbage } of [cold, warm])
    if (isSteady && garbage.length === 0) row.clean = Math.max(row.clean, longestMs)
}

/** CPU milliseconds of the longest turn while something was asked and just after. */
async function turnOf(inspector: Inspector, name: string, ask: () => Promise<void>, row?: Row): Promise<CpuTurns> {
  const isProfiled = given.profile !== undefined && row !== undefined
  if (isProfiled) await startProfile(inspector)
  await inspector.takeCpuTurns()
  // The turn that took the figures is over.
  await new Promise((resolve) => setTimeout(resolve, 5))
  await inspector.takeCpuTurns()
  await ask()
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const seen = await inspector.takeCpuTurns()
  if (seen !== null && seen.longestMs > BOUND_MS)
    console.error(`${name}: ${seen.longestMs.toFixed(1)} ms, of it garbage: ${seen.garbage.join(', ') || 'none'}`)
  if (seen === null) throw new Error('the kernel does not count the time of threads')
  if (isProfiled) {
    const profile = await stopProfile(inspector)
    const isFirst = row.cold.length === 0
    if (isFirst && seen.longestMs > Number(given.profile)) row.first = describeTurn(profile, seen.fromUs, seen.toUs)
    if (
      !isFirst &&
      seen.longestMs > Number(given.profile) &&
      seen.longestMs > Math.max(0, ...row.cold.slice(FIRST_ROUNDS))
    )
      row.slowest = describeTurn(profile, seen.fromUs, seen.toUs)
  }
  return seen
}

function shuffled<T>(list: readonly T[]): T[] {
  const left = [...list]
  return list.map(() => left.splice(draw.below(left.length), 1)[0]!)
}

function print(): void {
  const steady = (values: readonly number[]) => Math.max(0, ...values.slice(FIRST_ROUNDS))
  const rows = [...table].sort(([, a], [, b]) => steady(b.cold) - steady(a.cold))
  const columns = ['cold first', 'median', 'worst after 5', 'warm median', 'worst after 5', 'no collection']
  console.log(`longest turn of the loop, CPU ms, ${rounds} rounds of one request each\n`)
  console.log(`${'route'.padEnd(48)} ${columns.join('  ')}  status`)
  for (const [name, { cold, warm, clean, statuses }] of rows) {
    const figures = [
      cold[0]!,
      median(cold.slice(FIRST_ROUNDS)),
      steady(cold),
      median(warm.slice(FIRST_ROUNDS)),
      steady(warm),
      clean,
    ]
    const cells = figures.map((ms, i) => ms.toFixed(1).padStart(columns[i]!.length))
    console.log(`${name.padEnd(48)} ${cells.join('  ')}  ${[...statuses].join(' ')}`)
  }
  console.log(`\nnothing asked: median ${median(idle).toFixed(1)}, worst after 5 ${steady(idle).toFixed(1)}`)
  const over = rows.filter(([, { cold, warm }]) => Math.max(steady(cold), steady(warm)) > BOUND_MS)
  console.log(`over ${BOUND_MS} ms after the first ${FIRST_ROUNDS}: ${over.map(([name]) => name).join(', ') || 'none'}`)
  for (const [name, { slowest, first }] of rows) {
    if (first.length > 0) console.log(`\n${name}, the first time\n${first.join('\n')}`)
    if (slowest.length > 0) console.log(`\n${name}\n${slowest.join('\n')}`)
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Routes of the description that nothing here asks. */
async function printUnasked({ get }: StartedServer, world: World): Promise<void> {
  const { json } = await get('/api/v2/openapi.json')
  const names = new Set(requestsOf(world, 0).map(({ name }) => name.split(' ').slice(0, 2).join(' ')))
  const unasked = readOperations(json)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => !names.has(name))
  console.log(`\nnot asked (they need a session, a signature or a row of their own): ${unasked.join(', ')}`)
}
