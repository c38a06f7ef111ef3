import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeVoteState } from '../../../sandbox/rpc/vote-state.ts'
import {
  metaplexMetadataBytes,
  mint2022Bytes,
  mintBytes,
  tokenAccountBytes,
  voteAccountBytes,
} from '../../../sandbox/world/account-bytes.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { decodeMintInfo } from '../../../src/chain/solana/mint-info.ts'
import { TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { decodeMetaplexMetadata, decodeTokenMetadataExtension } from '../../../src/chain/solana/token-metadata.ts'
import { readMint, readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'

const mint = keypairFromText('mint').address
const owner = keypairFromText('owner').address
const text = { name: 'Tiny Otter', symbol: 'TIOTTE', uri: 'https://assets.example/x' }

test('a mint reads back with its authorities, supply and decimals', () => {
  const fields = readMint(
    mintBytes({ mintAuthority: owner, freezeAuthority: null, supplyRaw: 2n ** 60n + 7n, decimals: 9 }),
  )
  assert.equal(fields?.supplyRaw, 2n ** 60n + 7n)
  assert.equal(fields.decimals, 9)
  assert.equal(encodeBase58(fields.mintAuthority!), owner)
  assert.equal(fields.freezeAuthority, null)
})

test('a Token-2022 mint carries its metadata and the extensions asked for, and no others', () => {
  const face = {
    mintAuthority: null,
    freezeAuthority: owner,
    supplyRaw: 5n,
    decimals: 6,
    mint,
    updateAuthority: owner,
    text,
  }
  const plain = mint2022Bytes(face)
  const trap = mint2022Bytes({ ...face, defaultFrozen: true, permanentDelegate: owner, transferFeeBps: 10_000 })
  const infoOf = (data: Uint8Array) =>
    decodeMintInfo({ address: mint, owner: TOKEN_2022_PROGRAM, lamports: 1n, executable: false, data })!
  assert.equal(infoOf(plain).extensions.defaultFrozen, false)
  assert.equal(infoOf(plain).extensions.transferFeeBps, null)
  const { extensions } = infoOf(trap)
  assert.equal(extensions.defaultFrozen, true)
  assert.equal(extensions.permanentDelegate, owner)
  assert.equal(extensions.transferFeeBps, 10_000)
  for (const data of [plain, trap]) {
    const metadata = decodeTokenMetadataExtension(data)
    assert.equal(metadata?.name, text.name)
    assert.equal(metadata.mint, mint)
    assert.equal(metadata.updateAuthority, owner)
  }
})

test('a token account reads back; frozen and wrapped ones say so', () => {
  const plain = readTokenAccount(tokenAccountBytes({ mint, owner, amountRaw: 123n }))
  assert.equal(plain?.amountRaw, 123n)
  assert.equal(plain.state, 'initialized')
  assert.equal(plain.nativeReserveLamports, null)
  assert.equal(readTokenAccount(tokenAccountBytes({ mint, owner, amountRaw: 1n, frozen: true }))?.state, 'frozen')
  const wrapped = tokenAccountBytes({ mint, owner, amountRaw: 1n, nativeReserveLamports: 99n })
  assert.equal(readTokenAccount(wrapped)?.nativeReserveLamports, 99n)
  const immutable = tokenAccountBytes({ mint, owner, amountRaw: 7n, immutableOwner: true })
  assert.equal(immutable.length, 170)
  assert.equal(readTokenAccount(immutable)?.amountRaw, 7n)
})

test('Metaplex metadata reads back with creator and collection', () => {
  const metadata = decodeMetaplexMetadata(
    metaplexMetadataBytes({
      mint,
      updateAuthority: owner,
      text,
      tokenStandard: 'nonFungible',
      mutable: true,
      sellerFeeBps: 500,
      creator: owner,
      collection: mint,
    }),
  )
  assert.equal(metadata?.symbol, text.symbol)
  assert.equal(metadata.uri, text.uri)
  assert.equal(metadata.nft?.sellerFeeBps, 500)
  assert.equal(metadata.nft.tokenStandard, 'NonFungible')
  assert.deepEqual(metadata.nft.collection, { key: mint, verified: true })
  assert.deepEqual(metadata.nft.creators, [{ address: owner, verified: true, share: 100 }])
})

test('a vote account reads back with its identity and commission', () => {
  const state = decodeVoteState(voteAccountBytes({ identity: owner, commissionPct: 8 }))
  assert.equal(state?.node, owner)
  assert.equal(state.commissionPct, 8)
  assert.deepEqual(state.authorizedVoters, [{ epoch: 0, voter: owner }])
  assert.deepEqual(state.votes, [])
})
