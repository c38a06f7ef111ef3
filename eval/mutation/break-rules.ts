import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ALL_RULES, RULE_TABLES } from '../../test/rules/all-rules.ts'
import type { EngineRule } from '../../test/rules/engine-rule.ts'
import { createRandom, drawFrom } from '../../test/support/seeded-random.ts'
import { SHARED_SANDBOX } from '../../test/support/shared-sandbox.ts'
import { readSourceNames } from '../../test/support/source-names.ts'
import type { StartedSandbox } from '../../test/support/start-sandbox.ts'
import { copyTree } from './copied-tree.ts'
import { describeMutant } from './describe-mutant.ts'
import { type BrokenCode, createJudge, type Verdict } from './judge-code.ts'
import { mutantsOf } from './mutants.ts'
import { printReport } from './print-report.ts'

/** `node eval/mutation/break-rules.ts --table push --seed 3 --count 20`: draws rules, makes small faults in the code
 *  that each one names, in a copy of the tree, and runs the tests of those rules there. The test of a rule has to be
 *  green before, and red with one of the faults at least; exit code 1 when one is not. Drawn faults that no test file
 *  of their source file sees are printed: each of them changes nothing, or something that nothing holds. `--table
 *  engine`, `push`, `trading`, `recovery`, `wallets` or `all` (the default); `--list` prints the faults and runs nothing. */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    /** How many faults of each code are drawn. Where none of them turns a rule's test red, more are made. */
    mutants: { type: 'string', default: '8' },
    /** Only these, each given with its own flag; an id, or the beginning of some. */
    rule: { type: 'string', multiple: true },
    all: { type: 'boolean', default: false },
    table: { type: 'string', default: 'all' },
    list: { type: 'boolean', default: false },
  },
})
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LANES = 2
const RULES = values.table === 'all' ? ALL_RULES : (RULE_TABLES.get(values.table) ?? [])
const random = createRandom(Number(values.seed))

const drawn = drawRules()
if (drawn.length === 0) {
  console.error('no such rule')
  process.exit(2)
}
const codes = readBrokenCodes()
if (values.list) for (const { mutants } of codes) for (const mutant of mutants) console.log(describeMutant(mutant))
else process.exitCode = await breakAll()

function drawRules(): readonly EngineRule[] {
  if (values.rule !== undefined) return RULES.filter(({ id }) => values.rule!.some((one) => id.startsWith(one)))
  return values.all ? RULES : drawFrom(RULES, Number(values.count), random)
}

/** The codes of the drawn rules with their faults: blunt ones last, which only a rule is broken with that no other
 *  breaks. */
function readBrokenCodes(): readonly BrokenCode[] {
  const names = readSourceNames()
  const testsOf = Map.groupBy(ALL_RULES, ({ code }) => names.find(code)[0]?.file)
  return [...Map.groupBy(drawn, ({ code }) => code)].map(([code, rules]) => {
    const [found] = names.find(code)
    if (found === undefined) throw new Error(`no code is called ${code}: test/rules.test.ts says more`)
    const mutants = mutantsOf(found)
    const shuffled = drawFrom(mutants, mutants.length, random)
    return {
      rules,
      testFiles: testFilesOf(found.file, [...rules, ...testsOf.get(found.file)!]),
      mutants: [...shuffled.filter(({ isBlunt }) => !isBlunt), ...shuffled.filter(({ isBlunt }) => isBlunt)],
    }
  })
}

/** Those of the rules, and the one that stands where the source stands. */
function testFilesOf(source: string, rules: readonly EngineRule[]): readonly string[] {
  const mirrored = source.replace(/^src\//, 'test/').replace(/\.ts$/, '.test.ts')
  const own = rules.map(({ test }) => test.file)
  return [...new Set(existsSync(join(ROOT, mirrored)) ? [mirrored, ...own] : own)]
}

async function breakAll(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-break-'))
  let sandbox: StartedSandbox | null = null
  try {
    // The sandbox and the first runs have a tree of their own, in which no fault is made.
    const whole = copyTo(folder, 'whole')
    const lanes = Array.from({ length: Math.min(LANES, codes.length) }, (_, i) => copyTo(folder, `lane-${i}`))
    const entry = pathToFileURL(join(whole, 'test/support/start-sandbox.ts')).href
    const { startSandbox } = (await import(entry)) as { startSandbox(): Promise<StartedSandbox> }
    sandbox = await startSandbox()
    const { urls, genesisHash, seed } = sandbox
    const env = { ...process.env, [SHARED_SANDBOX]: JSON.stringify({ urls, genesisHash, seed }) }
    const judge = createJudge({ whole, env, drawnMutants: Number(values.mutants) })
    const verdicts: Verdict[] = []
    const queue = [...codes]
    await Promise.all(
      lanes.map(async (lane) => {
        for (let code = queue.shift(); code !== undefined; code = queue.shift()) verdicts.push(await judge(lane, code))
      }),
    )
    const how = values.all || values.rule !== undefined ? 'chosen' : `drawn by seed ${values.seed}`
    return printReport(drawn, verdicts, `${drawn.length} of ${RULES.length} rules ${how}`)
  } finally {
    await sandbox?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function copyTo(folder: string, name: string): string {
  const tree = join(folder, name)
  copyTree(tree)
  return tree
}
