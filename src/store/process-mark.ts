import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'

/** Names one opening of the store by one process, so that others can see whether it is still alive. A process id alone
 *  is not enough: it is used again, and it means nothing after a reboot. */
export type ProcessMark = {
  readonly pid: number
  readonly startTicks: string
  readonly bootId: string
  /** Which process-id namespace (container) the id belongs to; empty where the system does not show it, and in marks of
   *  versions before. */
  readonly namespace: string
  /** Of this opening alone: one process may open a store twice. */
  readonly tail: string
}

/** Of the running machine; empty where the system does not show it (then a reboot looks like none). */
export function currentBootId(): string {
  return readSystemFile('/proc/sys/kernel/random/boot_id').trim()
}

export function ownMark(): ProcessMark {
  return {
    pid: process.pid,
    startTicks: startTicksOf(process.pid),
    bootId: currentBootId(),
    namespace: ownNamespace(),
    tail: randomBytes(6).toString('hex'),
  }
}

/** Digits of `pid:[4026531836]`. */
function ownNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? ''
  } catch (error) {
    if (/^(ENOENT|EACCES|EINVAL)$/.test((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

/** Text form of a mark. */
export function nameOfMark(mark: ProcessMark): string {
  return [mark.pid, mark.startTicks, mark.bootId, mark.tail, mark.namespace].join(':')
}

export function markOfName(name: string): ProcessMark | undefined {
  const [pid, startTicks, bootId, tail, namespace = ''] = name.split(':')
  if (tail === undefined || !/^\d+$/.test(pid!)) return undefined
  return { pid: Number(pid), startTicks: startTicks!, bootId: bootId!, namespace, tail }
}

/** Whether the mark was made on this machine since it started, in a container where we cannot look. */
export function isForeign({ bootId, namespace }: ProcessMark): boolean {
  return bootId === currentBootId() && namespace !== '' && namespace !== ownNamespace()
}

/** Whether the process that made the mark still runs, in this container: processes of others have no store together
 *  with us (`single-role.ts`). About 20 microseconds. */
export function isAlive(mark: ProcessMark): boolean {
  if (mark.bootId !== currentBootId() || isForeign(mark)) return false
  try {
    process.kill(mark.pid, 0)
  } catch (error) {
    // EPERM: it runs, under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return startTicksOf(mark.pid) === mark.startTicks
}

/** The same of the text form; false for text that is no mark, as of rows that belong to no process. */
export function isHolderAlive(name: string): boolean {
  const mark = markOfName(name)
  return mark !== undefined && isAlive(mark)
}

/** Field 22 of /proc/<pid>/stat; a zombie counts as gone. Empty where there is no /proc. */
function startTicksOf(pid: number): string {
  const stat = readSystemFile(`/proc/${pid}/stat`)
  // The second field is the program's name in parentheses, which may hold blanks and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? 'gone' : (fields[19] ?? '')
}

function readSystemFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return ''
    throw error
  }
}
