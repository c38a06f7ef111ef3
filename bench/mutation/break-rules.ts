import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { EngineRule } from '../../test/rules/engine-rule.ts'
import { ENGINE_RULES } from '../../test/rules/engine-rules.ts'
import { PUSH_RULES } from '../../test/rules/push-rules.ts'
import { RECOVERY_TABLE } from '../../test/rules/recovery-rules.ts'
import { TRADING_RULES } from '../../test/rules/trading-rules.ts'
import { createRandom } from '../../test/support/seeded-random.ts'
import { SHARED_SANDBOX } from '../../test/support/shared-sandbox.ts'
import type { StartedSandbox } from '../../test/support/start-sandbox.ts'
import { breakRule, copyTree, runTests } from './copied-tree.ts'

/** `node bench/mutation/break-rules.ts --table push --seed 3 --count 20`: draws rules, breaks each one on purpose in a copy
 *  of the tree, and runs the test that names it. Each has to be green before and red after; exit code 1 when one is not.
 *  `--table engine` (the default), `push`, `trading` or `recovery`. */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    /** Only these, each given with its own flag; an id, or the beginning of some. */
    rule: { type: 'string', multiple: true },
    all: { type: 'boolean', default: false },
    table: { type: 'string', default: 'engine' },
  },
})
const TABLES = new Map([
  ['engine', ENGINE_RULES],
  ['push', PUSH_RULES],
  ['trading', TRADING_RULES],
  ['recovery', RECOVERY_TABLE],
])
const RULES = TABLES.get(values.table) ?? []
const LANES = 2

type Verdict = { readonly rule: EngineRule; readonly outcome: string; readonly isKilled: boolean; readonly ms: number }

const drawn = drawRules()
if (drawn.length === 0) {
  console.error('no such rule')
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'mintglass-break-'))
let sandbox: StartedSandbox | null = null
try {
  // The sandbox and the first runs have a tree of their own, which nobody breaks.
  const whole = copyTo('whole')
  const lanes = Array.from({ length: Math.min(LANES, drawn.length) }, (_, i) => copyTo(`lane-${i}`))
  const entry = pathToFileURL(join(whole, 'test/support/start-sandbox.ts')).href
  const { startSandbox } = (await import(entry)) as { startSandbox(): Promise<StartedSandbox> }
  sandbox = await startSandbox()
  const { urls, genesisHash, seed } = sandbox
  const env = { ...process.env, [SHARED_SANDBOX]: JSON.stringify({ urls, genesisHash, seed }) }
  const before = await runWhole(whole, env)
  const verdicts: Verdict[] = []
  const queue = [...drawn]
  await Promise.all(
    lanes.map(async (lane) => {
      for (let rule = queue.shift(); rule !== undefined; rule = queue.shift()) {
        const why = before.get(keyOf(rule))
        const verdict =
          why === undefined ? await judge(lane, rule, env) : { rule, outcome: why, isKilled: false, ms: 0 }
        verdicts.push(verdict)
        console.log(`${verdict.isKilled ? 'killed  ' : 'SURVIVED'} ${rule.id} (${verdict.ms} ms): ${verdict.outcome}`)
      }
    }),
  )
  process.exitCode = report(verdicts)
} finally {
  await sandbox?.stop()
  rmSync(folder, { recursive: true, force: true })
}

function drawRules(): readonly EngineRule[] {
  if (values.rule !== undefined) return RULES.filter(({ id }) => values.rule!.some((one) => id.startsWith(one)))
  if (values.all) return RULES
  const random = createRandom(Number(values.seed))
  const left = [...RULES]
  const count = Math.min(Number(values.count), left.length)
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]!)
}

function copyTo(name: string): string {
  const tree = join(folder, name)
  mkdirSync(tree)
  copyTree(tree)
  return tree
}

function keyOf({ test: { file, name } }: EngineRule): string {
  return `${file}\n${name}`
}

/** Why a rule's test is of no use, for those that are not green in the whole tree or did not run there. */
async function runWhole(tree: string, env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, string>> {
  const unfit = new Map<string, string>()
  for (const file of new Set(drawn.map(({ test }) => test.file))) {
    const rules = drawn.filter(({ test }) => test.file === file)
    const outcomes = await runTests(tree, file, [...new Set(rules.map(({ test }) => test.name))], env)
    for (const rule of rules) {
      const own = outcomes.filter(({ name }) => name === rule.test.name)
      if (own.length === 0) unfit.set(keyOf(rule), 'the test did not run in the whole tree')
      else if (own.some(({ passed, skipped }) => !passed || skipped))
        unfit.set(keyOf(rule), `not green in the whole tree: ${own.find(({ passed }) => !passed)?.why ?? 'skipped'}`)
    }
  }
  return unfit
}

async function judge(tree: string, rule: EngineRule, env: NodeJS.ProcessEnv): Promise<Verdict> {
  const restore = breakRule(tree, rule.breaks)
  const startMs = performance.now()
  try {
    const own = await runTests(tree, rule.test.file, [rule.test.name], env)
    const failure = own.find(({ passed }) => !passed)
    const ms = Math.round(performance.now() - startMs)
    if (own.length === 0) return { rule, outcome: 'the broken tree did not even start the test', isKilled: false, ms }
    return { rule, outcome: failure?.why ?? 'still green', isKilled: failure !== undefined, ms }
  } finally {
    restore()
  }
}

function report(verdicts: readonly Verdict[]): number {
  const rows = drawn.map((rule) => verdicts.find((one) => one.rule === rule)!)
  console.log(`\n| rule | breaks | test | outcome |\n|---|---|---|---|`)
  for (const { rule, outcome, isKilled } of rows)
    console.log(
      `| ${rule.id} | ${rule.breaks.file} | ${rule.test.name.replaceAll('|', '\\|')} | ${isKilled ? 'red' : outcome} |`,
    )
  const survivors = rows.filter(({ isKilled }) => !isKilled)
  const how = values.all || values.rule !== undefined ? 'chosen' : `drawn by seed ${values.seed}`
  console.log(`\n${rows.length} of ${RULES.length} rules ${how}: ${rows.length - survivors.length} red when broken`)
  if (survivors.length > 0) console.log(`survived: ${survivors.map(({ rule }) => rule.id).join(', ')}`)
  return survivors.length === 0 ? 0 : 1
}
