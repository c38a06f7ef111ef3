import { type PackRows, type PackTable, ROW } from '../../contract/label-pack.ts'
import { buildAddressTable, ROW_WORDS } from '../../hot-paths/address-table.ts'

const NEWLINE = 10

/** Joins the pieces of a file in their order; equal records of different pieces become one. */
export function joinRows(pieces: readonly PackRows[]): PackTable {
  const count = pieces.reduce((sum, piece) => sum + piece.count, 0)
  const rows = new Uint32Array(count * ROW_WORDS)
  const featured: number[] = []
  const known = new Map<string, number>()
  let at = 0
  for (const piece of pieces) {
    rows.set(piece.rows, at * ROW_WORDS)
    const numbers = linesOf(piece.records).map((text) => {
      const number = known.get(text) ?? known.size
      known.set(text, number)
      return number
    })
    for (const end = at + piece.count; at < end; at++) {
      const start = at * ROW_WORDS
      rows[start + ROW.record] = numbers[rows[start + ROW.record]!]!
      if (rows[start + ROW.featured] === 1) featured.push(at)
    }
  }
  return { table: buildAddressTable(rows), featured: Uint32Array.from(featured), ...pack(known) }
}

function pack(known: ReadonlyMap<string, number>): Pick<PackTable, 'starts' | 'records'> {
  const starts = new Uint32Array(known.size + 1)
  const texts: Buffer[] = []
  let bytes = 0
  let at = 0
  for (const text of known.keys()) {
    const encoded = Buffer.from(text, 'utf8')
    texts.push(encoded)
    bytes += encoded.length
    starts[++at] = bytes
  }
  const records = new Uint8Array(bytes)
  for (const [i, text] of texts.entries()) records.set(text, starts[i]!)
  return { starts, records }
}

/** JSON text holds no line break of its own. */
function linesOf(bytes: Uint8Array): string[] {
  if (bytes.length === 0) return []
  const lines: string[] = []
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf(NEWLINE, from)
    const to = end < 0 ? text.length : end
    lines.push(text.toString('utf8', from, to))
    from = to + 1
  }
  return lines
}
