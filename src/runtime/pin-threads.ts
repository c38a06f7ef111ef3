import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const TASKSET_TIMEOUT_MS = 2_000

export type Placement =
  | { readonly placed: true; readonly cores: string }
  | { readonly placed: false; readonly why: string }

/** Node has no call for thread affinity; `taskset` (util-linux) has. */
export type Taskset = (args: readonly string[]) => Promise<string>

export const taskset: Taskset = async (args) => {
  const { stdout } = await run('taskset', [...args], { timeout: TASKSET_TIMEOUT_MS, encoding: 'utf8' })
  return stdout
}

/** Cores this process may use, ascending; fewer than the machine has under `taskset`, systemd or a container. */
export async function allowedCores(call: Taskset = taskset): Promise<readonly number[]> {
  const answer = await call(['-p', '-c', String(process.pid)])
  return parseCoreList(answer.slice(answer.lastIndexOf(':') + 1).trim())
}

/** Puts one thread on the given cores. Never throws: a system that refuses is a placement that did not happen. */
export function pinThread(threadId: number, cores: readonly number[], call: Taskset = taskset): Promise<Placement> {
  return pin([], threadId, cores, call)
}

/** The same for every thread that a process has now; later ones inherit from the thread that starts them. */
export function pinAllThreads(
  processId: number,
  cores: readonly number[],
  call: Taskset = taskset,
): Promise<Placement> {
  return pin(['-a'], processId, cores, call)
}

async function pin(flags: readonly string[], id: number, cores: readonly number[], call: Taskset): Promise<Placement> {
  const list = cores.join(',')
  try {
    await call([...flags, '-p', '-c', list, String(id)])
    return { placed: true, cores: list }
  } catch (error) {
    return { placed: false, why: reasonOf(error) }
  }
}

/** The cores of the loop and of the workers: the loop keeps the first core for itself. Null when there is only one. */
export function splitCores(
  cores: readonly number[],
): { readonly loop: readonly number[]; readonly workers: readonly number[] } | null {
  return cores.length < 2 ? null : { loop: cores.slice(0, 1), workers: cores.slice(1) }
}

/** `0,2-4` to 0, 2, 3, 4; anything unreadable gives no core at all. */
export function parseCoreList(text: string): readonly number[] {
  const cores: number[] = []
  for (const part of text.split(',')) {
    const range = /^(\d+)(?:-(\d+))?$/.exec(part.trim())
    if (range === null) return []
    const first = Number(range[1])
    const last = range[2] === undefined ? first : Number(range[2])
    for (let core = first; core <= last && cores.length < 4_096; core++) cores.push(core)
  }
  return [...new Set(cores)].sort((a, b) => a - b)
}

export function reasonOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'taskset is not installed'
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr?.trim() || message).split('\n')[0]!
}
