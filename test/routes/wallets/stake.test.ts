import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { StakeReply } from '../../../src/contract/wallet-stake.ts'
import { decodeBase58 } from '../../../src/hot-paths/base58.ts'
import { filteredNode, type Replacement, SCAN_REFUSED } from '../../support/filtered-node.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const success = successOf('GET /api/v2/wallets/{wallet}/stake')
const STAKE = 'Stake11111111111111111111111111111111111111'
const CONFIG = 'Config1111111111111111111111111111111111111'
const SOL = 1e9

let sandbox: StartedSandbox
let server: OpenServer
let stakers: readonly string[]
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
  const info = (await (await fetch(`${sandbox.urls['rpc']}/info`)).json()) as {
    wallets: { archetype: string; address: string }[]
  }
  stakers = info.wallets.filter(({ archetype }) => archetype === 'staker').map(({ address }) => address)
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const path = (wallet: string) => `/api/v2/wallets/${wallet}/stake`
const ask = async (wallet: string, of = server): Promise<StakeReply & { success: true }> =>
  success(await of.get(path(wallet)))

/** A server on a node that answers some calls itself. */
async function withNode<T>(replace: Replacement, use: (live: OpenServer, calls: string[]) => Promise<T>): Promise<T> {
  const node = await filteredNode(sandbox.urls['rpc']!, replace)
  const live = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    return await use(live, node.calls)
  } finally {
    await live.stop()
    await node.close()
  }
}

type Parsed = {
  pubkey: string
  // biome-ignore lint/suspicious/noExplicitAny: a node's answers are looked at by hand
  account: { lamports: number; data: { parsed: { info: any } } }
}
async function nodesView(wallet: string): Promise<Parsed[]> {
  const filters = [{ memcmp: { offset: 44, bytes: wallet } }]
  return await askNode(sandbox.urls['rpc']!, 'getProgramAccounts', [STAKE, { encoding: 'jsonParsed', filters }])
}

test('each stake account is as the node parses it, and the sums are theirs', async () => {
  const { epoch } = await askNode(sandbox.urls['rpc']!, 'getEpochInfo', [])
  assert(stakers.length > 0)
  for (const wallet of stakers) {
    const reply = await ask(wallet)
    const rows = await nodesView(wallet)
    assert.equal(reply.count, rows.length)
    assert.equal(reply.epoch, epoch)
    let staked = 0
    for (const { pubkey, account } of rows) {
      const { meta, stake } = account.data.parsed.info
      const row = reply.stakeAccounts.find(({ stakeAccount }) => stakeAccount === pubkey)!
      const delegated = Number(stake.delegation.stake)
      staked += delegated
      assert.equal(row.lamports, account.lamports)
      assert.equal(row.sol, account.lamports / SOL)
      assert.equal(row.rentExempt, Number(meta.rentExemptReserve))
      assert.equal(row.voteAccount, stake.delegation.voter)
      assert.equal(row.activeStakeSol, delegated / SOL)
      assert.equal(row.activationEpoch, Number(stake.delegation.activationEpoch))
      assert.equal(row.deactivationEpoch, null)
      assert.equal(row.state, 'active')
      assert.deepEqual(row.roles, ['staker', 'withdrawer'])
      assert.deepEqual(row.activation, {
        state: 'active',
        effectiveLamports: delegated,
        activatingLamports: 0,
        deactivatingLamports: 0,
      })
      const votes = await askNode(sandbox.urls['rpc']!, 'getVoteAccounts', [])
      const validator = [...votes.current, ...votes.delinquent].find(({ votePubkey }) => votePubkey === row.voteAccount)
      assert.equal(row.validatorIdentity, validator.nodePubkey)
    }
    assert.equal(Math.round(reply.totalStakedSol * SOL), staked)
    assert.deepEqual(
      reply.stakeAccounts.map(({ lamports }) => lamports),
      reply.stakeAccounts.map(({ lamports }) => lamports).sort((a, b) => b - a),
    )
  }
})

test('a wallet without stake has an empty list and zeros', async () => {
  const { count, totalStakedSol, totalSol, stakeAccounts } = await ask(strangerAddress(7_101))
  assert.deepEqual([count, totalStakedSol, totalSol, stakeAccounts], [0, 0, 0, []])
})

test('answers are kept for 120 s', async () => {
  const first = (await ask(stakers[0]!)).generatedAt
  server.clock.push(119_000 - (server.ctx.clock.nowMs() - first))
  assert.equal((await ask(stakers[0]!)).generatedAt, first)
  server.clock.push(2_000)
  assert.notEqual((await ask(stakers[0]!)).generatedAt, first)
})

test('what is no address is 400', async () => {
  assertFails(await server.get(path('no')), 400, 'invalid wallet address')
  assertFails(await server.get(path('bfic6rggg6fb871cjrhfy1wgzei9sedx3ozqamw5upyy')), 400, 'invalid wallet address')
})

test('a node that does not scan the stake program is 503 with the reason, and no empty list', async () => {
  await withNode(
    ({ method }) => (method === 'getProgramAccounts' ? SCAN_REFUSED : undefined),
    async (live) =>
      assertFails(await live.get(path(stakers[0]!)), 503, /does not list the accounts of the stake program/),
  )
})

test('a node that fails is 502 `stake lookup unavailable`', async () => {
  await withNode(
    ({ method }) => (method === 'getProgramAccounts' ? { result: { no: 'list' } } : undefined),
    async (live) => assertFails(await live.get(path(stakers[0]!)), 502, 'stake lookup unavailable'),
  )
})

const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
const key = (address: string) => Buffer.from(decodeBase58(address)!)

function stakeAccount({
  staker,
  withdrawer,
  delegation,
}: {
  staker: string
  withdrawer: string
  delegation: Buffer | null
}) {
  const data = Buffer.alloc(200)
  data.writeUInt32LE(delegation === null ? 1 : 2, 0)
  data.set(u64(2_282_880n), 4)
  data.set(key(staker), 12)
  data.set(key(withdrawer), 44)
  if (delegation !== null) data.set(delegation, 124)
  return data
}
const account = (address: string, owner: string, data: Buffer, lamports: number) => ({
  pubkey: address,
  account: {
    lamports,
    owner,
    data: [data.toString('base64'), 'base64'],
    executable: false,
    rentEpoch: 0,
    space: data.length,
  },
})

test('the three states of the specification, roles, names and a scan that is refused', async () => {
  const [wallet, friend, stranger, identity] = [7_110, 7_111, 7_112, 7_113].map(strangerAddress) as [
    string,
    string,
    string,
    string,
  ]
  const { epoch } = await askNode(sandbox.urls['rpc']!, 'getEpochInfo', [])
  const vote = (await ask(stakers[0]!)).stakeAccounts[0]!.voteAccount!
  const own = (await ask(stakers[0]!)).stakeAccounts[0]!.validatorIdentity!
  const delegation = (from: number, to: bigint) =>
    Buffer.concat([key(vote), u64(5_000_000_000n), u64(BigInt(from)), u64(to)])
  const never = 2n ** 64n - 1n
  const held = [
    account(
      strangerAddress(7_120),
      STAKE,
      stakeAccount({ staker: wallet, withdrawer: wallet, delegation: null }),
      4_002_282_880,
    ),
    account(
      strangerAddress(7_121),
      STAKE,
      stakeAccount({ staker: friend, withdrawer: wallet, delegation: delegation(epoch, never) }),
      5_002_282_880,
    ),
    account(
      strangerAddress(7_122),
      STAKE,
      stakeAccount({ staker: friend, withdrawer: wallet, delegation: delegation(2, BigInt(epoch)) }),
      5_002_282_881,
    ),
    account(
      strangerAddress(7_123),
      STAKE,
      stakeAccount({ staker: friend, withdrawer: wallet, delegation: delegation(2, 3n) }),
      5_002_282_882,
    ),
    // Of somebody else: the node lies.
    account(
      strangerAddress(7_124),
      STAKE,
      stakeAccount({ staker: friend, withdrawer: stranger, delegation: null }),
      9_000_000_000_000,
    ),
  ]
  const infoOf = (of: string, signs: number, text: string) =>
    Buffer.concat([
      Uint8Array.of(2),
      key('Va1idator1nfo111111111111111111111111111111'),
      Uint8Array.of(0),
      key(of),
      Uint8Array.of(signs),
      u64(BigInt(text.length)),
      Buffer.from(text),
    ])
  const infos = [
    account(strangerAddress(7_130), CONFIG, infoOf(own, 1, '{"name":"Quiet\\u0007 Node"}'), 1),
    // Anyone can write this one.
    account(strangerAddress(7_131), CONFIG, infoOf(own, 0, '{"name":"Impostor"}'), 1),
    account(strangerAddress(7_132), CONFIG, infoOf(identity, 1, 'no json'), 1),
  ]
  await withNode(
    ({ method, params }) => {
      if (method !== 'getProgramAccounts') return undefined
      if (params[0] === CONFIG) return { result: infos }
      const { filters } = params[1] as { filters: { memcmp?: { offset: number } }[] }
      return filters.some(({ memcmp }) => memcmp?.offset === 12) ? SCAN_REFUSED : { result: held }
    },
    async (live) => {
      const reply = await ask(wallet, live)
      const shown = reply.stakeAccounts.map(({ state, roles, activation, validatorName }) => [
        state,
        roles.join(),
        activation?.state ?? null,
        activation?.effectiveLamports ?? null,
        validatorName,
      ])
      assert.deepEqual(shown, [
        ['deactivating', 'withdrawer', 'inactive', 0, 'Quiet Node'],
        ['deactivating', 'withdrawer', 'deactivating', 5_000_000_000, 'Quiet Node'],
        ['active', 'withdrawer', 'activating', 0, 'Quiet Node'],
        ['inactive', 'staker,withdrawer', null, null, null],
      ])
      assert.equal(reply.totalStakedSol, 15)
      assert.equal(reply.totalSol, 19.009131523)
      assert.match(reply.missing![0]!, /only the staker/)
    },
  )
})

test('a question takes six calls of the node, names of validators once', async () => {
  await withNode(
    () => undefined,
    async (live, calls) => {
      await ask(stakers[0]!, live)
      assert.equal(calls.filter((method) => method !== 'getGenesisHash').length, 5)
      calls.length = 0
      await ask(stakers[1]!, live)
      assert.equal(calls.length, 4)
    },
  )
})
