import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileGroups } from './group-files.ts'
import { PRELOAD } from './inherited-env.ts'
import { type Ran, REPORTER, readReport } from './read-report.ts'
import type { FileDone, NextFile } from './test-process.ts'
import { FILES_FOLLOW } from './used-sandbox.ts'

/** A process that has run so many files, or has grown so large, gets no more: the next file starts a new one. */
const MAX_FILES = 100
const MAX_RESIDENT_BYTES = 1_000_000_000
/** What a process has left to end in when it gets no more files. One that stays has left something open. */
const END_TIMEOUT_MS = 30_000

const ENTRY = fileURLToPath(new URL('./test-process.ts', import.meta.url))

export type FeedOptions = {
  /** Processes at once. */
  readonly atOnce: number
  /** Further words for node. */
  readonly options: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** An option of node for them and what they start. */
  readonly preload: string
  /** A folder for their reports. */
  readonly scratch: string
}

/** Runs files in a few processes, each of which gets the next file when it is done with one. A file in which a process
 *  ends, or which leaves something open, has failed. */
export async function feedProcesses(files: FileGroups, feed: FeedOptions): Promise<Ran> {
  const shared = [...files.shared]
  const alone = [...files.alone]
  const ran: Ran[] = []
  let started = 0
  const children = new Set<ChildProcess>()
  const stop = (signal: NodeJS.Signals): void => {
    shared.length = alone.length = 0
    for (const child of children) child.kill(signal)
  }
  const lane = async (): Promise<void> => {
    while (shared.length + alone.length > 0) {
      const report = join(feed.scratch, `process-${started++}.jsonl`)
      const single = alone.shift()
      const take = single === undefined ? () => shared.shift() : once(single)
      const child = startProcess(report, feed)
      children.add(child)
      ran.push(await runProcess(child, take, report))
      children.delete(child)
    }
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  await Promise.all(Array.from({ length: feed.atOnce }, lane))
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return { code: ran.find(({ code }) => code !== 0)?.code ?? 0, lines: ran.flatMap(({ lines }) => lines) }
}

function startProcess(report: string, feed: FeedOptions): ChildProcess {
  const readable = ['--test-reporter=spec', '--test-reporter-destination=stdout']
  const ours = [`--test-reporter=${REPORTER}`, `--test-reporter-destination=${report}`]
  // In the environment, not among the arguments: so it also reaches every program that a test starts with its own.
  const nodeOptions = [feed.env['NODE_OPTIONS'], feed.preload].filter(Boolean).join(' ')
  return spawn(process.execPath, [...readable, ...ours, ...feed.options, ENTRY], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...feed.env, [FILES_FOLLOW]: '1', [PRELOAD]: feed.preload, NODE_OPTIONS: nodeOptions },
  })
}

async function runProcess(child: ChildProcess, take: () => string | undefined, report: string): Promise<Ran> {
  const done: FileDone[] = []
  let running: string | null = null
  let stays = false
  child.on('message', (said: FileDone | null) => {
    if (said !== null) done.push(said)
    const isFull = done.length >= MAX_FILES || (said?.residentBytes ?? 0) > MAX_RESIDENT_BYTES
    running = (isFull ? undefined : take()) ?? null
    if (running === null) endInTime(child, () => (stays = true))
    // One that has ended meanwhile takes no message; its exit says so below.
    child.send({ next: running } satisfies NextFile, () => {})
  })
  const code = await new Promise<number>((resolve) => child.once('exit', (ended) => resolve(ended ?? 1)))
  const ran = withFaults({ code, lines: readReport(report) }, done, running)
  // No one knows which of them it was.
  return stays ? { code: 1, lines: [...ran.lines, ...done.map(({ file }) => ({ failed: file }))] } : ran
}

/** What the report of a process cannot say: where it broke off, and what threw late or was left open. */
function withFaults({ code, lines }: Ran, done: readonly FileDone[], running: string | null): Ran {
  const known = new Set(lines.flatMap((line) => ('failed' in line ? [line.failed] : [])))
  const faulty = done.filter(({ threwLate, leftOpen }) => threwLate || leftOpen.length > 0)
  for (const { file, threwLate, leftOpen } of faulty)
    console.log(`\n${file} ${threwLate ? 'threw after its tests' : `leaves open: ${leftOpen.join(', ')}`}`)
  if (running !== null) console.log(`\n${running}: its process ended in it, with code ${code}`)
  const failed = [...faulty.map(({ file }) => file), ...(running === null ? [] : [running])]
  return {
    code: failed.length > 0 && code === 0 ? 1 : code,
    lines: [
      ...lines,
      ...done.map(({ file, tookMs, cpuMs }) => ({ file, tookMs, cpuMs })),
      ...failed.filter((file) => !known.has(file)).map((file) => ({ failed: file })),
    ],
  }
}

function endInTime(child: ChildProcess, otherwise: () => void): void {
  const timer = setTimeout(() => {
    console.log('\na process of tests does not end: one of its files has left something open')
    otherwise()
    child.kill('SIGKILL')
  }, END_TIMEOUT_MS)
  child.once('exit', () => clearTimeout(timer))
}

function once(file: string): () => string | undefined {
  let left: string | undefined = file
  return () => {
    const taken = left
    left = undefined
    return taken
  }
}
