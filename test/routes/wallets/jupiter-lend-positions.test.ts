import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { metaplexMetadataAddress } from '../../../src/chain/solana/token-metadata.ts'
import type { PositionRow, PositionsReply } from '../../../src/contract/wallet-positions.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import type { LocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { bytesOfAddress, type PlantedAccount, plantedNode } from '../../support/planted-node.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { successOf } from '../../support/reply-check.ts'
import type { KeptAccount } from '../../support/run-reading.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** Positions of Jupiter Lend through the whole server: those in vaults are found by the NFTs that a wallet holds, shares of Earn by
 *  their token. The sandbox has neither: a node in front of it shows the accounts of the SDK's vectors. */

type Amount = { readonly mint: string; readonly amountRaw: string }
type Vector = {
  readonly position: string
  readonly pool: string
  readonly accounts: Readonly<Record<string, KeptAccount>>
  readonly tokens: readonly Amount[]
  readonly debts: readonly Amount[]
}
const VAULTS = 'jupr81YtYssSyPt8jbnGuiWon5f6x9TcDEFxYe3Bdzi'
const EARN = 'jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9'
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const NFT_AT = 14
const STATE_TAG = 'e4c452a562d2eb98'
const STATE_UPDATED_AT = 119
const UPDATED_SEC = 1_790_000_000

const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL('../../fixtures/positions/jupiter-vaults.json', import.meta.url), 'utf8'),
).vectors
const borrowing = vectors.find(({ debts }) => debts.length > 0)!
const supplying = vectors.find(({ tokens, debts }) => tokens.length > 0 && debts.length === 0)!
const liquidated = vectors.find(({ tokens, debts }) => tokens.length === 0 && debts.length === 0)!
const [borrower, collector, saver] = [strangerAddress(7_401), strangerAddress(7_402), strangerAddress(7_403)]
const [lending, shareMint, authority] = [strangerAddress(7_404), strangerAddress(7_405), strangerAddress(7_406)]
const savings = strangerAddress(7_407)
const success = successOf('GET /api/v2/wallets/{wallet}/defi-positions')
const intel = successOf('GET /api/v2/positions/{address}/intel')
const planted = new Map<string, PlantedAccount>()
let node: LocalServer & { readonly calls: string[] }
let server: OpenServer
let sandbox: StartedSandbox
let refusesScans = false

function plantMint(mint: string, of: { readonly supplyRaw: bigint; readonly decimals: number; authority?: string }) {
  const bytes = Buffer.alloc(82)
  if (of.authority !== undefined) {
    bytes.writeUInt32LE(1)
    bytes.set(bytesOfAddress(of.authority), 4)
  }
  bytes.writeBigUInt64LE(of.supplyRaw, 36)
  bytes[44] = of.decimals
  bytes[45] = 1
  planted.set(mint, { owner: TOKEN_PROGRAM, bytes })
}

function plantTokens(account: string, mint: string, of: { readonly owner: string; readonly amountRaw: bigint }): void {
  const bytes = Buffer.alloc(165)
  bytes.set(bytesOfAddress(mint))
  bytes.set(bytesOfAddress(of.owner), 32)
  bytes.writeBigUInt64LE(of.amountRaw, 64)
  bytes[108] = 1
  planted.set(account, { owner: TOKEN_PROGRAM, bytes })
}

function plantMetadata(mint: string, symbol: string, statedMint = mint): void {
  const text = (value: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(value.length)
    return Buffer.concat([length, Buffer.from(value)])
  }
  const head = Buffer.concat([Buffer.of(4), bytesOfAddress(authority), bytesOfAddress(statedMint)])
  const bytes = Buffer.concat([head, text('a name'), text(symbol), text(''), Buffer.alloc(9)])
  planted.set(metaplexMetadataAddress(mint), { owner: METADATA_PROGRAM, bytes })
}

function plantNft(mint: string, account: string, owner: string): void {
  plantMint(mint, { supplyRaw: 1n, decimals: 0 })
  plantTokens(account, mint, { owner, amountRaw: 1n })
}

const nftOf = ({ position }: Vector): string => encodeBase58(planted.get(position)!.bytes.subarray(NFT_AT, NFT_AT + 32))

/** A vector's accounts, and its NFT in a wallet. */
function plantPosition(vector: Vector, account: string, wallet: string): void {
  for (const [address, { owner, data }] of Object.entries(vector.accounts)) {
    const bytes = inflateRawSync(Buffer.from(data, 'base64'))
    // The drawn times may be of the future, and those are not shown.
    if (bytes.toString('hex', 0, 8) === STATE_TAG) bytes.writeBigUInt64LE(BigInt(UPDATED_SEC), STATE_UPDATED_AT)
    planted.set(address, { owner, bytes })
  }
  plantNft(nftOf(vector), account, wallet)
  plantMetadata(nftOf(vector), 'jv7')
}

/** An Earn of USDC whose shares are worth 1.052345678901 each, and a wallet with some. */
function plantEarn(of: { lending: string; shareMint: string; savings: string; saver: string }): void {
  const { lending, shareMint, savings, saver } = of
  const bytes = Buffer.alloc(196)
  bytes.set(Buffer.from('87c75210f983b6f1', 'hex'))
  bytes.set(bytesOfAddress(USDC), 8)
  bytes.set(bytesOfAddress(shareMint), 40)
  bytes.writeBigUInt64LE(1_052_345_678_901n, 115)
  bytes.writeBigUInt64LE(BigInt(UPDATED_SEC), 123)
  planted.set(lending, { owner: EARN, bytes })
  planted.set(authority, { owner: EARN, bytes: Buffer.alloc(16, 1) })
  plantMint(shareMint, { supplyRaw: 9_000_000_000_000n, decimals: 6, authority })
  plantTokens(savings, shareMint, { owner: saver, amountRaw: 1_000_000_007n })
}

before(async () => {
  sandbox = await sharedSandbox()
  plantPosition(borrowing, strangerAddress(7_411), borrower)
  plantPosition(supplying, strangerAddress(7_412), borrower)
  plantPosition(liquidated, strangerAddress(7_413), borrower)
  plantEarn({ lending, shareMint, savings, saver })
  node = await plantedNode(sandbox.urls['rpc']!, planted, () => refusesScans)
  server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
})
after(async () => {
  await server?.stop()
  await node?.close()
  await sandbox?.stop()
})

const ask = async (wallet: string): Promise<PositionsReply & { success: true }> =>
  success(await server.get(`/api/v2/wallets/${wallet}/defi-positions`))
const amounts = (rows: PositionRow['tokens']) => rows.map(({ mint, amountRaw }) => ({ mint, amountRaw }))

test('vaults of Jupiter Lend are found by the NFTs of a wallet, with what the SDK says of them', async () => {
  const { positions, missing } = await ask(borrower)
  const expected = [borrowing, supplying, liquidated].toSorted((a, b) => (a.position < b.position ? -1 : 1))
  assert.equal(positions.length, expected.length)
  for (const [at, vector] of expected.entries()) {
    const row = positions[at]!
    assert.deepEqual([row.kind, row.protocol, row.program], ['lend', 'jupiter_vaults', VAULTS])
    assert.deepEqual([row.address, row.mint, row.pool], [vector.position, nftOf(vector), vector.pool])
    assert.deepEqual([amounts(row.tokens), amounts(row.debts)], [vector.tokens, vector.debts])
    assert.deepEqual([row.shares, row.uncollectedFees, row.range], [null, null, null])
    // The program keeps no health, and no one can price tokens of random bytes.
    assert.deepEqual([row.lending!.health, row.valueUSD], [null, null])
    assert.deepEqual(row.lending!.interestUntil, { slot: null, timestamp: UPDATED_SEC })
    assert.equal(row.lending!.unread.length, vector === liquidated ? 1 : 0)
  }
  assert(!(missing ?? []).some((sentence) => /jupiter/.test(sentence)))
})

test('a vault position by its account or by its NFT is the same one, and whose it is', async () => {
  const row = (await ask(borrower)).positions.find(({ address }) => address === borrowing.position)!
  for (const address of [borrowing.position, nftOf(borrowing)]) {
    const one = intel(await server.get(`/api/v2/positions/${address}/intel`))
    assert.deepEqual([one.protocol, one.kind, one.owner], ['jupiter_vaults', 'lend', borrower])
    assert.deepEqual([one.tokens, one.debts, one.lending], [row.tokens, row.debts, row.lending])
  }
})

test('an NFT is no position for being called like one, nor for metadata of another mint', async () => {
  const [picture, alike, claiming] = [strangerAddress(7_421), strangerAddress(7_422), strangerAddress(7_423)]
  plantNft(picture, strangerAddress(7_431), collector)
  plantMetadata(picture, 'PIC')
  // No account of the program names this one.
  plantNft(alike, strangerAddress(7_432), collector)
  plantMetadata(alike, 'jv9')
  plantNft(claiming, strangerAddress(7_433), collector)
  plantMetadata(claiming, 'jv7', nftOf(borrowing))
  const { positions, missing } = await ask(collector)
  assert.deepEqual(positions, [])
  assert(!(missing ?? []).some((sentence) => /jupiter/.test(sentence)))
})

test('shares of Earn are worth what the program last wrote down, in the token that was lent', async () => {
  const { positions } = await ask(saver)
  const [row] = positions
  assert.equal(positions.length, 1)
  assert.deepEqual([row!.kind, row!.protocol, row!.program], ['lend', 'jupiter_lend', EARN])
  assert.deepEqual([row!.address, row!.mint, row!.pool], [savings, shareMint, lending])
  assert.equal(row!.shares, '1000000007')
  // 1,000,000,007 times 1.052345678901, rounded down.
  assert.deepEqual(amounts(row!.tokens), [{ mint: USDC, amountRaw: '1052345686' }])
  assert.deepEqual([row!.debts, row!.lending!.unread], [[], []])
  assert.deepEqual(row!.lending!.interestUntil, { slot: null, timestamp: UPDATED_SEC })
})

test('a node without scans shows no vault positions and says which it cannot list', async () => {
  const wallet = strangerAddress(7_408)
  const mint = strangerAddress(7_424)
  plantNft(mint, strangerAddress(7_434), wallet)
  plantMetadata(mint, 'jv3')
  refusesScans = true
  try {
    const { positions, missing } = await ask(wallet)
    assert.deepEqual(positions, [])
    assert(missing!.some((sentence) => sentence.includes('Positions of jupiter_vaults')))
  } finally {
    refusesScans = false
  }
})

test('shares whose pool nobody names are said to be missing, and found once the node scans', async () => {
  const other = strangerAddress(7_441)
  const [pool, mint, account] = [strangerAddress(7_442), strangerAddress(7_443), strangerAddress(7_444)]
  plantEarn({ lending: pool, shareMint: mint, savings: account, saver: other })
  refusesScans = true
  try {
    const { positions, missing } = await ask(other)
    assert.deepEqual(positions, [])
    assert(missing!.some((sentence) => sentence.startsWith('A pool of jupiter_lend') && sentence.includes(mint)))
  } finally {
    refusesScans = false
  }
  server.clock.push(3_600_000)
  const { positions, missing } = await ask(other)
  assert.deepEqual(
    positions.map((row) => [row.protocol, row.pool]),
    [['jupiter_lend', pool]],
  )
  assert(!(missing ?? []).some((sentence) => sentence.includes(mint)))
})
