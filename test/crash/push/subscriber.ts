import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../support/seeded-random.ts'
import { openJournal } from './journal.ts'
import { openState, type SubscriberState } from './subscriber-state.ts'
import { ask, lookAtRows, type Phase, type Server, takeOverEvents, takeOverReplay, takeOverWebSocket } from './take.ts'
import { makeWebhook, openSink, type Sink, showWebhook, takePosted } from './take-posted.ts'

/** What a subscriber is started with, as JSON in its only argument. */
export type SubscriberPlan = Server & {
  readonly topics: readonly string[]
  readonly journal: string
  /** From the oldest event that is kept, or from the newest. */
  readonly begins: 'tail' | 'head'
  readonly seed: number
  readonly sink: Sink | null
  /** Longest time on one transport. */
  readonly phaseMs: number
  /** Exists once nothing happens any more: keep up, do not rest. */
  readonly quietFile: string
}

const RETRY_MS = 150
/** Often enough that whoever comes back to it meets many joins. */
const SLOW_SHARE = 0.3
const ROWS_SHARE = 0.4
/** How often it is away before it comes back on another transport. */
const AWAY_SHARE = 0.5

/** Lives until it is killed, taking events over one transport after another; goes on from its journal. */
async function live(plan: SubscriberPlan): Promise<never> {
  const state = openState(openJournal(plan.journal), plan.topics)
  const random = createRandom(plan.seed)
  if (plan.sink !== null) await openSink(state, { ...plan.sink, random, quietFile: plan.quietFile })
  for (;;) {
    try {
      if (plan.sink !== null) await makeWebhook(state, plan, plan.sink)
      if (!(await begin(state, plan))) await sleep(RETRY_MS)
      else await takePhase(state, plan, random)
    } catch (error) {
      // The server is not there, or went in the middle of an answer; anything else is worth knowing.
      if (!isGone(error)) state.problem('rest', `${(error as Error).stack}`)
      await sleep(RETRY_MS)
    }
  }
}

const GONE = /ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET|closed before the upgrade|socket hang up/

function isGone(error: unknown): boolean {
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown }
  return GONE.test(`${code} ${message}`) || (cause !== undefined && isGone(cause))
}

async function begin(state: SubscriberState, plan: SubscriberPlan): Promise<boolean> {
  if (plan.topics.every((topic) => state.cursorOf(topic) !== undefined)) return true
  // What is posted begins with the webhook.
  if (plan.sink !== null && state.webhook() === undefined) return false
  const place = await ask<{ head: string; tail: string }>(state, plan, { path: '/api/v2/stream/cursor?chain=solana' })
  if (place === null) return false
  for (const topic of plan.topics) if (state.cursorOf(topic) === undefined) state.begin(topic, place[plan.begins])
  return true
}

async function takePhase(state: SubscriberState, plan: SubscriberPlan, random: () => number): Promise<void> {
  const isQuiet = existsSync(plan.quietFile)
  const ms = 300 + random() * plan.phaseMs
  const rest = !isQuiet && random() < SLOW_SHARE ? { afterMs: random() * 300, ms: random() * plan.phaseMs } : null
  const phase: Phase = { ms, rest }
  const isSlow = rest !== null
  if (!isQuiet && random() < AWAY_SHARE) await sleep(random() * plan.phaseMs)
  const die = random()
  if (die < 0.3) {
    state.say({ is: 'phase', via: 'webSocket', isSlow })
    await takeOverWebSocket(state, plan, phase)
  } else if (die < 0.6) {
    state.say({ is: 'phase', via: 'events', isSlow })
    await takeOverEvents(state, plan, { ...phase, byHeader: random() < 0.5 })
  } else if (plan.sink !== null && die < 0.8) {
    if (!isQuiet) await sleep(ms)
    if (await takePosted(state, plan)) state.say({ is: 'phase', via: 'webhook', isSlow: false })
  } else {
    state.say({ is: 'phase', via: 'replay', isSlow: false })
    await takeOverReplay(state, plan, random() < 0.5 ? 7 : 1_000)
    await sleep(ms / 4)
  }
  const mints = plan.topics.filter((topic) => !topic.startsWith('launches'))
  if (mints.length > 0 && random() < ROWS_SHARE) {
    state.say({ is: 'phase', via: 'rest', isSlow: false })
    const topic = mints[Math.floor(random() * mints.length)]!
    await lookAtRows(state, plan, { topic, pages: 3, limit: random() < 0.5 ? 9 : 100 })
  }
  if (isQuiet && plan.sink !== null && state.webhook() !== undefined) await showWebhook(state, plan)
}

await live(JSON.parse(process.argv[2]!) as SubscriberPlan)
