import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { readConfig } from '../config/env.ts'
import { createLogger } from '../runtime/log.ts'
import { judgeMapBytes } from '../services/bubble-map/judge-task.ts'
import { RULES_VERSION } from '../services/checks/rules-version.ts'
import { judgeBundleBytes } from '../services/deep-scan/judge-task.ts'
import { openReportStore } from '../store/open.ts'
import type { StoredReport } from '../store/store.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { repeatExecution } from './repeat-execution.ts'

const USAGE = `usage: replay <report> [--kind deepscan|bubblemap] [--export <file>] [--print] [--execute]
       replay --list

  <report>   the digest in a report's \`bundle\`, a file with a report (which must then come out the same),
             or a file that --export wrote (which needs no store)
  --export   writes the recorded inputs, so that others can judge them
  --print    prints the recomputed report
  --execute  also runs the recorded transfers of the sell proof again
  --list     the newest stored reports`
const LISTED = 50

type Subject = { readonly bundle: Uint8Array; readonly kind: StoredReport['kind']; readonly expected: Expected | null }
/** `exact`: bytes as stored; `shown`: a report as a route printed it. */
type Expected = { readonly exact: Uint8Array } | { readonly shown: Record<string, unknown> }

/** `replay`: recomputes a report from its stored inputs without network or clock. Exit code 0 when it comes out the
 *  same, 1 when it differs or is not stored. */
export const replay: Command = async (args) => {
  const { values, positionals } = readArguments(
    args,
    {
      kind: { type: 'string' },
      export: { type: 'string' },
      print: { type: 'boolean' },
      execute: { type: 'boolean' },
      list: { type: 'boolean' },
    },
    USAGE,
  )
  if (values.list) return list()
  const [what, ...rest] = positionals
  if (what === undefined || rest.length > 0) throw new UsageProblem(USAGE)
  const subject = await find(what, readKind(values.kind))
  if (subject === null) {
    console.error(`no stored report ${what}; "replay --list" shows what is stored`)
    return 1
  }
  const { bundle, kind, expected } = subject
  if (values.export !== undefined) await exportTo(values.export, bundle)
  const report = kind === 'deepscan' ? judgeBundleBytes(bundle) : judgeMapBytes(bundle)
  if (values.print) console.log(Buffer.from(report).toString('utf8'))
  const { rules } = JSON.parse(Buffer.from(bundle).toString('utf8')) as { rules?: string }
  if (rules !== RULES_VERSION)
    console.error(`the inputs were judged by rules ${rules}, this program has ${RULES_VERSION}`)
  console.error(`inputs  ${sha256(bundle)} (${bundle.length} bytes)`)
  console.error(`report  ${sha256(report)} (${report.length} bytes)`)
  if (values.execute && (await repeatExecution(bundle)) === false) return 1
  if (expected === null) return 0
  const same = isSame(report, expected)
  console.error(same ? 'same    every byte as before' : 'DIFFERS from the report that was given')
  return same ? 0 : 1
}

async function exportTo(file: string, bundle: Uint8Array): Promise<void> {
  await writeFile(file, bundle).catch((error: Error) => {
    throw new UsageProblem(`cannot write ${file}: ${error.message}`)
  })
}

async function find(what: string, wanted: StoredReport['kind'] | null): Promise<Subject | null> {
  if (/^[0-9a-f]{64}$/.test(what)) return findStored(what, wanted)
  const bytes = await readFile(what).catch((error: NodeJS.ErrnoException) => {
    throw new UsageProblem(error.code === 'ENOENT' ? `no such file: ${what}` : `cannot read ${what}: ${error.message}`)
  })
  const parsed = parse(bytes, what)
  if (parsed['format'] === 'mintglass-bundle-1')
    return { bundle: bytes, kind: kindOfInputs(parsed, wanted), expected: null }
  const digest = parsed['bundle']
  if (typeof digest !== 'string') throw new UsageProblem(`${what} is neither a report nor recorded inputs\n\n${USAGE}`)
  const stored = await findStored(digest, wanted ?? ('layers' in parsed ? 'deepscan' : 'bubblemap'))
  const { success: _, ...shown } = parsed
  return stored && { ...stored, expected: { shown } }
}

/** The inputs of a map are those of a scan without what a map does not look at. */
function kindOfInputs(inputs: Record<string, unknown>, wanted: StoredReport['kind'] | null): StoredReport['kind'] {
  const isOfScan = 'sellProof' in inputs
  if (wanted === 'deepscan' && !isOfScan) throw new UsageProblem('these are the inputs of a bubble map, not of a scan')
  return wanted ?? (isOfScan ? 'deepscan' : 'bubblemap')
}

async function findStored(digest: string, wanted: StoredReport['kind'] | null): Promise<Subject | null> {
  const store = openStore()
  try {
    const found =
      wanted === null
        ? ((await store.reports.get(digest, 'deepscan')) ?? (await store.reports.get(digest, 'bubblemap')))
        : await store.reports.get(digest, wanted)
    return found === undefined ? null : { bundle: found.bundle, kind: found.kind, expected: { exact: found.report } }
  } finally {
    await store.close()
  }
}

async function list(): Promise<number> {
  const store = openStore()
  try {
    for (const { sha256: digest, kind, atMs } of store.reports.newest(LISTED)) {
      const report = await store.reports.get(digest, kind)
      console.log(`${new Date(atMs).toISOString()}  ${kind.padEnd(9)}  ${report?.mint ?? ''}  ${digest}`)
    }
    return 0
  } finally {
    await store.close()
  }
}

function openStore() {
  const config = readConfig()
  return openReportStore({ config, log: createLogger({ level: 'warn', process: 'replay' }) })
}

/** A route's answer may leave `explain` out and is compared member by member, in its order. */
function isSame(report: Uint8Array, expected: Expected): boolean {
  if ('exact' in expected) return Buffer.compare(report, expected.exact) === 0
  const computed = JSON.parse(Buffer.from(report).toString('utf8')) as Record<string, unknown>
  if (!('explain' in expected.shown)) delete computed['explain']
  return JSON.stringify(computed) === JSON.stringify(expected.shown)
}

function parse(bytes: Buffer, name: string): Record<string, unknown> {
  try {
    const value = JSON.parse(bytes.toString('utf8')) as unknown
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch (error) {
    throw new UsageProblem(`${name} holds no JSON: ${(error as Error).message}`)
  }
  throw new UsageProblem(`${name} holds no JSON object`)
}

function readKind(text: string | undefined): StoredReport['kind'] | null {
  if (text === undefined) return null
  if (text === 'deepscan' || text === 'bubblemap') return text
  throw new UsageProblem(`--kind must be deepscan or bubblemap\n\n${USAGE}`)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
