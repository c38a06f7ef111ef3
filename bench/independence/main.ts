import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { recordSolPrice } from '../../src/jobs/record-sol-price.ts'
import type { ApiReply } from '../../test/support/api-client.ts'
import { type OpenServer, openServer } from '../../test/support/open-server.ts'
import { publishedTokens } from '../../test/support/published-tokens.ts'
import { type StartedSandbox, startSandbox } from '../../test/support/start-sandbox.ts'
import { untilServing } from '../../test/support/until-serving.ts'
import { compareFigures, foundFalse } from './figures.ts'
import { startNodeFront } from './node-front.ts'
import { NODE_KINDS, type NodeKind } from './node-kinds.ts'
import { QUESTIONS, type Question, READ_KEY, type Subject } from './questions.ts'
import { isFilled, saidMissing } from './reply-members.ts'

/** `node bench/independence/main.ts`: routes x nodes. Every read route is asked once of a server that was started a
 *  moment ago over a node of each kind and nothing else: does it answer with its core fields, how fast, what does it say
 *  is missing, how many calls did it cost, and does a figure contradict what a server says that has read the whole chain. */
const { values } = parseArgs({
  options: {
    kinds: { type: 'string' },
    routes: { type: 'string' },
    tokens: { type: 'string', default: '5' },
    /** Skips the engines, which take minutes on a limited node. */
    cheap: { type: 'boolean', default: false },
    seed: { type: 'string', default: 'independence' },
    out: { type: 'string' },
    title: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
  },
})

const CHEAP_MS = 5_000
/** Between two questions about a node that allows few calls. */
const PAUSE_MS = 4_000
/** Blocks that the follower may have read before the first question. */
const WARM_UP_MS = 4_000
const ARCHETYPES = ['bluechip', 'fresh_launch', 'bundled', 'honeypot', 'graduated', 'fair', 'rugged']

type Row = {
  readonly kind: NodeKind
  readonly question: Question
  readonly subject: Subject
  readonly status: number
  readonly missing: readonly string[]
  readonly says: string
  readonly tookMs: number
  readonly calls: number
  readonly hasty: number
  readonly falseFigures: readonly string[]
}

const lines: string[] = []
const say = (line = ''): void => {
  lines.push(line)
  console.log(line)
}

const sandbox = await startSandbox({ SANDBOX_SEED: values.seed })
try {
  const subjects = await chooseSubjects(sandbox)
  await sandbox.control('POST', '/agents/step', { count: 60 })
  const reference = await openReference(sandbox)
  const truth = await openTruth(sandbox)
  const rows: Row[] = []
  for (const kind of NODE_KINDS.filter(({ name }) => values.kinds === undefined || name.includes(values.kinds)))
    rows.push(...(await askAll(kind, subjects, { reference, truth })))
  await reference.stop()
  await truth.stop()
  print(rows)
  if (values.out !== undefined) appendFileSync(values.out, `${lines.join('\n')}\n`)
} finally {
  await sandbox.stop()
}

async function chooseSubjects({ urls }: StartedSandbox): Promise<readonly Subject[]> {
  const listed = (await publishedTokens(sandbox)).filter(({ pool }) => pool !== null)
  const rank = (archetype: string) =>
    ARCHETYPES.includes(archetype) ? ARCHETYPES.indexOf(archetype) : ARCHETYPES.length
  const seen = new Set<string>()
  const first = listed.filter(({ archetype }) => seen.size !== seen.add(archetype).size)
  const chosen = first.sort((a, b) => rank(a.archetype) - rank(b.archetype)).slice(0, Number(values.tokens))
  const info = (await (await fetch(`${urls['rpc']}/info`)).json()) as { wallets?: { address: string }[] }
  const wallet = info.wallets?.[0]?.address ?? chosen[0]!.mint
  return chosen.map(({ mint, symbol, pool }) => ({ mint, symbol, pool: pool!, wallet }))
}

async function openReference({ urls }: StartedSandbox): Promise<OpenServer> {
  const server = await openServer({ SANDBOX_URL: urls['rpc']! })
  addReader(server)
  return server
}

/** A server that has read the whole chain and has no provider: what its tape says is what happened. */
async function openTruth({ urls }: StartedSandbox): Promise<OpenServer> {
  const env = { MINTGLASS_MODE: 'live', SOLANA_RPC_URL: urls['rpc']!, INGEST_BACKFILL_SLOTS: '1000000' }
  const server = await openServer(env, { follows: true })
  addReader(server)
  await untilServing(server)
  return server
}

function addReader({ ctx }: OpenServer): void {
  ctx.store.apiKeys.addVolatile(READ_KEY, {
    label: 'read',
    tier: 'enterprise',
    scopes: ['read'],
    limitPer10s: 1_000_000,
  })
}

async function askAll(kind: NodeKind, subjects: readonly Subject[], others: Others): Promise<Row[]> {
  const front = await startNodeFront(sandbox.urls['rpc']!, kind)
  const env: Record<string, string> = { MINTGLASS_MODE: 'live', SOLANA_RPC_URL: front.url }
  if (kind.per10s !== null) env['SOLANA_RPC_PER_10S'] = String(kind.per10s)
  if (kind.hasDas) env['DAS_URL'] = sandbox.urls['das']!
  const server = await openServer(env, { follows: true })
  addReader(server)
  // The first of the jobs of a server.
  await recordSolPrice(server.ctx)
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS))
  const rows: Row[] = []
  try {
    for (const question of QUESTIONS) {
      if (values.routes !== undefined && !question.route.includes(values.routes)) continue
      if (values.cheap && !question.isCheap) continue
      for (const subject of question.isOfToken ? subjects : subjects.slice(0, 1))
        rows.push(await askOne({ kind, question, subject, server, ...others, front }))
    }
  } finally {
    await server.stop()
    await front.close()
  }
  return rows
}

type Others = { readonly reference: OpenServer; readonly truth: OpenServer }

async function askOne(
  parts: Others & {
    readonly kind: NodeKind
    readonly question: Question
    readonly subject: Subject
    readonly server: OpenServer
    readonly front: Awaited<ReturnType<typeof startNodeFront>>
  },
): Promise<Row> {
  const { kind, question, subject, server, reference, truth, front } = parts
  // A user asks a limited node one question after another, not all at once.
  if (kind.per10s !== null) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  front.take()
  const startedMs = performance.now()
  const reply = await question.ask(server, subject)
  const tookMs = performance.now() - startedMs
  const { answered, hasty } = front.take()
  const missing = await missingOf(reply, question, subject, reference)
  const falseFigures = await falseOf(reply, question, subject, truth)
  const row = {
    kind,
    question,
    subject,
    status: reply.status,
    missing,
    says: saidMissing(reply),
    tookMs,
    calls: answered,
    hasty,
    falseFigures,
  }
  if (values.verbose && missing.length > 0)
    console.error(`${kind.name}: ${question.route} ${subject.symbol}: ${reply.status} lacks ${missing} ${row.says}`)
  if (falseFigures.length > 0) console.error(`${kind.name}: ${question.route} ${subject.symbol}: ${falseFigures}`)
  return row
}

/** Core members that are empty here and are not with every provider: what no one knows is missing nowhere. */
async function missingOf(reply: ApiReply, question: Question, subject: Subject, reference: OpenServer) {
  const empty = reply.status === 200 ? question.core(subject).filter((path) => !isFilled(reply.json, path)) : ['all']
  if (empty.length === 0) return []
  const known = await question.ask(reference, subject)
  return empty.filter((path) => known.status === 200 && (path === 'all' || isFilled(known.json, path)))
}

async function falseOf(
  reply: ApiReply,
  question: Question,
  subject: Subject,
  truth: OpenServer,
): Promise<readonly string[]> {
  if (reply.status !== 200) return []
  if (question.route.endsWith('/trades')) return foundFalse(sandbox.urls['rpc']!, subject.mint, reply.json.trades)
  const paths = question.figures?.(subject) ?? []
  return paths.length === 0 ? [] : compareFigures(reply.json, (await question.ask(truth, subject)).json, paths)
}

function print(rows: readonly Row[]): void {
  say(`\n## ${new Date().toISOString()} ${values.title}\n`)
  const kinds = NODE_KINDS.filter((kind) => rows.some((row) => row.kind === kind))
  say(`| route | ${kinds.map(({ name }) => name).join(' | ')} |`)
  say(`|---|${kinds.map(() => '---|').join('')}`)
  for (const question of QUESTIONS) {
    const cells = kinds.map((kind) => cellOf(rows.filter((row) => row.kind === kind && row.question === question)))
    if (cells.some((cell) => cell !== '')) say(`| ${question.route} | ${cells.join(' | ')} |`)
  }
  say(`| **routes with core fields** | ${kinds.map((kind) => shareOf(rows, kind)).join(' | ')} |`)
  say(`| cheap routes within 5 s | ${kinds.map((kind) => fastOf(rows, kind)).join(' | ')} |`)
  say(
    `| false figures | ${kinds.map((kind) => rows.filter((row) => row.kind === kind && row.falseFigures.length > 0).length).join(' | ')} |`,
  )
  say(
    '\nA cell: tokens answered with core fields of tokens asked, node calls at the median, slowest answer, what is missing. A member that a server with every provider does not know either is not missing.\n',
  )
}

function cellOf(rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  const good = rows.filter(({ missing }) => missing.length === 0).length
  const calls = rows.map((row) => row.calls).sort((a, b) => a - b)[(rows.length - 1) >> 1]
  const slowestSec = Math.max(...rows.map(({ tookMs }) => tookMs)) / 1_000
  const lacks = [...new Set(rows.flatMap(({ missing }) => missing.map((path) => path.split('.').slice(-2).join('.'))))]
  const says = [
    ...new Set(rows.filter(({ missing, says }) => missing.length > 0 && says !== '').map((row) => row.says)),
  ]
  const why = [lacks.join(', '), says.slice(0, 1).join('').replaceAll('|', '/')]
    .filter((text) => text !== '')
    .join('; ')
  return `${good}/${rows.length}, ${calls}, ${slowestSec.toFixed(1)} s${why === '' ? '' : ` (${why})`}`
}

/** Each route counts the same, however many tokens it was asked about. */
function shareOf(rows: readonly Row[], kind: NodeKind): string {
  const shares = QUESTIONS.flatMap((question) => {
    const own = rows.filter((row) => row.kind === kind && row.question === question)
    return own.length === 0 ? [] : [own.filter(({ missing }) => missing.length === 0).length / own.length]
  })
  const share = shares.reduce((sum, one) => sum + one, 0) / shares.length
  return `**${(share * 100).toFixed(0)} %** of ${kind.wanted * 100}`
}

function fastOf(rows: readonly Row[], kind: NodeKind): string {
  const cheap = rows.filter((row) => row.kind === kind && row.question.isCheap)
  return `${cheap.filter(({ tookMs }) => tookMs <= CHEAP_MS).length}/${cheap.length}`
}
