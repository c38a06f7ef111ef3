import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a child, waits until it has printed so many lines after `ready`, lets it live for a moment more, and kills it
 *  without warning: however busy the machine is, it has done something. The whole lines that it printed. */
export async function liveAndDie(
  child: URL,
  { args, lines, lifeMs }: { readonly args: readonly string[]; readonly lines: number; readonly lifeMs: number },
): Promise<readonly string[]> {
  const started = spawn(process.execPath, [child.pathname, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  let errors = ''
  const hasWorked = new Promise<void>((resolve, reject) => {
    started.stdout.on('data', (chunk) => {
      text += chunk
      if (linesOf(text).length >= lines) resolve()
    })
    started.on('exit', () => reject(new Error(`the child ended by itself: ${errors}`)))
  })
  started.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const closed = once(started, 'close')
  await hasWorked
  await new Promise((resolve) => setTimeout(resolve, lifeMs))
  if (started.exitCode !== null) throw new Error(`the child ended by itself: ${errors}`)
  started.kill('SIGKILL')
  await closed
  return linesOf(text)
}

/** Those that are whole, after `ready`. */
function linesOf(text: string): readonly string[] {
  const [, ...after] = text.split('\n')
  return after.slice(0, -1)
}
