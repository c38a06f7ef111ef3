import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { keypairFromSeed } from '../../src/chain/solana/keypair.ts'
import { PROVIDERS } from '../../src/config/providers.ts'
import { nodeOptions } from '../../test/support/inherited-env.ts'
import type { StartedSandbox } from '../../test/support/start-sandbox.ts'
import { makeTarget, type Target } from '../attack/target.ts'
import { keepBlockLies } from './block-lies.ts'
import { type CaseLab, caseSources } from './cases.ts'
import { createJudge } from './facts.ts'
import { fillTape, readBack } from './fill-caches.ts'
import { createFindings, type Findings, noteMiss, noteOf } from './findings.ts'
import type { Kind, KindLab } from './kind.ts'
import { KINDS } from './kinds/index.ts'
import { type LifeLab, live } from './life.ts'
import { type Lying, startLyingProxy } from './lying-proxy.ts'
import { startLyingSocket } from './lying-socket.ts'
import { makeDraw, seedOf } from './make-draw.ts'
import { openDesk } from './money.ts'
import { headOf, tailOf } from './recovered.ts'
import { compareHeard, compareTapes, readTape } from './tape.ts'
import { readWorld } from './world.ts'

const ALL_SCOPES = 'read,trade,wallet,automation,admin,fee_routing,quests'
const SETTINGS = { INGEST_MODE: 'server', MINTGLASS_RATE_LIMIT_PER_10S: '100000' }
const HEARD_MINTS = 12
const PRICED_MINTS = 4
const HEAD_WITHIN_MS = 90_000
/** Past what the node may still change its mind about. */
const SETTLES_MS = 2_000
const ANSWERS_SHOWN = 24

export type HostilePlan = {
  readonly tree: string
  readonly sandbox: StartedSandbox
  readonly seed: number
  readonly only: readonly string[] | null
  /** Nothing is changed: what the requests alone do. */
  readonly isHonest: boolean
  /** Of one life. */
  readonly requests: number
  readonly lives: number
  /** Where snapshots of the heap go; null for none. */
  readonly snapshots: string | null
  /** Without requests before memory is measured. */
  readonly restMs: number
  /** Of a round before the lies, at least: bounded caches need as many to fill in a short run. */
  readonly warmUpRequests: number
  /** On the tapes before the lies; as many as are kept, so that further ones do not count as memory. */
  readonly tapeEvents: number
  /** Further settings of both servers. */
  readonly settings: Readonly<Record<string, string>>
  say(line: string): void
}

export async function runHostile(plan: HostilePlan): Promise<Findings> {
  const { tree, sandbox, seed, say } = plan
  const kinds = chosen(plan.only)
  const findings = createFindings(say)
  const world = await readWorld(sandbox)
  const attacker = keypairFromSeed(randomBytes(32)).address
  const memory: KindLab['memory'] = new Map()
  const lying: Lying = { kind: null, draw: makeDraw(seed), blocks: keepBlockLies() }
  const known = { memory, attacker, rpcUrl: world.rpcUrl }
  const proxy = await startLyingProxy(sandbox.urls, lying, known)
  const socket = startLyingSocket(sandbox.urls['ws']!, lying, { ...known, trapUrl: proxy.trapUrl })
  const lied = await makeTarget(tree, {
    ...SETTINGS,
    ...plan.settings,
    ...upstreamsOf(sandbox, proxy.urlOf, socket.url),
    // Lets the bench have all garbage collected.
    NODE_OPTIONS: nodeOptions('--inspect=127.0.0.1:0'),
  })
  const honest = await makeTarget(tree, {
    ...SETTINGS,
    ...plan.settings,
    ...upstreamsOf(sandbox, (name) => sandbox.urls[name]!, sandbox.urls['ws']!),
  })
  try {
    const [key, honestKey] = await Promise.all(
      [lied, honest].map((one) => one.createKey('--tier', 'enterprise', '--limit', 'none', '--scopes', ALL_SCOPES)),
    )
    await Promise.all([lied.start(), honest.start()])
    await Promise.all([untilFollowing(lied), untilFollowing(honest)])
    // Before the lies: what the slower one had not seen by then is no one's loss.
    const sinceBlock = Math.max(...(await Promise.all([lied, honest].map(tailOf))))
    const { json: document } = await lied.ask('/api/v2/openapi.json')
    const mints = world.tokens.map(({ mint }) => mint)
    const healthy = world.tokens
      .filter(({ archetype }) => archetype === 'healthy' || archetype === 'bluechip')
      .map(({ mint }) => mint)
    const channels = ['launches:solana', ...mints.slice(0, HEARD_MINTS).map((mint) => `trades:solana:${mint}`)].join(
      ',',
    )
    const fromMs = Date.now()
    await fillTape(sandbox, [lied, honest], plan.tapeEvents)
    for (let life = 0; life < plan.lives; life++) {
      findings.life = life + 1
      say(`life ${life + 1} of ${plan.lives}`)
      if (life > 0) {
        await lied.stop(life % 2 === 0 ? 'SIGKILL' : 'SIGTERM')
        await lied.start()
      }
      memory.clear()
      const lifeFromMs = Date.now()
      const desk = await openDesk({
        sandbox,
        target: lied,
        key: key!.key,
        mint: healthy[0]!,
        name: `${seed}-${life}`,
        attacker,
      })
      const caseLab: CaseLab = {
        world,
        walletIds: desk.customers.map(({ walletId }) => walletId),
        userRef: desk.customers[0]!.userRef,
        quote: undefined,
      }
      const truth = {
        rpcUrl: world.rpcUrl,
        honest,
        key: key!.key,
        honestKey: honestKey!.key,
        mints: healthy.slice(0, PRICED_MINTS),
        customers: desk.customers,
      }
      const lab: LifeLab = {
        seed,
        target: lied,
        key: key!.key,
        sources: caseSources(document),
        judge: createJudge(document, Date.now),
        caseLab,
        lying,
        proxy,
        socketCounts: socket.counts,
        desk,
        truth,
        findings,
        isHonest: plan.isHonest,
        snapshots: plan.snapshots,
        restMs: plan.restMs,
        warmUpRequests: plan.warmUpRequests,
      }
      const read = await readBack(lied, { key: key!.key, mints, fromMs })
      noteOf(findings, `${read} events of before were read by the event stream`)
      const order = shuffled(kinds, makeDraw(seedOf(seed, `order ${life}`)).random)
      const requestsPerKind = Math.max(1, Math.round(plan.requests / kinds.length))
      const listeners = await live(lab, { life, kinds: order, requestsPerKind })
      for (const what of await desk.close()) noteMiss(findings, what)
      const answers = Object.entries(desk.statuses).sort((a, b) => b[1] - a[1])
      noteOf(findings, `orders answered ${JSON.stringify(Object.fromEntries(answers.slice(0, ANSWERS_SHOWN)))}`)
      listeners.close()
      await sleep(SETTLES_MS)
      const [tape, honestTape] = await Promise.all([
        readTape(lied, key!.key, channels, lifeFromMs),
        readTape(honest, honestKey!.key, channels, lifeFromMs),
      ])
      const { missed, compared, blocks } = compareTapes(tape, honestTape, sinceBlock)
      noteOf(
        findings,
        `${compared} events of the tape compared, ${tape.lost.length} times lost; heard ${listeners.heard.socket} on the WebSocket, ${listeners.heard.events} on the event stream`,
      )
      for (const what of missed) noteMiss(findings, `tape: ${what}`)
      for (const block of blocks)
        for (const what of lying.blocks.of(block)) say(`           of block ${block}: ${what}`)
      for (const what of compareHeard(tape, listeners)) noteMiss(findings, what)
    }
    return findings
  } finally {
    await Promise.all([lied.end(), honest.end()])
    socket.close()
    await proxy.close()
  }
}

function chosen(only: readonly string[] | null): readonly Kind[] {
  const unknown = (only ?? []).filter((name) => !KINDS.some((kind) => kind.name === name))
  if (unknown.length > 0)
    throw new Error(`no kind is called ${unknown.join(', ')}; there are ${KINDS.map(({ name }) => name).join(', ')}`)
  return KINDS.filter(({ name }) => only === null || only.includes(name))
}

/** Every provider that the sandbox plays, behind the proxy. */
function upstreamsOf({ urls }: StartedSandbox, urlOf: (name: string) => string, wsUrl: string): Record<string, string> {
  const names = { solanaRpc: 'rpc', solanaWs: 'ws' } as Readonly<Record<string, string>>
  return Object.fromEntries(
    Object.entries(PROVIDERS).flatMap(([provider, { urlEnv }]) => {
      const name = names[provider] ?? provider
      if (urls[name] === undefined) return []
      return [[urlEnv, name === 'ws' ? wsUrl : urlOf(name)]]
    }),
  )
}

async function untilFollowing(target: Target): Promise<void> {
  for (let waitedMs = 0; waitedMs < HEAD_WITHIN_MS; waitedMs += 250) {
    if (Number.isFinite(await headOf(target))) return
    await sleep(250)
  }
  throw new Error('the tape did not begin')
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const rows = values.map((value) => ({ value, at: random() }))
  return rows.sort((a, b) => a.at - b.at).map(({ value }) => value)
}
