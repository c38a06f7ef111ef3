import type { KeyObject } from 'node:crypto'
import { decodeHead, HEAD_PLACE, linkOf, splitChained } from './audit-chain.ts'
import type { AuditRow, AuditVerdict } from './audit-rows.ts'
import { decodeDurable } from './codec.ts'
import type { Table } from './environment.ts'

type Finding = AuditVerdict['findings'][number]
/** More are not listed: the first ones show where to look. */
const MAX_FINDINGS = 100

/** Reads the log from its oldest row to its newest and computes every link. */
export function verifyAudit(parts: {
  readonly rows: Table<number>
  readonly heads: Table<string>
  readonly subjects: Table<[string, number]>
  readonly key: KeyObject
}): AuditVerdict {
  const { rows, heads, subjects, key } = parts
  const findings: Finding[] = []
  const find = (row: number | null, what: string): void => {
    if (findings.length < MAX_FINDINGS) findings.push({ row, what })
  }
  const ids = Array.from(rows.getKeys())
  const linkHex = (id: number): string | undefined => linkAt(rows, id)?.toString('hex')
  const head = decodeHead(key, copyOf(heads.get(HEAD_PLACE.key)))
  if (head === null) {
    find(null, 'the head of the chain is gone or forged: rows may have been taken off either end')
    return { rows: ids.length, head: null, findings, linkOf: linkHex }
  }
  for (const id of head.restarts) find(id, 'the head of the chain was gone or forged when this row was written')
  for (const id of ids) if (id < head.firstId) find(id, 'is not part of the chain: it precedes its first row')
  let previous: Buffer | null = head.firstPrevious
  for (let id = head.firstId; id <= head.id && findings.length < MAX_FINDINGS; id++) {
    const chained = splitChained(copyOf(rows.get(id)) ?? Buffer.alloc(0))
    if (chained === undefined) {
      find(id, rows.doesExist(id) ? 'is not a row of this program' : 'was removed')
      previous = null
      continue
    }
    // After a row that is gone, the next one that is there can only be held against itself.
    const isHeld = previous !== null
    const isGood = isHeld && linkOf(key, previous!, id, chained.row).equals(chained.link)
    if (isHeld && !isGood) find(id, 'was changed')
    if (isGood && !isLedTo(subjects, id, chained.row)) find(id, 'was taken out of the index by subject')
    previous = chained.link
  }
  if (previous !== null && head.id >= head.firstId && !previous.equals(head.link))
    find(head.id, 'is not the row that was written last')
  for (const id of ids) if (id > head.id) find(id, 'was appended after the newest row')
  return { rows: ids.length, head: { id: head.id, linkHex: head.link.toString('hex') }, findings, linkOf: linkHex }
}

function isLedTo(subjects: Table<[string, number]>, id: number, row: Buffer): boolean {
  return subjects.doesExist([decodeDurable<AuditRow>(row).subject, id])
}

function linkAt(rows: Table<number>, id: number): Buffer | undefined {
  return splitChained(copyOf(rows.get(id)) ?? Buffer.alloc(0))?.link
}

function copyOf(bytes: Buffer | undefined): Buffer | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes)
}
