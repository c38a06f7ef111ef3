import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/* Sends mutated transactions of all three versions into the sandbox chain, in a child process, and reports how the
 * child ends: `node bench/fuzz/mutate-transactions.ts [count] [seed]`. The runtime aborts its process on bytes that the
 * codec lets through wrongly, so the only acceptable exit code is 0. */

const DEFAULT_COUNT = 20_000
const LOOP = fileURLToPath(new URL('./mutate-transactions-loop.ts', import.meta.url))

export type FuzzReport = {
  readonly exitCode: number | null
  /** What the child said last: outcomes by kind, memory at the first and last quarter. */
  readonly summary: FuzzSummary | null
  /** Round and bytes that were in flight when it died, null when it lived. */
  readonly lastWire: string | null
}
export type FuzzSummary = {
  readonly sent: number
  readonly landed: number
  readonly simulated: number
  readonly refusals: Readonly<Record<string, number>>
  readonly rssEarlyBytes: number
  readonly rssLateBytes: number
}

/** Runs `count` mutations in a child of its own. */
export function fuzzTransactions(options: { count: number; seed: number }): Promise<FuzzReport> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  // The child notes each transaction here before it goes in: messages would be lost in an abort.
  const note = join(folder, 'in-flight')
  return new Promise((resolve) => {
    let summary: FuzzSummary | null = null
    const child: ChildProcess = fork(LOOP, [String(options.count), String(options.seed), note], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', (message: { summary: FuzzSummary }) => {
      summary = message.summary
    })
    child.on('exit', (exitCode) => {
      const lastWire = exitCode === 0 ? null : readFileSync(note, 'utf8').trim()
      rmSync(folder, { recursive: true })
      resolve({ exitCode, summary, lastWire })
    })
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = await fuzzTransactions({
    count: Number(process.argv[2] ?? DEFAULT_COUNT),
    seed: Number(process.argv[3] ?? 1),
  })
  console.log(report)
  process.exitCode = report.exitCode === 0 ? 0 : 1
}
