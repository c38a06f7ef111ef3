import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SANDBOX_KEYS } from '../../src/config/sandbox-keys.ts'
import { SCOPES } from '../../src/contract/api-key.ts'
import { nodeOptions } from '../../test/support/inherited-env.ts'
import { type StartedServer, startServer } from '../../test/support/start-server.ts'
import { untilServing } from '../../test/support/until-serving.ts'
import { drawApiCase, drawControl } from './api-cases.ts'
import { type CaseResult, KeptConnection, runAlone } from './client.ts'
import { createDraw, type Draw } from './draw.ts'
import { type FuzzCase, readOperations, type Target } from './http-case.ts'
import { judge } from './http-judge.ts'
import { printReport } from './print-report.ts'
import { drawSlowCase, drawSocketCase } from './socket-cases.ts'
import {
  connectInspector,
  type HeldObjects,
  inspectorUrl,
  type Memory,
  type Pulse,
  sampleMemory,
  watchPulse,
} from './watch-process.ts'

/* Sends malformed requests to a whole server and holds every answer against what the interface promises:
 * `node bench/fuzz/http-fuzz.ts [--requests 200000] [--seed 1]`. Ends with 1 when something was found. */

/** Memory is looked at after each of these. */
const PHASE_REQUESTS = 20_000
/** Long enough for idle connections to be ended and for garbage to be given back. */
const IDLE_MS = 12_000
/** What may be added to the memory of the first phase by the end of the last. */
const MAX_GROWTH = 0.1
const LANES = 12
/** Shapes that wait for the server to lose patience, at once. */
const MAX_WAITING = 400
const SOCKET_SHARE = 5
const SLOW_SHARE = 4_000
const CONTROL_SHARE = 25
const KEPT_EXAMPLES = 3
const EXAMPLE_BYTES = 3_000

export type Finding = { readonly what: string; count: number; readonly examples: string[] }
export type HttpFuzzReport = {
  readonly seed: number
  readonly sent: number
  readonly controls: number
  readonly seconds: number
  /** By family, then by statuses: `400p` is a refusal by the parser itself, `-` no answer. */
  readonly families: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Same, by what the judge says of requests sent over sockets of their own. */
  readonly shapes: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly slowestCloseMs: number
  readonly findings: readonly Finding[]
  /** After each phase: the server idle, and then with its garbage collected. */
  readonly memory: readonly { readonly idle: Memory; readonly collected: Memory; readonly held: HeldObjects }[]
  readonly pulse: Pulse
  /** CPU time of the longest turn of the server's loop while requests came, as many as met in it; null where
   *  unknown. */
  readonly longestTurnMs: number | null
}

export type HttpFuzzOptions = {
  readonly requests: number
  readonly seed: number
  readonly phaseRequests?: number
  readonly idleMs?: number
  /** Further settings of the server. */
  readonly env?: Readonly<Record<string, string>>
  readonly onPhase?: (line: string) => void
}

/** Starts a server with a data folder of its own, sends `requests` malformed requests beside some right ones, and stops
 *  it. The same seed draws the same requests, in an order that depends on the server. */
export async function fuzzHttp(options: HttpFuzzOptions): Promise<HttpFuzzReport> {
  const { requests, seed, phaseRequests = PHASE_REQUESTS, idleMs = IDLE_MS, onPhase = () => {} } = options
  const server = await startServer({
    keyArgs: ['--scopes', SCOPES.join(',')],
    env: {
      MINTGLASS_RATE_LIMIT_PER_10S: '1000000',
      TRUSTED_PROXIES: '127.0.0.1',
      NODE_OPTIONS: nodeOptions(
        '--inspect=127.0.0.1:0',
        `--import ${new URL('./watch-cpu-turns.ts', import.meta.url).href}`,
      ),
      ...options.env,
    },
  })
  try {
    // What waits for the tape is 503 until then, and rightly.
    await untilServing(server)
    const run = await createRun(server, seed)
    const inspector = await connectInspector(inspectorUrl(server))
    await inspector.takeCpuTurns()
    const startedMs = performance.now()
    const pulse = watchPulse(server.url)
    const memory: HttpFuzzReport['memory'][number][] = []
    let longestTurnMs: number | null = null
    for (let sent = 0; sent < requests; sent += phaseRequests) {
      await run.send(Math.min(phaseRequests, requests - sent))
      await new Promise((resolve) => setTimeout(resolve, idleMs))
      const idle = await sampleMemory(server.pid)
      // Before the collection, which is a turn of its own that no one sent.
      const seen = await inspector.takeCpuTurns()
      if (seen !== null) longestTurnMs = Math.max(longestTurnMs ?? 0, seen.longestMs)
      await inspector.collectGarbage()
      await inspector.takeCpuTurns()
      const collected = await sampleMemory(server.pid)
      const held = await inspector.heldObjects()
      if (idle !== null && collected !== null) memory.push({ idle, collected, held })
      const seconds = Math.round((performance.now() - startedMs) / 1_000)
      const mebibytes = [collected?.residentMiB ?? 0, held.heapMiB, held.outsideMiB].map(Math.round)
      const turn = `longest turn ${longestTurnMs?.toFixed(0) ?? 'unknown'} ms`
      onPhase(
        `${run.tally.sent} sent, ${seconds} s, ${mebibytes} MiB, ${turn}, ${run.tally.findings.size} kinds of findings`,
      )
    }
    inspector.close()
    noteGrowth(memory, run.note)
    const beat = await pulse.stop()
    for (const failure of new Set(beat.failures)) run.note(`health: ${failure}`, null)
    noteServerLog(server, run.note)
    return {
      ...run.tally,
      seed,
      seconds: (performance.now() - startedMs) / 1_000,
      findings: [...run.tally.findings.values()],
      memory,
      pulse: beat,
      longestTurnMs,
    }
  } finally {
    await server.stop()
  }
}

type Tally = {
  sent: number
  controls: number
  slowestCloseMs: number
  readonly families: Map<string, Map<string, number>>
  readonly shapes: Map<string, Map<string, number>>
  readonly findings: Map<string, Finding>
}

type Run = {
  readonly tally: Tally
  /** Sends so many malformed requests and waits until the last of them is over. */
  send(count: number): Promise<void>
  note(what: string, fuzzCase: FuzzCase | null): void
}

async function createRun(server: StartedServer, seed: number): Promise<Run> {
  const port = Number(new URL(server.url).port)
  const draw = createDraw(seed)
  const target = await readTarget(server)
  const tally: Tally = {
    sent: 0,
    controls: 0,
    slowestCloseMs: 0,
    families: new Map(),
    shapes: new Map(),
    findings: new Map(),
  }
  const waiting = new Set<Promise<unknown>>()

  const note = (what: string, fuzzCase: FuzzCase | null): void => {
    const finding = tally.findings.get(what) ?? { what, count: 0, examples: [] }
    tally.findings.set(what, finding)
    finding.count++
    if (fuzzCase !== null && finding.examples.length < KEPT_EXAMPLES) finding.examples.push(reproducerOf(fuzzCase))
  }
  const count = (fuzzCase: FuzzCase, result: CaseResult, isAlone: boolean): void => {
    if (fuzzCase.isControl) tally.controls++
    else tally.sent++
    const outcome = result.statuses.join(' ') || '-'
    addTo(tally.families, result.family, shorten(outcome))
    if (isAlone) addTo(tally.shapes, result.shape, shorten(outcome))
    tally.slowestCloseMs = Math.max(tally.slowestCloseMs, result.closedAfterMs ?? 0)
    for (const fault of result.faults) note(`${result.family}, ${result.shape}: ${fault}`, fuzzCase)
  }
  const alone = async (fuzzCase: FuzzCase): Promise<void> => {
    let letGo = () => {}
    const handedOver = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const whole = runAlone(port, fuzzCase, letGo).then((result) => count(fuzzCase, result, true))
    waiting.add(whole)
    whole.finally(() => waiting.delete(whole))
    await Promise.race([whole, handedOver])
    while (waiting.size >= MAX_WAITING) await Promise.race(waiting)
  }
  const lane = async (kept: KeptConnection, next: () => FuzzCase | null): Promise<void> => {
    for (let fuzzCase = next(); fuzzCase !== null; fuzzCase = next()) {
      const verdicts = judge(fuzzCase.bytes)
      const [verdict] = verdicts
      const isOrdinary =
        verdicts.length === 1 &&
        verdict!.kind === 'request' &&
        !verdict!.mustClose &&
        fuzzCase.cuts === undefined &&
        fuzzCase.end === undefined
      if (isOrdinary) count(fuzzCase, await kept.run(fuzzCase, verdict!), false)
      else await alone(fuzzCase)
    }
    kept.close()
  }
  return {
    tally,
    note,
    async send(requests) {
      let left = requests
      const next = (): FuzzCase | null => {
        if (left <= 0) return null
        if (draw.oneIn(CONTROL_SHARE)) return drawControl(draw, target)
        left--
        return drawMalformed(draw, target)
      }
      await Promise.all(Array.from({ length: LANES }, () => lane(new KeptConnection(port), next)))
      await Promise.all(waiting)
    },
  }
}

function drawMalformed(draw: Draw, target: Target): FuzzCase {
  if (draw.oneIn(SLOW_SHARE)) return drawSlowCase(draw, target)
  return draw.oneIn(SOCKET_SHARE) ? drawSocketCase(draw, target) : drawApiCase(draw, target)
}

async function readTarget(server: StartedServer): Promise<Target> {
  const [document, world] = await Promise.all([server.get('/api/v2/openapi.json'), server.get('/api/sandbox')])
  const { tokens, wallets } = world.json as { tokens: { mint: string }[]; wallets: { address: string }[] }
  return {
    operations: readOperations(document.json),
    key: server.key,
    otherKeys: SANDBOX_KEYS.map(({ key }) => key),
    mints: tokens.map(({ mint }) => mint),
    wallets: wallets.map(({ address }) => address),
  }
}

function noteGrowth(memory: HttpFuzzReport['memory'], note: Run['note']): void {
  const [first, last] = [memory[0]?.collected.residentMiB, memory.at(-1)?.collected.residentMiB]
  if (first !== undefined && last! > first * (1 + MAX_GROWTH)) note(`memory grew from ${first} to ${last} MiB`, null)
}

/** Whatever the server logs as its own fault is a finding, too; text that is no log line is a crash. */
function noteServerLog(server: StartedServer, note: Run['note']): void {
  for (const line of server.log) {
    if (line['level'] === undefined && /^(Debugger |For help, see)/.test(line.msg ?? '')) continue
    const level = Number(line['level'] ?? 60)
    if (level >= 50)
      note(
        `log: ${line.msg} ${String((line['err'] as { message?: string } | undefined)?.message ?? '')} ${[line['provider'], line['path']].filter(Boolean).join(' ')}`,
        null,
      )
  }
}

function addTo(table: Map<string, Map<string, number>>, row: string, column: string): void {
  const counts = table.get(row) ?? new Map<string, number>()
  table.set(row, counts.set(column, (counts.get(column) ?? 0) + 1))
}

/** Long rows of answers, as pipelines have them, by their length alone. */
function shorten(outcome: string): string {
  const statuses = outcome.split(' ')
  return statuses.length <= 2 ? outcome : `${statuses.length} answers`
}

function reproducerOf({ bytes, cuts, end }: FuzzCase): string {
  const shown = bytes.subarray(0, EXAMPLE_BYTES)
  const more = bytes.length > EXAMPLE_BYTES ? ` and ${bytes.length - EXAMPLE_BYTES} bytes more` : ''
  return `${JSON.stringify(shown.toString('latin1'))}${more}${cuts ? ` cut ${JSON.stringify(cuts)}` : ''}${end ? `, then ${end}` : ''}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { requests: { type: 'string', default: '200000' }, seed: { type: 'string', default: '1' } },
  })
  const report = await fuzzHttp({
    requests: Number(values.requests),
    seed: Number(values.seed),
    onPhase: (line) => console.log(line),
  })
  printReport(report)
  process.exitCode = report.findings.length === 0 ? 0 : 1
}
