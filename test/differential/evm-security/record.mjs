import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { executeCorpus } from './execute-corpus.mjs'
import { VENUES } from './venues.mjs'

/* Runs a corpus of one variant of each kind in a real EVM and writes what the probe returned, for the main suite:
 * `node record.mjs`. The seed is the beginning of the hash of the last commit that touched the rules, so that nobody who
 * wrote them could know which numbers are drawn; `node record.mjs SEED COMMIT` takes a given one. */

const RULES = [
  ...['judge-execution', 'judge-present', 'judge-refused-sale', 'judge-later', 'measure-losses', 'shown-rows'].map(
    (name) => `src/services/evm-security/${name}.ts`,
  ),
  'test/differential/evm-security/contracts/Probe.sol',
]
const ROOT = new URL('../../../', import.meta.url)
const OUT = new URL('test/fixtures/evm-security/executed.json', ROOT)

const [givenSeed, givenCommit] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const commit =
  givenCommit ??
  execFileSync('git', ['log', '-1', '--format=%H', '--', ...RULES], { cwd: ROOT, encoding: 'utf8' }).trim()
const seed = Number(givenSeed ?? Number.parseInt(commit.slice(0, 8), 16))

/** Words without their zeros, as a tenth of the bytes. */
const shortened = (hex) => (hex.slice(2).match(/.{64}/g) ?? []).map((word) => word.replace(/^0{1,63}/, '')).join(' ')

/** The corpus in pools of v2 and v3, then a few of the kinds in every other kind of pool. */
const ELSEWHERE = [
  ...['sale reverts', 'only a whitelist sells', 'extreme tax of sales', 'endless cooldown'],
  ...['declared tax', 'short cooldown'],
]
async function* executeAll() {
  yield* executeCorpus(seed, 1)
  const others = Object.keys(VENUES).filter((venue) => venue !== 'v2' && venue !== 'v3')
  for (const venue of others) yield* executeCorpus(seed, 1, { venue, isWanted: ({ kind }) => ELSEWHERE.includes(kind) })
}

const specimens = []
for await (const { kind, isTrap, venue, p, q, hook, now, later } of executeAll()) {
  const isHooked = hook !== undefined
  specimens.push({ kind, isTrap, isHooked, venue, p, q, now: shortened(now), later: shortened(later) })
  process.stdout.write(`${kind}\n`)
}
const text = specimens.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
writeFileSync(OUT, `{\n  "seed": ${seed},\n  "rulesAt": "${commit}",\n  "specimens": [\n${text}\n  ]\n}\n`)
