import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { mint2022Bytes, mintBytes } from '../../../sandbox/world/account-bytes.ts'
import { closeTokenAccount, transferLamports } from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { type Any, fundedWallet, land, openTestSandbox, type TestSandbox } from '../rpc/open-test-sandbox.ts'

let sandbox: TestSandbox
before(async () => {
  sandbox = await openTestSandbox()
})
after(() => sandbox.close())
beforeEach(() => sandbox.faults.clear())

async function command(line: string, body?: Any): Promise<{ status: number; body: Any }> {
  const [method, path] = line.split(' ')
  const reply = await fetch(sandbox.server.controlUrl + path, {
    method: method!,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: await reply.json() }
}
async function done(line: string, body?: Any): Promise<Any> {
  const reply = await command(line, body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}
const address = (name: string) => keypairFromText(`control ${name}`).address

test('the state says where the chain stands and what is paused', async () => {
  const state = await done('GET /state')
  assert.equal(state.slot, sandbox.chain.slot())
  assert.equal(state.genesisHash, sandbox.chain.genesisHash)
  assert.deepEqual([state.agentsPaused, state.slotsPaused, state.faults], [false, true, 0])
})

test('SOL is given to any address, on top of what it has', async () => {
  await done('POST /airdrop', { address: address('rich'), lamports: 2_000_000_000 })
  assert.equal(
    (await done('POST /airdrop', { address: address('rich'), lamports: '3000000000' })).lamports,
    '5000000000',
  )
  assert.equal((await sandbox.result('getBalance', [address('rich')])).value, 5_000_000_000)
  for (const body of [
    {},
    { address: 'x', lamports: 1 },
    { address: address('rich') },
    { address: address('rich'), lamports: -1 },
    { address: address('rich'), lamports: 1.5 },
    { address: address('rich'), lamports: '99999999999999999999' },
    { address: TOKEN_PROGRAM, lamports: 1 },
  ])
    assert.equal((await command('POST /airdrop', body)).status, 400, JSON.stringify(body))
})

test('tokens of both programs and wrapped SOL are given, and the supply grows with them', async () => {
  const [owner, plain, extended] = [address('holder'), address('mint'), address('mint2022')]
  const put = (at: string, program: string, data: Uint8Array) =>
    sandbox.chain.setAccount(at, { lamports: 5_000_000n, owner: program, data, executable: false })
  put(plain, TOKEN_PROGRAM, mintBytes({ mintAuthority: null, freezeAuthority: null, supplyRaw: 10n, decimals: 0 }))
  const text = { name: 'N', symbol: 'S', uri: 'u' }
  put(
    extended,
    TOKEN_2022_PROGRAM,
    mint2022Bytes({
      mint: extended,
      mintAuthority: null,
      freezeAuthority: null,
      supplyRaw: 0n,
      decimals: 2,
      updateAuthority: null,
      text,
      transferFeeBps: 100,
      defaultFrozen: true,
    }),
  )
  const give = async (mint: string, amountRaw: string | number) =>
    (await done('POST /tokens', { address: owner, mint, amountRaw })).tokenAccount
  assert.equal(await give(plain, 5), associatedTokenAddress(owner, plain))
  await give(plain, '7')
  assert.equal((await sandbox.result('getTokenSupply', [plain])).value.amount, '22')
  assert.equal(
    (await sandbox.result('getTokenAccountBalance', [associatedTokenAddress(owner, plain)])).value.amount,
    '12',
  )

  const account = await give(extended, 300)
  assert.equal(account, associatedTokenAddress(owner, extended, TOKEN_2022_PROGRAM))
  const { info } = (await sandbox.result('getAccountInfo', [account, { encoding: 'jsonParsed' }])).value.data.parsed
  assert.deepEqual([info.state, info.tokenAmount.uiAmountString], ['frozen', '3'])
  assert.deepEqual(info.extensions, [
    { extension: 'immutableOwner' },
    { extension: 'transferFeeAmount', state: { withheldAmount: 0 } },
  ])

  const wrapped = await give(NATIVE_MINT, 1_000)
  const native = (await sandbox.result('getAccountInfo', [wrapped, { encoding: 'jsonParsed' }])).value
  assert.deepEqual([native.data.parsed.info.isNative, native.lamports], [true, 1_000 + 1_488_440])
  for (const body of [
    { address: owner, mint: owner, amountRaw: 1 },
    { address: owner, mint: plain, amountRaw: '18446744073709551615' },
    { address: owner, mint: plain },
  ])
    assert.equal((await command('POST /tokens', body)).status, 400)
})

test('a wallet that was given wrapped SOL and tokens can spend them', async () => {
  const owner = fundedWallet(sandbox.chain, 'spender')
  const { tokenAccount } = await done('POST /tokens', {
    address: owner.address,
    mint: NATIVE_MINT,
    amountRaw: 5_000_000,
  })
  land(
    sandbox.chain,
    [closeTokenAccount({ account: tokenAccount, destination: owner.address, authority: owner.address })],
    [owner],
  )
  assert.equal(sandbox.chain.account(tokenAccount), null)
  assert.equal(sandbox.chain.account(owner.address)?.lamports, 100_000_000_000n + 5_000_000n + 1_488_440n - 5_000n)
})

test('agents and slots are paused, resumed and stepped', async () => {
  assert.equal((await done('POST /agents/pause')).agentsPaused, true)
  assert.equal((await done('POST /agents/resume')).agentsPaused, false)
  await done('POST /agents/step', { count: 3 })
  assert.deepEqual(sandbox.agents.calls, ['step 3'])
  assert.equal((await done('POST /slots/resume')).slotsPaused, false)
  assert.equal((await done('POST /slots/pause')).slotsPaused, true)
  const { slot } = await done('GET /state')
  assert.equal((await done('POST /slots/step', { count: 5 })).slot, slot + 5)
  assert.equal((await done('POST /slots/step')).slot, slot + 6)
  for (const count of [0, -1, 1.5, 'x', 1e9]) assert.equal((await command('POST /slots/step', { count })).status, 400)
})

test('the clock moves within one slot or over many', async () => {
  const before = await done('GET /state')
  const near = await done('POST /clock/advance', { seconds: 3_600 })
  assert.deepEqual([near.slot, near.unixTimeSec], [before.slot + 1, before.unixTimeSec + 3_600])
  const far = await done('POST /clock/advance', { seconds: 86_400, slots: 216_000 })
  assert.deepEqual([far.slot, far.unixTimeSec], [near.slot + 216_000, near.unixTimeSec + 86_400])
  assert.equal((await command('POST /clock/advance', { seconds: 0 })).status, 400)
})

test('a fork takes blocks away with what they did, and the chain goes on', async () => {
  const alice = fundedWallet(sandbox.chain, 'forked')
  sandbox.slots.step(1)
  const slot = sandbox.chain.slot()
  const signature = land(
    sandbox.chain,
    [transferLamports({ from: alice.address, to: address('paid'), lamports: 1_000_000n })],
    [alice],
  )
  sandbox.slots.step(1)
  const { dropped } = await done('POST /fork', { drop: 1 })
  assert.deepEqual(
    dropped.map((block: Any) => [block.slot, block.signatures]),
    [[slot, [signature]]],
  )
  assert.equal((await sandbox.result('getBalance', [address('paid')])).value, 0)
  sandbox.slots.step(1)
  assert.equal((await sandbox.result('getSignatureStatuses', [[signature]])).value[0], null)
})

test('faults are added, listed, removed and cleared', async () => {
  const { id } = await done('POST /faults', {
    provider: 'rpc',
    match: 'getSlot',
    kind: 'status',
    status: 500,
    times: 2,
  })
  const rpc = () =>
    fetch(sandbox.server.rpcUrl, { method: 'POST', body: '{"id":1,"method":"getSlot"}' }).then(({ status }) => status)
  assert.deepEqual([await rpc(), await rpc(), await rpc()], [500, 500, 200])
  assert.deepEqual((await done('GET /faults')).faults, [
    { id, hits: 2, spec: { kind: 'status', status: 500, provider: 'rpc', match: 'getSlot', times: 2 } },
  ])
  assert.deepEqual(await done(`DELETE /faults/${id}`), { removed: id })
  assert.equal((await command(`DELETE /faults/${id}`)).status, 404)
  await done('POST /faults', { provider: '*', kind: 'delay', delayMs: 1 })
  assert.equal((await done('DELETE /faults')).faults, 0)
  for (const body of [
    {},
    { provider: 'RPC', kind: 'drop' },
    { provider: 'rpc', kind: 'explode' },
    { provider: 'rpc', kind: 'status', status: 200 },
    { provider: 'rpc', kind: 'delay' },
    { provider: 'rpc', kind: 'rateLimit', limit: 1 },
    { provider: 'rpc', kind: 'rpcError', code: 5, message: 'x' },
    { provider: 'rpc', kind: 'drop', times: 0 },
    { provider: 'rpc', kind: 'drop', match: 7 },
  ])
    assert.equal((await command('POST /faults', body)).status, 400, JSON.stringify(body))
})

test('a public node refuses big scans, block subscriptions and DAS, and nothing else', async () => {
  await done('POST /faults/public-node')
  assert.equal((await sandbox.call('getProgramAccounts', [TOKEN_PROGRAM])).error?.code, -32010)
  assert.equal((await sandbox.call('getAssetsByOwner', { ownerAddress: address('holder') })).error?.code, -32601)
  assert.equal((await sandbox.call('getSlot')).error, undefined)
})

test('what is no command, no JSON or comes from a web page is refused', async () => {
  assert.equal((await command('GET /nothing')).status, 404)
  assert.equal((await command('GET /airdrop')).status, 404)
  const text = await fetch(`${sandbox.server.controlUrl}/airdrop`, { method: 'POST', body: '[1]' })
  assert.equal(text.status, 400)
  const page = await fetch(`${sandbox.server.controlUrl}/agents/pause`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  })
  assert.equal(page.status, 403)
  assert.equal(await statusFor('evil.example'), 403)
  assert.equal(await statusFor('127.0.0.1:1'), 200)
})

/** Status of GET /state with a Host header of one's own, which fetch does not allow. */
async function statusFor(host: string): Promise<number> {
  const socket = connect(sandbox.server.controlPort, '127.0.0.1')
  socket.write(`GET /state HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  for await (const data of socket) {
    socket.destroy()
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1])
  }
  throw new Error('no answer')
}
