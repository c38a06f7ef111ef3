import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { NftsReply } from '../../../src/contract/wallet-nfts.ts'
import { decodeBase58 } from '../../../src/hot-paths/base58.ts'
import { filteredNode, type Replacement, SCAN_REFUSED } from '../../support/filtered-node.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const success = successOf('GET /api/v2/wallets/{wallet}/nfts')
const CORE = 'CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

let sandbox: StartedSandbox
let server: OpenServer
let collector = ''
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  const info = (await (await fetch(`${sandbox.urls['rpc']}/info`)).json()) as {
    wallets: { archetype: string; address: string }[]
  }
  collector = info.wallets.find(({ archetype }) => archetype === 'nft_collector')!.address
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const path = (wallet: string, query = '') => `/api/v2/wallets/${wallet}/nfts${query}`
const ask = async (wallet: string, query = '', of = server): Promise<NftsReply & { success: true }> =>
  success(await of.get(path(wallet, query)))

async function withNode<T>(
  replace: Replacement,
  use: (live: OpenServer) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const node = await filteredNode(sandbox.urls['rpc']!, replace)
  const das: Record<string, string> = env['DAS_URL'] === '' ? { DAS_URL: node.url } : {}
  const live = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url, ...das })
  try {
    return await use(live)
  } finally {
    await live.stop()
    await node.close()
  }
}

/** What the node parses: tokens of which there is one and which do not divide. */
async function singlesOf(wallet: string): Promise<readonly string[]> {
  const config = { encoding: 'jsonParsed' }
  const rows = await askNode(sandbox.urls['rpc']!, 'getTokenAccountsByOwner', [wallet, { programId: TOKEN }, config])
  return rows.value
    .map(
      ({
        account,
      }: {
        account: { data: { parsed: { info: { mint: string; tokenAmount: { amount: string; decimals: number } } } } }
      }) => account.data.parsed.info,
    )
    .filter(
      ({ tokenAmount }: { tokenAmount: { amount: string; decimals: number } }) =>
        tokenAmount.amount === '1' && tokenAmount.decimals === 0,
    )
    .map(({ mint }: { mint: string }) => mint)
    .sort()
}

test('with an asset index and without one a collector has the same NFTs, with the same names and collections', async () => {
  const mints = await singlesOf(collector)
  assert(mints.length > 0)
  const indexed = await ask(collector)
  assert.equal(indexed.source, 'das')
  assert.equal(indexed.compressedNfts, 'included')
  assert.deepEqual(indexed.nfts.map(({ mint }) => mint).sort(), mints)
  assert(indexed.total === null || indexed.total >= indexed.count)
  await withNode(
    () => undefined,
    async (live) => {
      const bare = await ask(collector, '', live)
      assert.equal(bare.source, 'node')
      assert.equal(bare.compressedNfts, 'not_established')
      assert.equal(bare.total, null)
      assert.match(bare.missing![0]!, /Compressed NFTs/)
      const faces = ({ nfts }: NftsReply) =>
        nfts.map(({ mint, name, symbol, collection, interface: kind }) => [mint, name, symbol, collection, kind]).sort()
      assert.deepEqual(faces(bare), faces(indexed))
      assert(bare.nfts.every(({ image }) => image === null))
    },
  )
})

test('pages follow one another without a gap, and page and limit are clamped', async () => {
  await withNode(
    () => undefined,
    async (live) => {
      const all = (await ask(collector, '?limit=900', live)).nfts.map(({ mint }) => mint)
      const pages: string[] = []
      for (let page = 1; ; page++) {
        const { nfts, limit, count } = await ask(collector, `?page=${page}&limit=2`, live)
        assert.equal(limit, 2)
        if (count === 0) break
        pages.push(...nfts.map(({ mint }) => mint))
      }
      assert.deepEqual(pages, all)
      const clamped = async (query: string) => {
        const { page, limit } = await ask(collector, query, live)
        return [page, limit]
      }
      assert.deepEqual(await clamped('?limit=900&page=0'), [1, 100])
      assert.deepEqual(await clamped('?limit=-4&page=x'), [1, 1])
      assert.deepEqual(await clamped(''), [1, 50])
    },
  )
})

const key = (address: string) => Buffer.from(decodeBase58(address)!)
const text = (value: string) => {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

test('Core assets are listed with name and collection, those of others are not, and a refused scan is said', async () => {
  const [wallet, stranger, collection, asset, foreign, broken] = [7_301, 7_302, 7_303, 7_304, 7_305, 7_306].map(
    strangerAddress,
  ) as [string, string, string, string, string, string]
  const coreBytes = (owner: string) =>
    Buffer.concat([
      Uint8Array.of(1),
      key(owner),
      Uint8Array.of(2),
      key(collection),
      text('Pocket Golem #7'),
      text('https://example.com/7'),
      Uint8Array.of(0),
    ])
  const row = (pubkey: string, data: Buffer) => ({
    pubkey,
    account: {
      lamports: 1,
      owner: CORE,
      data: [data.toString('base64'), 'base64'],
      executable: false,
      rentEpoch: 0,
      space: data.length,
    },
  })
  const rows = [
    row(asset, coreBytes(wallet)),
    row(foreign, coreBytes(stranger)),
    row(broken, coreBytes(wallet).subarray(0, 60)),
  ]
  await withNode(
    ({ method, params }) => (method === 'getProgramAccounts' && params[0] === CORE ? { result: rows } : undefined),
    async (live) =>
      assert.deepEqual((await ask(wallet, '', live)).nfts, [
        {
          mint: asset,
          name: 'Pocket Golem #7',
          symbol: null,
          image: null,
          collection,
          compressed: false,
          interface: 'MplCoreAsset',
        },
      ]),
  )
  await withNode(
    ({ method }) => (method === 'getProgramAccounts' ? SCAN_REFUSED : undefined),
    async (live) => assert((await ask(wallet, '', live)).missing!.some((sentence) => /Core assets/.test(sentence))),
  )
})

test('fungible assets, those that divide and burnt ones are filtered out, and the total counts all', async () => {
  const item = (id: string, fields: object) => ({ id, interface: 'V1_NFT', ...fields })
  const items = [
    item(strangerAddress(7_310), {}),
    item(strangerAddress(7_311), { interface: 'FungibleToken' }),
    item(strangerAddress(7_312), { interface: 'FungibleAsset' }),
    item(strangerAddress(7_313), { token_info: { decimals: 2 } }),
    item(strangerAddress(7_314), { burnt: true }),
    item(strangerAddress(7_315), { compression: { compressed: true }, interface: 'MplBubblegumV2' }),
  ]
  await withNode(
    ({ method }) =>
      method === 'getAssetsByOwner' ? { result: { total: 6, limit: 50, page: 1, grand_total: 77, items } } : undefined,
    async (live) => {
      const { nfts, count, total } = await ask(strangerAddress(7_316), '', live)
      assert.deepEqual(
        nfts.map(({ mint, compressed }) => [mint, compressed]),
        [
          [strangerAddress(7_310), false],
          [strangerAddress(7_315), true],
        ],
      )
      assert.deepEqual([count, total], [2, 77])
    },
    { DAS_URL: '' },
  )
})

test('an index that fails leaves what the chain shows', async () => {
  await withNode(
    ({ method }) => (method === 'getAssetsByOwner' ? { error: { code: -32603, message: 'no' } } : undefined),
    async (live) => assert.equal((await ask(collector, '', live)).source, 'node'),
    { DAS_URL: '' },
  )
})

test('answers are kept for 60 s, and what is no address is 400', async () => {
  const wallet = strangerAddress(7_320)
  const { generatedAt } = await ask(wallet)
  server.clock.push(59_000 - (server.ctx.clock.nowMs() - generatedAt))
  assert.equal((await ask(wallet)).generatedAt, generatedAt)
  server.clock.push(2_000)
  assert.notEqual((await ask(wallet)).generatedAt, generatedAt)
  assertFails(await server.get(path('no')), 400, 'invalid wallet address')
  assertFails(await server.get(path('bfic6rggg6fb871cjrhfy1wgzei9sedx3ozqamw5upyy')), 400, 'invalid wallet address')
})
