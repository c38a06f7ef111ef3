import assert from 'node:assert/strict'
import { entityTag } from '../../src/http/encode.ts'
import type { ApiKeysTable } from '../../src/store/store.ts'
import { successOf } from '../support/reply-check.ts'
import { openWire, type WireReply } from '../support/wire.ts'
import type { Calls, Target } from './server-load.ts'

export type ServerReport = {
  rounds: number
  restarted: number
  /** Servers killed beside those of the rounds, within their first second. */
  killedWhileStarting: number
  requests: number
  answers: number
  keysAcknowledged: number
  /** Looks at acknowledged keys after a restart, and how many of them opened. */
  keysAsked: number
  keysIntact: number
  /** Revoked keys that opened something after a restart. */
  revocationsLost: number
  /** Longest time between an answer that was not counted and the kill. */
  usageMostLossMs: number
  usageLostAnswers: number
  /** Routes of a key that counted more than was sent. */
  doubleCounts: number
  /** Bodies after a restart that are the very bytes that were served before it, and bodies that were made again. */
  cachedWarm: number
  cachedAnew: number
  cacheViolations: number
  oddAnswers: number
  errorsLogged: number
}

/** What is known of the server from outside, across its lives. */
export type World = {
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  readonly random: () => number
  readonly apiKeys: ApiKeysTable
  readonly targets: readonly Target[]
  readonly report: ServerReport
  readonly say: (line: string) => void
  /** Keys whose creation was acknowledged. */
  readonly keys: string[]
  readonly revoked: string[]
  /** For looking at the cache; makes no load of its own. */
  readonly watcher: string
  /** Calls on disk, by key and route, at the end of the last round. */
  readonly counted: Map<string, number>
  /** Bodies that were served, by path and tag. */
  readonly served: Map<string, Map<string, Buffer>>
}

/** One life of a server under load. */
export type Life = {
  readonly calls: ReadonlyMap<string, ReadonlyMap<string, Calls>>
  readonly killedAtMs: number
  readonly ms: number
  readonly answers: number
}

/** Every acknowledged key opens, and has counted what it was answered, no less than promised and no more than it asked.
 *  How many answers were not counted. */
export async function checkUsage(world: World, { calls, killedAtMs }: Life): Promise<number> {
  const { report, counted, keys, say } = world
  const wire = await openWire(world.port)
  let lost = 0
  for (const key of keys) {
    const { status, body } = await wire.get('/api/v2/stats?range=24h', key)
    if (status !== 200) {
      say(`a key answers ${status}: ${body}`)
      continue
    }
    report.keysIntact++
    const { byRoute } = JSON.parse(body.toString()) as { byRoute: { route: string; calls: number }[] }
    const nowCounted = new Map(byRoute.map((row) => [row.route, row.calls]))
    for (const route of new Set(world.targets.map((target) => target.route))) {
      const before = counted.get(`${key} ${route}`) ?? 0
      const now = nowCounted.get(route) ?? 0
      counted.set(`${key} ${route}`, now)
      const { sent, answeredAtMs } = calls.get(key)?.get(route) ?? { sent: 0, answeredAtMs: [] }
      if (now - before > sent) {
        report.doubleCounts++
        say(`${route}: ${now - before} counted, ${sent} sent`)
      }
      const notCounted = answeredAtMs.length - (now - before)
      if (notCounted <= 0) continue
      lost += notCounted
      // What was counted came first; a count that shrank has lost everything.
      const firstLostMs = answeredAtMs.sort((a, b) => a - b)[Math.max(0, now - before)]!
      report.usageMostLossMs = Math.max(report.usageMostLossMs, now < before ? Infinity : killedAtMs - firstLostMs)
    }
  }
  wire.close()
  report.keysAsked += keys.length
  report.usageLostAnswers += lost
  return lost
}

export async function checkRevoked({ port, revoked, report, say }: World): Promise<void> {
  const wire = await openWire(port)
  for (const key of revoked) {
    const { status } = await wire.get('/api/v2/stats', key)
    if (status !== 401) {
      report.revocationsLost++
      say(`a revoked key answers ${status}`)
    }
  }
  wire.close()
}

/** A body is one that was served before, or was made again; whole, and in the shape of its route, it is always. */
export async function checkCache(world: World): Promise<void> {
  const { port, targets, watcher, report, say } = world
  const wire = await openWire(port)
  for (const { path, route } of targets) {
    const reply = await wire.get(path, watcher)
    try {
      const text = reply.body.toString()
      const json = successOf(route)({ status: reply.status, headers: {}, text, json: JSON.parse(text) })
      assert.equal(reply.headers.get('etag'), entityTag(reply.body), 'the tag is that of the body')
      if (json.mint !== undefined) assert(path.includes(json.mint), `a body about ${json.mint}`)
      if (remember(world, path, reply) === 'known') report.cachedWarm++
      else report.cachedAnew++
    } catch (error) {
      report.cacheViolations++
      say(`${path}: ${error}`)
    }
  }
  wire.close()
}

/** Tags name bytes: what was served under one once must be the same for ever. */
export function remember({ served, report, say }: World, path: string, { headers, body }: WireReply): 'known' | 'new' {
  const byTag = served.get(path) ?? new Map<string, Buffer>()
  served.set(path, byTag)
  const tag = headers.get('etag') ?? ''
  const known = byTag.get(tag)
  if (known === undefined) byTag.set(tag, Buffer.from(body))
  else if (!known.equals(body)) {
    report.cacheViolations++
    say(`${path}: two bodies under one tag ${tag}`)
  }
  return known === undefined ? 'new' : 'known'
}

export function emptyReport(): ServerReport {
  return {
    rounds: 0,
    restarted: 0,
    killedWhileStarting: 0,
    requests: 0,
    answers: 0,
    keysAcknowledged: 0,
    keysAsked: 0,
    keysIntact: 0,
    revocationsLost: 0,
    usageMostLossMs: 0,
    usageLostAnswers: 0,
    doubleCounts: 0,
    cachedWarm: 0,
    cachedAnew: 0,
    cacheViolations: 0,
    oddAnswers: 0,
    errorsLogged: 0,
  }
}
