import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyEnvironment, readCopyRow, readRow } from './backup-environment.ts'
import { type BackupEnvironment, DATA_FILE } from './backup-manifest.ts'
import { StoreError } from './store-error.ts'

type TapeHead = { readonly epoch: string; readonly days: readonly string[] }
const HEAD = { table: 'head.v1', key: 'head' }
/** Days come and go while they are copied, once a day; more often than this it is something else. */
const ROUNDS = 5

/** The tape up to one moment. Only its newest day is written to, so the older ones stand still; a day that was the
 *  newest when it was copied, and is not any more, is copied again: no numbers are missing in between. A tape that was
 *  emptied meanwhile is begun again. Throws `StoreError`. */
export async function copyTape(tape: {
  readonly from: string
  readonly to: string
  readonly mapBytes: number
}): Promise<BackupEnvironment[]> {
  const { from, to, mapBytes } = tape
  const copied = new Map<string, BackupEnvironment>()
  let newestCopied: string | null = null
  for (let round = 0; round < ROUNDS; round++) {
    const live = await readRow<TapeHead>(join(from, 'head'), mapBytes, HEAD)
    if (live === undefined) return []
    const folders = live.days.map((day) => `${day}-${live.epoch}`)
    if (newestCopied !== null && newestCopied !== folders.at(-1)) drop(to, copied, newestCopied)
    for (const name of [...copied.keys()]) if (!folders.includes(name)) drop(to, copied, name)
    for (const [at, name] of folders.entries()) {
      const isNewest = at === folders.length - 1
      if (copied.has(name) && !isNewest) continue
      drop(to, copied, name)
      const day = await copyDay(tape, name)
      if (day === null) break
      copied.set(name, day)
      if (isNewest) newestCopied = name
    }
    drop(to, copied, 'head')
    const head = await copyEnvironment({ name: 'tape/head', from: join(from, 'head'), to: join(to, 'head'), mapBytes })
    const said = await readCopyRow<TapeHead>(join(to, 'head'), mapBytes, HEAD)
    const isSame = said?.epoch === live.epoch && said.days.join() === live.days.join()
    if (isSame && folders.every((name) => copied.has(name))) return [...folders.map((name) => copied.get(name)!), head]
  }
  throw new StoreError('failed', from, `the tape at ${from} changed its days again and again while it was copied`)
}

/** Null when the day was taken away meanwhile, at the end of its keeping. */
async function copyDay(
  { from, to, mapBytes }: { readonly from: string; readonly to: string; readonly mapBytes: number },
  name: string,
): Promise<BackupEnvironment | null> {
  const isThere = (): boolean => existsSync(join(from, name, DATA_FILE))
  if (!isThere()) return null
  try {
    return await copyEnvironment({ name: `tape/${name}`, from: join(from, name), to: join(to, name), mapBytes })
  } catch (error) {
    if (isThere()) throw error
    return null
  }
}

function drop(to: string, copied: Map<string, BackupEnvironment>, name: string): void {
  copied.delete(name)
  rmSync(join(to, name), { recursive: true, force: true })
}
