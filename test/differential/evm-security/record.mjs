import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { executeCorpus } from './execute-corpus.mjs'
import { VENUES } from './venues.mjs'

/* Runs a corpus of one variant of each kind in a real EVM and writes what the probe returned, for the main suite. `node
 * record.mjs` does so in pools of v2 and v3, `node record.mjs --elsewhere` with a few kinds of tokens in every other kind of
 * pool, and with hooks. The seed is the beginning of the hash of the last commit that touched the rules, so that nobody who
 * wrote them could know which numbers are drawn; `node record.mjs SEED COMMIT` takes a given one. */

const RULES = [
  ...['judge-execution', 'judge-present', 'judge-refused-sale', 'judge-later', 'measure-losses', 'shown-rows'].map(
    (name) => `src/services/evm-security/${name}.ts`,
  ),
  'test/differential/evm-security/contracts/Probe.sol',
]
const ROOT = new URL('../../../', import.meta.url)
const isElsewhere = process.argv.includes('--elsewhere')
const OUT = new URL(`test/fixtures/evm-security/executed${isElsewhere ? '-elsewhere' : ''}.json`, ROOT)

const [givenSeed, givenCommit] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const commit =
  givenCommit ??
  execFileSync('git', ['log', '-1', '--format=%H', '--', ...RULES], { cwd: ROOT, encoding: 'utf8' }).trim()
const seed = Number(givenSeed ?? Number.parseInt(commit.slice(0, 8), 16))

/** Words without their zeros, as a tenth of the bytes. */
const shortened = (hex) => (hex.slice(2).match(/.{64}/g) ?? []).map((word) => word.replace(/^0{1,63}/, '')).join(' ')

const ELSEWHERE = ['extreme tax of sales', 'declared tax']
async function* executeWanted() {
  if (!isElsewhere) yield* executeCorpus(seed, 1, { isWanted: ({ hook }) => hook === undefined })
  if (!isElsewhere) return
  const others = Object.keys(VENUES).filter((venue) => venue !== 'v2' && venue !== 'v3')
  for (const venue of others) yield* executeCorpus(seed, 1, { venue, isWanted: ({ kind }) => ELSEWHERE.includes(kind) })
  yield* executeCorpus(seed, 1, { isWanted: ({ hook }) => hook !== undefined })
}

const specimens = []
for await (const { kind, isTrap, venue, p, q, hook, now, later } of executeWanted()) {
  const hooked = hook === undefined ? {} : { isHooked: true }
  specimens.push({ kind, isTrap, ...hooked, venue, p, q, now: shortened(now), later: shortened(later) })
  process.stdout.write(`${kind}\n`)
  // Written as it goes: a run that is stopped leaves what it has.
  const text = specimens.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
  writeFileSync(OUT, `{\n  "seed": ${seed},\n  "rulesAt": "${commit}",\n  "specimens": [\n${text}\n  ]\n}\n`)
}
