import { readConfig } from '../config/env.ts'
import { counted } from '../contract/counted.ts'
import { systemClock } from '../runtime/clock.ts'
import type { AuditRow, AuditValues, AuditVerdict } from '../store/audit-rows.ts'
import { openKeyStore } from '../store/open.ts'
import type { OpenWithdrawal } from '../store/withdrawal-rows.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { findRows } from './find-audit-rows.ts'
import { refuseForeignOwner } from './refuse-foreign-owner.ts'
import { formatTable } from './table.ts'

const DEFAULT_ROWS = 50
const MAX_ROWS = 100_000

const USAGE = `usage:
  audit [--key <id>] [--wallet <id or address>] [--action <name>] [--limit <n>] [--before <row>] [--json]
  audit verify [--head <row>:<link>] [--json]

  Lists changes of keys (who, when, from where, the old value), created wallets, withdrawals and their recipients, and fees of
  trades; newest first. It covers changes through the API and through \`keys\`, backups and restores. It never holds keys
  themselves. A withdrawal is two rows: one written before it was signed, and its outcome (ofRow names the first one); until
  the outcome is known, the table shows the first row as open.

  verify     computes the code of every row; names a row that was changed, inserted or removed, and exits with code 1. It prints the
             head: kept elsewhere, it shows later (--head) whether the store was replaced by an older state

  --key      only changes of this key, its wallets and its fees
  --wallet   only rows of this wallet
  --action   only rows of this kind or prefix: wallet.withdraw, wallet, fee.override, key, store
  --limit    number of rows (default ${DEFAULT_ROWS})
  --before   continue with rows older than this one
  --json     machine-readable output, one row per line`

type KeyStore = Awaited<ReturnType<typeof openKeyStore>>

const OPTIONS = {
  key: { type: 'string' },
  wallet: { type: 'string' },
  action: { type: 'string' },
  limit: { type: 'string' },
  before: { type: 'string' },
  head: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** `audit`: reads the store itself, beside a running server or without one. */
export const audit: Command = async (args) => {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const [word, ...rest] = positionals
  const verifies = word === 'verify'
  if ((word !== undefined && !verifies) || rest.length > 0) throw new UsageProblem(USAGE)
  const head = readHead(values.head, verifies)
  const key = readNumber('--key', values.key)
  const beforeId = readNumber('--before', values.before)
  const limit = Math.min(MAX_ROWS, readNumber('--limit', values.limit) ?? DEFAULT_ROWS)
  const config = readConfig()
  refuseForeignOwner(config.dataDir)
  const store = await openKeyStore({ config, clock: systemClock() })
  try {
    if (verifies) return sayVerdict(store.audit.verify(), head, values.json === true)
    const wallet = values.wallet === undefined ? undefined : addressOf(store, values.wallet)
    const rows = findRows(store.audit, { key, wallet, action: values.action, limit, beforeId })
    if (values.json) for (const row of rows) console.log(JSON.stringify(row))
    else console.log(rows.length === 0 ? noneFound(values) : formatRows(store, rows))
  } finally {
    await store.close()
  }
  return 0
}

function noneFound({ key, wallet, action }: { [name in 'key' | 'wallet' | 'action']?: string | undefined }): string {
  return (key ?? wallet ?? action) === undefined ? 'nothing was changed yet' : 'no row is like that'
}

/** Rows name wallets by their address. */
function addressOf({ custody }: KeyStore, text: string): string {
  return custody.find(text)?.address ?? text
}

function readNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new UsageProblem(`${option}: expected a number from 1\n\n${USAGE}`)
  return Number(text)
}

type Head = { readonly id: number; readonly linkHex: string }

function readHead(text: string | undefined, verifies: boolean): Head | null {
  if (text === undefined) return null
  const [, id, linkHex] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!verifies || linkHex === undefined)
    throw new UsageProblem(`--head takes what \`audit verify\` printed and goes with it\n\n${USAGE}`)
  return { id: Number(id), linkHex }
}

/** A head of another day must still be in the chain, unless its row was among the oldest and has gone. */
function sayVerdict(verdict: AuditVerdict, noted: Head | null, asJson: boolean): number {
  const { rows, head } = verdict
  const found = noted === null ? undefined : verdict.linkOf(noted.id)
  const isPutBack = noted !== null && (found === undefined ? (head?.id ?? 0) < noted.id : found !== noted.linkHex)
  const findings = isPutBack
    ? [...verdict.findings, { row: noted.id, what: 'is not the row that --head names: the log was put back' }]
    : verdict.findings
  if (asJson) console.log(JSON.stringify({ rows, head, findings }))
  else {
    for (const { row, what } of findings) console.log(row === null ? what : `row ${row}: ${what}`)
    const state = findings.length === 0 ? 'every code fits' : counted(findings.length, 'finding')
    console.log(`${counted(rows, 'row')}, ${state}${head === null ? '' : `; head ${head.id}:${head.linkHex}`}`)
  }
  return findings.length === 0 ? 0 : 1
}

function formatRows({ withdrawals }: KeyStore, rows: readonly AuditRow[]): string {
  return formatTable(
    ['row', 'time (UTC)', 'who', 'did', 'to', 'from address', 'before', 'after'],
    rows.map(({ id, atMs, actor, action, subject, addressBucket, before, after }) => [
      String(id),
      new Date(atMs).toISOString().slice(0, 19).replace('T', ' '),
      actor,
      action,
      subject,
      addressBucket ?? '',
      formatValues(before),
      [formatValues(after), ...openState(action === 'wallet.withdraw' ? withdrawals.find(id) : undefined)].join(' '),
    ]),
  )
}

/** Of a withdrawal that has no end yet. */
function openState(open: OpenWithdrawal | undefined): string[] {
  if (open === undefined) return []
  return [open.sent === null ? 'OPEN, not signed' : `OPEN, signature="${open.sent.signature}"`]
}

/** JSON, so that nothing that someone wrote into a label can look like another row. */
function formatValues(values: AuditValues | null): string {
  if (values === null) return ''
  return Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ')
}
