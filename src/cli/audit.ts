import { readConfig } from '../config/env.ts'
import { systemClock } from '../runtime/clock.ts'
import type { AuditRow, AuditValues } from '../store/audit-rows.ts'
import { openKeyStore } from '../store/open.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { refuseForeignOwner } from './refuse-foreign-owner.ts'
import { formatTable } from './table.ts'

const DEFAULT_ROWS = 50
const MAX_ROWS = 100_000

const USAGE = `usage: audit [--key <id>] [--limit <n>] [--before <row>] [--json]

  Who changed which key, when, from where, and what it was before; newest first. Changes through the API and through
  \`keys\`, backups and restores are here. Keys themselves never are.

  --key      only changes of this key
  --limit    so many rows (default ${DEFAULT_ROWS})
  --before   go on behind this row
  --json     machine-readable output, one row a line`

const OPTIONS = {
  key: { type: 'string' },
  limit: { type: 'string' },
  before: { type: 'string' },
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
  if (positionals.length > 0) throw new UsageProblem(USAGE)
  const key = readNumber('--key', values.key)
  const beforeId = readNumber('--before', values.before)
  const limit = Math.min(MAX_ROWS, readNumber('--limit', values.limit) ?? DEFAULT_ROWS)
  const config = readConfig()
  refuseForeignOwner(config.dataDir)
  const store = await openKeyStore({ config, clock: systemClock() })
  try {
    const rows = store.audit.page({
      limit,
      ...(key !== undefined && { subject: `key:${key}` }),
      ...(beforeId !== undefined && { beforeId }),
    })
    if (values.json) for (const row of rows) console.log(JSON.stringify(row))
    else console.log(rows.length === 0 ? 'nothing was changed yet' : formatRows(rows))
  } finally {
    await store.close()
  }
  return 0
}

function readNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageProblem(`${option}: expected a number from 1\n\n${USAGE}`)
  return Number(text)
}

function formatRows(rows: readonly AuditRow[]): string {
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
      formatValues(after),
    ]),
  )
}

/** JSON, so that nothing that somebody wrote into a label can look like another row. */
function formatValues(values: AuditValues | null): string {
  if (values === null) return ''
  return Object.entries(values)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' ')
}
