import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inheritedEnv } from './inherited-env.ts'

const MAKER = fileURLToPath(new URL('../../sandbox/snapshot/main.ts', import.meta.url))

/** Puts the built world of the default seed into `folder`, for the sandboxes of a run; those that start before it is
 *  there build their own. Answers how to stop. */
export function makeWorld(folder: string, preload: string): () => void {
  const child = fork(MAKER, [], {
    env: { ...inheritedEnv(), NODE_OPTIONS: preload, MINTGLASS_CACHE: 'keep', MINTGLASS_CACHE_DIR: folder },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return () => void child.kill()
}
