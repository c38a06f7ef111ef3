import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inheritedEnv } from './inherited-env.ts'

/** Commands as an operator runs them. Loading the program costs twenty times what most of them do, so one process
 *  (`cli-host.ts`) runs those of all test files of this one, one after the other; a command finds nothing of the ones
 *  before it but their files. What a process of its own does (it ends, with a code; its standard input; others beside it)
 *  is tested with `runCliProcess`. */

export type CliRan = { readonly code: number; readonly out: string; readonly err: string }
export type CliRequest = {
  readonly number: number
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const HOST = fileURLToPath(new URL('./cli-host.ts', import.meta.url))
const LOOK_EVERY_MS = 2
const TIMEOUT_MS = 180_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

type Host = {
  readonly folder: string
  readonly child: ChildProcess
  /** Of the requests, and of the files that take what commands print. */
  readonly requests: number
  readonly out: number
  readonly err: number
}
let host: Host | null = null
let asked = 0
let last: Promise<unknown> = Promise.resolve()

/** A command with these words; `env` beside what children of tests inherit. One at a time, in the order of the calls. */
export function runCli(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRan> {
  const ran = last.then(async () => {
    const reply = ask(words, env)
    for (let waitedMs = 0; !existsSync(reply); waitedMs += LOOK_EVERY_MS) {
      assertInTime(waitedMs, words)
      await delay(LOOK_EVERY_MS)
    }
    return readRan(reply)
  })
  last = ran.catch(() => {})
  return ran
}

/** The same at once: nothing else happens in this process until the command has ended. Never while `runCli` is under
 *  way. */
export function runCliNow(words: readonly string[], env: Readonly<Record<string, string>> = {}): CliRan {
  const reply = ask(words, env)
  const cell = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; !existsSync(reply); waitedMs += LOOK_EVERY_MS) {
    assertInTime(waitedMs, words)
    Atomics.wait(cell, 0, 0, LOOK_EVERY_MS)
  }
  return readRan(reply)
}

/** The same in a process of its own, as an operator starts it, with this on its standard input. */
export function runCliProcess(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CliRan> {
  return new Promise((resolve) => {
    const options = { env: { ...inheritedEnv(), ...env }, maxBuffer: MAX_OUTPUT_BYTES }
    const child = execFile(process.execPath, [MAIN, ...words], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
    child.stdin!.end(input)
  })
}

/** Answers the path that is there once the command has ended. */
function ask(words: readonly string[], env: Readonly<Record<string, string>>): string {
  host ??= startHost()
  ftruncateSync(host.out)
  ftruncateSync(host.err)
  const request: CliRequest = { number: asked++, words, env: { ...inheritedEnv(), ...env } }
  writeSync(host.requests, `${JSON.stringify(request)}\n`)
  return join(host.folder, `reply-${request.number}`)
}

function startHost(): Host {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-cli-'))
  execFileSync('mkfifo', [join(folder, 'requests')])
  // Readable too, or opening would wait for the child.
  const requests = openSync(join(folder, 'requests'), 'r+')
  const [out, err] = ['out', 'err'].map((name) => openSync(join(folder, name), 'a+')) as [number, number]
  const child = spawn(process.execPath, [HOST, folder], { env: inheritedEnv(), stdio: ['ignore', out, err] })
  child.unref()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { folder, child, requests, out, err }
}

function readRan(reply: string): CliRan {
  const { folder } = host!
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const code = Number(readFileSync(reply, 'utf8'))
  rmSync(reply)
  return { code, out: read('out'), err: read('err') }
}

function assertInTime(waitedMs: number, words: readonly string[]): void {
  const { folder, child } = host!
  if (waitedMs < TIMEOUT_MS && child.exitCode === null && child.signalCode === null) return
  host = null
  throw new Error(`${words.join(' ')} did not end:\n${readFileSync(join(folder, 'err'), 'utf8')}`)
}
