import assert from 'node:assert/strict'
import { get, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import {
  cpuPerRequest,
  type Goal,
  interleave,
  type Measured,
  medianOf,
  printMeasured,
  reportGoals,
  type ServerProcess,
  startServer,
} from '../harness.ts'
import { hasPeer } from '../peers.ts'
import { BENCH_KEY, BENCH_PATH, type BenchCoding, benchRequest } from './bodies.ts'

/** Row 1 of the performance goals: a warm cached route with all its checks against a bare handler that sends the same
 *  bytes, and against Fastify serving the object. Clients that name a coding are measured apart, against a bare handler
 *  that sends the bytes in that coding. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 20_000)
const CONNECTIONS = 32
const SIZES_KB = [2, 50]
const CODINGS: readonly BenchCoding[] = ['gzip', 'zstd']
const OPEN = { gzip: gunzipSync, zstd: zstdDecompressSync }

type Party = { readonly name: string; readonly server: ServerProcess; readonly coding: BenchCoding | null }

const withFastify = hasPeer('fastify')
for (const kilobytes of SIZES_KB) await benchSize(kilobytes)

async function benchSize(kilobytes: number): Promise<void> {
  const parties = await startParties(String(kilobytes))
  try {
    await compareAnswers(parties)
    const measured = await interleave(
      parties.map(({ name, server, coding }) => ({
        name,
        measure: () =>
          cpuPerRequest(server, { requests: REQUESTS, connections: CONNECTIONS, request: benchRequest(coding) }),
      })),
      ROUNDS,
    )
    printMeasured(`${kilobytes} KB`, measured)
    reportGoals('http', goalsOf(kilobytes, measured))
  } finally {
    await Promise.all([...new Set(parties.map(({ server }) => server))].map((server) => server.stop()))
  }
}

/** Ours answers all clients from one process, as it does for users; a bare handler knows one body. */
async function startParties(kilobytes: string): Promise<readonly Party[]> {
  const start = (program: string, ...args: string[]) =>
    startServer(new URL(`./server-${program}.ts`, import.meta.url), [kilobytes, ...args])
  const memory = await start('ours', 'memory')
  const disk = await start('ours', 'disk')
  const parties: Party[] = [
    { name: 'bare', server: await start('bare'), coding: null },
    { name: 'ours', server: memory, coding: null },
    { name: 'ours from LMDB', server: disk, coding: null },
  ]
  if (withFastify) parties.push({ name: 'Fastify', server: await start('fastify'), coding: null })
  for (const coding of CODINGS)
    parties.push(
      { name: `bare, ${coding}`, server: await start('bare', coding), coding },
      { name: `ours, ${coding}`, server: memory, coding },
      { name: `ours from LMDB, ${coding}`, server: disk, coding },
    )
  return parties
}

/** The same text from all; from ours also the very bytes and the header names of the bare handler. */
async function compareAnswers(parties: readonly Party[]): Promise<void> {
  const plain = await ask(parties[0]!)
  let bare = plain
  for (const party of parties) {
    const { name, coding } = party
    const answer = await ask(party)
    if (name.startsWith('bare')) bare = answer
    assert.equal(answer.headers['content-encoding'], coding ?? undefined, name)
    const text = coding === null ? answer.body : OPEN[coding](answer.body)
    assert.equal(text.toString(), plain.body.toString(), `${name} sends another text`)
    if (name === 'Fastify') continue
    assert.deepEqual(answer.body, bare.body, `${name} sends other bytes`)
    assert.deepEqual(Object.keys(answer.headers).sort(), Object.keys(bare.headers).sort(), name)
    console.log(`${name}: ${answer.body.byteLength} bytes`)
  }
}

function goalsOf(kilobytes: number, measured: readonly Measured[]): readonly Goal[] {
  const isSmall = kilobytes === 2
  const shares = [null, ...CODINGS].flatMap((coding) => {
    const suffix = coding === null ? '' : `, ${coding}`
    const share = (name: string): number => medianOf(measured, `bare${suffix}`) / medianOf(measured, `${name}${suffix}`)
    return [
      {
        what: `${kilobytes} KB${suffix}: share of bare kept`,
        got: share('ours'),
        reach: isSmall ? 0.85 : 0.65,
        aim: isSmall ? 0.95 : 0.85,
      },
      {
        what: `${kilobytes} KB${suffix} from LMDB: share of bare kept`,
        got: share('ours from LMDB'),
        reach: 0.75,
        aim: 0.85,
      },
    ]
  })
  if (!withFastify) return shares
  const times = medianOf(measured, 'Fastify') / medianOf(measured, 'ours')
  return [
    ...shares,
    { what: `${kilobytes} KB: times Fastify`, got: times, reach: isSmall ? 2.5 : 11, aim: isSmall ? 3 : 15 },
  ]
}

/** The answer as it came. The first one of a coding makes its body, so what is measured afterwards is warm. */
function ask({ server, coding }: Party): Promise<{ readonly headers: IncomingHttpHeaders; readonly body: Buffer }> {
  const headers = { 'x-api-key': BENCH_KEY, ...(coding === null ? {} : { 'accept-encoding': coding }) }
  return new Promise((resolve, reject) => {
    get({ port: server.port, host: '127.0.0.1', path: BENCH_PATH, headers, agent: false }, (response) => {
      assert.equal(response.statusCode, 200)
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(pieces) }))
    }).on('error', reject)
  })
}
