import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { LABELS } from '../../../src/config/labels.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createLabelPacks, type LabelPacks } from '../../../src/services/whales/label-packs.ts'
import { toRecord } from '../../../src/services/whales/label-record.ts'
import { readHeader, readRows } from '../../../src/services/whales/read-rows.ts'
import { createWorkers } from '../../../src/workers/pool.ts'
import { addressOf } from '../../support/tape-facts.ts'
import { keptLog } from '../../support/test-client.ts'

const dir = mkdtempSync(join(tmpdir(), 'mintglass-packs-'))
const { log, lines } = keptLog()
const workers = createWorkers({
  config: { workers: 1, pinThreads: false, mode: 'sandbox' },
  log,
  metrics: createMetrics(),
})
const opened: LabelPacks[] = []
after(async () => {
  for (const packs of opened) await packs.close()
  await workers.close()
  rmSync(dir, { recursive: true, force: true })
})

const find = (packs: LabelPacks, wallet: string, atMs: number) => packs.find([wallet], atMs)[0]!
function openPacks(folder: string): LabelPacks {
  const packs = createLabelPacks({ config: { labelPacksDir: folder } as never, workers, log })
  opened.push(packs)
  return packs
}
/** As an operator should: a new file takes the place of the old one. */
function put(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, `.${name}`), text)
  renameSync(join(folder, `.${name}`), join(folder, name))
}
const folderOf = (name: string): string => mkdtempSync(join(dir, name))
const [ONE, TWO, THREE] = [addressOf('one'), addressOf('two'), addressOf('three')] as const
const NOW_MS = 1_790_000_000_000

test('rows of CSV and NDJSON are found, each under the name of its pack', async () => {
  const folder = folderOf('two')
  put(folder, '10-own.csv', `wallet,entity,entity_type,flags\n${ONE},"Acme, ""Ltd""",cex,whale|Smart Money\n`)
  put(folder, '20-bought.ndjson', `{"address":"${TWO}","label":"Desk 7","category":"mm","flags":["proTrader"]}\n`)
  const packs = openPacks(folder)
  assert.deepEqual(await packs.refresh(), { ok: true, value: { loaded: 2 } })
  const [own] = find(packs, ONE, NOW_MS)
  assert.equal(own!.pack, '10-own')
  assert.deepEqual([own!.record.entity, own!.record.entityType, own!.record.category], ['Acme, "Ltd"', 'cex', 'cex'])
  assert.deepEqual(own!.record.flags, ['whale', 'smart_money'])
  const [bought] = find(packs, TWO, NOW_MS)
  assert.deepEqual([bought!.pack, bought!.record.label, bought!.record.category], ['20-bought', 'Desk 7', 'mm'])
  assert.deepEqual(find(packs, THREE, NOW_MS), [])
})

test('of several packs the one whose name comes first stands first, and a row past its expiry is void', async () => {
  const folder = folderOf('order')
  put(folder, 'b.csv', `wallet,entity\n${ONE},Second\n`)
  put(folder, 'a.csv', `wallet,entity,expires\n${ONE},First,${NOW_MS / 1_000}\n${TWO},Short,2026-01-01\n`)
  const packs = openPacks(folder)
  await packs.refresh()
  const names = (atMs: number) => find(packs, ONE, atMs).map(({ pack }) => pack)
  assert.deepEqual(names(NOW_MS - 1), ['a', 'b'])
  assert.deepEqual(names(NOW_MS), ['b'])
  assert.deepEqual(find(packs, TWO, Date.parse('2025-12-31T23:59:59Z')).length, 1)
  assert.deepEqual(find(packs, TWO, Date.parse('2026-01-01')), [])
})

test('a changed pack is read again, one that is gone is forgotten, and a broken one leaves the version before', async () => {
  const folder = folderOf('reload')
  const packs = openPacks(folder)
  assert.deepEqual(await packs.refresh(), { ok: true, value: { loaded: 0 } })
  put(folder, 'a.csv', `wallet,entity\n${ONE},First\n`)
  await packs.refresh()
  const { version } = packs
  await packs.refresh()
  assert.equal(packs.version, version)
  put(folder, 'a.csv', `wallet,entity\n${ONE},Second\n${TWO},Other\n`)
  await packs.refresh()
  assert.deepEqual(
    find(packs, ONE, NOW_MS).map(({ record }) => record.entity),
    ['Second'],
  )
  put(folder, 'a.csv', `something,entity\n${ONE},Third\n`)
  await packs.refresh()
  assert.equal(find(packs, ONE, NOW_MS)[0]!.record.entity, 'Second')
  const refusals = lines.filter((line) => line.includes('label pack refused'))
  await packs.refresh()
  assert.equal(lines.filter((line) => line.includes('label pack refused')).length, refusals.length)
  rmSync(join(folder, 'a.csv'))
  await packs.refresh()
  assert.deepEqual(find(packs, ONE, NOW_MS), [])
  assert.deepEqual(packs.names, [])
})

test('bad rows are refused with their lines and the others stay; of a repeated wallet the last row counts', async () => {
  const folder = folderOf('bad')
  const rows = ['wallet,entity,expires', `${ONE},First,`, 'no,Bad,', `${TWO},,`, `${THREE},"Open,`, `${TWO},X,soon`]
  put(folder, 'a.csv', [...rows, `${ONE},Last,`, ''].join('\n'))
  const packs = openPacks(folder)
  await packs.refresh()
  assert.equal(find(packs, ONE, NOW_MS)[0]!.record.entity, 'Last')
  assert.deepEqual([find(packs, TWO, NOW_MS), find(packs, THREE, NOW_MS)], [[], []])
  const said = JSON.parse(lines.findLast((line) => line.includes('label pack loaded'))!)
  assert.deepEqual([said.rows, said.refused], [2, 4])
  assert.deepEqual(
    said.refusals.map(({ line }: { line: number }) => line),
    [3, 4, 5, 6],
  )
})

test('rows that ask for it are featured, no more than once each, and not past their expiry', async () => {
  const folder = folderOf('featured')
  const rows = [`${ONE},First,1,`, `${ONE},Again,yes,`, `${TWO},Two,0,`, `${THREE},Three,true,100`]
  put(folder, 'a.csv', ['wallet,entity,featured,expires', ...rows].join('\n'))
  const packs = openPacks(folder)
  await packs.refresh()
  const featured = packs.featured(NOW_MS).map(({ wallet, record }) => [wallet, record.entity])
  assert.deepEqual(featured, [[ONE, 'Again']])
})

test('a pack of several pieces is read whole, whatever stands where it is cut', async () => {
  const folder = folderOf('pieces')
  const count = Math.ceil((LABELS.pieceBytes * 2.5) / 70)
  const rows = Array.from({ length: count }, (_, i) => `${addressOf(`row ${i}`)},Entity ${i % 7},é ${i}`)
  put(folder, 'a.csv', `\uFEFFwallet,entity,label\r\n${rows.join('\r\n')}`)
  const packs = openPacks(folder)
  await packs.refresh()
  for (let i = 0; i < count; i += 97)
    assert.deepEqual(
      find(packs, addressOf(`row ${i}`), NOW_MS).map(({ record }) => [record.entity, record.label]),
      [[`Entity ${i % 7}`, `é ${i}`]],
      `row ${i}`,
    )
})

test('any bytes as a pack are rows or refusals, never a throw', () => {
  const line = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ wallet: fc.constantFrom(ONE, 'x', ''), entity: fc.anything() }).map((row) => JSON.stringify(row)),
    fc.string().map((text) => `${ONE},${text}`),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.boolean(), (rows, isCsv) => {
      const bytes = new Uint8Array(Buffer.from(rows.join('\n')))
      const read = readRows({ bytes, columns: isCsv ? ['wallet', 'entity', 'flags', 'expires'] : null })
      const full = rows
        .join('\n')
        .split('\n')
        .filter((text) => text.trim() !== '')
      assert.equal(read.count + read.refused, full.length)
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => void readHeader(text)))
})

test('what a record says is short, plain and of known words; addresses of the web are https or http', () => {
  const said = toRecord({
    entity: ` A\u0000\u202Ecme${'x'.repeat(300)}`,
    entityType: 'Market Maker',
    entityLogo: 'javascript:alert(1)',
    entityTwitter: 'https://x.com/acme',
    category: 'somebody',
    flags: 'Pro Trader|pro_trader|<b>|' + 'z'.repeat(90),
    platform: 7,
  })
  assert.equal(said.entity!.length, LABELS.fieldChars)
  assert(said.entity!.startsWith('Acmex'))
  assert.deepEqual(
    [said.entityType, said.entityLogo, said.entityTwitter, said.category, said.flags, said.platform],
    ['market_maker', null, 'https://x.com/acme', null, ['pro_trader'], null],
  )
})
