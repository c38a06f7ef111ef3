import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LocalServer } from '../support/local-server.ts'
import { type OpenServer, openServer } from '../support/open-server.ts'
import { noRecordings, recorded } from '../support/recorded.ts'
import { recordedOf } from '../support/recorded-kinds.ts'
import { assetsIn } from '../support/replay-node.ts'
import { startReplayServer } from '../support/replay-server.ts'
import { successOf } from '../support/reply-check.ts'

/** Live mode on real input: metadata is what an asset index really answered, field by field. */

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON is walked by hand
type Row = any
const metadataOf = successOf('POST /api/v2/tokens/metadata')
let replay: LocalServer
let server: OpenServer
/** The assets of the file whose turn it is; one id may look different in two files. */
let turn = new Map<string, Row>()

before(async () => {
  if (noRecordings) return
  replay = await startReplayServer({
    methods: { getAssetBatch: ({ ids }) => (ids as string[]).map((id) => turn.get(id) ?? null) },
  })
  server = await openServer({ MINTGLASS_MODE: 'live', DAS_URL: replay.url })
})
after(async () => {
  await server?.stop()
  await replay?.close()
})

const orNull = (value: unknown) => (value === undefined || value === '' ? null : value)
const isShown = (address: unknown) => /^(https?|ipfs|ar):\/\//i.test(String(address)) && URL.canParse(String(address))

function expectedEntry(row: Row) {
  const { content, token_info: token, ownership } = row
  const inMint = row.mint_extensions?.metadata
  const files: { uri?: string; mime?: string }[] = content?.files ?? []
  const images = [content?.links?.image, files.find(({ mime }) => mime?.startsWith('image/'))?.uri].filter(isShown)
  return {
    mint: row.id,
    name: orNull(content?.metadata?.name) ?? orNull(inMint?.name),
    symbol: orNull(content?.metadata?.symbol) ?? orNull(inMint?.symbol) ?? orNull(token?.symbol),
    description: orNull(content?.metadata?.description),
    image: images[0] ?? null,
    decimals: token?.decimals ?? null,
    supply: token?.supply === undefined ? null : JSON.stringify(token.supply),
    ownership:
      ownership === undefined
        ? null
        : {
            owner: orNull(ownership.owner),
            frozen: ownership.frozen,
            delegated: ownership.delegated,
            delegate: orNull(ownership.delegate),
            ownershipModel: ownership.ownership_model,
          },
    source: 'das',
  }
}

test('the recordings are there', { skip: noRecordings }, () => {
  assert(recordedOf('dasAssets').length >= 20)
})

for (const file of recordedOf('dasAssets')) {
  test(`metadata says what ${file} says`, async () => {
    server.clock.push(10 * 60_000)
    const rows = assetsIn(recorded(file))
    turn = new Map(rows.map((row: Row) => [row.id, row]))
    const { count, tokens } = metadataOf(await server.post('/api/v2/tokens/metadata', { mints: [...turn.keys()] }))
    let named = 0
    for (const [id, row] of turn) {
      const expected = expectedEntry(row)
      if (expected.name === null && expected.symbol === null) {
        assert.equal(tokens[id], undefined, 'nothing is said of it')
        continue
      }
      named++
      assert.deepEqual(tokens[id], expected)
    }
    assert.equal(count, named)
  })
}
