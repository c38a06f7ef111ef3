import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { FAST_SLOT_MS } from './fast-slots.ts'
import { inheritedEnv } from './inherited-env.ts'

const MAKER = fileURLToPath(new URL('../../sandbox/snapshot/main.ts', import.meta.url))
const SLOT_TIMES: readonly Readonly<Record<string, string>>[] = [{}, { SANDBOX_SLOT_MS: String(FAST_SLOT_MS) }]

/** Puts the built worlds of the default seed into `folder`, one after the other, for the sandboxes of a run; those that
 *  start before theirs is there build their own. Answers how to stop. */
export function makeWorlds(folder: string, preload: string): () => void {
  let maker: ChildProcess | null = null
  let isStopped = false
  const makeFrom = (at: number): void => {
    const slots = SLOT_TIMES[at]
    if (slots === undefined || isStopped) return
    maker = fork(MAKER, [], {
      env: {
        ...inheritedEnv(),
        NODE_OPTIONS: preload,
        MINTGLASS_CACHE: 'keep',
        MINTGLASS_CACHE_DIR: folder,
        ...slots,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    maker.unref()
    maker.channel?.unref()
    maker.once('exit', () => makeFrom(at + 1))
  }
  makeFrom(0)
  return () => {
    isStopped = true
    maker?.kill()
  }
}
