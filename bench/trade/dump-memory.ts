import { execFile } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync, renameSync, statSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'

export type Dump = { readonly file: string; readonly by: 'gcore' | 'proc'; readonly bytes: number }

const CHUNK_BYTES = 4 * 1_024 * 1_024
const PAGE_BYTES = 4_096

/** Writes the memory of a process into files beside each other: every readable page out of /proc, the process stopped
 *  meanwhile, and with `isCoreWanted` what gcore writes. gcore leaves out mapped files and pages that are marked as not
 *  to be dumped, and writes the tens of gigabytes that V8 reserves and never touches. */
export async function dumpMemory(pid: number, name: string, isCoreWanted: boolean): Promise<Dump[]> {
  const dumps = [copyMemory(pid, `${name}.proc`)]
  if (isCoreWanted) dumps.push(await runGcore(pid, `${name}.core`))
  return dumps
}

async function runGcore(pid: number, file: string): Promise<Dump> {
  await promisify(execFile)('gcore', ['-o', file, String(pid)], { maxBuffer: CHUNK_BYTES })
  renameSync(`${file}.${pid}`, file)
  return dumpOf(file, 'gcore')
}

function dumpOf(file: string, by: Dump['by']): Dump {
  return { file, by, bytes: statSync(file).size }
}

function copyMemory(pid: number, file: string): Dump {
  process.kill(pid, 'SIGSTOP')
  try {
    copyMaps(pid, file)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  return dumpOf(file, 'proc')
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
    const match = /^([0-9a-f]+)-([0-9a-f]+) r\S+ ([0-9a-f]+) \S+ \S+ *(.*)$/.exec(line)
    if (match === null || ['[vvar]', '[vvar_vclock]', '[vsyscall]'].includes(match[4]!)) continue
    const [from, to, offset] = match.slice(1, 4).map((text) => Number.parseInt(text, 16)) as [number, number, number]
    maps.push({ from, to: Math.min(to, from + (sizeOf(match[4]!) - offset)) })
  }
  return maps
}

/** A map may go beyond the end of its file, where nothing can be read. */
function sizeOf(path: string): number {
  const stat = path.startsWith('/') ? statSync(path, { throwIfNoEntry: false }) : undefined
  return stat?.isFile() === true ? stat.size : Number.POSITIVE_INFINITY
}
