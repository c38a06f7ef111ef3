import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { createFrozenChance, type FrozenChance } from './frozen-chance.ts'
import { FROZEN_FILE, FROZEN_ROLE } from './frozen-names.ts'
import { openMomentReader } from './moment.ts'

/* Loaded into each program of a recorded tree before its own code (`NODE_OPTIONS=--import`), and into its threads. The
 * wall clock, the monotonic clock and chance come from the recorder's file instead of the machine; long waits end when
 * the recorder moves the time. The program is not changed and does not know of it. */

/** Shorter waits (pauses between two looks) end by the real clock, or nothing would go on within a question. */
const LONG_WAIT_MS = 1_000
const LOOK_EVERY_MS = 5

const { [FROZEN_FILE]: file, [FROZEN_ROLE]: role } = process.env
if (file !== undefined && role !== undefined) {
  const readMoment = openMomentReader(file)
  globalThis.Date = frozenDate(() => readMoment().wallMs)
  Date.prototype.constructor = Date
  Object.defineProperty(performance, 'now', { value: () => readMoment().monotonicMs })
  freezeChance(createFrozenChance(`${role} ${threadId}`, () => readMoment().label))
  if (role === 'server') timers.setTimeout = waitsOfMoment(timers.setTimeout, () => readMoment().monotonicMs)
  syncBuiltinESMExports()
}

function frozenDate(nowMs: () => number): DateConstructor {
  return new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget) as Date,
    apply: (target) => new target(nowMs()).toString(),
    get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
  })
}

function freezeChance(chance: FrozenChance): void {
  type Callback<T> = ((error: Error | null, value: T) => void) | undefined
  const answer = <T>(value: T, callback: Callback<T>): T | undefined => {
    if (callback === undefined) return value
    process.nextTick(callback, null, value)
    return undefined
  }
  const fill = (target: NodeJS.ArrayBufferView, offset = 0, size = target.byteLength - offset) => {
    chance('fill', size).copy(Buffer.from(target.buffer, target.byteOffset, target.byteLength), offset)
    return target
  }
  const replaced = {
    randomBytes: (size: number, callback?: Callback<Buffer>) => answer(chance('bytes', size), callback),
    randomFillSync: fill,
    randomUUID: () => {
      const bytes = chance('uuid', 16)
      bytes[6] = (bytes[6]! & 0x0f) | 0x40
      bytes[8] = (bytes[8]! & 0x3f) | 0x80
      return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
    randomInt: (min: number, max?: number | Callback<number>, callback?: Callback<number>) => {
      const [from, to] = typeof max === 'number' ? [min, max] : [0, min]
      const value = from + (chance('int', 6).readUIntBE(0, 6) % (to - from))
      return answer(value, typeof max === 'function' ? max : callback)
    },
  }
  Object.assign(crypto, replaced)
  Math.random = () => chance('float', 6).readUIntBE(0, 6) / 2 ** 48
}

type Wait = (typeof timers)['setTimeout']
type Sleeper = { readonly untilMs: number; readonly wake: () => void }

/** Long waits end in their order once the recorder's time has come. */
function waitsOfMoment(realWait: Wait, nowMs: () => number): Wait {
  const sleeping = new Set<Sleeper>()
  const look = (): void => {
    if (sleeping.size === 0) return
    const now = nowMs()
    const due = [...sleeping].filter(({ untilMs }) => untilMs <= now).sort((a, b) => a.untilMs - b.untilMs)
    for (const sleeper of due) {
      sleeping.delete(sleeper)
      sleeper.wake()
    }
  }
  setInterval(look, LOOK_EVERY_MS).unref()
  return (<T>(ms = 0, value?: T, options: Parameters<Wait>[2] = {}) => {
    const { signal } = options
    if (ms < LONG_WAIT_MS) return realWait(ms, value, options)
    return new Promise<T | undefined>((resolve, reject) => {
      if (signal?.aborted) return reject(abortError(signal))
      const sleeper: Sleeper = {
        untilMs: nowMs() + ms,
        wake() {
          signal?.removeEventListener('abort', onAbort)
          resolve(value)
        },
      }
      const onAbort = (): void => {
        if (sleeping.delete(sleeper)) reject(abortError(signal!))
      }
      sleeping.add(sleeper)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }) as Wait
}

/** As Node's own wait rejects. */
function abortError(signal: AbortSignal): Error {
  return Object.assign(new Error('The operation was aborted', { cause: signal.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  })
}
