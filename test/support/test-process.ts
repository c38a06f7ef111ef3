import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { cpuTimeMs } from './cpu-time.ts'

/** A process of a whole run, started by `test/run.ts`: asks for one test file after the other and runs each as a suite
 *  of its own, so that what a file declares at its top, hooks too, belongs to that file and ends with it. */

/** What it says when it asks for the next file: how the last one went. */
export type FileDone = {
  readonly file: string
  readonly tookMs: number
  /** Of this process and of children that have ended. */
  readonly cpuMs: number
  readonly residentBytes: number
  /** Something of it threw when none of its tests ran any more. */
  readonly threwLate: boolean
  /** Servers, children and the like that were not there before it; node's names of them. */
  readonly leftOpen: readonly string[]
}
/** What it is told: the next file, or that there is none. */
export type NextFile = { readonly next: string | null }

const FILE_TIMEOUT_MS = 300_000
/** What a file has to close. Timers and sockets of keep-alive connections end on their own. */
const TO_CLOSE = /^(TCPServerWrap|ProcessWrap|PipeWrap|FSEventWrap)$/
/** Closing takes its time. */
const CLOSE_TIMEOUT_MS = 2_000
const LOOK_EVERY_MS = 10

for (let file = await nextFile(null); file !== null; file = await nextFile(await runFile(file))) {
  // One file at a time.
}
process.disconnect()

async function runFile(file: string): Promise<FileDone> {
  const startMs = performance.now()
  const startCpuMs = cpuTimeMs()
  const openBefore = openResources()
  const { promise, resolve: ended } = Promise.withResolvers<void>()
  // The outer suite's hook runs after all of the inner suite's own, whether they went well or not.
  describe(file, () => {
    after(() => ended())
    describe('file', { timeout: FILE_TIMEOUT_MS }, async () => void (await import(pathToFileURL(resolve(file)).href)))
  })
  await promise
  const tookMs = performance.now() - startMs
  const leftOpen = await stillOpen(openBefore)
  const cpuMs = cpuTimeMs() - startCpuMs
  const threwLate = process.exitCode !== undefined
  process.exitCode = undefined
  const residentBytes = process.memoryUsage.rss()
  return { file, tookMs, cpuMs, residentBytes, threwLate, leftOpen }
}

function nextFile(done: FileDone | null): Promise<string | null> {
  return new Promise((resolve) => {
    process.once('message', ({ next }: NextFile) => resolve(next))
    process.send!(done)
  })
}

async function stillOpen(before: readonly string[]): Promise<readonly string[]> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const left = beyond(openResources(), before)
    if (left.length === 0 || waitedMs >= CLOSE_TIMEOUT_MS) return left
    await delay(LOOK_EVERY_MS)
  }
}

function openResources(): readonly string[] {
  return process.getActiveResourcesInfo().filter((name) => TO_CLOSE.test(name))
}

function beyond(now: readonly string[], before: readonly string[]): readonly string[] {
  const known = [...before]
  return now.filter((name) => {
    const at = known.indexOf(name)
    if (at >= 0) known.splice(at, 1)
    return at < 0
  })
}
