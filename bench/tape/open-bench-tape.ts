import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { openTape } from '../../src/store/tape/tape.ts'
import type { Tape } from '../../src/store/tape/types.ts'

/** The tape as the server opens it, with a map that the bench does not fill. */
export function openBenchTape(folder: string, writes: boolean): Tape {
  return openTape({
    folder,
    mapBytes: 2 ** 33,
    clock: systemClock(),
    log: createLogger({ level: 'silent', process: 'bench' }),
    writes,
    keepDays: 14,
    keepBytes: Number.POSITIVE_INFINITY,
  })
}
