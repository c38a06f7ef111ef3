import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openLabContext } from '../../eval/lab-context.ts'
import { openLabSandbox } from '../../eval/lab-sandbox.ts'
import { TUNED_RECIPES } from '../../eval/recipes/index.ts'
import type { Context } from '../../src/context.ts'
import type { Outcome } from '../../src/contract/outcome.ts'
import { getBubbleMap } from '../../src/services/bubble-map/get-bubble-map.ts'
import { getDeepScan } from '../../src/services/deep-scan/get-deep-scan.ts'
import type { TokenEvidence } from '../../src/services/evidence-bundle/evidence.ts'
import { getDevHistory } from '../../src/services/forensics/get-dev-history.ts'
import { getSnipers } from '../../src/services/forensics/get-snipers.ts'
import { getTokenIntel } from '../../src/services/tokens/intel.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'
import { countRepeated, type NodeCall, startCountingNode } from './counting-node.ts'
import { notePurposes } from './purposes.ts'

/** `node bench/engines/node-calls.ts`: how many calls each engine route costs the node, asked about tokens that the
 *  server has never seen: each route alone, and all five one after another. Counted by a proxy in front of the node, so
 *  that calls inside arrays, and of whatever works in the background, count as well. */
const { values } = parseArgs({
  options: {
    /** Launches of generated labs, a recipe each in turn. */
    launches: { type: 'string', default: '12' },
    recipes: { type: 'string' },
    /** How many times the usual number of people buys. */
    crowd: { type: 'string', default: '1' },
    seed: { type: 'string', default: 'calls' },
    /** Tokens of the default world instead, so many of them. */
    world: { type: 'string' },
    /** Routes that are also asked alone. */
    alone: { type: 'string', default: 'intel,deepscan,bubblemap,dev-history,snipers' },
    /** File to append the tables to. */
    out: { type: 'string' },
    title: { type: 'string', default: '' },
  },
})

const NEVER = new AbortController().signal
const ROUTES: Readonly<Record<string, (ctx: Context, mint: string) => Promise<Outcome<unknown>>>> = {
  intel: (ctx, mint) => getTokenIntel(ctx, mint, { flagsTaxonomy: 'normalized', explain: false }, NEVER),
  deepscan: (ctx, mint) => getDeepScan(ctx, mint, { explain: false }),
  bubblemap: (ctx, mint) => getBubbleMap(ctx, mint),
  'dev-history': (ctx, mint) => getDevHistory(ctx, mint, NEVER),
  snipers: (ctx, mint) => getSnipers(ctx, mint, NEVER),
}
const ALL = 'all five'
const ALONE = new Set(values.alone.split(','))

type Asked = {
  readonly route: string
  readonly mint: string
  readonly holders: number
  readonly calls: readonly NodeCall[]
}

const asked: Asked[] = []
const purposes = notePurposes()
const lines: string[] = []

const sandbox = values.world === undefined ? await openLab() : await openWorld()
const node = await startCountingNode(sandbox.urls['rpc']!)
try {
  await fetch(`${sandbox.urls['control']}/slots/pause`, { method: 'POST' })
  for (const mint of sandbox.mints) await askAbout(mint)
} finally {
  await node.close()
  await sandbox.close()
}
print()

async function openLab() {
  const recipes = values.recipes?.split(',') ?? TUNED_RECIPES.map(({ name }) => name)
  const lab = await openLabSandbox({
    seed: values.seed,
    recipes,
    launches: Number(values.launches),
    crowdFactor: Number(values.crowd),
  })
  return { ...lab, mints: lab.truth.tokens.filter(({ recipe }) => recipe !== undefined).map(({ mint }) => mint) }
}

/** The world of a sandbox without settings; of its tokens those with the most holders and every archetype in turn. */
async function openWorld() {
  const world = await startSandbox()
  const { tokens } = await world.control<{ tokens: { mint: string; archetype: string }[] }>('GET', '/truth')
  const listed = tokens.filter(({ archetype }) => archetype !== 'native')
  const step = Math.max(1, Math.floor(listed.length / Number(values.world)))
  const mints = listed.filter((_, i) => i % step === 0).map(({ mint }) => mint)
  return { ...world, mints: mints.slice(0, Number(values.world)), close: () => world.stop() }
}

async function askAbout(mint: string): Promise<void> {
  for (const route of Object.keys(ROUTES)) if (ALONE.has(route)) await askCold(mint, [route], route)
  await askCold(mint, Object.keys(ROUTES), ALL)
}

async function askCold(mint: string, routes: readonly string[], name: string): Promise<void> {
  const { ctx, close } = await openLabContext({
    urls: { ...sandbox.urls, rpc: node.url },
    genesisHash: sandbox.genesisHash,
    providers: true,
    workers: 1,
    nowMs: Date.now(),
  })
  try {
    node.take()
    const watched = name === 'bubblemap' ? purposes.watch(ctx) : ctx
    for (const route of routes) {
      const answer = await ROUTES[route]!(watched, mint)
      if (!answer.ok) throw new Error(`${route} ${mint}: ${answer.code}: ${answer.message}`)
      if (answer.cache?.degraded) console.error(`${route} ${mint}: degraded`)
    }
    const evidence = ctx.store.peek<TokenEvidence>('tokenEvidence', mint)
    if (name === 'bubblemap' && evidence !== undefined) purposes.fold(evidence)
    const holders = evidence?.holders?.ownerCount ?? 0
    asked.push({ route: name, mint, holders, calls: node.take() })
  } finally {
    await close()
  }
}

function print(): void {
  say(`\n## ${new Date().toISOString()} ${values.title}\n`)
  const sizes = asked
    .filter(({ route }) => route === ALL)
    .map(({ holders }) => holders)
    .sort((a, b) => a - b)
  say(`Holders of a token: ${middleOf(sizes)} at the median, ${sizes.at(-1)} at most.\n`)
  say('| route | tokens | median | worst | asked twice in one question |')
  say('|---|---|---|---|---|')
  for (const route of [...Object.keys(ROUTES), ALL]) {
    const own = asked.filter((one) => one.route === route)
    if (own.length === 0) continue
    const counts = own.map(({ calls }) => calls.length).sort((a, b) => a - b)
    const repeated = own.map(({ calls }) => [...countRepeated(calls).values()].reduce((sum, times) => sum + times, 0))
    say(`| ${route} | ${own.length} | ${middleOf(counts)} | ${counts.at(-1)} | ${Math.max(...repeated)} at worst |`)
  }
  say()
  for (const route of ['intel', 'deepscan', 'bubblemap', ALL]) printMethods(route)
  printPurposes()
  if (values.out !== undefined) appendFileSync(values.out, `${lines.join('\n')}\n`)
}

function printMethods(route: string): void {
  const own = asked.filter((one) => one.route === route)
  const sums = new Map<string, { calls: number; repeated: number }>()
  for (const { calls } of own) {
    const repeated = countRepeated(calls)
    for (const { method } of calls) {
      const sum = sums.get(method) ?? { calls: 0, repeated: 0 }
      sums.set(method, { ...sum, calls: sum.calls + 1 })
    }
    for (const [method, times] of repeated) sums.get(method)!.repeated += times
  }
  say(`| ${route}: method | calls a token | of them repeated |`)
  say('|---|---|---|')
  for (const [method, { calls, repeated }] of [...sums].sort((a, b) => b[1].calls - a[1].calls))
    say(`| ${method} | ${(calls / own.length).toFixed(1)} | ${(repeated / own.length).toFixed(1)} |`)
  say()
}

function printPurposes(): void {
  const maps = asked.filter(({ route }) => route === 'bubblemap').length
  if (maps === 0) return
  say(
    '| bubblemap: purpose | calls a token | transactions read | of them kept | in which none of the token takes part |',
  )
  say('|---|---|---|---|---|')
  for (const [purpose, { calls, read, kept, ofNone }] of [...purposes.byFile].sort((a, b) => b[1].calls - a[1].calls))
    say(`| ${purpose} | ${[calls, read, kept, ofNone].map((sum) => (sum / maps).toFixed(1)).join(' | ')} |`)
  say()
}

function say(line = ''): void {
  lines.push(line)
  console.log(line)
}

function middleOf(sorted: readonly number[]): number {
  return sorted[Math.floor((sorted.length - 1) / 2)]!
}
