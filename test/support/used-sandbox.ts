import { type StartedSandbox, startSandbox } from './start-sandbox.ts'

/** How `test/run.ts` tells its processes that files in them follow each other. */
export const FILES_FOLLOW = 'MINTGLASS_TEST_FILES_FOLLOW'

const kept = new Map<string, StartedSandbox[]>()

/** A sandbox that a file has to itself while it runs, agents off, and that files before it may have put to the same
 *  use: `faults`, which leaves its chain alone, `landing`, which sends payments and lets slots pass, or `trades`, which
 *  trades in the pools that are there. Faults are gone and slots go on, but time has passed. Making a sandbox takes
 *  longer than most of what is done in one. A file that runs alone gets a new one; who opens pools or needs the world
 *  as it began takes `startSandbox`. */
export async function usedSandbox(
  use: 'faults' | 'landing' | 'trades',
  env: Readonly<Record<string, string>> = {},
): Promise<StartedSandbox> {
  if (process.env[FILES_FOLLOW] === undefined) return startSandbox(env)
  const key = JSON.stringify([use, env])
  const free = kept.get(key) ?? []
  kept.set(key, free)
  const held = free.pop()
  const sandbox = held ?? (await startSandbox(env, { endsWithProcess: true }))
  if (held !== undefined) await held.control('POST', '/slots/resume')
  return {
    ...sandbox,
    async stop() {
      await sandbox.control('DELETE', '/faults')
      await sandbox.control('POST', '/bundles', { mode: 'land' })
      await sandbox.control('POST', '/agents/pause')
      await sandbox.control('POST', '/slots/pause')
      free.push(sandbox)
    },
  }
}
