import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { executeCorpus } from './execute-corpus.mjs'

/* Runs a corpus of one variant of each kind in a real EVM and writes what the probe returned, for the main suite:
 * `node record.mjs`. The seed is the beginning of the hash of the last commit that touched the rules, so that nobody who
 * wrote them could know which numbers are drawn; `node record.mjs SEED COMMIT` takes a given one. */

const RULES = ['src/services/evm-security/judge-execution.ts', 'test/differential/evm-security/contracts/Probe.sol']
const ROOT = new URL('../../../', import.meta.url)
const OUT = new URL('test/fixtures/evm-security/executed.json', ROOT)

const [givenSeed, givenCommit] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const commit =
  givenCommit ??
  execFileSync('git', ['log', '-1', '--format=%H', '--', ...RULES], { cwd: ROOT, encoding: 'utf8' }).trim()
const seed = Number(givenSeed ?? Number.parseInt(commit.slice(0, 8), 16))

/** Words without their zeros, as a tenth of the bytes. */
const shortened = (hex) => (hex.slice(2).match(/.{64}/g) ?? []).map((word) => word.replace(/^0{1,63}/, '')).join(' ')

/** Of a run that was stopped: this one goes on behind it. `--anew` begins again. */
function recordedBefore() {
  if (process.argv.includes('--anew') || !existsSync(OUT)) return []
  const recorded = JSON.parse(readFileSync(OUT, 'utf8'))
  return recorded.seed === seed ? recorded.specimens : []
}

const specimens = recordedBefore()
const first = specimens.length
for await (const { kind, isTrap, venue, p, q, now, later } of executeCorpus(seed, 1, (_, index) => index >= first)) {
  specimens.push({ kind, isTrap, venue, p, q, now: shortened(now), later: shortened(later) })
  process.stdout.write(`${kind}\n`)
  // Written as it goes: a run that is stopped leaves what it has.
  const text = specimens.map((one) => `    ${JSON.stringify(one)}`).join(',\n')
  writeFileSync(OUT, `{\n  "seed": ${seed},\n  "rulesAt": "${commit}",\n  "specimens": [\n${text}\n  ]\n}\n`)
}
