import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { FAILURES, type FailureCode, wireCodeOf } from '../../src/contract/failures.ts'
import { FACT_RULES } from './fact-rules.ts'

export type WrongFact = {
  readonly route: string
  readonly field: string
  readonly value: string
  readonly rule: string
}
export type Judge = (answer: {
  readonly route: string
  readonly status: number
  readonly text: string
  readonly json: unknown
}) => WrongFact[]

type Operation = {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> }>
  >
}
type Check = { Check(value: unknown): boolean; Errors(value: unknown): Iterable<object> }

const SHOWN_CHARS = 120
const MAX_WRONG = 12
/** What a node or the relay says is handed on as it is, as the document says. */
export const RELAYED: ReadonlySet<string> = new Set([
  'POST /api/v2/rpc',
  'POST /api/token-info',
  'POST /api/rpc/send',
  'POST /api/rpc/status',
])

/** Judges answers by the schema that the document has for them, and by what cannot be. */
export function createJudge(document: unknown, nowMs: () => number): Judge {
  const { paths } = document as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }
  const checks = new Map<string, Check | null>()
  const checkOf = (route: string, status: number): Check | null => {
    const name = `${route} ${status}`
    if (!checks.has(name)) {
      const [method = '', path = ''] = route.split(' ')
      const schema =
        paths[path]?.[method.toLowerCase()]?.responses[String(status)]?.content?.['application/json']?.schema
      checks.set(name, schema === undefined ? null : (Compile(resolved(schema, document) as TSchema) as Check))
    }
    return checks.get(name)!
  }
  return ({ route, status, text, json }) => {
    const wrong: WrongFact[] = []
    const note = (field: string, value: unknown, rule: string): void => {
      if (wrong.length < MAX_WRONG) wrong.push({ route, field, value: shown(value), rule })
    }
    if (text.includes('\ufffd') && !RELAYED.has(route)) note('', text, 'is not UTF-8')
    if (json === undefined) {
      if (RELAYED.has(route)) return wrong
      if (text !== '' && !text.startsWith('<') && status === 200 && !text.startsWith('{"type"'))
        note('', text, 'is no JSON')
      return wrong
    }
    // What they say with another status goes on as it is, too; what we say ourselves keeps to our schema.
    const check = RELAYED.has(route) && status !== 200 && !isOwnFailure(json) ? null : checkOf(route, status)
    if (check !== null && !check.Check(json)) {
      const first = [...check.Errors(json)].slice(0, 1) as { instancePath?: string; message?: string }[]
      for (const { instancePath = '', message = '' } of first)
        note(instancePath, at(json, instancePath), `schema: ${message}`)
    }
    if (status === 200 && !RELAYED.has(route)) walk(json, '', '', nowMs(), note)
    return wrong
  }
}

const OWN_CODES: ReadonlySet<unknown> = new Set((Object.keys(FAILURES) as FailureCode[]).map(wireCodeOf))

function isOwnFailure(json: unknown): boolean {
  const { success, code } = (json ?? {}) as { readonly success?: unknown; readonly code?: unknown }
  return success === false && OWN_CODES.has(code)
}

/** A schema with its references written out; those of the document do not go round. */
function resolved(schema: unknown, document: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map((one) => resolved(one, document))
  if ('$ref' in schema) return resolved(at(document, String(schema.$ref).slice(1)), document)
  return Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, resolved(one, document)]))
}

type Note = (field: string, value: unknown, rule: string) => void

function walk(value: unknown, path: string, key: string, nowMs: number, note: Note): void {
  for (const { name, applies, holds } of FACT_RULES)
    if (applies(key, value, path) && !holds(value as never, nowMs)) note(path, value, name)
  if (typeof value !== 'object' || value === null) return
  for (const [inner, one] of Object.entries(value))
    walk(one, `${path}/${inner}`, Array.isArray(value) ? key : inner, nowMs, note)
}

function at(json: unknown, path: string): unknown {
  let value = json
  for (const step of path.split('/').slice(1)) value = (value as Record<string, unknown> | null)?.[step]
  return value
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}...` : text
}
