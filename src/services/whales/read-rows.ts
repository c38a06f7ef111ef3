import { LABELS } from '../../config/labels.ts'
import { type PackRows, ROW, type RowsInput } from '../../contract/label-pack.ts'
import { ROW_WORDS, writeAddress } from '../../hot-paths/address-table.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { type LabelRecord, saysNothing, toRecord } from './label-record.ts'

const NEVER = 0
const LATEST_SEC = 2 ** 32 - 1

/** The names under which columns and members are known, lower case without blanks, dashes and underscores. */
const FIELDS: Readonly<Record<string, string>> = {
  wallet: 'wallet',
  address: 'wallet',
  entity: 'entity',
  entityname: 'entity',
  entitytype: 'entityType',
  type: 'entityType',
  entitylogo: 'entityLogo',
  logo: 'entityLogo',
  entitytwitter: 'entityTwitter',
  twitter: 'entityTwitter',
  platform: 'platform',
  label: 'label',
  name: 'label',
  category: 'category',
  flags: 'flags',
  labels: 'flags',
  expires: 'expires',
  featured: 'featured',
}

/** Our name of a column, or empty text for one that we do not know. */
export function fieldOf(name: string): string {
  return FIELDS[name.toLowerCase().replace(/[\s_-]/g, '')] ?? ''
}

/** The header of a CSV file in our names; null when none of them is the wallet. */
export function readHeader(line: string): readonly string[] | null {
  const columns = (splitCsv(line.replace(/^\uFEFF/, '')) ?? []).map(fieldOf)
  return columns.includes('wallet') ? columns : null
}

/** Reads the lines of a piece. A row that cannot be read is refused and the others stay. About 2 µs a row. */
export function readRows({ bytes, columns }: RowsInput): PackRows {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n')
  const rows = new Uint32Array(lines.length * ROW_WORDS)
  const known = new Map<string, number>()
  const refusals: { line: number; why: string }[] = []
  let count = 0
  let refused = 0
  for (const [line, text] of lines.entries()) {
    if (text.trim() === '') continue
    const row = readRow(text, columns)
    if (typeof row === 'string' || !writeAddress(rows, count, row.wallet)) {
      refused++
      if (refusals.length < LABELS.namedRefusals)
        refusals.push({ line, why: typeof row === 'string' ? row : 'no address' })
      continue
    }
    const record = JSON.stringify(row.record)
    const at = known.get(record) ?? known.size
    known.set(record, at)
    const start = count++ * ROW_WORDS
    rows[start + ROW.record] = at
    rows[start + ROW.expires] = row.expiresSec
    rows[start + ROW.featured] = row.isFeatured ? 1 : 0
  }
  return {
    rows: rows.slice(0, count * ROW_WORDS),
    records: new Uint8Array(Buffer.from([...known.keys()].join('\n'), 'utf8')),
    count,
    refused,
    refusals,
  }
}

type Row = {
  readonly wallet: string
  readonly record: LabelRecord
  readonly expiresSec: number
  readonly isFeatured: boolean
}

/** The row, or why it is none. */
function readRow(text: string, columns: readonly string[] | null): Row | string {
  if (text.length > LABELS.lineChars) return `more than ${LABELS.lineChars} characters`
  const fields = columns === null ? fieldsOfJson(text) : fieldsOfCsv(text, columns)
  if (fields === null) return columns === null ? 'no JSON object' : 'quotes that do not close'
  const wallet = typeof fields['wallet'] === 'string' ? fields['wallet'].trim() : ''
  if (!isBase58Of32(wallet)) return 'no address'
  const expiresSec = readExpiry(fields['expires'])
  if (expiresSec === null) return 'expires is neither epoch seconds nor an ISO date'
  const record = toRecord(fields)
  if (saysNothing(record)) return 'nothing but an address'
  return { wallet, record, expiresSec, isFeatured: /^(1|true|yes)$/i.test(String(fields['featured'] ?? '')) }
}

function fieldsOfJson(text: string): Readonly<Record<string, unknown>> | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [fieldOf(name), value]))
}

function fieldsOfCsv(text: string, columns: readonly string[]): Readonly<Record<string, string>> | null {
  const cells = splitCsv(text)
  if (cells === null) return null
  const fields: Record<string, string> = {}
  for (const [at, column] of columns.entries()) {
    const cell = cells[at]
    if (column !== '' && cell !== undefined) fields[column] = cell
  }
  return fields
}

/** RFC 4180 but for line breaks inside quotes: a row is one line. Null for quotes that do not close. */
function splitCsv(line: string): string[] | null {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (!text.includes('"')) return text.split(',')
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!
    if (letter === '"') {
      if (isQuoted && text[i + 1] === '"') cell += text[++i]!
      else isQuoted = !isQuoted
    } else if (letter === ',' && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += letter
  }
  return isQuoted ? null : [...cells, cell]
}

/** Epoch seconds; `NEVER` for none, null for what is no time. */
function readExpiry(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return NEVER
  const text = String(value).trim()
  if (text === '') return NEVER
  const seconds = /^\d{1,11}$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1_000)
  return Number.isFinite(seconds) && seconds > 0 && seconds <= LATEST_SEC ? seconds : null
}
