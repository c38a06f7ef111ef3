import { openEnvironment } from '../../src/store/environment.ts'
import { openScores } from '../../src/store/tables/scores.ts'

/** Appends scores until it is killed, and prints each that is on disk. */
const env = openEnvironment({ name: 'durable', path: process.argv[2]!, mapBytes: 1 << 24, synced: true })
const { table } = openScores(env)
for (let at = 0; ; at++) {
  const id = await table.append({
    kind: 'chip',
    mint: 'Mint',
    score: at % 100,
    grade: 'safe',
    rules: [],
    holders: null,
    atMs: at,
  })
  process.stdout.write(`${id}\n`)
}
