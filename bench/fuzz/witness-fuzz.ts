import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startPart } from '../control.ts'
import { createDraw } from './draw.ts'
import { drawWitnessCase, type WitnessCase } from './witness-cases.ts'
import type { Identity, ReadRequest, ToFront, Turns } from './witness-front.ts'

/* Sends arbitrary bytes in names, values, targets and bodies to our front and to Node's own HTTP parser (llhttp), which
 * shares no code with it, and compares what both have read:
 * `node bench/fuzz/witness-fuzz.ts [--requests 50000] [--seed 1]`. Ends with 1 when something was found. */

const LANES = 128
/** Cases between two questions for what was read. */
const BATCH = 2_000
const KEPT_EXAMPLES = 3
/** A case is over when nothing comes for so long: some shapes keep a parser waiting for bytes that never come. */
const QUIET_MS = 150

export type WitnessReport = {
  readonly seed: number
  readonly requests: number
  readonly seconds: number
  /** Read alike by both, by one alone, by none. */
  readonly both: number
  readonly onlyFront: number
  readonly onlyWitness: number
  readonly neither: number
  readonly serverErrors: number
  readonly turns: Turns
  readonly findings: readonly { readonly what: string; count: number; readonly examples: string[] }[]
}

export async function fuzzWithWitness(options: { requests: number; seed: number }): Promise<WitnessReport> {
  const front = await startPart<ToFront>(new URL('./witness-front.ts', import.meta.url))
  const witness = createWitness()
  const draw = createDraw(options.seed)
  const findings = new Map<string, { what: string; count: number; examples: string[] }>()
  const counts = { both: 0, onlyFront: 0, onlyWitness: 0, neither: 0, serverErrors: 0 }
  const note = (what: string, { bytes }: WitnessCase): void => {
    const finding = findings.get(what) ?? { what, count: 0, examples: [] }
    findings.set(what, finding)
    finding.count++
    if (finding.examples.length < KEPT_EXAMPLES) finding.examples.push(JSON.stringify(bytes.toString('latin1')))
  }
  const startedMs = performance.now()
  try {
    for (let sent = 0; sent < options.requests; sent += BATCH) {
      const cases = Array.from({ length: Math.min(BATCH, options.requests - sent) }, (_, i) =>
        drawWitnessCase(draw, (sent + i).toString(36)),
      )
      const statuses = await sendAll(front.port, cases)
      const seen = await Promise.all(cases.map(({ bytes }) => witness.read(bytes)))
      const { read, identities } = await front.ask<{
        read: Record<string, ReadRequest>
        identities: Record<string, Identity>
      }>({ ask: 'read' })
      cases.forEach((one, i) => {
        const [ours, theirs] = [read[one.id], seen[i] ?? null]
        counts[ours ? (theirs ? 'both' : 'onlyFront') : theirs ? 'onlyWitness' : 'neither']++
        if (statuses[i]! >= 500 && statuses[i] !== 505) {
          counts.serverErrors++
          note(`status ${statuses[i]}`, one)
        }
        if (ours !== undefined) judge(one, { ours, theirs, identity: identities[one.id], status: statuses[i]! }, note)
      })
    }
    const turns = await front.ask<Turns>({ ask: 'turns' })
    const seconds = (performance.now() - startedMs) / 1_000
    return { ...options, seconds, ...counts, turns, findings: [...findings.values()] }
  } finally {
    await front.stop()
  }
}

type Pair = {
  readonly ours: ReadRequest
  readonly theirs: Seen | null
  readonly identity: Identity | undefined
  readonly status: number
}

/** What we made of a request against what the witness read, and against what was sent. */
function judge(
  one: WitnessCase,
  { ours, theirs, identity, status }: Pair,
  note: (what: string, c: WitnessCase) => void,
) {
  if (!isCleanlyFramed(one) && status > 0 && status < 400) note('odd framing was served', one)
  if (theirs !== null) {
    if (ours.method !== theirs.method) note('another method', one)
    if (ours.target !== theirs.target && ours.target !== asUtf8(theirs.target)) note('another target', one)
    const lines = JSON.stringify(theirs.lines.map(([name, value]) => [name, asUtf8(value)]))
    if (JSON.stringify(ours.lines) !== lines) note('other header lines', one)
    for (const [name, value] of theirs.lines) {
      const first = theirs.lines.find((line) => line[0] === name)!
      if (first[1] === value && ours.first[name] !== value) note('another header value', one)
    }
  }
  if (identity === undefined) return
  const sent = (header: string): string[] =>
    one.headers
      .filter(([name]) => name.toLowerCase() === header)
      .map(([, value]) => value.replace(/^[ \t]+|[ \t]+$/g, ''))
  const [user, key] = [sent('x-user-ref'), sent('idempotency-key')]
  if (identity.userRef !== (user[0] ?? one.userRef) || user.length > 1) note('another user', one)
  if (identity.idempotencyKey !== (key[0] ?? '') || key.length > 1) note('another idempotency key', one)
}

/** Length and encoding are a number or `chunked`, in optional white space. */
function isCleanlyFramed({ bytes, headers }: WitnessCase): boolean {
  // On GET an empty one passes for none, for the parser as well.
  const isGet = bytes.toString('latin1', 0, 4) === 'GET '
  const isClean = (value: string): boolean =>
    /^[ \t]*([0-9]+|chunked)[ \t]*$/i.test(value) || (isGet && /^[ \t]*$/.test(value))
  return headers.every(([name, value]) => !/^(content-length|transfer-encoding)$/i.test(name) || isClean(value))
}

const asUtf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8')

type Seen = { readonly method: string; readonly target: string; readonly lines: readonly (readonly [string, string])[] }

/** Node's parser, strict as it comes, fed without a network. */
function createWitness(): { read(bytes: Buffer): Promise<Seen | null> } {
  const server = createServer({ maxHeaderSize: 65_536, requireHostHeader: true })
  const waiting = new WeakMap<object, (seen: Seen | null) => void>()
  server.on('clientError', (_error, socket) => socket.destroy())
  server.on('request', (request) => waiting.get(request.socket)?.(seenOf(request)))
  return {
    read(bytes) {
      return new Promise((resolve) => {
        const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
        waiting.set(socket, (seen) => {
          resolve(seen)
          socket.destroy()
        })
        socket.once('close', () => resolve(null))
        server.emit('connection', socket)
        socket.push(bytes)
        socket.push(null)
      })
    },
  }
}

function seenOf({ method, url, rawHeaders }: IncomingMessage): Seen {
  const lines: [string, string][] = []
  for (let i = 0; i < rawHeaders.length; i += 2) lines.push([rawHeaders[i]!.toLowerCase(), rawHeaders[i + 1]!])
  return { method: method ?? '', target: url ?? '', lines }
}

/** Statuses by case; 0 where nothing was answered. */
async function sendAll(port: number, cases: readonly WitnessCase[]): Promise<number[]> {
  const statuses: number[] = new Array(cases.length).fill(0)
  let next = 0
  const lane = async (): Promise<void> => {
    for (let i = next++; i < cases.length; i = next++) statuses[i] = await sendOne(port, cases[i]!.bytes)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return statuses
}

function sendOne(port: number, bytes: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let status = 0
    const done = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(status)
    }
    const timer = setTimeout(done, QUIET_MS)
    socket.on('data', (piece: Buffer) => {
      status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(piece.toString('latin1', 0, 12))?.[1] ?? 0)
      done()
    })
    socket.once('error', done)
    socket.once('close', done)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '1' } },
  })
  const report = await fuzzWithWitness({ requests: Number(values.requests), seed: Number(values.seed) })
  console.log(JSON.stringify(report, null, 2))
  process.exit(report.findings.length === 0 ? 0 : 1)
}
