import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inheritedEnv } from '../../support/inherited-env.ts'

/** A program of ours that is killed without warning and started again. */
export type Mortal = {
  readonly name: string
  readonly isAlive: boolean
  readonly kills: number
  readonly starts: number
  start(): void
  kill(): Promise<void>
  /** Lines of level error and above, and what is no log. */
  readonly errors: readonly string[]
  /** How it ended when no one killed it. */
  readonly ownEnds: readonly string[]
}

const root = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
export const ENTRIES = {
  server: root('src/server.ts'),
  follower: root('src/ingest/main.ts'),
  cli: root('src/cli/main.ts'),
  subscriber: root('test/crash/push/subscriber.ts'),
}

/** `logFile` gets everything it says. */
export function createMortal(options: {
  readonly name: string
  readonly entry: string
  /** By its life, from 1. */
  readonly args?: (life: number) => readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
}): Mortal {
  const { name, entry, args = () => [], env, logFile } = options
  const errors: string[] = []
  const ownEnds: string[] = []
  let child: ReturnType<typeof spawn> | null = null
  let kills = 0
  let starts = 0

  function note(text: string): void {
    appendFileSync(logFile, text)
    for (const line of text.split('\n'))
      if (/"level":[56]0/.test(line) || (line !== '' && !line.startsWith('{'))) errors.push(line.slice(0, 500))
  }

  return {
    name,
    get isAlive() {
      return child !== null && child.exitCode === null && child.signalCode === null
    },
    get kills() {
      return kills
    },
    get starts() {
      return starts
    },
    errors,
    ownEnds,
    start() {
      starts++
      const started = spawn(process.execPath, [entry, ...args(starts)], {
        env: { ...inheritedEnv(), ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      child = started
      started.stderr?.setEncoding('utf8').on('data', note)
      started.on('exit', (code, signal) => {
        if (signal !== 'SIGKILL') ownEnds.push(`ended by itself (${signal ?? code})`)
      })
    },
    async kill() {
      const dying = child
      if (dying === null || dying.exitCode !== null || dying.signalCode !== null) return
      kills++
      const gone = once(dying, 'exit')
      dying.kill('SIGKILL')
      await gone
    },
  }
}
