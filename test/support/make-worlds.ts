import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FAST_SLOT_MS } from './fast-slots.ts'
import { CACHE, inheritedEnv } from './inherited-env.ts'
import { madeOnce } from './made-once.ts'

const MAKER = fileURLToPath(new URL('../../sandbox/snapshot/main.ts', import.meta.url))
/** What decides which world is built. */
const NAMES_WORLD = ['SANDBOX_SEED', 'SANDBOX_SLOT_MS', 'SANDBOX_PROGRAMS_DIR'] as const

/** In a whole run: the built world that a sandbox with this environment takes is there when this ends. Only that of the
 *  default seed with the default slot time or with `FAST_SLOT_MS`, which many files want; any other world a sandbox
 *  builds itself, as making a snapshot costs more than two of them. */
export async function makeWorldFor(env: Readonly<Record<string, string>>): Promise<void> {
  const folder = process.env[CACHE]
  const named = NAMES_WORLD.filter((name) => env[name] !== undefined)
  const slotMs = env['SANDBOX_SLOT_MS'] ?? 'default'
  const isCommon =
    named.every((name) => name === 'SANDBOX_SLOT_MS') && ['default', String(FAST_SLOT_MS)].includes(slotMs)
  if (folder === undefined || !isCommon) return
  await madeOnce(join(folder, `slots-${slotMs}`), () => runMaker(folder, slotMs))
}

async function runMaker(folder: string, slotMs: string): Promise<void> {
  const maker = fork(MAKER, [], {
    env: {
      ...inheritedEnv(),
      MINTGLASS_CACHE: 'keep',
      MINTGLASS_CACHE_DIR: folder,
      ...(slotMs === 'default' ? {} : { SANDBOX_SLOT_MS: slotMs }),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await new Promise((resolve) => maker.once('exit', resolve))
}
