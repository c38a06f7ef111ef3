import { readConfig } from '../config/env.ts'
import { counted } from '../contract/counted.ts'
import { openScoreStore } from '../store/open.ts'
import type { LedgerVerdict } from '../store/score-rows.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { refuseForeignOwner } from './refuse-foreign-owner.ts'

const USAGE = `usage:
  calibration verify [--head <row>:<hash>] [--json]

  Computes the hash of every row of the ledger of scores and outcomes; names a row that was changed or removed, and exits with
  code 1. It prints the head: kept elsewhere (\`GET /api/v2/calibration\` shows it too), it shows later (--head) whether rows
  before it were changed or taken off. Reads the store beside a running server or without one.

  --json     machine-readable output`

const OPTIONS = {
  head: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const calibration: Command = async (args) => {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new UsageProblem(USAGE)
  const head = readHead(values.head)
  const config = readConfig()
  refuseForeignOwner(config.dataDir)
  const store = openScoreStore({ config })
  try {
    return sayVerdict(store.scores.verify(), head, values.json === true)
  } finally {
    await store.close()
  }
}

type Head = { readonly id: number; readonly linkHex: string }

function readHead(text: string | undefined): Head | null {
  if (text === undefined) return null
  const [, id, linkHex] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (linkHex === undefined) throw new UsageProblem(`--head takes what \`calibration verify\` printed\n\n${USAGE}`)
  return { id: Number(id), linkHex }
}

function sayVerdict(verdict: LedgerVerdict, noted: Head | null, asJson: boolean): number {
  const { rows, head } = verdict
  const isOther = noted !== null && verdict.linkOf(noted.id) !== noted.linkHex
  const findings = isOther
    ? [...verdict.findings, { row: noted.id, what: 'is not the row that --head names' }]
    : verdict.findings
  if (asJson) console.log(JSON.stringify({ rows, head, findings }))
  else {
    for (const { row, what } of findings) console.log(row === null ? what : `row ${row}: ${what}`)
    const state = findings.length === 0 ? 'every hash fits' : counted(findings.length, 'finding')
    console.log(`${counted(rows, 'row')}, ${state}${head === null ? '' : `; head ${head.id}:${head.linkHex}`}`)
  }
  return findings.length === 0 ? 0 : 1
}
