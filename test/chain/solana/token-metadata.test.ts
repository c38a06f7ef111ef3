import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import {
  decodeMetadataPointer,
  decodeMetaplexMetadata,
  decodeTokenMetadataExtension,
  metaplexMetadataAddress,
  resolveTokenMetadata,
} from '../../../src/chain/solana/token-metadata.ts'
import { noRecordings, recorded } from '../../support/recorded.ts'

const MINT = 'So11111111111111111111111111111111111111112'
const OTHER = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const AUTHORITY = 'Stake11111111111111111111111111111111111111'

const u32 = (value: number) => Uint8Array.of(value & 255, (value >> 8) & 255, (value >> 16) & 255, value >> 24)
const text = (value: string, width = 0) => {
  const bytes = Buffer.from(value.padEnd(width, '\0'))
  return Buffer.concat([u32(bytes.length), bytes])
}

function metaplexBytes(mint: string, tail: Uint8Array): Uint8Array {
  return Buffer.concat([
    Uint8Array.of(4),
    addressBytes(AUTHORITY),
    addressBytes(mint),
    text('Sun Coin', 32),
    text('SUN', 10),
    text('https://example.com/sun.json', 200),
    Uint8Array.of(0xa4, 0x01),
    tail,
  ])
}
const CREATOR = Buffer.concat([Uint8Array.of(1), u32(1), addressBytes(OTHER), Uint8Array.of(1, 100)])
const NFT_TAIL = Buffer.concat([
  CREATOR,
  Uint8Array.of(1, 0),
  Uint8Array.of(1, 254),
  Uint8Array.of(1, 4),
  Uint8Array.of(1, 1),
  addressBytes(MINT),
])

function extension(type: number, value: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.of(type, 0, value.length & 255, value.length >> 8), value])
}
function mint2022(...extensions: readonly Uint8Array[]): Uint8Array {
  const base = Buffer.alloc(166)
  base[45] = 1
  base[165] = 1
  return Buffer.concat([base, ...extensions])
}
const ownMetadata = (mint: string) =>
  extension(
    19,
    Buffer.concat([
      addressBytes(AUTHORITY),
      addressBytes(mint),
      text('Moon'),
      text('MOON'),
      text('ipfs://moon'),
      u32(1),
      text('risk'),
      text('high'),
    ]),
  )
const pointerTo = (address: string) => extension(18, Buffer.concat([addressBytes(AUTHORITY), addressBytes(address)]))

test('a Metaplex record is read with its padding stripped and its NFT members', () => {
  const metadata = decodeMetaplexMetadata(metaplexBytes(MINT, NFT_TAIL))
  assert.deepEqual(metadata, {
    source: 'metaplex',
    mint: MINT,
    updateAuthority: AUTHORITY,
    name: 'Sun Coin',
    symbol: 'SUN',
    uri: 'https://example.com/sun.json',
    additional: [],
    nft: {
      sellerFeeBps: 420,
      creators: [{ address: OTHER, verified: true, share: 100 }],
      primarySaleHappened: true,
      isMutable: false,
      editionNonce: 254,
      tokenStandard: 'ProgrammableNonFungible',
      collection: { key: MINT, verified: true },
    },
  })
})

test('a name whose bytes are not UTF-8 is none', () => {
  const bytes = Buffer.from(metaplexBytes(MINT, NFT_TAIL))
  bytes[bytes.indexOf('Sun Coin') + 2] = 0xff
  const read = decodeMetaplexMetadata(bytes)
  assert.deepEqual([read?.name, read?.symbol], ['', 'SUN'])
})

test('an old record without standard and collection still gives its names', () => {
  const metadata = decodeMetaplexMetadata(metaplexBytes(MINT, Uint8Array.of(0, 0, 1)))
  assert.equal(metadata?.name, 'Sun Coin')
  assert.deepEqual(
    [metadata?.nft?.tokenStandard, metadata?.nft?.collection, metadata?.nft?.isMutable],
    [null, null, true],
  )
})

test('other accounts, cut-off texts and too many creators are no metadata', () => {
  const whole = metaplexBytes(MINT, NFT_TAIL)
  assert.equal(decodeMetaplexMetadata(new Uint8Array(0)), null)
  assert.equal(decodeMetaplexMetadata(Uint8Array.of(6, ...whole.subarray(1))), null)
  for (const length of [1, 40, 66, 80, 120, 200])
    assert.equal(decodeMetaplexMetadata(whole.subarray(0, length)), null, `${length} bytes`)
  assert.equal(decodeMetaplexMetadata(metaplexBytes(MINT, Buffer.concat([Uint8Array.of(1), u32(6)]))), null)
})

test('a Token-2022 mint carries its own metadata', () => {
  const metadata = decodeTokenMetadataExtension(mint2022(pointerTo(MINT), ownMetadata(MINT)))
  assert.deepEqual(metadata?.additional, [['risk', 'high']])
  assert.deepEqual(
    [metadata?.name, metadata?.symbol, metadata?.uri, metadata?.nft],
    ['Moon', 'MOON', 'ipfs://moon', null],
  )
  assert.equal(decodeMetadataPointer(mint2022(pointerTo(MINT))), MINT)
  assert.equal(decodeMetadataPointer(mint2022()), null)
  assert.equal(decodeTokenMetadataExtension(mint2022(extension(19, new Uint8Array(70).fill(255)))), null)
})

test('a record that describes another mint does not count, whatever points at it', () => {
  const accounts = new Map([
    [OTHER, metaplexBytes(OTHER, NFT_TAIL)],
    [metaplexMetadataAddress(MINT), metaplexBytes(MINT, NFT_TAIL)],
  ])
  const asked: string[] = []
  const read = (address: string) => {
    asked.push(address)
    return accounts.get(address) ?? null
  }
  assert.equal(resolveTokenMetadata(MINT, mint2022(pointerTo(OTHER)), read)?.name, 'Sun Coin')
  assert.deepEqual(asked, [OTHER, metaplexMetadataAddress(MINT)])
  assert.equal(
    resolveTokenMetadata(MINT, mint2022(ownMetadata(OTHER)), () => null),
    null,
  )
  assert.equal(
    resolveTokenMetadata(MINT, new Uint8Array(82), () => null),
    null,
  )
})

test('JitoSOL, a lending token and PYUSD read as they stand on mainnet', { skip: noRecordings }, () => {
  const dataOf = (file: string) =>
    Buffer.from(recorded(`solana-rpc/other/${file}`).response.result.value.data[0], 'base64')
  const jito = decodeMetaplexMetadata(dataOf('getAccountInfo_3.json'))
  assert.deepEqual(
    [jito?.name, jito?.symbol, jito?.mint],
    ['Jito Staked SOL', 'JitoSOL', 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'],
  )
  assert.equal(
    metaplexMetadataAddress(jito!.mint),
    recorded('solana-rpc/other/getAccountInfo_3.json').request.params[0],
  )
  const lend = decodeMetaplexMetadata(dataOf('getAccountInfo_6.json'))
  assert.deepEqual([lend?.name, lend?.symbol], ['jupiter lend USDC', 'jlUSDC'])
  const pyusd = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'
  const data = dataOf('getAccountInfo_4.json')
  assert.equal(decodeMetadataPointer(data), pyusd)
  assert.deepEqual(
    [resolveTokenMetadata(pyusd, data, () => null)].map((one) => [one?.name, one?.symbol, one?.uri]),
    [['PayPal USD', 'PYUSD', 'https://token-metadata.paxos.com/pyusd_metadata/prod/solana/pyusd_metadata.json']],
  )
})
