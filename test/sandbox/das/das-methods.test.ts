import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  metaplexMetadataBytes,
  mint2022Bytes,
  mintBytes,
  tokenAccountBytes,
} from '../../../sandbox/world/account-bytes.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  NATIVE_MINT,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { metaplexMetadataAddress } from '../../../src/chain/solana/token-metadata.ts'
import { noRecordings, recorded } from '../../support/recorded.ts'
import { type Any, openTestSandbox, type TestSandbox } from '../rpc/open-test-sandbox.ts'

const key = (name: string) => keypairFromText(`das ${name}`).address
const [COIN, NFT, MOON, BARE, ALICE, DEV, COLLECTION] = [
  'coin',
  'nft',
  'moon',
  'bare',
  'alice',
  'dev',
  'collection',
].map(key) as [string, string, string, string, string, string, string]
const HOLDERS = Array.from({ length: 23 }, (_, at) => key(`holder ${at}`))

let sandbox: TestSandbox
before(async () => {
  sandbox = await openTestSandbox({
    directory: {
      metadata: (mint) =>
        mint === COIN
          ? {
              name: 'Sun',
              symbol: 'SUN',
              description: 'a coin',
              image: 'https://img.example/sun.png',
              uri: 'https://img.example/sun.json',
            }
          : null,
      priceUsd: (mint) => (mint === COIN ? 0.5 : mint === NATIVE_MINT ? 100 : null),
    },
  })
  put(
    COIN,
    TOKEN_PROGRAM,
    mintBytes({ mintAuthority: DEV, freezeAuthority: null, supplyRaw: 18_000_000_000_000_000_001n, decimals: 6 }),
  )
  putMetadata(COIN, 'fungible', { name: 'On Chain', symbol: 'OC', uri: 'ipfs://oc' })
  put(NFT, TOKEN_PROGRAM, mintBytes({ mintAuthority: null, freezeAuthority: null, supplyRaw: 1n, decimals: 0 }))
  putMetadata(NFT, 'nonFungible', { name: 'Cat #1', symbol: 'CAT', uri: 'https://img.example/cat.json' })
  put(
    MOON,
    TOKEN_2022_PROGRAM,
    mint2022Bytes({
      mint: MOON,
      mintAuthority: null,
      freezeAuthority: null,
      supplyRaw: 50n,
      decimals: 1,
      updateAuthority: DEV,
      text: { name: 'Moon', symbol: 'MOON', uri: 'ar://moon' },
      transferFeeBps: 300,
    }),
  )
  put(BARE, TOKEN_PROGRAM, mintBytes({ mintAuthority: null, freezeAuthority: null, supplyRaw: 1n, decimals: 0 }))
  hold(ALICE, COIN, 4_000_000n)
  hold(ALICE, NFT, 1n)
  hold(ALICE, MOON, 0n, TOKEN_2022_PROGRAM)
  HOLDERS.forEach((owner, at) => void hold(owner, COIN, BigInt(at)))
})
after(() => sandbox.close())

function put(address: string, owner: string, data: Uint8Array): void {
  sandbox.chain.setAccount(address, { lamports: 10_000_000n, owner, data, executable: false })
}
function putMetadata(
  mint: string,
  tokenStandard: 'fungible' | 'nonFungible',
  text: { name: string; symbol: string; uri: string },
): void {
  const isNft = tokenStandard === 'nonFungible'
  put(
    metaplexMetadataAddress(mint),
    TOKEN_METADATA_PROGRAM,
    metaplexMetadataBytes({
      mint,
      updateAuthority: DEV,
      text,
      tokenStandard,
      mutable: true,
      sellerFeeBps: 420,
      creator: isNft ? DEV : null,
      collection: isNft ? COLLECTION : null,
    }),
  )
}
function hold(owner: string, mint: string, amountRaw: bigint, program: string = TOKEN_PROGRAM): string {
  const address = associatedTokenAddress(owner, mint, program)
  put(address, program, tokenAccountBytes({ mint, owner, amountRaw, immutableOwner: program === TOKEN_2022_PROGRAM }))
  return address
}
const ids = (list: Any) => list.items.map((item: Any) => item.id)

test('a fungible asset takes its face from the directory and its figures from the chain, digit by digit', async () => {
  const asset = await sandbox.result('getAsset', { id: COIN })
  assert.equal(asset.interface, 'FungibleToken')
  assert.deepEqual(asset.content.metadata, {
    description: 'a coin',
    name: 'Sun',
    symbol: 'SUN',
    token_standard: 'Fungible',
  })
  assert.deepEqual(
    [asset.content.links.image, asset.content.json_uri],
    ['https://img.example/sun.png', 'https://img.example/sun.json'],
  )
  assert.deepEqual(
    [asset.token_info.decimals, asset.token_info.mint_authority, asset.token_info.freeze_authority],
    [6, DEV, undefined],
  )
  assert.deepEqual(asset.token_info.price_info, { price_per_token: 0.5, currency: 'USDC' })
  assert.deepEqual(asset.ownership, {
    frozen: false,
    delegated: false,
    delegate: null,
    ownership_model: 'token',
    owner: '',
  })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'text', method: 'getAsset', params: { id: COIN } })
  assert.match(
    await (await fetch(sandbox.server.rpcUrl, { method: 'POST', body })).text(),
    /"supply":18000000000000000001,/,
  )
})

test('an NFT names its owner, royalty and collection from its Metaplex record', async () => {
  const asset = await sandbox.result('getAsset', { id: NFT })
  assert.equal(asset.interface, 'V1_NFT')
  assert.deepEqual([asset.ownership.owner, asset.ownership.ownership_model], [ALICE, 'single'])
  assert.deepEqual([asset.royalty.basis_points, asset.royalty.percent], [420, 0.042])
  assert.deepEqual(asset.grouping, [{ group_key: 'collection', group_value: COLLECTION, verified: true }])
  assert.deepEqual(asset.creators, [{ address: DEV, share: 100, verified: true }])
  assert.deepEqual(asset.authorities, [{ address: DEV, scopes: ['full'] }])
  assert.equal((await sandbox.result('getAsset', { id: BARE })).interface, 'Custom')
})

test('a Token-2022 mint shows its extensions in snake case', async () => {
  const asset = await sandbox.result('getAsset', { id: MOON })
  assert.deepEqual(
    [asset.content.metadata.name, asset.content.json_uri, asset.token_info.token_program],
    ['Moon', 'ar://moon', TOKEN_2022_PROGRAM],
  )
  assert.deepEqual(asset.mint_extensions.metadata, {
    update_authority: DEV,
    mint: MOON,
    name: 'Moon',
    symbol: 'MOON',
    uri: 'ar://moon',
    additional_metadata: [],
  })
  assert.equal(asset.mint_extensions.transfer_fee_config.newer_transfer_fee.transfer_fee_basis_points, 300)
  assert.equal(asset.mint_extensions.metadata_pointer.metadata_address, MOON)
})

test('a batch keeps a place for what is missing, a single one is an error', async () => {
  for (const method of ['getAssets', 'getAssetBatch']) {
    const batch = await sandbox.result(method, { ids: [NFT, ALICE, COIN] })
    assert.deepEqual(
      batch.map((one: Any) => one?.id ?? null),
      [NFT, null, COIN],
    )
  }
  assert.deepEqual((await sandbox.call('getAsset', { id: ALICE })).error, {
    code: -32000,
    message: 'Database Error: RecordNotFound Error: Asset Not Found',
  })
  assert.match((await sandbox.call('getAsset', { id: 'x' })).error!.message, /Pubkey Validation Err/)
  assert.match(
    (await sandbox.call('getAssetBatch', { ids: Array(1_001).fill(NFT) })).error!.message,
    /Batch size too large/,
  )
  assert.equal((await sandbox.call('getAssetBatch', {})).error?.code, -32000)
})

test('what has no compressed assets has no proofs', async () => {
  for (const method of ['getAssetProof', 'getAssetProofs', 'getAssetSignatures'])
    assert.equal((await sandbox.call(method, { id: NFT })).error?.code, -32601)
})

test('an owner’s assets leave fungibles and empty accounts out until asked for', async () => {
  const list = (options: Any = {}) => sandbox.result('getAssetsByOwner', { ownerAddress: ALICE, page: 1, options })
  const plain = await list()
  assert.deepEqual(
    [ids(plain), plain.total, plain.limit, plain.page, plain.grand_total],
    [[NFT], 1, 1_000, 1, undefined],
  )
  const all = await list({ showFungible: true, showGrandTotal: true, showNativeBalance: true })
  assert.deepEqual([ids(all), all.grand_total], [[COIN, NFT].sort(), 2])
  const token = all.items.find((item: Any) => item.id === COIN)
  assert.deepEqual(
    [token.token_info.balance, token.token_info.associated_token_address, token.ownership.owner],
    [4_000_000, associatedTokenAddress(ALICE, COIN), ALICE],
  )
  assert.deepEqual(token.token_info.price_info, { price_per_token: 0.5, total_price: 2, currency: 'USDC' })
  assert.deepEqual(all.nativeBalance, { lamports: 0, price_per_sol: 100, total_price: 0 })
  assert.deepEqual(ids(await list({ showFungible: true, showZeroBalance: true })), [COIN, NFT, MOON].sort())
})

test('a search takes what it understands and refuses what it does not', async () => {
  const search = (params: Any) => sandbox.result('searchAssets', params)
  assert.deepEqual(ids(await search({ ownerAddress: ALICE, tokenType: 'fungible' })), [COIN])
  assert.deepEqual(ids(await search({ ownerAddress: ALICE, tokenType: 'all' })), [COIN, NFT].sort())
  assert.deepEqual(ids(await search({ ownerAddress: ALICE, tokenType: 'NonFungible' })), [NFT])
  assert.deepEqual(ids(await search({ grouping: ['collection', COLLECTION] })), [NFT])
  assert.deepEqual(ids(await search({ interface: 'Custom' })), [BARE])
  assert.deepEqual(ids(await search({ ownerAddress: ALICE, compressed: true })), [])
  assert.deepEqual(ids(await sandbox.result('getAssetsByCreator', { creatorAddress: DEV })), [NFT])
  assert.deepEqual(
    ids(await sandbox.result('getAssetsByAuthority', { authorityAddress: DEV, options: { showFungible: true } })),
    [COIN, NFT, MOON].sort(),
  )
  assert.deepEqual(ids(await sandbox.result('getAssetsByGroup', { groupKey: 'collection', groupValue: COLLECTION })), [
    NFT,
  ])
  for (const params of [
    { tokenType: 'all' },
    { ownerAddress: ALICE, tokenType: 'constructor' },
    { name: 'Cat' },
    { grouping: ['colour', COLLECTION] },
  ])
    assert.equal((await sandbox.call('searchAssets', params)).error?.code, -32000, JSON.stringify(params))
})

test('every account of a mint is reached page by page and by cursor, empty ones only on demand', async () => {
  const read = (params: Any) => sandbox.result('getTokenAccounts', { mint: COIN, ...params })
  const collected: string[] = []
  for (let cursor: string | null = null; ; ) {
    const page: Any = await read({ limit: 5, ...(cursor === null ? {} : { cursor }) })
    if (page.token_accounts.length === 0) {
      assert.equal(page.cursor, null)
      break
    }
    assert.equal(page.total, page.token_accounts.length)
    collected.push(...page.token_accounts.map((row: Any) => row.address))
    cursor = page.cursor
  }
  const expected = [ALICE, ...HOLDERS.slice(1)].map((owner) => associatedTokenAddress(owner, COIN)).sort()
  assert.deepEqual(collected, expected)
  const pages = await Promise.all([1, 2, 3, 4].map((page) => read({ limit: 10, page })))
  assert.deepEqual(
    pages.flatMap(({ token_accounts }: Any) => token_accounts.map((row: Any) => row.address)),
    expected,
  )
  assert.equal((await read({ options: { showZeroBalance: true } })).total, 24)
  const [row] = (await sandbox.result('getTokenAccounts', { ownerAddress: ALICE, mintAddress: COIN })).token_accounts
  assert.deepEqual(
    [row.amount, row.owner, row.mint, row.delegated_amount, row.frozen],
    [4_000_000, ALICE, COIN, 0, false],
  )
  const backwards = await read({ limit: 3, before: expected[10] })
  assert.deepEqual(
    backwards.token_accounts.map((one: Any) => one.address),
    expected.slice(7, 10),
  )
})

test('paging errors are those of the reference indexer', async () => {
  const message = async (params: Any) =>
    (await sandbox.call('getTokenAccounts', { mint: COIN, ...params })).error?.message ?? ''
  assert.match(await message({ limit: 1_001 }), /Limit should not be greater than 1000/)
  assert.match(await message({ limit: 0 }), /Limit/)
  assert.match(await message({ page: 0 }), /Invalid page number/)
  assert.match(await message({ page: 1, cursor: ALICE }), /Only one pagination parameter/)
  assert.match(await message({ cursor: 'x' }), /Pubkey Validation Err/)
  assert.match((await sandbox.call('getTokenAccounts', {})).error!.message, /Either 'owner' or 'mint'/)
})

test('an asset has every member that the recorded ones have', { skip: noRecordings }, async () => {
  const real = recorded('das/getAssetsByOwner.json').result.items.find(
    (item: Any) => item.interface === 'FungibleToken',
  )
  const { items } = await sandbox.result('getAssetsByOwner', { ownerAddress: ALICE, options: { showFungible: true } })
  const ours = items.find((item: Any) => item.id === COIN)
  const optional = ['inscription', 'spl20']
  assert.deepEqual(
    Object.keys(real).filter((name) => !(name in ours) && !optional.includes(name)),
    [],
  )
  for (const member of ['content', 'compression', 'royalty', 'ownership'] as const)
    assert.deepEqual(
      Object.keys(real[member]).filter((name) => !(name in ours[member])),
      [],
      member,
    )
  const rows = recorded(
    'das/snap_test_show_zero_balance_filter__show_zero_balance_filter_being_disabled.json',
  ).token_accounts
  const [row] = (await sandbox.result('getTokenAccounts', { owner: ALICE })).token_accounts
  assert.deepEqual(
    Object.keys(rows[0]).filter(
      (name) => !(name in row) && !['extensions', 'close_authority', 'delegate'].includes(name),
    ),
    [],
  )
})
