import { setTimeout as sleep } from 'node:timers/promises'
import { ROUTES } from '../../src/routes/index.ts'
import type { Reply } from '../attack/ask.ts'
import type { Target } from '../attack/target.ts'
import type { Case, CaseLab, CaseSource } from './cases.ts'
import { type Judge, RELAYED } from './facts.ts'
import {
  emptyRow,
  type Findings,
  GOALS,
  indented,
  type KindRow,
  noteFacts,
  noteMiss,
  noteOf,
  noteSeen,
} from './findings.ts'
import type { Draw, Kind } from './kind.ts'
import { type Listeners, listen } from './listeners.ts'
import type { Lying, LyingProxy } from './lying-proxy.ts'
import { makeDraw, seedOf } from './make-draw.ts'
import { grownBeyond, type Held, heldBy, writeSnapshot } from './memory.ts'
import type { MoneyDesk } from './money.ts'
import { keepOrdering, type Ordering } from './orders.ts'
import { type LoopProfile, profileLoop } from './profile.ts'
import { type Truth, untilRight, untilServed } from './recovered.ts'
import { type TurnWatch, watchTurns } from './turns.ts'

const CLIENTS = 8
const ANSWERS_WITHIN_MS = 60_000
/** A route that gives itself a minute or more answers with a failure when that is over. */
const AFTER_DEADLINE_MS = 10_000
const DEADLINES_MS = new Map(ROUTES.map(({ method, path, deadlineMs = 0 }) => [`${method} ${path}`, deadlineMs]))
/** Trades, withdrawals and refunds may take two minutes (docs/trading.md), simulated or not. */
const SENDS = /^POST \/v1\/(trade\/(buy|sell)|refund\/|wallets\/\{id\}\/withdraw)/
const SENDS_WITHIN_MS = 130_000
/** The next kind does not wait for requests that are slow to be answered; they are judged as well. */
const STRAGGLERS_MS = 4_000
/** Orders that a kind is about have begun by then, or the customers still wait for those of before. */
const ORDERS_WITHIN_MS = 20_000
/** What the server keeps of the past is kept when so many honest requests, a quarter of a life's, add less than this to
 *  its memory, after three of them at least and a life and a half's at most. */
const WARM_UP_SHARE = 4
const WARM_UP_LEAST = 3
const WARM_UP_MOST = 6
const STEADY_GROWTH = 0.01
/** Each kind lies at least this long, so that some blocks of the chain are under it. */
const LIES_FOR_MS = 3_000
const STARTS_AGAIN_MS = 60_000
/** The interface documents 500 there. */
const MAY_FAIL: ReadonlySet<string> = new Set(['POST /api/verify-branding-payment'])
/** Handed on while they arrive: one that breaks off upstream can only end as a cut response. */
const STREAMED: ReadonlySet<string> = new Set(['POST /api/v2/rpc', 'POST /api/token-info'])
const CUT = 'cut'
/** What a 500 of our own says; that of an upstream goes on as it is where the interface relays it. */
const OWN_FAILURE = 'internal error'
const LOG_CHARS = 4_000
const STACKS_WITHIN_MS = 10_000
const SHOWN_CHARS = 800
const DYING_MS = 300
const LOGGED_MS = 200

export type LifeLab = {
  readonly seed: number
  readonly target: Target
  readonly key: string
  readonly sources: readonly CaseSource[]
  readonly judge: Judge
  readonly caseLab: CaseLab
  readonly lying: Lying
  readonly proxy: LyingProxy
  readonly socketCounts: { readonly lies: number }
  readonly desk: MoneyDesk
  readonly truth: Truth
  readonly findings: Findings
  /** As of the plan. */
  readonly isHonest: boolean
  readonly snapshots: string | null
  readonly restMs: number
  readonly warmUpRequests: number
}
type Watches = { readonly turns: TurnWatch; readonly profile: LoopProfile | null }

/** One life of the server: honest for a while, lied to by each kind in turn, then honest again. */
export async function live(
  lab: LifeLab,
  options: { readonly life: number; readonly kinds: readonly Kind[]; readonly requestsPerKind: number },
): Promise<Listeners> {
  const { life, kinds, requestsPerKind } = options
  const { target, findings } = lab
  const draw = makeDraw(seedOf(lab.seed, `life ${life}`))
  const listeners = listen(target, lab.key, lab.truth.mints)
  const control = rowOf(findings, 'the truth')
  let present = control
  const stragglers = new Set<Promise<void>>()
  const ordering = keepOrdering({ desk: lab.desk, target, findings, present: () => present })
  // Every route once: a fact that is wrong while no one lies is a fault of its own, or of the bench.
  await drive(lab, control, {
    draw,
    requests: life === 0 ? lab.sources.length : Math.ceil(lab.sources.length / 3),
    isInTurn: true,
    stragglers,
  })
  // From here on: V8 compiles for its profiler with the positions of the source, which take memory that no lie does.
  const watches = { turns: await watchTurns(target), profile: await profileLoop(target) }
  const warmUp = async (): Promise<Held | null> => {
    await drive(lab, control, {
      draw,
      requests: Math.max(lab.warmUpRequests, Math.ceil((requestsPerKind * kinds.length) / WARM_UP_SHARE)),
      stragglers,
    })
    await Promise.all(stragglers)
    return heldBy(target)
  }
  let held = await warmUp()
  for (let round = 2; round <= WARM_UP_MOST; round++) {
    const before = held
    held = await warmUp()
    const isSteady = before !== null && held !== null && grownBeyond(before, held, STEADY_GROWTH) === null
    if (isSteady && round >= WARM_UP_LEAST) break
  }
  held = await heldAtRest(lab)
  const snapshot = async (when: string): Promise<void> => {
    if (lab.snapshots !== null) await writeSnapshot(target, `${lab.snapshots}/life-${life + 1}-${when}.heapsnapshot`)
  }
  await snapshot('before')
  if (held !== null) findings.say(`  ${life + 1}: holds ${held.heapMib.toFixed(1)} MiB of objects`)
  await watches.profile?.take()
  await watches.turns.forget()
  const trapped = lab.proxy.counts.trapped
  for (const kind of kinds) {
    present = rowOf(findings, kind.name)
    await lieBy(lab, kind, { life, row: present, requests: requestsPerKind, stragglers, ordering, watches })
  }
  present = control
  await watches.turns.stop()
  await watches.profile?.stop()
  if (lab.proxy.counts.trapped > trapped)
    noteMiss(findings, `followed ${lab.proxy.counts.trapped - trapped} redirects of an upstream into the machine`)
  const ordered = ordering.stop()
  const right = await untilRight(target, lab.truth, GOALS.rightWithinMs)
  noteOf(findings, `right after ${(right.tookMs / 1_000).toFixed(1)} s`)
  for (const wrong of right.wrong) noteMiss(findings, `${GOALS.rightWithinMs / 1_000} s after the lies: ${wrong}`)
  await Promise.all([ordered, ...stragglers])
  judgeMemory(findings, held, await heldAtRest(lab))
  await snapshot('after')
  for (const what of listeners.missed) noteMiss(findings, what)
  return listeners
}

async function lieBy(
  lab: LifeLab,
  kind: Kind,
  options: {
    readonly life: number
    readonly row: KindRow
    readonly requests: number
    readonly stragglers: Set<Promise<void>>
    readonly ordering: Ordering
    readonly watches: Watches
  },
): Promise<void> {
  const { target, findings, lying, proxy, socketCounts, seed } = lab
  const { life, row, requests, stragglers, ordering, watches } = options
  const liesSoFar = () => proxy.counts.lies + socketCounts.lies
  const lies = liesSoFar()
  const begun = ordering.begun
  lying.draw = makeDraw(seedOf(seed, `${kind.name} ${life}`))
  lying.kind = lab.isHonest ? null : kind
  const fromMs = performance.now()
  await drive(lab, row, {
    draw: makeDraw(seedOf(seed, `requests ${kind.name} ${life}`)),
    requests,
    meets: kind.meets ?? {},
    stragglers,
  })
  await ordering.untilBegun(begun + (kind.meets?.orders ?? 1), ORDERS_WITHIN_MS)
  await sleep(Math.max(0, LIES_FOR_MS - (performance.now() - fromMs)))
  lying.kind = null
  row.lies += liesSoFar() - lies
  await keepAlive(lab, row, watches)
  row.backMs = Math.max(row.backMs, await untilServed(target, lab.truth, GOALS.rightWithinMs + 1_000))
  await judgeTurn(findings, row, watches)
  findings.say(
    `  ${life + 1}: ${kind.name.padEnd(18)} ${row.requests} requests, ${row.orders} orders, ${row.lies} lies, ${row.facts.length} wrong facts, ${row.errors.length} of 500, ${row.deaths.length} deaths, ${Math.round(row.longestMs)} ms, back in ${Math.round(row.backMs)} ms`,
  )
}

async function judgeTurn(findings: Findings, row: KindRow, { turns, profile }: Watches): Promise<void> {
  const turn = turns.take()
  if (turn === null) return
  if (turn.ownMs > row.longestMs) {
    row.longestMs = turn.ownMs
    row.longestRoute = turn.route
  }
  if (turn.ownMs <= GOALS.turnMs) return
  const ran = (await profile?.take()) ?? ['not sampled']
  findings.say(
    `  FOUND  life ${findings.life}, ${row.kind}: a turn of ${Math.round(turn.ownMs)} ms (${Math.round(turn.ms)} by the clock), ${turn.route}\n${indented(ran.join('\n'))}`,
  )
  // Beginning to sample again takes the loop some time of its own.
  await turns.forget()
}

async function heldAtRest({ target, restMs }: LifeLab): Promise<Held | null> {
  await sleep(restMs)
  return heldBy(target)
}

function judgeMemory(findings: Findings, before: Held | null, after: Held | null): void {
  if (before === null || after === null) {
    noteMiss(findings, 'its memory could not be measured')
    return
  }
  const says = ({ heapMib, anonMib }: Held) => `${heapMib.toFixed(1)} MiB of objects, ${anonMib.toFixed(0)} MiB private`
  noteOf(findings, `held ${says(before)} before the lies, ${says(after)} after`)
  const grown = grownBeyond(before, after, GOALS.memoryGrowth)
  if (grown !== null) noteMiss(findings, `memory: ${grown}`)
}

function rowOf({ rows }: Findings, name: string): KindRow {
  const known = rows.find(({ kind }) => kind === name)
  if (known !== undefined) return known
  const row = emptyRow(name)
  rows.push(row)
  return row
}

/** So many requests by several clients. Returns when all are sent and most are answered; the rest are `stragglers`. */
async function drive(
  lab: LifeLab,
  row: KindRow,
  options: {
    readonly draw: Draw
    readonly requests: number
    readonly isInTurn?: boolean
    readonly meets?: Kind['meets']
    readonly stragglers: Set<Promise<void>>
  },
): Promise<void> {
  const { draw, requests, isInTurn = false, meets: { routes } = {}, stragglers } = options
  const met = routes === undefined ? lab.sources : lab.sources.filter(({ route }) => routes.test(route))
  let left = requests
  let next = 0
  const client = async (): Promise<void> => {
    while (left-- > 0 && lab.target.ended() === null) {
      const source = isInTurn ? lab.sources[next++ % lab.sources.length]! : draw.pick(draw.oneIn(2) ? met : lab.sources)
      await askOne(lab, row, await source.draw(draw, lab.caseLab))
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  for (const one of clients) {
    stragglers.add(one)
    void one.finally(() => stragglers.delete(one))
  }
  let isAnswered = false
  const all = Promise.all(clients).then(() => {
    isAnswered = true
  })
  while (left > 0 && !isAnswered) await Promise.race([all, sleep(DYING_MS)])
  await Promise.race([all, sleep(STRAGGLERS_MS)])
}

async function askOne(lab: LifeLab, row: KindRow, one: Case): Promise<void> {
  const { target, key } = lab
  const { route, method, path, headers, body } = one
  const pid = target.pid
  const reply = await target.as(key, path, {
    method,
    headers,
    withinMs: SENDS.test(route) ? SENDS_WITHIN_MS : answersWithinMs(route),
    ...(body === undefined ? {} : { body }),
  })
  row.requests++
  if (reply.status !== 0) return take(lab, row, one, reply)
  if (reply.text === CUT && STREAMED.has(route)) {
    row.refused++
    return
  }
  await sleep(DYING_MS)
  // What a dying process left unanswered is no hang: its death is said once.
  if (target.ended() !== null || target.pid !== pid) return
  noteSeen(lab.findings, row, { as: 'hangs', what: `${route}: ${reply.text}`, details: asked(one) })
}

function take(lab: LifeLab, row: KindRow, one: Case, reply: Reply): void {
  const { findings } = lab
  const { route } = one
  const { status, text, json } = reply
  if (status < 300) row.answered++
  else row.refused++
  const isRelayed = RELAYED.has(route) && !text.includes(OWN_FAILURE)
  if (status === 500 && !MAY_FAIL.has(route) && !isRelayed) void noteFailure(lab, row, one, reply)
  if (route === 'GET /api/v2/swap/quote' && status === 200) lab.caseLab.quote = json?.quote
  noteFacts(findings, row, lab.judge({ route, status, text, json }), `${asked(one)}\n${status} ${shortened(text)}`)
  const named = lab.desk.namesAttacker(reply)
  if (named !== null)
    noteSeen(findings, row, {
      as: 'money',
      what: `${route}: the transaction at ${named} names the attacker`,
      details: `${asked(one)}\n${shortened(text)}`,
    })
}

/** A 500, with what the server logged of it. */
async function noteFailure({ findings, target }: LifeLab, row: KindRow, one: Case, reply: Reply): Promise<void> {
  const what = `${one.route}: ${reply.text.slice(0, 160)}`
  await sleep(LOGGED_MS)
  const id = reply.headers['x-request-id'] ?? 'no id'
  const logged = target
    .log()
    .split('\n')
    .filter((line) => line.includes(id))
    .join('\n')
  noteSeen(findings, row, { as: 'errors', what, details: `${asked(one)}\n${logged.slice(0, LOG_CHARS)}` })
}

function answersWithinMs(route: string): number {
  return Math.max(ANSWERS_WITHIN_MS, (DEADLINES_MS.get(route) ?? 0) + AFTER_DEADLINE_MS)
}

function asked({ method, path, body }: Case): string {
  return `${method} ${path}${body === undefined ? '' : ` ${shortened(JSON.stringify(body))}`}`
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}...` : text
}

/** A server that died is started again, on the same data. */
async function keepAlive({ target, findings }: LifeLab, row: KindRow, { profile }: Watches): Promise<void> {
  let why = target.ended()
  let ran: readonly string[] = []
  if (why === null) {
    const { status, text } = await target.ask('/health', { withinMs: STARTS_AGAIN_MS })
    if (status === 200) return
    // One that dies slowly, or answers no one.
    await sleep(2_000)
    why = target.ended()
    if (why === null) {
      why = `no answer of /health (${status} ${text})`
      ran = await Promise.race([
        profile?.take() ?? ['not sampled'],
        sleep(STACKS_WITHIN_MS).then(() => ['the inspector does not answer']),
      ])
    }
  }
  const log = target.log()
  const at = log.search(/\n[^\n{]*(Error|Assertion)|uncaught|unhandled|"level":60/i)
  const logged = at === -1 ? log.slice(-LOG_CHARS) : log.slice(at, at + LOG_CHARS)
  noteSeen(findings, row, { as: 'deaths', what: why, details: [...ran, logged.trim()].join('\n') })
  await target.stop('SIGKILL')
  await target.start()
}
