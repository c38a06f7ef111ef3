import { open } from 'node:fs/promises'
import { LABELS } from '../../config/labels.ts'
import type { Context } from '../../context.ts'
import type { PackRows, PackTable, RowsInput } from '../../contract/label-pack.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { readHeader } from './read-rows.ts'

export type PackFile = { readonly path: string; readonly format: 'csv' | 'ndjson' }
export type ReadPack = {
  readonly table: PackTable
  readonly rows: number
  readonly refused: number
  /** Why, of the first refused rows. */
  readonly refusals: readonly { readonly line: number; readonly why: string }[]
}

const NEWLINE = 10

/** Reads a pack piece by piece: the loop reads the file, a compute thread the rows, so that neither is held for long (a
 *  piece takes a thread some 20 ms, the table of a million rows half a second at the end). Fails `invalid_request` for
 *  what is no pack or too much, and as the compute pool fails. */
export async function loadPack(
  ctx: Pick<Context, 'workers'>,
  { path, format }: PackFile,
  signal: AbortSignal,
): Promise<Outcome<ReadPack>> {
  const pieces: PackRows[] = []
  const refusals: { line: number; why: string }[] = []
  let columns: RowsInput['columns'] = null
  let rows = 0
  let refused = 0
  let line = 1
  try {
    for await (const piece of piecesOf(path)) {
      if (signal.aborted) return fail('cancelled', 'the server is stopping')
      let bytes = piece
      if (line === 1 && format === 'csv') {
        const end = piece.indexOf(NEWLINE)
        columns = readHeader(piece.toString('utf8', 0, end < 0 ? piece.length : end))
        if (columns === null) return fail('invalid_request', 'its first line names no column `wallet`')
        bytes = piece.subarray(end < 0 ? piece.length : end + 1)
        line = 2
      }
      const lines = countLines(bytes)
      // A copy of its own leaves: the buffer of the file goes on to hold the next piece.
      const input = new Uint8Array(bytes)
      const read = await ctx.workers.run(
        'readLabelRows',
        { bytes: input, columns },
        { signal, transfer: [input.buffer] },
      )
      if (!read.ok) return read
      for (const one of read.value.refusals)
        if (refusals.length < LABELS.namedRefusals) refusals.push({ line: line + one.line, why: one.why })
      pieces.push(read.value)
      rows += read.value.count
      refused += read.value.refused
      line += lines
      if (rows > LABELS.packRows) return fail('invalid_request', `more than ${LABELS.packRows} rows`)
    }
  } catch (error) {
    return fail('invalid_request', `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
  const transfer = pieces.flatMap((piece) => [piece.rows, piece.records].map(({ buffer }) => buffer as ArrayBuffer))
  const joined = await ctx.workers.run('joinLabelRows', { pieces }, { signal, transfer })
  return joined.ok ? ok({ table: joined.value, rows, refused, refusals }) : joined
}

/** Whole lines, at most `pieceBytes` of them. Throws as the file system does, and RangeError for a line that is longer. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(LABELS.pieceBytes)
    let held = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, held, buffer.length - held)
      held += bytesRead
      if (bytesRead === 0) {
        if (held > 0) yield buffer.subarray(0, held)
        return
      }
      const end = buffer.lastIndexOf(NEWLINE, held - 1)
      if (end < 0) {
        if (held === buffer.length) throw Object.assign(new RangeError('line'), { code: 'a line is too long' })
        continue
      }
      yield buffer.subarray(0, end + 1)
      buffer.copyWithin(0, end + 1, held)
      held -= end + 1
    }
  } finally {
    await file.close()
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++
  return lines
}
