import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PositionRow, PositionsReply } from '../../../src/contract/wallet-positions.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { filteredNode, type Replacement, SCAN_REFUSED } from '../../support/filtered-node.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const success = successOf('GET /api/v2/wallets/{wallet}/defi-positions')
const intel = successOf('GET /api/v2/positions/{address}/intel')
/** Rounding of a swap or a deposit leaves a unit or so in the pool. */
const DUST = 2_000n

/** Pools of the world whose maker holds all of their liquidity: where the vaults are named, and what lies in them for others. */
const POOLS = [
  {
    protocol: 'orca',
    program: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
    bytes: 653,
    vaults: [133, 213],
    owed: [[85], [93]],
  },
  {
    protocol: 'raydium_clmm',
    program: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
    bytes: 1_544,
    vaults: [137, 169],
    owed: [
      [309, 1_064],
      [317, 1_072],
    ],
  },
  {
    protocol: 'meteora_damm_v2',
    program: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
    bytes: 1_112,
    vaults: [232, 264],
    owed: [
      [392, 408],
      [400, 416],
    ],
  },
  {
    protocol: 'meteora_dlmm',
    program: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
    bytes: 904,
    vaults: [152, 184],
    owed: [[216], [224]],
  },
] as const

let sandbox: StartedSandbox
let server: OpenServer
before(async () => {
  sandbox = await sharedSandbox()
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const path = (wallet: string) => `/api/v2/wallets/${wallet}/defi-positions`
const ask = async (wallet: string, of = server): Promise<PositionsReply & { success: true }> =>
  success(await of.get(path(wallet)))

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

type Pool = { readonly address: string; readonly data: Buffer; readonly maker: string }

async function poolsOf(program: string, bytes: number): Promise<readonly Pool[]> {
  const url = sandbox.urls['rpc']!
  const options = { encoding: 'base64', filters: [{ dataSize: bytes }] }
  const rows: { pubkey: string; account: { data: [string] } }[] = await askNode(url, 'getProgramAccounts', [
    program,
    options,
  ])
  return await Promise.all(
    rows.map(async ({ pubkey, account }) => {
      const signatures = await askNode(url, 'getSignaturesForAddress', [pubkey, { limit: 1_000 }])
      const config = { encoding: 'json', maxSupportedTransactionVersion: 1 }
      const first = await askNode(url, 'getTransaction', [signatures.at(-1).signature, config])
      const maker: string = first.transaction.message.accountKeys[0]
      return { address: pubkey, data: Buffer.from(account.data[0], 'base64'), maker }
    }),
  )
}

const heldIn = async (vault: string): Promise<bigint> =>
  BigInt((await askNode(sandbox.urls['rpc']!, 'getTokenAccountBalance', [vault])).value.amount)

for (const { protocol, program, bytes, vaults, owed } of POOLS)
  test(`${protocol}: what positions are worth and the fees that wait are, to a few units, what lies in the vaults`, async () => {
    const pools = await poolsOf(program, bytes)
    let seen = 0
    for (const { address, data, maker } of pools) {
      const { positions } = await ask(maker)
      const own = positions.filter(({ pool }) => pool === address)
      if (own.length === 0) continue
      seen += 1
      for (const [side, at] of vaults.entries()) {
        const held = await heldIn(encodeBase58(data.subarray(at, at + 32)))
        const forOthers = owed[side]!.reduce((sum, offset) => sum + data.readBigUInt64LE(offset), 0n)
        const sum = (amounts: (row: PositionRow) => bigint) => own.reduce((total, row) => total + amounts(row), 0n)
        const ours = sum(
          ({ tokens, uncollectedFees }) => BigInt(tokens[side]!.amountRaw) + BigInt(uncollectedFees![side]!.amountRaw),
        )
        const left = held - forOthers - ours
        assert(left >= 0n && left < DUST, `${protocol} ${address} side ${side}: ${left} of ${held} are nobody's`)
      }
    }
    assert(seen > 0)
  })

const SHARES = [
  ['raydium', '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 752, [336, 368], [192, 200]],
  ['raydium_cpmm', 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', 637, [72, 104], [341, 349]],
] as const

for (const [protocol, program, bytes, vaults, owed] of SHARES)
  test(`${protocol}: shares are worth their part of what lies in the vaults for their holders`, async () => {
    let seen = 0
    for (const { address, data, maker } of await poolsOf(program, bytes)) {
      const row = (await ask(maker)).positions.find(({ pool }) => pool === address)
      if (row === undefined) continue
      seen += 1
      assert.equal(row.kind, 'lp')
      assert.equal(row.uncollectedFees, null)
      const supply = data.readBigUInt64LE(protocol === 'raydium' ? 720 : 333)
      for (const [side, at] of vaults.entries()) {
        const held = await heldIn(encodeBase58(data.subarray(at, at + 32)))
        const free = protocol === 'raydium' ? held - data.readBigUInt64LE(owed[side]!) : null
        const amount = BigInt(row.tokens[side]!.amountRaw)
        if (free !== null) assert.equal(amount, (free * BigInt(row.shares!)) / supply)
        else assert(amount <= (held * BigInt(row.shares!)) / supply)
      }
    }
    assert(seen > 0)
  })

test('values say which price they used, and the totals are sums of them', async () => {
  const [pool] = await poolsOf(POOLS[0].program, POOLS[0].bytes)
  const { positions, totalValueUSD, totalUncollectedUSD, unpriced, count, protocolsRead } = await ask(pool!.maker)
  assert.equal(count, positions.length)
  assert(protocolsRead.includes('orca') && protocolsRead.includes('stake_pool'))
  let [total, uncollected] = [0, 0]
  for (const { valueUSD, uncollectedUSD, tokens, range } of positions) {
    for (const { priceUSD, priceSource, amount, valueUSD: value } of tokens) {
      assert.match(priceSource!, /^(sol-price|pegged|pool:[a-z_]+:\w+|provider:\w+)$/)
      assert.equal(value, amount! * priceUSD!)
    }
    total += valueUSD!
    uncollected += uncollectedUSD!
    assert(range === null || range.isInRange === (range.lower! <= range.current! && range.current! < range.upper!))
  }
  assert.equal(totalValueUSD, total)
  assert.equal(totalUncollectedUSD, uncollected)
  assert.equal(unpriced, 0)
})

/** Where an account of an Orca position says how much liquidity it has, between which ticks, and what its fees grew from. */
const ORCA_POSITION = { liquidity: 72, lower: 88, upper: 92, growth: [96, 120] } as const

function putU128(bytes: Buffer, at: number, value: bigint): void {
  bytes.writeBigUInt64LE(value % 2n ** 64n, at)
  bytes.writeBigUInt64LE(value / 2n ** 64n, at + 8)
}

/** A node that shows one position with other bytes, as its owner could have made it with tokens alone. */
async function withPosition(
  address: string,
  change: (bytes: Buffer) => void,
  use: (live: OpenServer) => Promise<void>,
): Promise<void> {
  await withNode(async ({ method, params }) => {
    const [addresses] = params as [readonly string[]]
    if (method !== 'getMultipleAccounts' || !addresses.includes(address)) return undefined
    const result = await askNode(sandbox.urls['rpc']!, method, params)
    const account = result.value[addresses.indexOf(address)]
    const bytes = Buffer.from(account.data[0], 'base64')
    if (bytes.length === 216) change(bytes)
    account.data[0] = bytes.toString('base64')
    return { result }
  }, use)
}

test('a token of which positions hold more than its pools could pay counts in no value and no total', async () => {
  const { program, bytes: size, protocol } = POOLS[0]
  const [pool] = await poolsOf(program, size)
  const honest = await ask(pool!.maker)
  const row = honest.positions.find((one) => one.protocol === protocol && one.pool === pool!.address)!
  const side = row.tokens.findIndex(({ priceSource }) => priceSource!.startsWith('pool:'))
  assert(side >= 0 && honest.positions.every(({ tokens }) => tokens.every(({ thin }) => !thin)))
  const restUSD = honest.totalValueUSD - row.valueUSD!
  const sides = ({ tokens }: PositionRow) => [tokens[side]!, tokens[1 - side]!] as const
  const ofRow = ({ positions }: PositionsReply) => positions.find(({ address }) => address === row.address)!
  const near = (got: number, want: number) => Math.abs(got - want) <= 1e-9 * Math.max(1, want)

  // In a range that the price never reaches: all of it is the token, and its owner put no money beside it.
  const alone = (bytes: Buffer): void => {
    const [lower, upper] = side === 0 ? [400_000, 440_000] : [-440_000, -400_000]
    putU128(bytes, ORCA_POSITION.liquidity, 2n ** 90n)
    bytes.writeInt32LE(lower, ORCA_POSITION.lower)
    bytes.writeInt32LE(upper, ORCA_POSITION.upper)
    for (const at of ORCA_POSITION.growth) putU128(bytes, at, 0n)
  }
  await withPosition(row.address, alone, async (live) => {
    const reply = await ask(pool!.maker, live)
    const rich = ofRow(reply)
    const [token, money] = sides(rich)
    assert(token.valueUSD! > 1e8 && money.amountRaw === '0')
    assert.deepEqual([token.thin, money.thin, rich.valueUSD], [true, false, null])
    assert(near(reply.totalValueUSD, restUSD), `${reply.totalValueUSD} of ${restUSD}`)
    assert.deepEqual([reply.unpriced, reply.missing], [1, ['1 token worth more than there is in its pool']])
    const one = intel(await live.get(`/api/v2/positions/${row.address}/intel`))
    assert.deepEqual([one.valueUSD, one.missing[0]], [null, '1 token worth more than there is in its pool'])
  })
  // With money beside it, the money counts.
  const tenfold = (bytes: Buffer): void => {
    putU128(bytes, ORCA_POSITION.liquidity, 10n * bytes.readBigUInt64LE(ORCA_POSITION.liquidity))
  }
  await withPosition(row.address, tenfold, async (live) => {
    const reply = await ask(pool!.maker, live)
    const [token, money] = sides(ofRow(reply))
    assert(token.thin && !money.thin && money.valueUSD! > 0)
    assert.equal(ofRow(reply).valueUSD, money.valueUSD)
    assert(near(reply.totalValueUSD, restUSD + money.valueUSD!))
    assert.equal(reply.unpriced, 0)
  })
})

test('stake is among the positions, and a wallet without anything has none', async () => {
  const info = (await (await fetch(`${sandbox.urls['rpc']}/info`)).json()) as {
    wallets: { archetype: string; address: string }[]
  }
  const { address } = info.wallets.find(({ archetype }) => archetype === 'staker')!
  const { positions } = await ask(address)
  const stake = (await server.get(`/api/v2/wallets/${address}/stake`)).json as {
    stakeAccounts: { stakeAccount: string; lamports: number }[]
  }
  assert.deepEqual(
    positions.filter(({ kind }) => kind === 'stake').map(({ address: at, tokens }) => [at, tokens[0]!.amountRaw]),
    stake.stakeAccounts.map(({ stakeAccount, lamports }) => [stakeAccount, String(lamports)]),
  )
  const { count, totalValueUSD, positions: none } = await ask(strangerAddress(7_201))
  assert.deepEqual([count, totalValueUSD, none], [0, 0, []])
})

test('a node without scans finds pools of shares by their transactions, and says what it cannot list', async () => {
  const [raydium] = await poolsOf(SHARES[0][1], SHARES[0][2])
  const expected = (await ask(raydium!.maker)).positions
  await withNode(
    ({ method }) => (method === 'getProgramAccounts' ? SCAN_REFUSED : undefined),
    async (live) => {
      const { positions, missing } = await ask(raydium!.maker, live)
      const bare = (rows: readonly PositionRow[]) =>
        rows.map(({ address, pool, shares, tokens }) => [
          address,
          pool,
          shares,
          tokens.map(({ amountRaw }) => amountRaw),
        ])
      assert.deepEqual(bare(positions), bare(expected))
      assert(missing!.some((sentence) => /meteora_dlmm/.test(sentence)))
      assert(missing!.some((sentence) => /Native stake/.test(sentence)))
    },
  )
})

test('a node that does not list token accounts is a failure and no empty list', async () => {
  await withNode(
    ({ method }) => (method === 'getTokenAccountsByOwner' ? { result: { no: 'list' } } : undefined),
    async (live) => assert.equal((await live.get(path(strangerAddress(7_202)))).status, 502),
  )
})

test('positions of a wallet take a bounded number of calls', async () => {
  const [clmm] = await poolsOf(POOLS[1].program, POOLS[1].bytes)
  await withNode(
    () => undefined,
    async (live, calls) => {
      await live.ctx.chain.holdings!.positionsOf(clmm!.maker, {
        nowSec: 1_790_000_000,
        signal: new AbortController().signal,
      })
      assert(calls.length <= 14, `${calls.length} calls: ${calls.join(' ')}`)
    },
  )
})

test('what is no address is 400, without a node it is 503, and answers are kept for a minute', async () => {
  assertFails(await server.get(path('no')), 400, 'invalid wallet')
  assertFails(await server.get(path('bfic6rggg6fb871cjrhfy1wgzei9sedx3ozqamw5upyy')), 400, 'invalid wallet')
  const bare = await openServer({ MINTGLASS_MODE: 'live' })
  try {
    assert.equal((await bare.get(path(strangerAddress(7_203)))).status, 503)
  } finally {
    await bare.stop()
  }
  const { generatedAt } = await ask(strangerAddress(7_204))
  assert.equal((await ask(strangerAddress(7_204))).generatedAt, generatedAt)
})
