import { randomInt } from 'node:crypto'
import { readProbe } from '../../../src/chain/evm/security/probe-call.ts'
import { judgeExecution } from '../../../src/services/evm-security/judge-execution.ts'
import { isOfSome } from './corpus.mjs'
import { executeCorpus } from './execute-corpus.mjs'
import { VENUES } from './venues.mjs'

/* Traps and healthy tokens with numbers that nobody chose, in a real EVM: `node try-traps.mjs [seed] [variants] [venues]
 * [some]`. Without a seed each run draws one. Without venues pools are of v2 and v3, as drawn; `all` tries every kind of
 * pool, else names stand with commas between them. `some` leaves most kinds of tokens out.
 * Fails below a recall of 0.99, when a healthy token is accused, and when a sale that returns next to nothing is not called
 * a honeypot. */

const seed = Number(process.argv[2] ?? randomInt(2 ** 31))
const variants = Number(process.argv[3] ?? 1)
const wanted = process.argv[4]
const venues = wanted === undefined ? [null] : wanted === 'all' ? Object.keys(VENUES) : wanted.split(',')
const isWanted = process.argv[5] === 'some' ? isOfSome : undefined
let hasFailed = false
for (const venue of venues) {
  const counts = { traps: 0, told: 0, healthy: 0, accused: 0, gas: 0 }
  for await (const specimen of executeCorpus(seed, variants, { venue, isWanted })) count(specimen, counts)
  const recall = counts.told / counts.traps
  const where = venue ?? 'v2 and v3 as drawn'
  console.log(
    `seed ${seed}, ${where}: recall ${recall} of ${counts.traps} traps, ${counts.accused} of ${counts.healthy} accused, at most ${counts.gas} gas`,
  )
  if (!(recall >= 0.99) || counts.accused > 0) hasFailed = true
}
if (hasFailed) process.exitCode = 1

function count({ kind, isTrap, venue, p, q, hook, now, later, gas }, counts) {
  const rows = readProbe(now)
  const { findings, sellable } = judgeExecution({
    now: rows ?? [],
    later: readProbe(later),
    isHooked: hook !== undefined,
  })
  const isAccused = findings.some(({ severity }) => severity === 'danger')
  counts.gas = Math.max(counts.gas, gas)
  if (isTrap) {
    counts.traps++
    if (isAccused) counts.told++
  } else {
    counts.healthy++
    if (isAccused) counts.accused++
  }
  const isLost = kind === 'one unit reaches the pool' || (hook?.mode === 2 && hook.p >= 905_000)
  const isRight = isAccused === isTrap && (!isLost || sellable === 'honeypot')
  if (!isRight) hasFailed = true
  const told = findings.map(({ id, severity }) => `${severity} ${id}`).join(', ')
  console.log(`${isRight ? 'right' : 'WRONG'} | ${kind} | ${venue} ${p} ${q} | ${sellable} | ${told}`)
}
