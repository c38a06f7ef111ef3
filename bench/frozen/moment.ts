import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** The one instant that all frozen programs are in, and what is being asked in it. */
export type Moment = {
  /** Wall clock, epoch milliseconds. */
  readonly wallMs: number
  readonly monotonicMs: number
  /** SHA-256 of what is being asked: chance begins again with each question. */
  readonly label: string
}

/* The file: number, wall clock, monotonic clock, label, number again. Who reads two different numbers has read while it
 * was being written, and reads again. */
const WALL_AT = 8
const MONOTONIC_AT = 16
const LABEL_AT = 24
const LABEL_BYTES = 64
const END_AT = LABEL_AT + LABEL_BYTES
const BYTES = END_AT + 8
const MAX_TRIES = 1_000

export type MomentWriter = { write(moment: Omit<Moment, 'label'> & { readonly asked: string }): void; close(): void }

export function openMomentWriter(path: string): MomentWriter {
  const file = openSync(path, 'w+', 0o600)
  const bytes = Buffer.alloc(BYTES)
  let number = 0
  return {
    write({ wallMs, monotonicMs, asked }) {
      bytes.writeDoubleLE(++number, 0)
      bytes.writeDoubleLE(wallMs, WALL_AT)
      bytes.writeDoubleLE(monotonicMs, MONOTONIC_AT)
      bytes.write(createHash('sha256').update(asked).digest('hex'), LABEL_AT, 'latin1')
      bytes.writeDoubleLE(number, END_AT)
      writeSync(file, bytes, 0, BYTES, 0)
    },
    close: () => closeSync(file),
  }
}

/** Reads the file again at each call: some two microseconds. */
export function openMomentReader(path: string): () => Moment {
  const file = openSync(path, 'r')
  const bytes = Buffer.alloc(BYTES)
  return () => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const read = readSync(file, bytes, 0, BYTES, 0)
      if (read < BYTES || bytes.readDoubleLE(0) !== bytes.readDoubleLE(END_AT)) continue
      return {
        wallMs: bytes.readDoubleLE(WALL_AT),
        monotonicMs: bytes.readDoubleLE(MONOTONIC_AT),
        label: bytes.toString('latin1', LABEL_AT, END_AT),
      }
    }
    throw new Error(`${path} holds no moment`)
  }
}
