import type { ChildProcess } from 'node:child_process'

/** Programs that the bench started. None of them outlives it. */
const alive = new Set<ChildProcess>()

export function keepTrack<C extends ChildProcess>(child: C): C {
  if (alive.size === 0) process.once('exit', killAll)
  alive.add(child)
  child.once('exit', () => {
    alive.delete(child)
    if (alive.size === 0) process.off('exit', killAll)
  })
  return child
}

export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await exit
}

function killAll(): void {
  for (const child of alive) child.kill('SIGKILL')
}
