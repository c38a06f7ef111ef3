import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { versionOf } from '../meteora/version-of.mjs'

const OUT = process.env.VECTORS_DIR ?? fileURLToPath(new URL('../../fixtures/positions/', import.meta.url))

/** An account as vectors keep it. */
export const kept = (owner, data) => ({ owner, data: deflateRawSync(data).toString('base64') })

/** `packages`: those that the vectors are from. */
export function writeVectors(name, { seed, packages, vectors }) {
  const encoders = packages.map((one) => versionOf(one, import.meta.url))
  writeFileSync(join(OUT, `${name}.json`), `${JSON.stringify({ seed, encoders, vectors }, null, 1)}\n`)
}
