import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../attack/ask.ts'
import type { Target } from '../attack/target.ts'
import { connectInspector, sampleMemory } from '../fuzz/watch-process.ts'
import type { CaseLab, CaseSource } from './cases.ts'
import { type Judge, RELAYED } from './facts.ts'
import { emptyRow, type Findings, GOALS, type KindRow, noteFacts } from './findings.ts'
import type { Draw, Kind } from './kind.ts'
import { type Listeners, listen } from './listeners.ts'
import type { Lying, LyingProxy } from './lying-proxy.ts'
import { makeDraw, seedOf } from './make-draw.ts'
import type { MoneyDesk } from './money.ts'
import { type Truth, untilRight, untilServed } from './recovered.ts'
import { watchTurns } from './turns.ts'

const CLIENTS = 8
const ANSWERS_WITHIN_MS = 60_000
/** What sends money waits for the chain: docs/trading.md has clients wait longer than two minutes. */
const SENDS = /^POST \/v1\/(trade|wallets)/
const SENDS_WITHIN_MS = 130_000
const STARTS_AGAIN_MS = 60_000
/** The interface documents 500 there. */
const MAY_FAIL: ReadonlySet<string> = new Set(['POST /api/verify-branding-payment'])
/** What a 500 of our own says; that of an upstream goes on as it is where the interface relays it. */
const OWN_FAILURE = 'internal error'
const LOG_CHARS = 500
const DYING_MS = 300

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
  say(line: string): void
}

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
  // Every route once: a fact that is wrong while nobody lies is a fault of its own, or of the bench.
  await drive(lab, control, {
    draw,
    requests: life === 0 ? lab.sources.length : Math.ceil(lab.sources.length / 3),
    isInTurn: true,
  })
  const memory = await heldMib(target)
  const turns = await watchTurns(target)
  const trapped = lab.proxy.counts.trapped
  for (const kind of kinds) {
    const row = rowOf(findings, kind.name)
    const lies = lab.proxy.counts.lies + lab.socketCounts.lies
    lab.lying.draw = makeDraw(seedOf(lab.seed, `${kind.name} ${life}`))
    lab.lying.kind = kind
    await drive(lab, row, {
      draw: makeDraw(seedOf(lab.seed, `requests ${kind.name} ${life}`)),
      requests: requestsPerKind,
      meets: kind.meets ?? {},
    })
    lab.lying.kind = null
    row.lies += lab.proxy.counts.lies + lab.socketCounts.lies - lies
    await keepAlive(lab, row)
    row.backMs = Math.max(row.backMs, await untilServed(target, lab.truth, GOALS.rightWithinMs + 1_000))
    const turn = turns.take()
    if (turn !== null && turn.ownMs > row.longestMs) {
      row.longestMs = turn.ownMs
      row.longestRoute = turn.route
    }
    lab.say(
      `  ${life + 1}: ${kind.name.padEnd(18)} ${row.requests} requests, ${row.lies} lies, ${row.facts.length} wrong facts, ${row.errors.length} of 500, ${row.deaths.length} deaths, ${Math.round(row.longestMs)} ms, back in ${Math.round(row.backMs)} ms`,
    )
  }
  await turns.stop()
  if (lab.proxy.counts.trapped > trapped)
    findings.missed.push(
      `life ${life + 1}: followed ${lab.proxy.counts.trapped - trapped} redirects of an upstream into the machine`,
    )
  const right = await untilRight(target, lab.truth, GOALS.rightWithinMs)
  findings.notes.push(`life ${life + 1}: right after ${(right.tookMs / 1_000).toFixed(1)} s`)
  for (const wrong of right.wrong)
    findings.missed.push(`life ${life + 1}: ${GOALS.rightWithinMs / 1_000} s after the lies: ${wrong}`)
  const after = await heldMib(target)
  if (memory !== null && after !== null) {
    findings.notes.push(
      `life ${life + 1}: ${memory.toFixed(0)} MiB held before the lies, ${after.toFixed(0)} MiB after`,
    )
    if (after > memory * (1 + GOALS.memoryGrowth))
      findings.missed.push(
        `life ${life + 1}: memory after collection grew from ${memory.toFixed(0)} to ${after.toFixed(0)} MiB`,
      )
  }
  for (const what of listeners.missed) findings.missed.push(`life ${life + 1}: ${what}`)
  return listeners
}

function rowOf({ rows }: Findings, name: string): KindRow {
  const known = rows.find(({ kind }) => kind === name)
  if (known !== undefined) return known
  const row = emptyRow(name)
  rows.push(row)
  return row
}

/** So many requests by several clients, and orders of customers beside them as long as that takes. */
async function drive(
  lab: LifeLab,
  row: KindRow,
  options: {
    readonly draw: Draw
    readonly requests: number
    readonly isInTurn?: boolean
    readonly meets?: Kind['meets']
  },
): Promise<void> {
  const { draw, requests, isInTurn = false, meets: { routes, orders = 1 } = {} } = options
  const met = routes === undefined ? lab.sources : lab.sources.filter(({ route }) => routes.test(route))
  let left = requests
  let next = 0
  const hangs = row.hangs.length
  const client = async (): Promise<void> => {
    while (left-- > 0 && lab.target.ended() === null) {
      const source = isInTurn ? lab.sources[next++ % lab.sources.length]! : draw.pick(draw.oneIn(2) ? met : lab.sources)
      const one = await source.draw(draw, lab.caseLab)
      const { route, method, path, headers, body } = one
      const reply = await lab.target.as(lab.key, path, {
        method,
        headers,
        withinMs: SENDS.test(route) ? SENDS_WITHIN_MS : ANSWERS_WITHIN_MS,
        ...(body === undefined ? {} : { body }),
      })
      take(lab, row, route, reply)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  let isDriving = true
  void clients.finally(() => {
    isDriving = false
  })
  let placed = 0
  do {
    if (lab.target.ended() !== null) break
    row.money.push(...(await lab.desk.order()))
    row.requests++
    placed++
  } while (isDriving || placed < orders)
  await clients
  await sleep(DYING_MS)
  // What a dying process left unanswered is no hang: its death is said once.
  if (lab.target.ended() !== null) row.hangs.length = hangs
}

function take(lab: LifeLab, row: KindRow, route: string, reply: Reply): void {
  row.requests++
  const { status, text, json } = reply
  if (status === 0) {
    row.hangs.push(`${route}: ${text}`)
    return
  }
  if (status < 300) row.answered++
  else row.refused++
  const isRelayed = RELAYED.has(route) && !text.includes(OWN_FAILURE)
  if (status === 500 && !MAY_FAIL.has(route) && !isRelayed) row.errors.push(`${route}: ${text.slice(0, 160)}`)
  if (route === 'GET /api/v2/swap/quote' && status === 200) lab.caseLab.quote = json?.quote
  noteFacts(lab.findings, row, lab.judge({ route, status, text, json }))
  const named = lab.desk.namesAttacker(reply)
  if (named !== null) row.money.push(`${route}: the transaction at ${named} names the attacker`)
}

/** A server that died is started again, on the same data. */
async function keepAlive({ target }: LifeLab, row: KindRow): Promise<void> {
  let why = target.ended()
  if (why === null) {
    const { status } = await target.ask('/health', { withinMs: STARTS_AGAIN_MS })
    if (status === 200) return
    // One that dies slowly, or answers nobody.
    await sleep(2_000)
    why = target.ended() ?? `no answer of /health (${status})`
  }
  const log = target.log()
  const at = Math.max(0, log.search(/\n[^\n{]*(Error|Assertion)|uncaught|unhandled/i))
  row.deaths.push(`${why}: ${log.slice(at, at + LOG_CHARS).trim()}`)
  await target.stop('SIGKILL')
  await target.start()
}

/** What the process holds on to once all garbage is collected. */
async function heldMib(target: Target): Promise<number | null> {
  const url = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(target.log())?.[0]
  if (url === undefined || target.pid === null) return null
  const inspector = await connectInspector(url)
  await inspector.collectGarbage()
  inspector.close()
  return (await sampleMemory(target.pid))?.residentMiB ?? null
}
