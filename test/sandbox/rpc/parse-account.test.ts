import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mint2022Bytes, mintBytes, tokenAccountBytes, voteAccountBytes } from '../../../sandbox/world/account-bytes.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import {
  ADDRESS_LOOKUP_TABLE_PROGRAM,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { noRecordings, recorded } from '../../support/recorded.ts'
import { type Any, openTestSandbox, START_SEC, type TestSandbox } from './open-test-sandbox.ts'

let sandbox: TestSandbox
const ALICE = keypairFromText('parse alice').address
const BOB = keypairFromText('parse bob').address
const MINT = keypairFromText('parse mint').address
before(async () => {
  sandbox = await openTestSandbox()
  put(MINT, TOKEN_PROGRAM, mintBytes({ mintAuthority: ALICE, freezeAuthority: null, supplyRaw: 12_345n, decimals: 3 }))
})
after(() => sandbox.close())

function put(address: string, owner: string, data: Uint8Array): void {
  sandbox.chain.setAccount(address, { lamports: 10_000_000n, owner, data, executable: false })
}
/** The jsonParsed data of bytes under an owner. */
async function parsedOf(owner: string, data: Uint8Array, address = keypairFromText('parse one').address): Promise<Any> {
  put(address, owner, data)
  return (await sandbox.result('getAccountInfo', [address, { encoding: 'jsonParsed' }])).value.data
}
const le = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value))
  return bytes
}
const extension = (type: number, value: Uint8Array) =>
  Buffer.concat([Uint8Array.of(type, 0, value.length & 255, value.length >> 8), value])
function extendedMint(...extensions: Uint8Array[]): Uint8Array {
  const base = Buffer.alloc(166)
  base.set(mintBytes({ mintAuthority: null, freezeAuthority: null, supplyRaw: 1n, decimals: 6 }))
  base[165] = 1
  return Buffer.concat([base, ...extensions])
}
const f64 = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

test('a mint and its accounts read by name', async () => {
  assert.deepEqual((await sandbox.result('getAccountInfo', [MINT, { encoding: 'jsonParsed' }])).value.data, {
    program: 'spl-token',
    parsed: {
      type: 'mint',
      info: { mintAuthority: ALICE, supply: '12345', decimals: 3, isInitialized: true, freezeAuthority: null },
    },
    space: 82,
  })
  const account = tokenAccountBytes({ mint: MINT, owner: BOB, amountRaw: 12_300n, frozen: true })
  assert.deepEqual(await parsedOf(TOKEN_PROGRAM, account), {
    program: 'spl-token',
    parsed: {
      type: 'account',
      info: {
        mint: MINT,
        owner: BOB,
        state: 'frozen',
        isNative: false,
        tokenAmount: { amount: '12300', decimals: 3, uiAmount: 12.3, uiAmountString: '12.3' },
      },
    },
    space: 165,
  })
  account.set(Uint8Array.of(1), 72)
  account.set(addressBytes(ALICE), 76)
  account.set(le(200n), 121)
  account.set(Uint8Array.of(1), 129)
  account.set(addressBytes(ALICE), 133)
  const { info } = (await parsedOf(TOKEN_PROGRAM, account)).parsed
  assert.deepEqual([info.delegate, info.delegatedAmount.uiAmountString, info.closeAuthority], [ALICE, '0.2', ALICE])
})

test('an account whose mint is gone, or that is cut off, falls back to base64', async () => {
  const orphan = tokenAccountBytes({ mint: BOB, owner: ALICE, amountRaw: 1n })
  assert.equal((await parsedOf(TOKEN_PROGRAM, orphan))[1], 'base64')
  for (const [owner, bytes] of [
    [TOKEN_PROGRAM, 40],
    [STAKE_PROGRAM, 60],
    [VOTE_PROGRAM, 70],
    [ADDRESS_LOOKUP_TABLE_PROGRAM, 30],
    [SYSTEM_PROGRAM, 79],
  ] as const)
    assert.equal((await parsedOf(owner, new Uint8Array(bytes).fill(1)))[1], 'base64', owner)
})

test('extensions of a Token-2022 mint read in their order', async () => {
  const data = mint2022Bytes({
    mintAuthority: ALICE,
    freezeAuthority: ALICE,
    supplyRaw: 9n,
    decimals: 0,
    mint: MINT,
    updateAuthority: ALICE,
    text: { name: 'N', symbol: 'S', uri: 'u' },
    transferFeeBps: 250,
    permanentDelegate: BOB,
    defaultFrozen: true,
  })
  const { program, parsed } = await parsedOf(TOKEN_2022_PROGRAM, data)
  assert.equal(program, 'spl-token-2022')
  const byName = Object.fromEntries(parsed.info.extensions.map(({ extension: name, state }: Any) => [name, state]))
  assert.deepEqual(Object.keys(byName), [
    'transferFeeConfig',
    'defaultAccountState',
    'permanentDelegate',
    'metadataPointer',
    'tokenMetadata',
  ])
  assert.equal(byName.transferFeeConfig.newerTransferFee.transferFeeBasisPoints, 250)
  assert.deepEqual(byName.defaultAccountState, { accountState: 'frozen' })
  assert.deepEqual(byName.permanentDelegate, { delegate: BOB })
  assert.deepEqual(byName.tokenMetadata, {
    updateAuthority: ALICE,
    mint: MINT,
    name: 'N',
    symbol: 'S',
    uri: 'u',
    additionalMetadata: [],
  })
})

test('an extension that cannot be read or is unknown says so and does not hide the others', async () => {
  const data = extendedMint(
    extension(3, new Uint8Array(5)),
    extension(99, new Uint8Array(4)),
    extension(9, new Uint8Array(0)),
    extension(19, new Uint8Array(90).fill(200)),
  )
  assert.deepEqual((await parsedOf(TOKEN_2022_PROGRAM, data)).parsed.info.extensions, [
    { extension: 'unparseableExtension' },
    { extension: 'unparseableExtension' },
    { extension: 'nonTransferable' },
    { extension: 'unparseableExtension' },
  ])
})

test('scaled and interest-bearing mints show amounts as wallets do', async () => {
  const balance = async (mintData: Uint8Array) => {
    const [mint, account] = [keypairFromText('scaled mint').address, keypairFromText('scaled account').address]
    put(mint, TOKEN_2022_PROGRAM, mintData)
    put(account, TOKEN_2022_PROGRAM, tokenAccountBytes({ mint, owner: ALICE, amountRaw: 2_000_000n }))
    return (await sandbox.result('getTokenAccountBalance', [account])).value.uiAmountString
  }
  const now = BigInt(START_SEC)
  const scaled = (effective: bigint) =>
    extendedMint(extension(25, Buffer.concat([new Uint8Array(32), f64(1.5), le(effective), f64(4)])))
  assert.equal(await balance(scaled(now + 100_000n)), '3')
  assert.equal(await balance(scaled(now - 1n)), '8')
  const year = BigInt(Math.round(86_400 * 365.24))
  const rate = Buffer.from([0xf4, 0x01])
  const interest = extendedMint(
    extension(10, Buffer.concat([new Uint8Array(32), le(now - year), rate, le(now - year), rate])),
  )
  assert.equal((await balance(interest)).slice(0, 7), String(2 * Math.exp(0.05)).slice(0, 7))
})

test('nonces, lookup tables and stakes read by name', async () => {
  const nonce = Buffer.alloc(80)
  nonce[0] = 1
  nonce[4] = 1
  nonce.set(addressBytes(ALICE), 8)
  nonce.set(addressBytes(BOB), 40)
  nonce.set(le(5_000n), 72)
  assert.deepEqual((await parsedOf(SYSTEM_PROGRAM, nonce)).parsed, {
    type: 'initialized',
    info: { authority: ALICE, blockhash: BOB, feeCalculator: { lamportsPerSignature: '5000' } },
  })

  const table = Buffer.alloc(56 + 64)
  table[0] = 1
  table.set(le(-1n), 4)
  table.set(le(77n), 12)
  table[21] = 1
  table.set(addressBytes(ALICE), 22)
  table.set(addressBytes(BOB), 56)
  table.set(addressBytes(MINT), 88)
  assert.deepEqual((await parsedOf(ADDRESS_LOOKUP_TABLE_PROGRAM, table)).parsed.info, {
    deactivationSlot: '18446744073709551615',
    lastExtendedSlot: '77',
    lastExtendedSlotStartIndex: 0,
    authority: ALICE,
    addresses: [BOB, MINT],
  })
})

test('a vote account reads by name and counts among the validators with its stake', async () => {
  const vote = keypairFromText('parse vote').address
  const data = voteAccountBytes({ identity: ALICE, commissionPct: 7 })
  const { parsed } = await parsedOf(VOTE_PROGRAM, data, vote)
  assert.deepEqual(
    [parsed.type, parsed.info.nodePubkey, parsed.info.commission, parsed.info.authorizedVoters.length],
    ['vote', ALICE, 7, 1],
  )
  const stake = Buffer.alloc(200)
  stake.writeUInt32LE(2, 0)
  stake.set(addressBytes(vote), 124)
  stake.set(le(5_000n), 156)
  stake.set(le(-1n), 172)
  put(keypairFromText('parse stake').address, STAKE_PROGRAM, stake)
  const { current, delinquent } = await sandbox.result('getVoteAccounts')
  assert.deepEqual(
    current.map((one: Any) => [one.votePubkey, one.nodePubkey, one.activatedStake, one.commission]),
    [[vote, ALICE, 5_000, 7]],
  )
  assert.deepEqual(delinquent, [])
  assert.equal(await sandbox.result('getSlotLeader'), ALICE)
})

test('the mainnet stake account reads as its owner knows it', { skip: noRecordings }, async () => {
  const { account } = recorded('solana-rpc/stake/getProgramAccounts_stake.json').response.result[0]
  const { parsed } = await parsedOf(STAKE_PROGRAM, Buffer.from(account.data[0], 'base64'))
  assert.equal(parsed.type, 'delegated')
  assert.equal(parsed.info.meta.rentExemptReserve, '2282880')
  assert.equal(parsed.info.meta.authorized.withdrawer, 'Ho2Tst4ReVypbqBscy2zUeFyrrwvjtQeEbhoE7P1MHna')
  assert.deepEqual(
    [parsed.info.stake.delegation.stake, parsed.info.stake.delegation.deactivationEpoch],
    ['5337132949270', '18446744073709551615'],
  )
})

test('PYUSD reads with all its extensions', { skip: noRecordings }, async () => {
  const { data } = recorded('solana-rpc/other/getAccountInfo_4.json').response.result.value
  const { parsed } = await parsedOf(TOKEN_2022_PROGRAM, Buffer.from(data[0], 'base64'))
  assert.deepEqual(
    parsed.info.extensions.map(({ extension: name }: Any) => name),
    [
      'mintCloseAuthority',
      'permanentDelegate',
      'transferFeeConfig',
      'confidentialTransferMint',
      'confidentialTransferFeeConfig',
      'transferHook',
      'metadataPointer',
      'tokenMetadata',
    ],
  )
})

test('members of a parsed token account are those of real ones', { skip: noRecordings }, async () => {
  const rows = recorded('solana-rpc/token-accounts/9QC3q9XT_token.json')
  const real = (rows.result?.value ?? rows.value ?? rows)[0].account
  put(
    keypairFromText('shape account').address,
    TOKEN_PROGRAM,
    tokenAccountBytes({ mint: MINT, owner: BOB, amountRaw: 1n }),
  )
  const { value } = await sandbox.result('getTokenAccountsByOwner', [BOB, { mint: MINT }, { encoding: 'jsonParsed' }])
  const shape = (one: Any): Any =>
    typeof one === 'object' && one !== null
      ? Object.fromEntries(
          Object.keys(one)
            .sort()
            .map((key) => [key, shape(one[key])]),
        )
      : typeof one
  assert.ok(value.length > 0)
  assert.deepEqual(shape(value[0].account), shape(real))
})
