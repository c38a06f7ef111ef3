import assert from 'node:assert/strict'
import { get } from 'node:http'
import {
  cpuPerRequest,
  interleave,
  medianOf,
  printMeasured,
  reportGoals,
  type ServerProcess,
  startServer,
} from '../harness.ts'
import { hasPeer } from '../peers.ts'
import { BENCH_KEY, BENCH_PATH, BENCH_REQUEST } from './bodies.ts'

/** Row 1 of the performance goals: a warm cached route with all its checks against a bare handler that sends the same
 *  bytes, and against Fastify serving the object. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 20_000)
const CONNECTIONS = 32
const SIZES_KB = [2, 50]

const withFastify = hasPeer('fastify')

for (const kilobytes of SIZES_KB) {
  const servers: Record<string, ServerProcess> = {
    bare: await startServer(new URL('./server-bare.ts', import.meta.url), [String(kilobytes)]),
    ours: await startServer(new URL('./server-ours.ts', import.meta.url), [String(kilobytes), 'memory']),
    'ours from LMDB': await startServer(new URL('./server-ours.ts', import.meta.url), [String(kilobytes), 'disk']),
  }
  if (withFastify)
    servers['Fastify'] = await startServer(new URL('./server-fastify.ts', import.meta.url), [String(kilobytes)])

  const bodies = await Promise.all(Object.values(servers).map(({ port }) => fetchBody(port)))
  for (const body of bodies) assert.equal(body, bodies[0], 'all servers send the same body')
  console.log(`\nbody of ${Buffer.byteLength(bodies[0]!)} bytes, the same from all: ${Object.keys(servers).join(', ')}`)

  const load = { requests: REQUESTS, connections: CONNECTIONS, request: BENCH_REQUEST }
  const measured = await interleave(
    Object.entries(servers).map(([name, server]) => ({ name, measure: () => cpuPerRequest(server, load) })),
    ROUNDS,
  )
  await Promise.all(Object.values(servers).map((server) => server.stop()))
  printMeasured(`${kilobytes} KB`, measured)
  const bare = medianOf(measured, 'bare')
  const ours = medianOf(measured, 'ours')
  const isSmall = kilobytes === 2
  reportGoals('http', [
    {
      what: `${kilobytes} KB: share of bare kept`,
      got: bare / ours,
      reach: isSmall ? 0.85 : 0.65,
      aim: isSmall ? 0.95 : 0.85,
    },
    {
      what: `${kilobytes} KB from LMDB: share of bare kept`,
      got: bare / medianOf(measured, 'ours from LMDB'),
      reach: 0.75,
      aim: 0.85,
    },
    ...(withFastify
      ? [
          {
            what: `${kilobytes} KB: times Fastify`,
            got: medianOf(measured, 'Fastify') / ours,
            reach: isSmall ? 2.5 : 11,
            aim: isSmall ? 3 : 15,
          },
        ]
      : []),
  ])
}

function fetchBody(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get(
      { port, host: '127.0.0.1', path: BENCH_PATH, headers: { 'x-api-key': BENCH_KEY }, agent: false },
      (response) => {
        assert.equal(response.statusCode, 200)
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve(text))
      },
    ).on('error', reject)
  })
}
