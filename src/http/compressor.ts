import { brotliCompress, constants, gzip, type InputType, zstdCompress } from 'node:zlib'
import { CONTENT_CODING } from '../config/content-coding.ts'
import type { Coding } from './content-coding.ts'

/** Compresses bodies off the loop. */
export type Compressor = {
  /** The body in a coding. Who asks for the same `key` meanwhile shares the work; null names none. Null when too much
   *  is being compressed: the body then leaves as it is. The bytes of `body` must not change until the end. */
  compress(body: Uint8Array, coding: Coding, key: string | null): Promise<Buffer> | null
  /** Bodies compressed since the start, by coding. */
  readonly counts: Readonly<Record<Coding, number>>
}

export function createCompressor(): Compressor {
  const flights = new Map<string, Promise<Buffer>>()
  const counts = { zstd: 0, br: 0, gzip: 0 }
  let running = 0
  return {
    counts,
    compress(body, coding, key) {
      const flightKey = `${coding}\n${key}`
      const flight = key === null ? undefined : flights.get(flightKey)
      if (flight !== undefined) return flight
      if (running >= CONTENT_CODING.atOnce) return null
      running++
      counts[coding]++
      const made = encode(body, coding).finally(() => {
        running--
        if (key !== null) flights.delete(flightKey)
      })
      if (key !== null) flights.set(flightKey, made)
      return made
    },
  }
}

function encode(body: InputType & Uint8Array, coding: Coding): Promise<Buffer> {
  const { stepBytes, zstdLevel, brotliQuality, gzipLevel } = CONTENT_CODING
  // A step that ends with its output buffer full costs a way to the thread and back.
  const chunkSize = Math.min(stepBytes, Math.max(CONTENT_CODING.fromBytes, body.byteLength))
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, coded: Buffer): void => (error === null ? resolve(coded) : reject(error))
    if (coding === 'gzip') return gzip(body, { chunkSize, level: gzipLevel }, done)
    if (coding === 'zstd')
      return zstdCompress(body, { chunkSize, params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } }, done)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
    }
    brotliCompress(body, { chunkSize, params }, done)
  })
}
