// second run: waits for processes to end after a signal

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from './support/free-port.ts'
import { inheritedEnv } from './support/inherited-env.ts'
import { until } from './support/until.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WAIT_MS = 60_000
const started: ChildProcess[] = []
after(() => {
  for (const child of started) child.kill('SIGKILL')
})

test('killing `npm start` ends the server: nothing is left, and its port is free', async (t) => {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-npm-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...inheritedEnv(), PORT: String(port), MINTGLASS_DATA_DIR: dataDir, INGEST_MODE: 'off', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.push(npm)
  const server = await pidOfServer(npm)
  // One that is left over would keep this run waiting for its output.
  t.after(() => {
    if (doesRun(server)) process.kill(server, 'SIGKILL')
    npm.stderr!.destroy()
  })
  assert(isListening(await canConnect(port)))
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  process.kill(npm.pid!, 'SIGTERM')
  await ended
  await until(() => !doesRun(server), 'the server ends')
  assert.equal(await canConnect(port), 'refused')
})

test('every script that starts a program of ours becomes it', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const name of ['start', 'sandbox', 'ingest', 'mintglass'])
    assert.match(scripts[name]!, /^exec node (src|sandbox)\//)
})

const isListening = (answer: string): boolean => answer === 'connected'

/** The process id that the server writes into its log. */
function pidOfServer(npm: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`the server did not listen: ${text}`)), WAIT_MS)
    npm.stderr!.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      const line = text.split('\n').find((one) => one.includes('"msg":"listening"'))
      if (line === undefined) return
      clearTimeout(timer)
      resolve((JSON.parse(line) as { pid: number }).pid)
    })
  })
}

function canConnect(port: number): Promise<'connected' | 'refused'> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve('connected')
    })
    socket.once('error', () => resolve('refused'))
  })
}

function doesRun(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
    return false
  }
}
