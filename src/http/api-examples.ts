import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../context.ts'

type Json = Record<string, unknown>

/** A request and its success, as `bench/api-examples` recorded them; lists are cut to two rows. */
export type ApiExample = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  readonly reply?: unknown
}
export type ApiExamples = {
  /** By method and path, as the description has them. */
  readonly operations: Readonly<Record<string, ApiExample>>
  /** By transport and kind: `gateway.update`, `sse.trade`, `webhooks.launch`. */
  readonly messages: Readonly<Record<string, unknown>>
}
/** What of a world stands in the examples: mint and pool of each token, wallets, signatures. */
export type ExampleWorld = {
  readonly tokens: readonly (readonly [mint: string, pool: string | null])[]
  readonly wallets: readonly string[]
  readonly signatures: readonly string[]
}

/** Of a kind, in a world. */
const MAX_NAMES = 500
const FILE = join(import.meta.dirname, 'api-examples.json')

/** The recorded examples, with the addresses of `world` in place of those of the recorded one: a request of an example
 *  then works there. Without a world they stay as recorded, which is a sandbox of the default seed. */
export function readApiExamples(world: ExampleWorld | null): ApiExamples {
  const text = readFileSync(FILE, 'utf8')
  const recorded = JSON.parse(text) as ApiExamples & { readonly world: ExampleWorld }
  if (world === null) return recorded
  const [before, after] = [namesOf(recorded.world), namesOf(world)]
  const renamed = new Map(
    before.flatMap((name, i) => (name === '' || !after[i] || after[i] === name ? [] : [[name, after[i]]])),
  )
  if (renamed.size === 0) return recorded
  return JSON.parse(text.replace(/[1-9A-HJ-NP-Za-km-z]{32,88}/g, (name) => renamed.get(name) ?? name)) as ApiExamples
}

/** The world of a sandbox; null in live mode, and where the sandbox does not answer. */
export async function readExampleWorld({ sandbox }: Pick<Context, 'sandbox'>): Promise<ExampleWorld | null> {
  const info = await sandbox?.read()
  if (info?.ok !== true) return null
  const { tokens, wallets, signatures } = info.value
  return {
    tokens: tokens.map(({ mint, pool }) => [mint, pool]),
    wallets: wallets.map(({ address }) => address),
    signatures,
  }
}

/** Every name at a place of its own, the same in two worlds; empty where a world has none. */
function namesOf({ tokens, wallets, signatures }: ExampleWorld): string[] {
  const lists = [tokens.map(([mint]) => mint), tokens.map(([, pool]) => pool ?? ''), wallets, signatures]
  return lists.flatMap((list) => Array.from({ length: MAX_NAMES }, (_, i) => list[i] ?? ''))
}

/** Puts the examples into a description: of each parameter, of the body, and of the success. */
export function addExamples(doc: Json, { operations }: ApiExamples): Json {
  const paths = Object.entries(doc['paths'] as Record<string, Record<string, Json>>).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const example = operations[`${method.toUpperCase()} ${path}`]
        return [method, example === undefined ? operation : withExample(operation, example)]
      }),
    ),
  ])
  return { ...doc, paths: Object.fromEntries(paths) }
}

function withExample(operation: Json, { path, query, body, status, reply }: ApiExample): Json {
  const parameters = (operation['parameters'] as Json[]).map((one) => {
    const from = one['in'] === 'path' ? path : one['in'] === 'query' ? query : undefined
    const value = from?.[one['name'] as string]
    return value === undefined ? one : { ...one, example: asTyped(value, one['schema'] as Json) }
  })
  const responses = operation['responses'] as Record<string, Json>
  const success = responses[status]
  return {
    ...operation,
    parameters,
    ...(body === undefined ? {} : { requestBody: withContent(operation['requestBody'] as Json, body) }),
    ...(success === undefined || reply === undefined
      ? {}
      : { responses: { ...responses, [status]: withContent(success, reply) } }),
  }
}

function withContent(holder: Json, example: unknown): Json {
  const content = holder['content'] as Record<string, Json>
  return { ...holder, content: { ...content, 'application/json': { ...content['application/json'], example } } }
}

/** A text of the query in the type that its schema shows. */
function asTyped(value: string, { type }: Json): unknown {
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('integer') || types.includes('number')) return Number(value)
  return types.includes('boolean') ? value === 'true' || value === '1' : value
}
