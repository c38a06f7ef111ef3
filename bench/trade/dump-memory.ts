import { execFile } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync, renameSync, statSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'

export type Dump = { readonly file: string; readonly by: 'gcore' | 'proc'; readonly bytes: number }

const CHUNK_BYTES = 4 * 1_024 * 1_024
const PAGE_BYTES = 4_096

/** Writes all memory of a process into a file: by `gcore -a` (also what is marked as not to be dumped), or page by page
 *  out of /proc, the process stopped meanwhile, where gcore is not at hand. */
export async function dumpMemory(pid: number, file: string, by: 'gcore' | 'proc' | 'any'): Promise<Dump> {
  if (by !== 'proc' && (await runGcore(pid, file))) return { file, by: 'gcore', bytes: statSync(file).size }
  if (by === 'gcore') throw new Error('gcore did not write a dump')
  process.kill(pid, 'SIGSTOP')
  try {
    copyMaps(pid, file)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  return { file, by: 'proc', bytes: statSync(file).size }
}

async function runGcore(pid: number, file: string): Promise<boolean> {
  try {
    await promisify(execFile)('gcore', ['-a', '-o', file, String(pid)], { maxBuffer: CHUNK_BYTES })
    renameSync(`${file}.${pid}`, file)
    return true
  } catch (error) {
    console.log(`gcore: ${(error as Error).message.split('\n')[0]}`)
    return false
  }
}

function copyMaps(pid: number, file: string): void {
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const out = openSync(file, 'w', 0o600)
  const chunk = Buffer.alloc(CHUNK_BYTES)
  const separator = Buffer.alloc(PAGE_BYTES)
  try {
    for (const { from, to } of readableMaps(pid)) {
      for (let at = from; at < to; ) {
        const wanted = Math.min(CHUNK_BYTES, to - at)
        const read = readPages(memory, chunk, at, wanted)
        writeSync(out, chunk.subarray(0, read.bytes))
        at += read.bytes + read.skipped
      }
      // What lies beside each other in the file only must not look like one secret.
      writeSync(out, separator)
    }
  } finally {
    closeSync(memory)
    closeSync(out)
  }
}

/** As much as can be read; a page that cannot (a mapped file that is shorter than its map) is skipped. */
function readPages(memory: number, chunk: Buffer, at: number, wanted: number): { bytes: number; skipped: number } {
  for (
    let bytes = wanted;
    bytes > 0;
    bytes = bytes > PAGE_BYTES ? Math.floor(bytes / 2 / PAGE_BYTES) * PAGE_BYTES : 0
  ) {
    try {
      const read = readSync(memory, chunk, 0, bytes, at)
      if (read > 0) return { bytes: read, skipped: 0 }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EIO' && (error as NodeJS.ErrnoException).code !== 'EFAULT')
        throw error
    }
  }
  return { bytes: 0, skipped: PAGE_BYTES }
}

function readableMaps(pid: number): { from: number; to: number }[] {
  const maps: { from: number; to: number }[] = []
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const match = /^([0-9a-f]+)-([0-9a-f]+) r\S+ \S+ \S+ \S+ *(.*)$/.exec(line)
    if (match === null || ['[vvar]', '[vvar_vclock]', '[vsyscall]'].includes(match[3]!)) continue
    maps.push({ from: Number.parseInt(match[1]!, 16), to: Number.parseInt(match[2]!, 16) })
  }
  return maps
}
