import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DATA_FILE } from './backup-manifest.ts'

/** Lower-case hex of SHA-256 over a file. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Asks the system to put a file or the entries of a folder on disk. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Processes that have the data file of an environment mapped, this one left out: who holds a store says so even when
 *  the file is damaged. Empty where the system has no `/proc`. Sees processes of the same user, root all. */
export function holdersOf(environmentPath: string): number[] {
  const file = join(environmentPath, DATA_FILE)
  let inode: number
  try {
    inode = statSync(realpathSync(file)).ino
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return processIds().filter((pid) => pid !== process.pid && hasMapped(pid, inode))
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Lines of `/proc/<pid>/maps`: range, rights, offset, device, inode, path. */
function hasMapped(pid: number, inode: number): boolean {
  let maps: string
  try {
    maps = readFileSync(`/proc/${pid}/maps`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
  return maps.split('\n').some((line) => {
    const [, , , , lineInode, path] = line.split(/\s+/)
    return lineInode === String(inode) && path !== undefined && basename(path) === DATA_FILE
  })
}
