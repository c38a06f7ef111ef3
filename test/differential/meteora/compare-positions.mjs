import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPositionVector } from '../../support/position-vectors.ts'
import { seeded } from './record.mjs'

const OUT = process.env.VECTORS_DIR ?? fileURLToPath(new URL('../../fixtures/positions/', import.meta.url))
const SEED = 20_261_128
const KEPT = 24
const count = Number(process.argv[2] ?? 1_000)

/** Compares our reading of made-up positions with what the SDK says, and writes the first of them for the ordinary suite.
 *  The same seed and packages write the same bytes. */
export function comparePositions(name, reader, encoders, make, keep = KEPT) {
  const random = seeded(SEED)
  const vectors = []
  const wrong = []
  for (let at = 0; at < count; at++) {
    const vector = make(random, at)
    try {
      checkPositionVector(reader, vector)
      if (vectors.length < keep) vectors.push(vector)
    } catch (error) {
      wrong.push(error.message)
    }
  }
  console.log(`${name}: ${count} positions, ${wrong.length} differ`)
  for (const message of wrong.slice(0, 5)) console.log(`  ${message}`)
  if (wrong.length > 0) process.exitCode = 1
  else writeFileSync(join(OUT, `${name}.json`), `${JSON.stringify({ seed: SEED, encoders, vectors }, null, 1)}\n`)
}
