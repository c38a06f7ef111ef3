import { constants, setPriority } from 'node:os'
import { readConfig } from '../../src/config/env.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { readSnapshot, writeSnapshot } from './snapshot-file.ts'
import { worldKey } from './world-key.ts'

/** Makes the snapshot of the world of these settings and exits; it also exits when its parent process does. `quietly`:
 *  at the lowest priority, as a start without a snapshot runs it, so that the next one is faster. No script of
 *  `npm ci` could do it: `.npmrc` switches install scripts off, those of the dependencies and ours. */
async function main(): Promise<void> {
  if (process.argv.includes('quietly')) setPriority(constants.priority.PRIORITY_LOW)
  process.once('disconnect', () => process.exit(0))
  const { cache, sandbox, logLevel, logFormat } = readConfig()
  if (cache === null) return
  const log = createLogger({ level: logLevel, format: logFormat, process: 'snapshot' })
  const clock = systemClock()
  // Of the code before it is loaded: what someone edits meanwhile makes another world.
  const key = worldKey(sandbox)
  if (readSnapshot(cache.dir, key).ok) return
  const { makeSnapshot } = await import('./make-snapshot.ts')
  const snapshot = await makeSnapshot(sandbox)
  if (worldKey(sandbox) === key) writeSnapshot(cache.dir, key, snapshot)
  log.debug({ tookMs: Math.round(clock.monotonicMs()) }, 'a snapshot of the world is made')
}

await main()
process.exit(0)
