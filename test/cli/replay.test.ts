// second run: waits for a report to be written by a server of its own

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { publishedTokens } from '../support/published-tokens.ts'
import { type CliRan, runCli, runCliProcess } from '../support/run-cli.ts'
import { sharedSandbox } from '../support/shared-sandbox.ts'
import type { StartedSandbox } from '../support/start-sandbox.ts'
import { until } from '../support/until.ts'

/** `replay` as an operator runs it, beside a running server and without one. */

let sandbox: StartedSandbox
let server: OpenServer
let dir: string
let mint: string
/** Bodies as the routes sent them. */
const bodies: Record<'plain' | 'explained' | 'map', string> = { plain: '', explained: '', map: '' }

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'mintglass-replay-'))
  sandbox = await sharedSandbox()
  mint = (await publishedTokens(sandbox)).find(({ archetype }) => archetype === 'bundled')!.mint
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, MINTGLASS_DATA_DIR: join(dir, 'data') })
  const ask = async (path: string) => (await server.get(`/api/v2/tokens/${mint}/${path}`)).text
  bodies.plain = await ask('deepscan')
  bodies.explained = await ask('deepscan?explain=1')
  bodies.map = await ask('bubblemap')
  for (const [name, body] of Object.entries(bodies)) writeFileSync(inDir(`${name}.json`), body)
  // Reports are written behind the answer.
  await until(() => server.ctx.store.reports.newest(9).length >= 2, 'both reports are written')
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const inDir = (name: string) => join(dir, name)

/** Runs the command over the server's store, or over the one in `dataDir`. */
function replay(args: readonly string[], dataDir = inDir('data')): Promise<CliRan> {
  return runCli(['replay', ...args], { MINTGLASS_DATA_DIR: dataDir })
}
const digestOf = (body: string) => JSON.parse(body).bundle as string
const assertSame = ({ code, err }: CliRan) => {
  assert.equal(code, 0, err)
  assert.match(err, /^same {4}every byte as before$/m)
  assert.doesNotMatch(err, /DIFFERS/)
}

test('a report is judged again to the same bytes: by its digest, and from the file a route sent', async () => {
  const [byDigest, plain, explained] = await Promise.all([
    runCliProcess(['replay', digestOf(bodies.plain)], { MINTGLASS_DATA_DIR: inDir('data') }),
    replay([inDir('plain.json')]),
    replay([inDir('explained.json')]),
  ])
  for (const ran of [byDigest, plain, explained]) assertSame(ran)
  assert.match(byDigest.err, new RegExp(`^inputs  ${digestOf(bodies.plain)} \\(\\d+ bytes\\)$`, 'm'))
  assert(!('explain' in JSON.parse(bodies.plain)))
  assert(JSON.parse(bodies.explained).explain.length > 0)
})

test('a bubble map too', async () => {
  assert.match(digestOf(bodies.map), /^[0-9a-f]{64}$/)
  for (const ran of await Promise.all([replay([digestOf(bodies.map)]), replay([inDir('map.json')])])) assertSame(ran)
})

test('a report with one changed figure, check or order is not the one that comes out', async () => {
  const report = JSON.parse(bodies.explained)
  const { score, ...rest } = report
  const changed = {
    figure: { ...report, score: report.score + 0.1 },
    check: JSON.parse(bodies.explained.replace('"ok":false', '"ok":true')),
    order: { ...rest, score },
    less: Object.fromEntries(Object.entries(report).filter(([name]) => name !== 'entity')),
  }
  for (const [name, body] of Object.entries(changed)) {
    writeFileSync(inDir(`${name}.json`), JSON.stringify(body))
    const { code, err } = await replay([inDir(`${name}.json`)])
    assert.equal(code, 1, name)
    assert.match(err, /^DIFFERS from the report that was given$/m)
  }
})

test('a report that was not stored is said to be unknown', async () => {
  const digest = 'f'.repeat(64)
  const { code, err } = await replay([digest])
  assert.equal(code, 1)
  assert.match(err, new RegExp(`no stored report ${digest}`))
  writeFileSync(inDir('foreign.json'), JSON.stringify({ ...JSON.parse(bodies.plain), bundle: digest }))
  assert.equal((await replay([inDir('foreign.json')])).code, 1)
  assert.equal((await replay([digestOf(bodies.plain), '--kind', 'bubblemap'])).code, 1, 'it is a scan')
})

test('exported inputs are judged without a store, and hash to the digest of the report', async () => {
  const empty = inDir('nothing')
  for (const [name, body] of [
    ['scan', bodies.plain],
    ['drawn', bodies.map],
  ] as const) {
    const file = inDir(`${name}-inputs.json`)
    assertSame(await replay([digestOf(body), '--export', file]))
    assert.equal(createHash('sha256').update(readFileSync(file)).digest('hex'), digestOf(body))
    const { code, out, err } = await replay([file, '--print'], empty)
    assert.equal(code, 0, err)
    const { success: _, ...sent } = JSON.parse(body)
    const { explain, ...printed } = JSON.parse(out)
    assert.equal(JSON.stringify(printed), JSON.stringify(sent))
    assert.equal(explain === undefined, name === 'drawn')
  }
  assert.equal(existsSync(empty), false, 'no store was made')
})

test('inputs of a map are not judged as a scan; those of a scan can be drawn', async () => {
  for (const [name, body] of [
    ['map-in', bodies.map],
    ['scan-in', bodies.plain],
  ] as const)
    await replay([digestOf(body), '--export', inDir(`${name}.json`)])
  const refused = await replay([inDir('map-in.json'), '--kind', 'deepscan'])
  assert.equal(refused.code, 2)
  assert.match(refused.err, /inputs of a bubble map/)
  const drawn = await replay([inDir('scan-in.json'), '--kind', 'bubblemap', '--print'])
  assert.equal(drawn.code, 0)
  assert.equal(JSON.parse(drawn.out).ok, true)
})

test('one changed byte of the inputs gives another digest', async () => {
  const file = inDir('changed-inputs.json')
  await replay([digestOf(bodies.plain), '--export', file])
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(/"generatedAtMs":(\d+)/, (_, ms) => `"generatedAtMs":${Number(ms) + 1}`),
  )
  const { code, out } = await replay([file, '--print'])
  assert.equal(code, 0)
  assert.notEqual(digestOf(out), digestOf(bodies.plain))
})

test('inputs of other rules are said to be so', async () => {
  const file = inDir('old-inputs.json')
  await replay([digestOf(bodies.plain), '--export', file])
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"rules":"[^"]+"/, '"rules":"2020-01-01.1"'))
  assert.match((await replay([file])).err, /judged by rules 2020-01-01\.1, this program has /)
})

test('the list shows the newest reports with time, kind, mint and digest', async () => {
  const { code, out } = await replay(['--list'])
  assert.equal(code, 0)
  const rows = out.trimEnd().split('\n')
  assert.equal(rows.length, 2)
  assert.match(rows[0]!, new RegExp(`^\\d{4}-.*Z  bubblemap  ${mint}  ${digestOf(bodies.map)}$`))
  assert.match(rows[1]!, new RegExp(`^\\d{4}-.*Z  deepscan   ${mint}  ${digestOf(bodies.plain)}$`))
})

test('what cannot be meant is said, with exit code 2', async () => {
  writeFileSync(inDir('no-json.json'), 'hello')
  writeFileSync(inDir('list.json'), '5')
  writeFileSync(inDir('other.json'), '{"a":1}')
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /^usage: replay/m],
    [['a', 'b'], /^usage: replay/m],
    [['--nonsense'], /usage: replay/],
    [[inDir('absent.json')], /no such file/],
    [[dir], /cannot read/],
    [[inDir('no-json.json')], /holds no JSON/],
    [[inDir('list.json')], /holds no JSON object/],
    [[inDir('other.json')], /neither a report nor recorded inputs/],
    [[digestOf(bodies.plain), '--kind', 'map'], /--kind must be/],
  ]
  for (const [args, says] of cases) {
    const { code, err } = await replay(args)
    assert.equal(code, 2, args.join(' '))
    assert.match(err, says)
    assert.doesNotMatch(err, /\n\s+at /, 'no stack')
  }
})

test('inputs that cannot be written where they should are an error with a reason', async () => {
  const { code, err } = await replay([digestOf(bodies.plain), '--export', join(dir, 'no-such-folder', 'x.json')])
  assert.equal(code, 2)
  assert.match(err, /cannot write/)
  assert.doesNotMatch(err, /\n\s+at /)
})

test('the transfers of a recorded sell proof run again to the same cases', async () => {
  const { code, err } = await replay([digestOf(bodies.plain), '--execute'])
  assert.equal(code, 0, err)
  assert.match(err, /^execute (\d+ transfers: every case as recorded|only the judgement can be repeated)$/m)
})
