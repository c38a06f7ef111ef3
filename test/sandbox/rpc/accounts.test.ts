import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { mintBytes, tokenAccountBytes } from '../../../sandbox/world/account-bytes.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { type Any, openTestSandbox, type TestSandbox } from './open-test-sandbox.ts'

let sandbox: TestSandbox
const PROGRAM = keypairFromText('accounts program').address
const EMULATED = keypairFromText('emulated program').address
const MINT = keypairFromText('accounts mint').address
const OWNERS = Array.from({ length: 25 }, (_, at) => keypairFromText(`holder ${at}`).address)

before(async () => {
  sandbox = await openTestSandbox()
  const { chain } = sandbox
  put('small', Uint8Array.of(1, 2, 3, 4, 5), PROGRAM)
  put('large', new Uint8Array(200).fill(7), PROGRAM)
  chain.setAccount(MINT, {
    lamports: 1_461_600n,
    owner: TOKEN_PROGRAM,
    executable: false,
    data: mintBytes({ mintAuthority: OWNERS[0]!, freezeAuthority: null, supplyRaw: 325n, decimals: 2 }),
  })
  OWNERS.forEach((owner, at) => {
    chain.setAccount(associatedTokenAddress(owner, MINT), {
      lamports: 2_039_280n,
      owner: TOKEN_PROGRAM,
      executable: false,
      data: tokenAccountBytes({ mint: MINT, owner, amountRaw: BigInt(at + 1) }),
    })
  })
  chain.registerEmulator({ programId: EMULATED, run: () => [] })
})
after(() => sandbox.close())

function put(name: string, data: Uint8Array, owner: string): void {
  sandbox.chain.setAccount(keypairFromText(name).address, { lamports: 5_000_000n, owner, data, executable: false })
}
const address = (name: string) => keypairFromText(name).address

test('each encoding carries the same bytes', async () => {
  const read = async (encoding?: string, more = {}): Promise<Any> =>
    (await sandbox.result('getAccountInfo', [address('small'), { ...(encoding ? { encoding } : {}), ...more }])).value
      .data
  assert.equal(await read(), encodeBase58(Uint8Array.of(1, 2, 3, 4, 5)))
  assert.deepEqual(await read('base58'), [encodeBase58(Uint8Array.of(1, 2, 3, 4, 5)), 'base58'])
  assert.deepEqual(await read('base64'), ['AQIDBAU=', 'base64'])
  const [zstd, name] = await read('base64+zstd')
  assert.deepEqual([[...zstdDecompressSync(Buffer.from(zstd, 'base64'))], name], [[1, 2, 3, 4, 5], 'base64+zstd'])
  assert.deepEqual(await read('jsonParsed'), ['AQIDBAU=', 'base64'])
  assert.deepEqual(await read('base64', { dataSlice: { offset: 1, length: 3 } }), ['AgME', 'base64'])
  assert.deepEqual(await read('base64', { dataSlice: { offset: 9, length: 3 } }), ['', 'base64'])
})

test('base58 is refused beyond 128 bytes, except for a short slice', async () => {
  for (const encoding of ['base58', 'binary'])
    assert.equal((await sandbox.call('getAccountInfo', [address('large'), { encoding }])).error?.code, -32600)
  const sliced = await sandbox.result('getAccountInfo', [
    address('large'),
    { encoding: 'base58', dataSlice: { offset: 0, length: 128 } },
  ])
  assert.equal(sliced.value.data[1], 'base58')
})

test('the rent epoch is written with all its digits, and a missing account is null', async () => {
  const reply = await fetch(sandbox.server.rpcUrl, {
    method: 'POST',
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getMultipleAccounts',
      params: [[address('small'), address('nobody')]],
    }),
  })
  const text = await reply.text()
  assert.match(text, /"rentEpoch":18446744073709551615,"space":5/)
  assert.match(text, /,null\]/)
})

test('an emulated program reads as an executable account without code', async () => {
  const { value } = await sandbox.result('getAccountInfo', [EMULATED, { encoding: 'base64' }])
  assert.deepEqual([value.executable, value.data, value.space], [true, ['', 'base64'], 0])
  assert.equal(value.owner, sandbox.chain.account(EMULATED)?.owner)
  const code = encodeBase58(sandbox.chain.account(EMULATED)!.data.subarray(4, 36))
  assert.equal((await sandbox.result('getAccountInfo', [code, { encoding: 'base64' }])).value, null)
  const loaded = await sandbox.result('getProgramAccounts', [value.owner, { dataSlice: { offset: 0, length: 0 } }])
  assert.ok(loaded.every(({ pubkey }: Any) => pubkey !== code))
})

test('program accounts pass through filters, from a scan and from an index alike', async () => {
  const all = await sandbox.result('getProgramAccounts', [PROGRAM, { encoding: 'base64' }])
  assert.equal(all.length, 2)
  const bytes = encodeBase58(Uint8Array.of(2, 3))
  const found = await sandbox.result('getProgramAccounts', [
    PROGRAM,
    { withContext: true, filters: [{ memcmp: { offset: 1, bytes } }] },
  ])
  assert.deepEqual(
    [found.value.map(({ pubkey }: Any) => pubkey), found.context.slot],
    [[address('small')], sandbox.chain.finalizedSlot()],
  )
  const base64 = { memcmp: { offset: 1, bytes: 'AgM=', encoding: 'base64' } }
  assert.equal(
    (await sandbox.result('getProgramAccounts', [PROGRAM, { filters: [base64, { dataSize: 5 }] }])).length,
    1,
  )
  assert.equal(
    (await sandbox.result('getProgramAccounts', [PROGRAM, { filters: [{ memcmp: { offset: 1, bytes: [2, 3] } }] }]))
      .length,
    1,
  )
  assert.equal(
    (await sandbox.result('getProgramAccounts', [PROGRAM, { filters: [{ memcmp: { offset: 4, bytes } }] }])).length,
    0,
  )

  const holders = async (filters: Any) =>
    (
      await sandbox.result('getProgramAccounts', [
        TOKEN_PROGRAM,
        { filters, encoding: 'base64', dataSlice: { offset: 32, length: 40 } },
      ])
    ).length
  const ofMint = { memcmp: { offset: 0, bytes: MINT } }
  const ofOwner = { memcmp: { offset: 32, bytes: OWNERS[3] } }
  assert.equal(await holders([{ dataSize: 165 }, ofMint]), OWNERS.length)
  assert.equal(await holders([ofMint]), OWNERS.length)
  assert.equal(await holders(['tokenAccountState', ofMint]), OWNERS.length)
  assert.equal(await holders([{ dataSize: 165 }, ofOwner]), 1)
  assert.equal(await holders([ofOwner]), 1)
  assert.equal(
    (await sandbox.result('getProgramAccounts', [TOKEN_2022_PROGRAM, { filters: [{ dataSize: 165 }, ofMint] }])).length,
    0,
  )
})

test('filters beyond the node’s bounds are refused', async () => {
  const refused = async (filters: Any) => (await sandbox.call('getProgramAccounts', [PROGRAM, { filters }])).error
  assert.deepEqual(await refused(Array(5).fill({ dataSize: 1 })), {
    code: -32602,
    message: 'Too many filters provided; max 4',
  })
  assert.equal(
    (await refused([{ memcmp: { offset: 0, bytes: 'A'.repeat(176) } }]))?.message,
    'Invalid param: DataTooLarge',
  )
  assert.equal(
    (await refused([{ memcmp: { offset: 0, bytes: Buffer.alloc(129).toString('base64'), encoding: 'base64' } }]))
      ?.message,
    'Invalid param: DataTooLarge',
  )
  assert.match((await refused([{ memcmp: { offset: 0, bytes: '0' } }]))!.message, /Base58DecodeError/)
  assert.match(
    (await refused([{ memcmp: { offset: 0, bytes: '*', encoding: 'base64' } }]))!.message,
    /Base64DecodeError/,
  )
  for (const filter of [{}, 5, { memcmp: { bytes: '1' } }, { dataSize: 'x' }])
    assert.equal((await refused([filter]))?.code, -32602)
})

test('the largest accounts of a mint are exactly the top twenty', async () => {
  const { value } = await sandbox.result('getTokenLargestAccounts', [MINT])
  assert.equal(value.length, 20)
  assert.deepEqual(
    value.map(({ amount }: Any) => Number(amount)),
    Array.from({ length: 20 }, (_, at) => 25 - at),
  )
  assert.deepEqual(value[0], {
    address: associatedTokenAddress(OWNERS[24]!, MINT),
    amount: '25',
    decimals: 2,
    uiAmount: 0.25,
    uiAmountString: '0.25',
  })
})

test('token methods refuse what is no mint, no account and no token program', async () => {
  const message = async (method: string, ...params: Any[]) => (await sandbox.call(method, params)).error?.message ?? ''
  assert.equal(await message('getTokenSupply', address('nobody')), 'Invalid param: could not find account')
  assert.equal(await message('getTokenSupply', address('small')), 'Invalid param: not a Token mint')
  assert.equal(
    await message('getTokenSupply', associatedTokenAddress(OWNERS[0]!, MINT)),
    'Invalid param: mint could not be unpacked',
  )
  assert.equal(await message('getTokenAccountBalance', address('nobody')), 'Invalid param: could not find account')
  assert.equal(await message('getTokenAccountBalance', MINT), 'Invalid param: not a Token account')
  assert.equal(await message('getTokenLargestAccounts', address('nobody')), 'Invalid param: could not find mint')
  assert.equal(
    await message('getTokenAccountsByOwner', OWNERS[0], { programId: PROGRAM }),
    'Invalid param: unrecognized Token program id',
  )
  assert.equal(
    await message('getTokenAccountsByOwner', OWNERS[0], { mint: address('nobody') }),
    'Invalid param: could not find mint',
  )
  assert.match(await message('getTokenAccountsByOwner', OWNERS[0], {}), /expected `mint` or `programId`/)
})
