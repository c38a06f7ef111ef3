import { type Part, startPart } from '../control.ts'
import { type Goal, interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { hasPeer } from '../peers.ts'
import type { ClientQuestion } from './clients.ts'
import type { ServerQuestion } from './questions.ts'

/** Row 2 of the performance goals: CPU per delivery of the gateway beside bare uWebSockets.js publish and `ws`, on one
 *  topic and across many, one event a turn and sixteen; and what an idle connection holds. Each server and its clients
 *  are processes of their own; 10,000 sockets want `ulimit -n` above that. */
const { rounds, isQuick } = readBenchOptions(7)
const SOCKETS = isQuick ? 1_000 : 10_000
const BURSTS = isQuick ? 10 : 20
/** With as many sockets a topic as in the full run: an event is encoded once for all of them. */
const TOPICS = [1, isQuick ? 30 : 300]
const SIZES = [1, 16]
const WARM_BURSTS = 5
const GAP_MS = 10
const ROUNDS_OF_TOPICS = 4
const PROGRAMS = { bare: 'server-bare.ts', gateway: 'server-gateway.ts', ws: 'server-ws.ts' }

const hasWs = hasPeer('ws')
const goals: Goal[] = []

type Lane = { readonly server: Part<ServerQuestion>; readonly clients: Part<ClientQuestion> }

async function openLane(program: string, topics: number): Promise<Lane> {
  const server = await startPart<ServerQuestion>(new URL(program, import.meta.url), {
    execArgv: ['--expose-gc'],
    core: 0,
  })
  const clients = await startPart<ClientQuestion>(new URL('clients.ts', import.meta.url), { core: 1 })
  await clients.ask({ do: 'open', port: server.port, count: SOCKETS, topics })
  await clients.ask({ do: 'subscribe' })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return { server, clients }
}

/** Microseconds of the server's CPU per delivery. A server has rested while the others were measured, so some that are
 *  not counted come first. */
async function costOf(lane: Lane, size: number, topics: number): Promise<number> {
  // Whole rounds through the topics, so that every socket gets as much.
  await publishTo(lane, size, topics, topics === 1 ? WARM_BURSTS : topics)
  return publishTo(lane, size, topics, topics === 1 ? BURSTS : ROUNDS_OF_TOPICS * topics)
}

async function publishTo({ server, clients }: Lane, size: number, topics: number, bursts: number): Promise<number> {
  const updates = (bursts * size * SOCKETS) / topics
  const before = await server.ask<number>({ do: 'cpu' })
  const all = clients.ask({ do: 'await', updates: Math.floor(updates) })
  await server.ask({ do: 'publish', bursts, size, topics, gapMs: GAP_MS })
  await all
  return ((await server.ask<number>({ do: 'cpu' })) - before) / updates
}

for (const topics of TOPICS) {
  const lanes: [string, Lane][] = []
  for (const [name, program] of Object.entries(PROGRAMS))
    if (name !== 'ws' || hasWs) lanes.push([name, await openLane(program, topics)])
  for (const size of SIZES) {
    const cases = lanes.map(([name, lane]) => ({ name, measure: () => costOf(lane, size, topics) }))
    const measured = await interleave(cases, rounds)
    const title = `${SOCKETS} sockets, ${topics} topic(s), ${size} event(s) a turn`
    printMeasured(title, measured, 'us CPU per delivery')
    const ours = medianOf(measured, 'gateway')
    goals.push({
      what: `${title}: bare / gateway`,
      got: medianOf(measured, 'bare') / ours,
      reach: 1 / 1.15,
      aim: 1 / 1.05,
    })
    if (hasWs && size === 16)
      goals.push({ what: `${title}: ws / gateway`, got: medianOf(measured, 'ws') / ours, reach: 10, aim: 20 })
  }
  for (const [, { server, clients }] of lanes) {
    await clients.stop()
    await server.stop()
  }
}

const server = await startPart<ServerQuestion>(new URL(PROGRAMS.gateway, import.meta.url), {
  execArgv: ['--expose-gc'],
})
const clients = await startPart<ClientQuestion>(new URL('clients.ts', import.meta.url))
/** The first thousand pay for what grows once. */
const WARM = 1_000
await clients.ask({ do: 'open', port: server.port, count: WARM, topics: 1 })
const before = await server.ask<number>({ do: 'memory' })
await clients.ask({ do: 'open', port: server.port, count: WARM + SOCKETS, topics: 1 })
const perConnection = ((await server.ask<number>({ do: 'memory' })) - before) / SOCKETS
await clients.stop()
await server.stop()
console.log(`idle connection: ${Math.round(perConnection)} bytes resident`)
goals.push({ what: 'idle connection: connections in 4 KiB', got: 4_096 / perConnection, reach: 1, aim: 2 })
reportGoals(isQuick ? 'push-quick' : 'push', goals)
