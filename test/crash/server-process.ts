import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inheritedEnv } from '../support/inherited-env.ts'
import { openWire } from '../support/wire.ts'

const ENTRY = fileURLToPath(new URL('../../src/server.ts', import.meta.url))
const READY_WITHIN_MS = 60_000
const ASK_EVERY_MS = 20

export type ServerProcess = {
  /** Resolves when health answers; rejects with what was logged when the process ends first. */
  ready(): Promise<void>
  /** Ends it without warning; answers when, by `performance.now()`. */
  kill(): Promise<number>
  /** Lines of level error and above. */
  readonly errors: readonly string[]
}

/** `src/server.ts` as a child on the port that `env` names. */
export function startProcess(env: Readonly<Record<string, string>>): ServerProcess {
  const child = spawn(process.execPath, [ENTRY], {
    env: { ...inheritedEnv(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = once(child, 'close')
  let text = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return {
    async ready() {
      const port = Number(env['PORT'])
      for (let waitedMs = 0; waitedMs < READY_WITHIN_MS; waitedMs += ASK_EVERY_MS) {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${text}`)
        const wire = await openWire(port).catch(() => null)
        if (wire !== null) {
          const { status } = await wire.get('/health')
          wire.close()
          if (status === 200) return
        }
        await sleep(ASK_EVERY_MS)
      }
      throw new Error(`the server did not answer within ${READY_WITHIN_MS} ms:\n${text}`)
    },
    async kill() {
      const killedAtMs = performance.now()
      child.kill('SIGKILL')
      await closed
      return killedAtMs
    },
    get errors() {
      return text.split('\n').filter((line) => /"level":[56]0/.test(line) || (line !== '' && !line.startsWith('{')))
    },
  }
}
