import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'

export type Sibling = {
  readonly child: ChildProcessWithoutNullStreams
  send(line: string): void
  /** The next line the child writes. */
  line(): Promise<string>
  kill(): Promise<void>
}

/** Starts one of the programs beside this file; it is killed when the test ends. */
export async function startSibling(t: TestContext, program: string, args: readonly string[]): Promise<Sibling> {
  const child = spawn(process.execPath, [new URL(program, import.meta.url).pathname, ...args])
  const exited = once(child, 'exit')
  child.stderr.pipe(process.stderr)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  t.after(kill)
  const line = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${program} ended`)
    return value
  }
  if ((await line()) !== 'ready') throw new Error(`${program} did not start`)
  return { child, send: (text) => void child.stdin.write(`${text}\n`), line, kill }
}
