import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpmmVault } from '../../../sandbox/programs/raydium-cpmm/layout.ts'
import { cpmmPoolBytes } from '../../../sandbox/programs/raydium-cpmm/pool-bytes.ts'
import { DAMM_V1_PROGRAM, DYNAMIC_VAULT_PROGRAM } from '../../../src/chain/solana/dexes/meteora/addresses.ts'
import { PUMPSWAP_PROGRAM } from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import {
  ammConfigPda,
  CPMM_AUTHORITY,
  CPMM_PROGRAM,
  derivedCpmmPools,
} from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { NATIVE_MINT, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { POOLS } from '../../../src/config/pools.ts'
import { TRADING } from '../../../src/config/trading.ts'
import { fail } from '../../../src/contract/outcome.ts'
import { findCandidates, forgetCandidates } from '../../../src/services/pools/find-candidates.ts'
import { findPools } from '../../../src/services/pools/find-pools.ts'
import { loadPools } from '../../../src/services/pools/load-pools.ts'
import { scanByOwners } from '../../../src/services/pools/scan-by-owners.ts'
import { choosePool } from '../../../src/services/trade-pools/choose-pool.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { strangerAddress } from '../../support/published-tokens.ts'
import { type HeldAccount, mintAccount, scanNode, tokenAccount } from '../../support/scan-node.ts'

const COIN = strangerAddress(1)
const DERIVED = derivedCpmmPools(COIN)[0]!
const STRAY = strangerAddress(2)
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

function cpmmPool(pool: string, mint1 = NATIVE_MINT): readonly (readonly [string, HeldAccount])[] {
  const mint0 = COIN
  const data = cpmmPoolBytes({
    pool,
    mint0,
    mint1,
    ammConfig: ammConfigPda(0),
    creator: strangerAddress(3),
    program0: TOKEN_PROGRAM,
    program1: TOKEN_PROGRAM,
    decimals0: 6,
    decimals1: 9,
    lpSupply: 1_000n,
    openTime: 0n,
    epoch: 0,
    creatorFeeOn: null,
  })
  return [
    [pool, { owner: CPMM_PROGRAM, data }],
    [cpmmVault(pool, mint0).address, tokenAccount(mint0, CPMM_AUTHORITY, 5_000_000n)],
    [cpmmVault(pool, mint1).address, tokenAccount(mint1, CPMM_AUTHORITY, 3_000_000_000n)],
  ]
}

/** A token with a pool at a derived address and one that only a scan finds. */
function setUp(change: (rpc: SolanaRpc) => Partial<SolanaRpc> = () => ({})) {
  const accounts = new Map([...cpmmPool(DERIVED), ...cpmmPool(STRAY)])
  const { rpc, scanned } = scanNode(accounts)
  const reads: (readonly string[])[] = []
  const filters: string[] = []
  const listened: SolanaRpc = {
    ...rpc,
    accounts: (addresses, options) => {
      reads.push(addresses)
      return rpc.accounts(addresses, options)
    },
    programAccounts: (program, options) => {
      filters.push(JSON.stringify(options.filters))
      return rpc.programAccounts(program, options)
    },
  }
  const { ctx, clock } = fakeContext({
    parts: { chain: { rpc: { ...listened, ...change(listened) } } } as never,
    store: { memo: (_cache: string, _key: string, load: () => unknown) => load() } as never,
  })
  return { ctx, clock, accounts, scanned, reads, filters }
}

async function poolsOf(ctx: Parameters<typeof findPools>[0], options?: Parameters<typeof findPools>[2]) {
  const found = await findPools(ctx, [COIN], options)
  assert(found.ok, found.ok ? '' : found.message)
  const one = found.value.get(COIN)!
  return { ...one, addresses: one.pools.map(({ address }) => address).sort() }
}
const BOTH = [DERIVED, STRAY].sort()
const SCANS = 19

test('pools at derived addresses and those of scans are found on every DEX in a few calls', async () => {
  const { ctx, reads, scanned } = setUp()
  const found = await poolsOf(ctx)
  assert.deepEqual([found.addresses, found.unsought], [BOTH, []])
  assert.equal(scanned.length, SCANS, 'the coin on either side of each program’s pools; curves of DBC name it alone')
  assert(reads.length <= 6, `${reads.length} reads`)
})

test('principle 14: programs without a vault among the owners of a coin are not scanned', async () => {
  const { ctx, scanned } = setUp()
  assert.deepEqual((await poolsOf(ctx, { programOwners: [] })).addresses, [DERIVED])
  assert.deepEqual(scanned, [], 'no owner without a key: no pool that is not derived')
  const found = await poolsOf(ctx, { programOwners: [CPMM_AUTHORITY, strangerAddress(8)] })
  assert.deepEqual([found.addresses, found.unsought], [BOTH, []])
  assert.deepEqual(scanned, [CPMM_PROGRAM, CPMM_PROGRAM], 'its vaults’ common owner holds some of the coin')
})

test('principle 14: pools that own their vaults are found among the owners, by the filters of their scan', async () => {
  const [pool, other] = [strangerAddress(10), strangerAddress(11)]
  const view = (address: string, data: Uint8Array): AccountView => ({
    address,
    owner: PUMPSWAP_PROGRAM,
    lamports: 1n,
    executable: false,
    data,
  })
  const owners = new Map([
    [pool, view(pool, Uint8Array.of(1, 2, 3))],
    [other, view(other, Uint8Array.of(9, 9))],
    [strangerAddress(12), null],
  ])
  const none = async () => assert.fail('no scan reaches the node')
  const scan = scanByOwners(none, owners)
  const found = await scan(PUMPSWAP_PROGRAM, { filters: [{ dataSize: 3 }] })
  assert.deepEqual(found.ok && found.value.map(({ address }) => address), [pool])
  assert.deepEqual(await scan(DAMM_V1_PROGRAM, { filters: [] }), { ok: true, value: [] })
  const kept = { ...view(other, Uint8Array.of(9)), owner: DYNAMIC_VAULT_PROGRAM }
  const scanned = await scanByOwners(async () => fail('too_busy', 'scanned'), new Map([[other, kept]]))(
    DAMM_V1_PROGRAM,
    { filters: [] },
  )
  assert.equal(scanned.ok, false, 'a vault of its keeper: the node is asked')
})

test('what a scan found is read by its address for some minutes, as it then is', async () => {
  const { ctx, clock, accounts, scanned } = setUp()
  await poolsOf(ctx)
  const first = scanned.length
  accounts.delete(STRAY)
  clock.advance(POOLS.rememberedEmptyMs - 1)
  const later = await poolsOf(ctx)
  assert.deepEqual([later.addresses, scanned.length], [[DERIVED], first], 'no scan, and what is gone is gone')
  clock.advance(POOLS.rememberedMs)
  await poolsOf(ctx)
  assert.equal(scanned.length, 2 * first)
})

test('when trading has seen a pool of it close, the next reader scans again', async () => {
  const { ctx, clock, scanned } = setUp()
  await poolsOf(ctx)
  const first = scanned.length
  clock.advance(1)
  forgetCandidates(ctx, COIN)
  clock.advance(1)
  await poolsOf(ctx)
  assert.equal(scanned.length, 2 * first)
})

test('a node that refuses scans: the derived pools stand, the others are said to be missing, and it is not asked again', async () => {
  let asked = 0
  const { ctx, clock } = setUp(() => ({
    programAccounts: async () => {
      asked++
      return fail('upstream_refused', 'excluded from account secondary indexes')
    },
  }))
  const found = await poolsOf(ctx)
  assert.deepEqual([found.addresses, found.isLasting], [[DERIVED], true])
  assert.deepEqual(found.unsought, [
    'pumpswap',
    'raydium',
    'raydium_cpmm',
    'raydium_clmm',
    'meteora',
    'meteora_damm_v2',
    'meteora_dbc',
    'bonk',
    'orca',
  ])
  const loaded = await loadPools(ctx, COIN)
  assert(loaded.ok && loaded.cache?.degraded !== true, 'it would be no more in five seconds')
  const before = asked
  clock.advance(TRADING.refusedScanMs - 1)
  await poolsOf(ctx)
  assert.equal(asked, before)
  const trading = await findCandidates(ctx, COIN)
  assert(trading.ok)
  assert.deepEqual([trading.value.pools.length, asked], [1, before], 'nor by the trading side')
  clock.advance(2)
  await poolsOf(ctx)
  assert(asked > before)
})

test('a scan that fails once is no lasting lack', async () => {
  const { ctx, clock } = setUp((rpc) => {
    let fails = SCANS
    return {
      programAccounts: async (program, options) =>
        fails-- > 0 ? fail('upstream_timeout', 'slow') : rpc.programAccounts(program, options),
    }
  })
  const found = await poolsOf(ctx)
  assert.deepEqual([found.addresses, found.isLasting, found.unsought.length], [[DERIVED], false, 9])
  clock.advance(TRADING.failedScanMs - 1)
  const again = await loadPools(ctx, COIN)
  assert(again.ok)
  assert.deepEqual([again.value.isLasting, again.cache?.degraded], [false, true], 'not asked again yet')
  clock.advance(1)
  clock.advance(TRADING.failedScanMs + 1)
  assert.deepEqual((await poolsOf(ctx)).addresses, BOTH)
})

test('a scan that takes long is not waited for, and answers the next caller', async () => {
  let answer: (() => void) | undefined
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { ctx, scanned } = setUp((rpc) => ({
    programAccounts: async (program, options) => {
      await late
      return rpc.programAccounts(program, options)
    },
  }))
  const found = await poolsOf(ctx, { patienceMs: 30 })
  assert.deepEqual([found.addresses, found.isLasting], [[DERIVED], false])
  const next = poolsOf(ctx)
  answer!()
  assert.deepEqual((await next).addresses, BOTH)
  assert.equal(scanned.length, SCANS, 'the scans under way were joined')
})

test('a caller who goes away gets an answer at once, and ends no one else’s scan', async (t) => {
  let answer: (() => void) | undefined
  const late = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { ctx } = setUp((rpc) => ({
    programAccounts: async (program, options) => {
      await late
      return rpc.programAccounts(program, options)
    },
  }))
  // A scan is not given up here: only the caller's leaving ends the waiting.
  const { patienceMs } = POOLS
  Object.assign(POOLS, { patienceMs: 600_000 })
  t.after(() => Object.assign(POOLS, { patienceMs }))
  const leaving = new AbortController()
  const gone = findPools(ctx, [COIN], { signal: leaving.signal })
  const staying = poolsOf(ctx)
  setTimeout(() => leaving.abort(), 20)
  const left = await gone
  assert.deepEqual([left.ok, left.ok ? null : left.code], [false, 'cancelled'])
  answer!()
  assert.deepEqual((await staying).addresses, BOTH)
})

test('a node that reads no accounts fails it; one read that fails takes only its own DEX', async () => {
  const { ctx } = setUp(() => ({ accounts: async () => fail('upstream_timeout', 'no answer') }))
  const found = await findPools(ctx, [COIN])
  assert.deepEqual([found.ok, found.ok ? null : found.code], [false, 'upstream_timeout'])
  const curves = setUp((rpc) => ({
    accounts: async (addresses, options) =>
      addresses.length > 50 || addresses.length === 20
        ? fail('upstream_failed', 'too much')
        : rpc.accounts(addresses, options),
  }))
  const partly = await poolsOf(curves.ctx)
  assert.deepEqual([partly.addresses, partly.unsought, partly.isLasting], [BOTH, ['orca'], false])
})

test('money is scanned for in pairs of two kinds only', async () => {
  const { ctx, filters } = setUp()
  const found = await findPools(ctx, [NATIVE_MINT])
  assert(found.ok)
  assert.deepEqual(found.value.get(NATIVE_MINT)!.unsought, [])
  const others = [USDC, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzjEmuB']
  assert(filters.length > 0)
  for (const one of filters) {
    assert(one.includes(NATIVE_MINT), one)
    assert.equal(others.filter((other) => one.includes(other)).length, 1, one)
  }
})

test('an address at which nothing is has no pools, and that is no failure', async () => {
  const { ctx } = setUp()
  const nobody = strangerAddress(99)
  const found = await findPools(ctx, [nobody, COIN])
  assert(found.ok)
  assert.deepEqual(found.value.get(nobody), { pools: [], unsought: [], isLasting: true })
  assert.equal(found.value.get(COIN)!.pools.length, 2)
  const none = await findPools(fakeContext({ parts: { chain: { rpc: null } } as never }).ctx, [COIN])
  assert.deepEqual([none.ok, none.ok ? null : none.code], [false, 'unconfigured'])
})

/** Meteora's tokens may be on either of two. */
const PROGRAMS_OF_ONE_DEX = 2

/** Programs and tokens that scans began for in each turn of the loop. */
function scansByTurn() {
  const begun = new Map<number, Set<string>>()
  let turn = 0
  // Not referenced: a test that fails ends all the same.
  const count = (): void => {
    turn++
    setImmediate(count).unref()
  }
  setImmediate(count).unref()
  const note = (rpc: SolanaRpc): Partial<SolanaRpc> => ({
    programAccounts(program, options) {
      const token = options.filters.flatMap((one) => ('memcmp' in one ? one.memcmp.bytes : []))
      begun.set(turn, (begun.get(turn) ?? new Set()).add(`${program} ${token.at(-1)}`))
      return rpc.programAccounts(program, options)
    },
  })
  return { note, sizes: () => [...begun.values()].map(({ size }) => size) }
}

test('addresses of many tokens do not hold the loop: one token and DEX in each turn, for every caller', async () => {
  const turns = scansByTurn()
  const { ctx } = setUp(turns.note)
  const tokens = Array.from({ length: 6 }, (_, i) => strangerAddress(100 + i))
  const found = await Promise.all([findPools(ctx, tokens.slice(0, 4)), findPools(ctx, tokens.slice(4))])
  assert(found.every(({ ok }) => ok))
  const sizes = turns.sizes()
  assert(Math.max(...sizes) <= PROGRAMS_OF_ONE_DEX, `begun in each turn: ${sizes}`)
  assert(sizes.length >= tokens.length * 7, 'each on seven DEXs')
})

test('the DEXs of a trade derive in turns of their own, too', async () => {
  const turns = scansByTurn()
  const { ctx } = setUp(turns.note)
  const found = await findCandidates(ctx, COIN)
  assert(found.ok)
  const sizes = turns.sizes()
  assert(Math.max(...sizes) <= PROGRAMS_OF_ONE_DEX, `begun in each turn: ${sizes}`)
})

test('where none of the remembered pools can be traded, they are searched for again after some seconds', async () => {
  const { ctx, clock, accounts, scanned } = setUp()
  const truth = new Map(accounts)
  accounts.set(COIN, mintAccount(1_000_000n))
  // As a node that lies once has it: pools against other money, under every address.
  for (const [address, account] of [...cpmmPool(DERIVED, USDC), ...cpmmPool(STRAY, USDC)])
    accounts.set(address, account)
  const refusal = async (): Promise<string> => {
    const query = { mint: COIN, quotes: new Set([NATIVE_MINT]), isPair: false, dex: null, poolAddress: null }
    const choice = await choosePool(ctx, query, async () => null)
    assert(!choice.ok)
    return choice.message
  }
  const NONE = 'no pool in this money that can be traded now'
  assert.equal(await refusal(), NONE)
  const once = scanned.length
  for (const [address, account] of truth) accounts.set(address, account)
  clock.advance(TRADING.poolsOfMintDegradedMs - 1)
  assert.equal(await refusal(), NONE)
  assert.equal(scanned.length, once, 'many questions are not as many searches')
  clock.advance(2)
  // The pools are those of the chain again; this node lacks the rest that a trade needs.
  assert.notEqual(await refusal(), NONE)
  assert.equal(scanned.length, 2 * once)
})
