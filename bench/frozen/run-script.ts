import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** Programs of a tree by the names that its `package.json` gives them, so that folders may move: what npm would run, in
 *  the place where npm would run it, without npm itself. */
type Run = {
  readonly tree: string
  /** `start`, `sandbox`, `mintglass`. */
  readonly script: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** The scripts begin with `exec`: the process id is that of the program. */
export function startScript(run: Run): ChildProcess {
  const { command, options } = shellOf(run)
  return spawn('sh', command, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Runs to the end and answers what it printed; throws when it fails. */
export async function runScript(run: Run): Promise<string> {
  const { command, options } = shellOf(run)
  const { stdout } = await promisify(execFile)('sh', command, { ...options, maxBuffer: MAX_OUTPUT_BYTES })
  return stdout
}

function shellOf({ tree, script, args = [], env }: Run) {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const text = scripts[script]
  if (text === undefined) throw new Error(`${tree} has no script ${script}`)
  const path = [join(tree, 'node_modules', '.bin'), env['PATH'] ?? ''].join(delimiter)
  return { command: ['-c', `${text} "$@"`, script, ...args], options: { cwd: tree, env: { ...env, PATH: path } } }
}
