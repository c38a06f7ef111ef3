import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { AssetMetadata, OwnedAsset } from '../../src/upstreams/capabilities.ts'
import { createDasAssets } from '../../src/upstreams/das-assets.ts'
import { type NodeRequest, type ScriptedNode, startScriptedNode } from '../support/node-of.ts'
import { noRecordings, recorded, recordedText } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { assetsIn } from '../support/replay-node.ts'
import { addressOf } from '../support/tape-facts.ts'

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON, read by hand
type Row = any

const nodes: ScriptedNode[] = []
after(() => Promise.all(nodes.map((node) => node.close())))

async function assetsOver(answer: (call: NodeRequest, params: Row) => string | number) {
  const node = await startScriptedNode((call) => answer(call, call.params))
  nodes.push(node)
  return { assets: createDasAssets(node.rpc, 'das'), calls: node.calls }
}

const orNull = (text: unknown): unknown => (text === undefined || text === '' ? null : text)

/** Field by field, what the reply says; `text` is its source, for the digits of large numbers. */
function assertSays(asset: AssetMetadata, row: Row, text: string): void {
  assert.equal(asset.mint, row.id)
  assert.equal(asset.name, orNull(row.content?.metadata?.name))
  assert.equal(asset.symbol, orNull(row.content?.metadata?.symbol ?? row.token_info?.symbol))
  assert.equal(asset.description, orNull(row.content?.metadata?.description))
  assert.equal(asset.uri, orNull(row.content?.json_uri))
  const image = row.content?.links?.image
  if (image !== undefined && image !== '') assert.equal(asset.imageUrl, image)
  assert.equal(asset.headerUrl, null)
  assert.equal(asset.decimals, row.token_info?.decimals ?? null)
  assert.equal(asset.tokenProgram, row.token_info?.token_program ?? null)
  const { ownership } = row
  assert.equal(asset.ownership!.owner, orNull(ownership.owner))
  assert.equal(asset.ownership!.frozen, ownership.frozen)
  assert.equal(asset.ownership!.delegated, ownership.delegated)
  assert.equal(asset.ownership!.delegate, orNull(ownership.delegate))
  assert.equal(asset.ownership!.ownershipModel, ownership.ownership_model)
  if (row.token_info?.supply === undefined) assert.deepEqual([asset.supplyRaw, asset.supplyExact], [null, false])
  else {
    assert.match(text, new RegExp(`"supply": ?${asset.supplyRaw}[,}\\s]`), 'the digits as they stand in the source')
    assert.equal(Number(asset.supplyRaw), row.token_info.supply)
    assert.equal(asset.supplyExact, row.token_info.supply < 2 ** 53)
  }
}

for (const path of recordedOf('dasAssets')) {
  test(`${path}: its assets come through a batch as they are`, { skip: noRecordings }, async () => {
    const rows: Row[] = assetsIn(recorded(path))
    const text = recordedText(path)
    assert(rows.length > 0)
    const ids = rows.map(({ id }) => id as string)
    // The answer is the source's own text where it is a batch, so that large numbers are not printed again.
    const isBatch = Array.isArray(recorded(path))
    const { assets, calls } = await assetsOver((_, { ids: asked }) =>
      isBatch ? text : `[${(asked as string[]).map((id) => sourceOf(text, id) ?? 'null').join(',')}]`,
    )
    const found = await assets.assetsByMints([...ids, 'missing'])
    assert(found.ok)
    assert.deepEqual([...found.value.keys()].sort(), [...new Set(ids)].sort())
    for (const row of rows) assertSays(found.value.get(row.id)!, row, text)
    assert.equal(calls[0]!.method, 'getAssetBatch')
  })
}

/** The text of the object in which `"id": "<id>"` stands first, found by its braces. */
function sourceOf(text: string, id: string): string | null {
  const at = text.search(new RegExp(`"interface": ?"[^"]*",\\s*"id": ?"${id}"`))
  if (at < 0) return null
  const from = text.lastIndexOf('{', at)
  let depth = 0
  let inString = false
  for (let i = from; i < text.length; i++) {
    const char = text[i]
    if (inString) {
      if (char === '\\') i++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return text.slice(from, i + 1)
  }
  return null
}

for (const path of recordedOf('dasTokenAccounts')) {
  test(`${path} comes through as holders, without the empty accounts`, { skip: noRecordings }, async () => {
    const rows: Row[] = recorded(path).token_accounts
    const { assets } = await assetsOver(() => recordedText(path))
    for (const mint of new Set(rows.map((row) => row.mint as string))) {
      const found = await assets.tokenAccountsOfMint(mint, 10)
      assert.deepEqual(found, {
        ok: true,
        value: {
          capped: false,
          rows: rows
            .filter((row) => row.mint === mint && row.amount > 0)
            .map((row) => ({
              tokenAccount: row.address,
              owner: row.owner,
              amountRaw: BigInt(row.amount),
              frozen: row.frozen,
            })),
        },
      })
    }
  })
}

const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const fungible = (id: string, supply: string) =>
  `{"id":"${id}","token_info":{"supply":${supply},"decimals":9,"token_program":"${PROGRAM}","symbol":"TI"}}`

test('a supply keeps its digits, and says when they may be the provider’s rounding', async () => {
  const supplies: [string, string | null, boolean][] = [
    ['9007199254740991', '9007199254740991', true],
    ['13467735466894987001', '13467735466894987001', true],
    ['13467735466894987000', '13467735466894987000', false],
    ['0', '0', true],
    ['null', null, false],
    ['-5', null, false],
    ['1.5', null, false],
  ]
  const { assets } = await assetsOver(
    (_, { ids }) => `[${ids.map((id: string) => fungible(id, supplies[Number(id)]![0]))}]`,
  )
  const found = await assets.assetsByMints(supplies.map((_, at) => String(at)))
  assert(found.ok)
  for (const [at, [text, supplyRaw, supplyExact]] of supplies.entries()) {
    const asset: AssetMetadata = found.value.get(String(at))!
    assert.deepEqual([asset.supplyRaw, asset.supplyExact], [supplyRaw, supplyExact], text)
    assert.deepEqual([asset.symbol, asset.decimals, asset.tokenProgram], ['TI', 9, PROGRAM])
  }
})

test('a node that only knows the other name of the method is asked by that from then on', async () => {
  const { assets, calls } = await assetsOver(({ method }) =>
    method === 'getAssets' ? `[${fungible('a', '1')}]` : -32601,
  )
  assert.equal((await assets.assetsByMints(['a'])).ok, true)
  assert.equal((await assets.assetsByMints(['a'])).ok, true)
  assert.deepEqual(
    calls.map(({ method }) => method),
    ['getAssetBatch', 'getAssets', 'getAssets'],
  )
})

test('a node without DAS says so', async () => {
  const { assets } = await assetsOver(() => -32601)
  for (const outcome of [await assets.assetsByMints(['a']), await assets.tokenAccountsOfMint('a', 5)]) {
    assert.equal(outcome.ok ? 0 : outcome.rpcCode, -32601)
  }
})

test('missing assets are absent, strangers are ignored, 100 travel together, fungibles are asked for', async () => {
  const { assets, calls } = await assetsOver(
    (_, { ids }) =>
      `[${ids.map((id: string) => (id === 'm7' ? 'null' : fungible(id, '1')))},${fungible('stranger', '1')}]`,
  )
  const found = await assets.assetsByMints(Array.from({ length: 150 }, (_, n) => `m${n}`))
  assert.equal(found.ok && found.value.size, 149)
  assert.equal(found.ok && found.value.has('m7'), false)
  const params = calls.map((call) => call.params as Row)
  assert.deepEqual(params.map(({ ids }) => ids.length).sort(), [100, 50])
  assert.equal(params[0].options.showFungible, true)
})

test('names, symbol and document of the mint’s own metadata extension stand in, and images only lead to the web', async () => {
  const rows = [
    { id: 'a', mint_extensions: { metadata: { name: 'N', symbol: 'S', uri: 'https://u.example' } } },
    {
      id: 'b',
      content: {
        metadata: { name: '', symbol: null },
        files: [
          { uri: 'https://f.example/doc', mime: 'text/html' },
          { uri: 'ar://image', mime: 'image/png' },
        ],
        links: { image: 'javascript:alert(1)' },
      },
      ownership: null,
    },
  ]
  const { assets } = await assetsOver(() => JSON.stringify(rows))
  const found = await assets.assetsByMints(['a', 'b'])
  assert(found.ok)
  const [a, b] = [found.value.get('a')!, found.value.get('b')!]
  assert.deepEqual([a.name, a.symbol, a.uri, a.imageUrl], ['N', 'S', 'https://u.example', null])
  assert.deepEqual([b.name, b.symbol, b.uri, b.imageUrl, b.ownership], [null, null, null, 'ar://image', null])
})

test('an answer of another shape is a failure', async () => {
  for (const text of ['{}', '5', '"x"', '[5]']) {
    const { assets } = await assetsOver(() => text)
    const outcome = await assets.assetsByMints(['a'])
    assert.equal(outcome.ok ? '' : outcome.code, 'upstream_failed')
    const holders = await assets.tokenAccountsOfMint('a', 5)
    assert.equal(holders.ok ? '' : holders.code, 'upstream_failed')
  }
})

const accountOf = (n: number) => addressOf(`account ${n}`)
const ownerOf = (n: number) => addressOf(`owner ${n}`)
const holder = (n: number, amount: string | number = n + 1) =>
  `{"address":"${accountOf(n)}","mint":"M","owner":"${ownerOf(n)}","amount":${amount},"frozen":${n % 2 === 1}}`
const page = (from: number, to: number, cursor: string | null) =>
  `{"total":${to - from},"limit":1000,"token_accounts":[${Array.from({ length: to - from }, (_, i) => holder(from + i))}]` +
  `${cursor === null ? '' : `,"cursor":"${cursor}"`}}`

test('pages are followed by cursor until one is empty, also past a short one', async () => {
  const pages: Record<string, string> = { start: page(0, 1000, 'c1'), c1: page(1000, 1500, 'c2'), c2: page(0, 0, null) }
  const { assets, calls } = await assetsOver((_, { cursor }) => pages[cursor ?? 'start']!)
  const found = await assets.tokenAccountsOfMint('M', 5_000)
  assert(found.ok)
  assert.deepEqual([found.value.rows.length, found.value.capped], [1500, false])
  assert.deepEqual(found.value.rows[1], { tokenAccount: accountOf(1), owner: ownerOf(1), amountRaw: 2n, frozen: true })
  assert.deepEqual(
    calls.map(({ params }) => (params as Row).cursor),
    [undefined, 'c1', 'c2'],
  )
})

test('a node without cursors is paged by number', async () => {
  const { assets, calls } = await assetsOver((_, { page: number = 1 }) =>
    number < 3 ? page((number - 1) * 1000, number * 1000, null) : page(2000, 2100, null),
  )
  const found = await assets.tokenAccountsOfMint('M', 5_000)
  assert.deepEqual(found.ok && [found.value.rows.length, found.value.capped], [2100, false])
  assert.deepEqual(
    calls.map(({ params }) => (params as Row).page),
    [undefined, 2, 3],
  )
})

test('more accounts than asked for are cut and said to be; exactly as many are not', async () => {
  const answer = (_: NodeRequest, { cursor }: Row) => (cursor === undefined ? page(0, 1000, 'c1') : page(0, 0, null))
  const cut = await (await assetsOver(answer)).assets.tokenAccountsOfMint('M', 999)
  assert.deepEqual(cut.ok && [cut.value.rows.length, cut.value.capped], [999, true])
  const whole = await (await assetsOver(answer)).assets.tokenAccountsOfMint('M', 1_000)
  assert.deepEqual(whole.ok && [whole.value.rows.length, whole.value.capped], [1000, false])
})

test('an indexer that repeats its cursor, or its pages, does not keep us', async () => {
  const stuck = await (await assetsOver(() => page(0, 1000, 'c'))).assets.tokenAccountsOfMint('M', 100_000)
  assert.equal(stuck.ok ? '' : stuck.code, 'upstream_failed')
  let n = 0
  const { assets, calls } = await assetsOver(() => page(0, 1000, `c${n++}`))
  const round = await assets.tokenAccountsOfMint('M', 2_000)
  assert.deepEqual(round.ok && [round.value.rows.length, round.value.capped], [1000, true])
  assert(calls.length <= 6)
})

test('large amounts keep their digits; empty accounts and those of other mints are left out', async () => {
  const rows = [holder(0, '18446744073709551615'), holder(1, 0), holder(2, 5).replace('"M"', '"X"'), holder(3, '"7"')]
  const { assets } = await assetsOver(() => `{"token_accounts":[${rows}],"cursor":null}`)
  const found = await assets.tokenAccountsOfMint('M', 10)
  assert.deepEqual(found.ok && found.value.rows.map(({ amountRaw }) => amountRaw), [18446744073709551615n, 7n])
})

test('the mint is named in both spellings, or in the one that a strict indexer takes', async () => {
  const lax = await assetsOver(() => page(0, 1, null))
  await lax.assets.tokenAccountsOfMint('M', 10)
  const [{ params }] = lax.calls as [NodeRequest]
  assert.deepEqual([(params as Row).mint, (params as Row).mintAddress], ['M', 'M'])
  for (const [only, refusal] of [
    ['mint', -32602],
    ['mintAddress', -32000],
  ] as const) {
    const strict = await assetsOver((_, sent) => {
      const names = ['mint', 'mintAddress'].filter((name) => name in sent)
      return names.length === 1 && names[0] === only ? page(0, 1, null) : refusal
    })
    for (let round = 0; round < 2; round++) {
      const found = await strict.assets.tokenAccountsOfMint('M', 10)
      assert.equal(found.ok && found.value.rows.length, 1)
    }
    assert.equal(strict.calls.length, only === 'mint' ? 4 : 3, 'what it takes is remembered')
  }
  const hostile = await assetsOver(() => -32602)
  const refused = await hostile.assets.tokenAccountsOfMint('M', 10)
  assert.equal(refused.ok ? 0 : refused.rpcCode, -32602)
  assert.equal(hostile.calls.length, 3)
})

for (const path of recordedOf('dasAssets')) {
  test(`${path}: its assets are listed for their owner as they are`, { skip: noRecordings }, async () => {
    const rows: Row[] = assetsIn(recorded(path))
    const { assets, calls } = await assetsOver(() =>
      JSON.stringify({ total: rows.length, grand_total: 7_779, items: rows }),
    )
    const listed = await assets.assetsOfOwner(addressOf('an owner'), { page: 3, limit: 50 })
    assert(listed.ok)
    assert.equal(listed.value.total, 7_779)
    const { ownerAddress, page, limit } = calls[0]!.params as Row
    assert.deepEqual([ownerAddress, page, limit], [addressOf('an owner'), 3, 50])
    assert.equal(listed.value.assets.length, rows.length)
    for (const [at, row] of rows.entries()) {
      const asset: OwnedAsset = listed.value.assets[at]!
      assert.equal(asset.mint, row.id)
      assert.equal(asset.name, orNull(row.content?.metadata?.name ?? row.mint_extensions?.metadata?.name))
      assert.equal(asset.interface, row.interface)
      assert.equal(asset.isCompressed, row.compression?.compressed ?? false)
      assert.equal(asset.isBurnt, row.burnt ?? false)
      assert.equal(asset.decimals, row.token_info?.decimals ?? null)
      const group = (row.grouping ?? []).find((one: Row) => one.group_key === 'collection')
      assert.equal(asset.collection, group?.group_value ?? null)
    }
  })
}

test('an indexer that refuses to count all pages is asked without, and then the total is unknown', async () => {
  const { assets, calls } = await assetsOver((_, { options }) =>
    options.showGrandTotal ? -32602 : JSON.stringify({ total: 0, limit: 50, page: 1, items: [] }),
  )
  const listed = await assets.assetsOfOwner(addressOf('an owner'), { page: 1, limit: 50 })
  assert.deepEqual(listed.ok && listed.value, { assets: [], total: null })
  assert.equal(calls.length, 2)
})
