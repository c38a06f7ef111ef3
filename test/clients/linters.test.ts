import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readApiExamples } from '../../src/http/api-examples.ts'
import { describePush } from '../../src/http/asyncapi.ts'
import { inheritedEnv } from '../support/inherited-env.ts'
import { runCliProcess } from '../support/run-cli.ts'
import { skipWithout } from './installed.ts'

/** Redocly and Spectral, with the rules of `redocly.yaml` and `.spectral.yaml`, over the descriptions as they are published,
 *  and an outside generator of types whose output the compiler reads. */

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any
type Ran = { readonly code: number; readonly out: string; readonly err: string }
type Problem = { readonly severity: string; readonly rule: string; readonly where: string; readonly message: string }

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const skip = skipWithout(['@redocly/cli', '@stoplight/spectral-cli', 'openapi-typescript'])
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

let folder: string
let openApi: Json
let asyncApi: Json
before(async () => {
  if (skip !== false) return
  folder = mkdtempSync(join(tmpdir(), 'mintglass-linters-'))
  const { code, out, err } = await runCliProcess(['openapi'])
  assert.equal(code, 0, err)
  openApi = JSON.parse(out)
  // What /api/v2/asyncapi.json serves (test/http/asyncapi.test.ts).
  asyncApi = describePush(readApiExamples(null).messages)
})
after(() => {
  if (skip === false) rmSync(folder, { recursive: true, force: true })
})

test('Redocly finds no error and no warning in the OpenAPI document', { skip }, async () => {
  assert.deepEqual(await lintWithRedocly(openApi), [])
})

test('Spectral finds no error and no warning in the OpenAPI and the AsyncAPI document', { skip }, async () => {
  assert.deepEqual(await lintWithSpectral(openApi), [])
  assert.deepEqual(await lintWithSpectral(asyncApi), [])
})

test('both see a fault: an operation id that is there twice, an operation without a description', {
  skip,
}, async () => {
  const broken = { ...openApi, paths: structuredClone(Object.fromEntries(Object.entries(openApi.paths).slice(0, 2))) }
  const [first, second] = Object.values<Json>(broken.paths).flatMap((path) => Object.values<Json>(path))
  second.operationId = first.operationId
  delete first.description
  const byRedocly = await lintWithRedocly(broken)
  assert(byRedocly.some(({ severity, rule }) => severity === 'error' && rule === 'operation-operationId-unique'))
  const bySpectral = await lintWithSpectral(broken)
  for (const rule of ['operation-operationId-unique', 'operation-description'])
    assert(
      bySpectral.some((one) => one.rule === rule),
      rule,
    )
  const brokenPush = structuredClone(asyncApi)
  delete brokenPush.operations.sendGateway.description
  assert.deepEqual(
    (await lintWithSpectral(brokenPush)).map(({ rule, where }) => [rule, where]),
    [['asyncapi-3-operation-description', 'operations.sendGateway']],
  )
})

test('openapi-typescript makes types of the document that the compiler takes, and that know its shapes', {
  skip,
}, async () => {
  const types = join(folder, 'types.ts')
  const made = await run('test/clients/node_modules/.bin/openapi-typescript', [write(openApi), '--output', types])
  assert.equal(made.code, 0, made.err)
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, files: ['program.ts'] }))
  const compiled = await run('node_modules/.bin/tsc', ['--project', folder])
  assert.deepEqual([compiled.code, compiled.out], [0, ''])
})

const COMPILER = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
  ...{ target: 'es2024', module: 'nodenext', types: [], allowImportingTsExtensions: true },
}
/** Fails to compile where the types know less than the document says. */
const PROGRAM = `import type { components, operations } from './types.ts'
type Reply = operations['getPrices']['responses']['200']['content']['application/json']
export const request: components['schemas']['GetPricesRequest'] = { mints: ['a'] }
export const success = (reply: Reply): true => reply.success
export const price = (reply: Reply): number | null | undefined => reply.prices['a']?.priceUsd
// @ts-expect-error: a name that the document does not have
export const unknown = (reply: Reply) => reply.noSuchName
`

function write(document: Json): string {
  const file = join(folder, 'openapi' in document ? 'openapi.json' : 'asyncapi.json')
  writeFileSync(file, JSON.stringify(document, null, 2))
  return file
}

/** Warnings alone leave its exit code at 0, so its report is read. */
async function lintWithRedocly(document: Json): Promise<readonly Problem[]> {
  const args = ['lint', write(document), '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '1000']
  const { code, out, err } = await run('test/clients/node_modules/.bin/redocly', args)
  const { totals, problems } = parseReport(out, err)
  assert.equal(code, totals.errors === 0 ? 0 : 1, err)
  assert.equal(totals.errors + totals.warnings, problems.length)
  return problems.map(({ severity, ruleId, location, message }: Json) => ({
    severity,
    rule: ruleId,
    where: location[0]?.pointer ?? '',
    message,
  }))
}

const SPECTRAL_SEVERITIES = ['error', 'warn', 'info', 'hint']

async function lintWithSpectral(document: Json): Promise<readonly Problem[]> {
  const args = ['lint', write(document), '--ruleset', '.spectral.yaml', '--format', 'json', '--quiet']
  const { code, out, err } = await run('test/clients/node_modules/.bin/spectral', [...args, '--fail-severity', 'warn'])
  const problems: readonly Problem[] = parseReport(out, err)
    .map((one: Json) => ({
      severity: SPECTRAL_SEVERITIES[one.severity],
      rule: one.code,
      where: one.path.join('.'),
      message: one.message,
    }))
    .filter(({ severity }: Problem) => severity === 'error' || severity === 'warn')
  assert.equal(code, problems.length === 0 ? 0 : 1, err)
  return problems
}

function parseReport(out: string, err: string): Json {
  try {
    return JSON.parse(out)
  } catch {
    return assert.fail(`no report: ${out.slice(0, 500)}${err.slice(0, 2_000)}`)
  }
}

/** A program of a package, at the root of the tree, where the rules lie. Redocly reports to nobody. */
function run(program: string, args: readonly string[]): Promise<Ran> {
  const env = { ...inheritedEnv(), REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env, maxBuffer: MAX_OUTPUT_BYTES }
    execFile(process.execPath, [join(ROOT, program), ...args], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}
