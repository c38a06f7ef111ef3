import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** What a whole run makes once: the first of its processes that asks makes it, and the others wait until it is made. */

/** No one waits longer for another, who may have been killed: it then makes do without. */
const WAIT_MS = 120_000
const LOOK_EVERY_MS = 50

/** Ends when what `name` stands for is made, or its maker has failed. `name` is a path of which two files are made. */
export async function madeOnce(name: string, make: () => Promise<void>): Promise<void> {
  if (isFirst(name)) {
    await make().finally(() => noteMade(name))
    return
  }
  for (let waitedMs = 0; !isMade(name) && waitedMs < WAIT_MS; waitedMs += LOOK_EVERY_MS) await delay(LOOK_EVERY_MS)
}

/** The same where nothing can be awaited: blocks this thread. */
export function madeOnceNow(name: string, make: () => void): void {
  if (isFirst(name)) {
    try {
      make()
    } finally {
      noteMade(name)
    }
    return
  }
  const cell = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; !isMade(name) && waitedMs < WAIT_MS; waitedMs += LOOK_EVERY_MS)
    Atomics.wait(cell, 0, 0, LOOK_EVERY_MS)
}

function isFirst(name: string): boolean {
  mkdirSync(dirname(name), { recursive: true, mode: 0o700 })
  try {
    closeSync(openSync(`${name}.asked`, 'wx'))
    return true
  } catch {
    return false
  }
}

function noteMade(name: string): void {
  writeFileSync(`${name}.made`, '')
}

function isMade(name: string): boolean {
  return existsSync(`${name}.made`)
}
