import { makeKeys } from '../support/make-keys.ts'
import { startSiblings } from '../support/start-siblings.ts'
import { driveLimits, type Judged, judgePasses } from './drive-limits.ts'

export const LIMIT = 10

/** Starts `processes` servers on one port, drives that many keys through two windows and judges what got through. */
export async function runLimits(options: {
  processes: number
  keys: number
  keysAtOnce: number
}): Promise<Judged & { readonly requests: number }> {
  const { processes, keysAtOnce } = options
  let keys: string[] = []
  const siblings = await startSiblings(processes, {}, async (dataDir) => {
    const made = await makeKeys({ MINTGLASS_MODE: 'live', MINTGLASS_DATA_DIR: dataDir }, options.keys)
    keys = made.map(({ key }) => key)
  })
  try {
    const driven = await driveLimits({
      port: siblings.port,
      processes,
      keys,
      limit: LIMIT,
      keysAtOnce,
      // Ten keys' bursts at once: more in one write than a connection may pipeline would end it.
      wiresPerProcess: 16,
      probeEveryMs: 1_000,
    })
    return { requests: driven.requests, ...judgePasses(driven, LIMIT) }
  } finally {
    await siblings.stop()
  }
}
