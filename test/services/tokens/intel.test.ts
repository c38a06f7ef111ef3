import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import type { Pool } from '../../../src/chain/solana/dexes/dex.ts'
import type { LaunchFacts } from '../../../src/chain/solana/launch-window.ts'
import { isOnCurve } from '../../../src/chain/solana/pda.ts'
import { INCINERATOR, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { IntelRecord } from '../../../src/contract/intel.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import { decodeBase58Fixed, encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { riskScore } from '../../../src/hot-paths/risk-score.ts'
import { getTokenIntel } from '../../../src/services/tokens/intel.ts'
import type { MarketPair, TokenFacts, Upstreams } from '../../../src/upstreams/capabilities.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'

const check = Compile(IntelRecord)
const MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const POOL = 'Hq2wp8uJ9jCPsYgNHex8RtqdvMPfVGoYwjvF1ATiwn2Y'
const BINANCE = '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9'
const SUPPLY_RAW = 1_000_000_000_000n
const stranger = (n: number) => encodeBase58(Uint8Array.from({ length: 32 }, (_, i) => (n * 37 + i * 11 + 3) % 256))

/** Keys are points of the curve: the first three made-up addresses that are. */
const WALLETS = Array.from({ length: 40 }, (_, n) => stranger(n + 50))
  .filter((address) => isOnCurve(decodeBase58Fixed(address, 32)!))
  .slice(0, 3)

type World = {
  readonly holdings?: readonly (readonly [owner: string, pct: number])[]
  readonly launch?: Partial<LaunchFacts> | 'fails'
  readonly pools?: readonly Pool[]
  readonly upstreams?: Partial<Upstreams>
  readonly refuses?: readonly string[]
  readonly mintExists?: boolean
}

const FOUND: LaunchFacts = {
  status: 'found',
  dev: WALLETS[0]!,
  otherPayer: null,
  createdAtSec: 1_799_000_000,
  creationSignature: 'created',
  launchSlot: 77,
  launchedOn: 'pumpfun',
  buyers: [],
  windowSlots: 2,
  bundlers: [],
  snipers: [],
  insiders: [],
  fresh: [],
  links: [],
  complete: true,
  capped: false,
}
const pool: Pool = {
  dex: 'pumpswap',
  programId: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  address: POOL,
  baseMint: MINT,
  quoteMint: 'So11111111111111111111111111111111111111112',
  baseReserveRaw: 1n,
  quoteReserveRaw: 1n,
  realBaseReserveRaw: 1n,
  realQuoteReserveRaw: 1n,
  vaultOwners: [POOL],
  creator: null,
  curveProgressPct: null,
  curveComplete: false,
  tradeable: true,
}

function mintAccount(): AccountView {
  const data = Buffer.alloc(82)
  data.writeBigUInt64LE(SUPPLY_RAW, 36)
  data[44] = 6
  data[45] = 1
  return { address: MINT, lamports: 1n, owner: TOKEN_PROGRAM, executable: false, data }
}

function world({ holdings = [], launch, pools = [pool], upstreams, refuses = [], mintExists = true }: World = {}) {
  const loads: string[] = []
  const account = (address: string): AccountView | null => {
    if (address === MINT) return mintExists ? mintAccount() : null
    return { address, lamports: 1n, owner: SYSTEM_PROGRAM, executable: false, data: new Uint8Array() }
  }
  const refused = <T>(method: string, value: () => T): Outcome<T> =>
    refuses.includes(method) ? fail('upstream_failed', `${method} is down`) : ok(value())
  const rpc = {
    accounts: async (addresses: readonly string[]) =>
      refused(addresses.includes(MINT) ? 'mint' : 'owners', () => ({ slot: 5, accounts: addresses.map(account) })),
    programAccounts: async () =>
      refused('scan', () =>
        holdings.map(([owner, pct], i) => {
          const data = Buffer.alloc(40)
          data.set(decodeBase58Fixed(owner, 32)!)
          data.writeBigUInt64LE((SUPPLY_RAW * BigInt(Math.round(pct * 1e6))) / 100_000_000n, 32)
          return { address: stranger(900 + i), lamports: 1n, owner: TOKEN_PROGRAM, executable: false, data }
        }),
      ),
    call: async () => refused('largest', () => ({ value: [] })),
    // Without its transactions there is no third way to the holders either.
    signaturesOf: async () => fail('upstream_failed', 'history'),
    callMany: async (calls: readonly unknown[]) => calls.map(() => refused('balances', () => ({ value: [] }))),
  } as unknown as SolanaRpc
  const store = {
    peek: () => undefined,
    async memo(cache: string, _key: string, load: () => Promise<Outcome<unknown>>) {
      loads.push(cache)
      if (cache === 'tokenPools') return ok({ pools, unsought: [], isLasting: true })
      if (cache !== 'launchFacts') return load()
      return launch === 'fails' ? fail('upstream_failed', 'no history') : ok({ ...FOUND, ...launch })
    },
    async memoMany(
      cache: string,
      keys: readonly string[],
      load: (keys: readonly string[]) => Promise<Outcome<unknown>>,
    ) {
      if (cache !== 'tokenPairs' && cache !== 'tokenMetadata') return load(keys)
      const provider = cache === 'tokenPairs' ? upstreams?.pairs : upstreams?.assets
      return provider ? load(keys) : ok(new Map(keys.map((key) => [key, null])))
    },
  }
  const parts = {
    chain: { rpc },
    upstreams: { ...NO_UPSTREAMS, ...upstreams },
  }
  const { ctx } = fakeContext({ parts: parts as never, store: store as never })
  return { ctx, loads }
}

async function intel(setup: World = {}, options: { flags?: 'raw'; explain?: boolean; mint?: string } = {}) {
  const { ctx } = world(setup)
  const { flags = 'normalized', explain = false, mint = MINT } = options
  const answer = await getTokenIntel(ctx, mint, { flagsTaxonomy: flags, explain })
  assert(answer.ok, JSON.stringify(answer))
  assert(check.Check(answer.value), JSON.stringify([...check.Errors(answer.value)].slice(0, 3)))
  return { record: answer.value, degraded: answer.cache?.degraded ?? false }
}

test('holders are counted and ranked, and vaults count in no concentration figure', async () => {
  const { record, degraded } = await intel({
    holdings: [
      [POOL, 60],
      [WALLETS[0]!, 3],
      [WALLETS[1]!, 7],
      [INCINERATOR, 5],
    ],
  })
  assert.equal(degraded, false)
  assert.deepEqual(record.holders_meta, {
    value: 4,
    source: 'enumeration',
    exact: true,
    capped: false,
    as_of: record.checkedAt,
  })
  assert.equal(record.holders_nonvault, 2)
  assert.equal(record.top10_pct, 10)
  assert.deepEqual([record.distribution.liquidity_pct, record.distribution.burned_pct], [60, 5])
  assert.deepEqual([record.distribution.nakamoto, record.distribution.top1_pct], [1, 7])
  assert.deepEqual(
    record.top_holders.map(({ owner, pct, entityType }) => [owner, pct, entityType]),
    [
      [POOL, 60, 'liquidity'],
      [WALLETS[1], 7, 'wallet'],
      [INCINERATOR, 5, 'burn'],
      [WALLETS[0], 3, 'wallet'],
    ],
  )
  assert.equal(record.supply, 1_000_000)
})
test('the shares of the launch are what its wallets hold now, and the risk follows from the printed shares', async () => {
  const [dev, bundler, sniper] = WALLETS as [string, string, string]
  const { record } = await intel({
    holdings: [
      [POOL, 40],
      [dev, 6],
      [bundler, 16],
      [sniper, 11],
      ...Array.from({ length: 9 }, (_, i) => [stranger(i), 1] as const),
    ],
    launch: { dev, bundlers: [bundler], snipers: [sniper], insiders: [bundler] },
  })
  const { dev_pct, bundlers_pct, snipers_pct, insiders_pct, top10_pct } = record.distribution
  assert.deepEqual([dev_pct, bundlers_pct, snipers_pct, insiders_pct, top10_pct], [6, 16, 11, 16, 40])
  const byHand = riskScore({
    top10Pct: top10_pct,
    insidersPct: insiders_pct,
    bundlersPct: bundlers_pct,
    snipersPct: snipers_pct,
    devPct: dev_pct,
  })
  assert.equal(record.risk.score, 25 + 20 + 10 + 15)
  assert.deepEqual([record.risk.score, record.risk.verdict], [byHand.score, byHand.verdict])
  assert.equal(record.rugScore, record.risk.score)
  assert.deepEqual(record.risk.unknown, [])
  assert.equal(record.insider_pct, 16)
  assert.deepEqual(record.launch && [record.launch.slot, record.launch.bundlers, record.launch.snipers], [77, 1, 1])
})
test('flags come in the normalised words, and in the older ones when asked', async () => {
  const setup = {
    holdings: [
      [POOL, 40],
      [WALLETS[0]!, 6],
      [WALLETS[2]!, 5],
    ],
    launch: { bundlers: [WALLETS[2]!], insiders: [WALLETS[2]!], fresh: [WALLETS[2]!] },
  } satisfies World
  const flagsOf = async (flags?: 'raw') => {
    const { record } = await intel(setup, flags ? { flags } : {})
    return { taxonomy: record.taxonomies.flags.name, flags: record.top_holders.map((row) => row.flags) }
  }
  assert.deepEqual(await flagsOf(), {
    taxonomy: 'normalized',
    flags: [[], ['dev'], ['bundler', 'insider', 'fresh_wallet']],
  })
  assert.deepEqual(await flagsOf('raw'), {
    taxonomy: 'raw',
    flags: [['liquidityPool'], ['dev'], ['bundler', 'insider', 'freshTrader']],
  })
})
test('an exchange has its name from the registry', async () => {
  const { record } = await intel({ holdings: [[BINANCE, 9]] })
  assert.deepEqual(
    [record.top_holders[0]!.entity, record.top_holders[0]!.entityType, record.top_holders[0]!.entity_source],
    ['Binance', 'cex', 'registry'],
  )
  assert.equal(record.distribution.cex_pct, 9)
})
test('owners whose accounts cannot be read are unlabelled: no entityType, entity null', async () => {
  const { record, degraded } = await intel({ holdings: [[WALLETS[0]!, 9]], refuses: ['owners'] })
  const row = record.top_holders[0]!
  assert.equal('entityType' in row, false)
  assert.deepEqual([row.entity, row.entity_source, degraded], [null, null, true])
})
test('a share no one can supply is null, adds nothing, and is named', async () => {
  const { record, degraded } = await intel({ holdings: [[WALLETS[0]!, 90]], launch: 'fails' })
  assert.deepEqual(record.distribution.bundlers_pct, null)
  assert.deepEqual(record.risk.unknown, ['insiders_pct', 'bundlers_pct', 'snipers_pct', 'dev_pct'])
  assert.deepEqual([record.risk.score, record.risk.verdict, degraded], [30, 'risky', true])
  assert.equal(record.launch, null)
})
test('a launch that was looked for and not found is no failure', async () => {
  const { record, degraded } = await intel({
    holdings: [[WALLETS[0]!, 9]],
    launch: { status: 'not_found', dev: null, launchSlot: null },
  })
  assert.deepEqual([record.distribution.snipers_pct, record.launch, degraded], [null, null, false])
})
test('with every source down the record is empty, and nothing known is not called safe', async () => {
  const { record, degraded } = await intel({ refuses: ['mint', 'owners', 'scan', 'largest'], launch: 'fails' })
  assert.deepEqual(
    [record.name, record.price_usd, record.supply, record.holders, record.top10_pct, record.top_holders, record.pair],
    [null, null, null, null, null, [], null],
  )
  assert.deepEqual([record.rugScore, record.verdict, degraded], [null, null, true])
  assert.deepEqual([record.risk.score, record.risk.verdict], [null, null])
})
test('an address without a mint gives nulls and says so, and so does text that is no address', async () => {
  const { record, degraded } = await intel({ mintExists: false, pools: [] })
  assert.deepEqual([record.supply, record.holders, degraded], [null, null, false])
  assert(record.flags.includes('not_a_mint') && record.flags.includes('no_pool'))
  const nobody = await intel({}, { mint: 'z'.repeat(44) })
  assert.deepEqual([nobody.record.supply, nobody.degraded], [null, false])
  assert(nobody.record.flags.includes('not_a_mint'))
})
test('the count of a provider stands in for a list that was cut off', async () => {
  const facts = { mint: MINT, name: 'Coin', symbol: 'COIN', holders: 12_345, launchpad: null } as unknown as TokenFacts
  const tokens = {
    provider: 'facts',
    tokensByMints: async () => ok(new Map([[MINT, facts]])),
    searchTokens: async () => ok([]),
  }
  const { record } = await intel({ upstreams: { tokens }, refuses: ['scan', 'largest'] })
  assert.deepEqual([record.holders, record.holders_meta.source, record.holders_meta.exact], [12_345, 'provider', false])
  assert.equal(record.name, 'Coin')
})
test('price and pair are those of the best pool, and value follows from the supply where no one says it', async () => {
  const windows = <T>(value: T) => ({ m5: value, h1: value, h6: value, h24: value })
  const pairOf = (address: string, priceUsd: number, volumeUsd: number): MarketPair => ({
    dexId: 'pumpswap',
    pairAddress: address,
    url: 'https://charts.example/x',
    labels: [],
    base: { address: MINT, name: 'Coin', symbol: 'COIN' },
    quote: { address: stranger(1), name: 'Wrapped SOL', symbol: 'SOL' },
    priceUsd,
    priceNative: 1,
    priceChangePct: windows(null),
    volumeUsd: windows(volumeUsd),
    txns: windows({ buys: 1, sells: 1 }),
    liquidityUsd: 10,
    liquidityBase: 1,
    liquidityQuote: 1,
    marketCapUsd: null,
    fdvUsd: null,
    pairCreatedAtMs: null,
    boostsActive: null,
    info: null,
  })
  const found = new Map([[MINT, [pairOf('low', 9, 5), pairOf('high', 2, 50)]]])
  const pairs = { provider: 'charts', pairsByMints: async () => ok(found) } as unknown as Upstreams['pairs']
  const { record } = await intel({ upstreams: { pairs }, holdings: [[WALLETS[0]!, 50]] }, { explain: true })
  assert.deepEqual([record.price_usd, record.pair?.pairAddress, record.market?.source], [2, 'high', 'charts'])
  assert.deepEqual(
    record.pairs.map(({ pairAddress }) => pairAddress),
    ['high', 'low'],
  )
  assert.equal(record.market_cap, 2_000_000)
  // Half of a token worth two million makes a whale.
  assert(record.top_holders[0]!.flags.includes('whale'))
  assert.equal(record.explain?.price_usd.source, 'prices:charts')
  assert.deepEqual([record.explain?.fdv.source, record.explain?.fdv.note], ['computed', 'price times supply'])
})
test('a price that no pool gives is said to be of the provider of prices', async () => {
  const spot = { priceUsd: 3, priceChange24hPct: 1, decimals: 6, liquidityUsd: null }
  const prices = { provider: 'spots', spotPrices: async () => ok(new Map([[MINT, spot]])) } as Upstreams['prices']
  const { record } = await intel({ upstreams: { prices }, holdings: [] }, { explain: true })
  assert.deepEqual([record.price_usd, record.explain?.price_usd.source], [3, 'prices:spots'])
})
test('explain names source and age of each figure and is absent unless asked', async () => {
  const plain = await intel({ holdings: [[WALLETS[0]!, 9]] })
  assert.equal('explain' in plain.record, false)
  const { record } = await intel({ holdings: [[WALLETS[0]!, 9]] }, { explain: true })
  const { holders, dev_pct, price_usd } = record.explain!
  assert.deepEqual([holders.source, holders.age_ms, holders.note], ['chain:token-accounts', 0, 'program-accounts'])
  assert.match(dev_pct.note!, /creation created; launch slot 77/)
  assert.equal(price_usd.source, 'prices')
})
test('explain does not call a node unconfigured that has no such mint, or failed on it', async () => {
  for (const setup of [{ mintExists: false }, { refuses: ['mint'] }]) {
    const { record } = await intel(setup, { explain: true })
    assert.equal(record.explain!.top_holders.note, 'no mint was read at this address')
    assert.equal(record.explain!.dev_pct.note, 'no mint was read at this address')
    assert.equal(record.explain!.metadata.note, 'not configured')
  }
})
test('one build serves every vocabulary and explain: all are kept under the mint', async () => {
  const { ctx, loads } = world({ holdings: [] })
  await getTokenIntel(ctx, MINT, { flagsTaxonomy: 'raw', explain: true })
  assert.equal(loads.filter((cache) => cache === 'tokenIntel').length, 1)
})
test('a request that was given up builds nothing for others to read', async () => {
  const { ctx } = world({ holdings: [] })
  const answer = await getTokenIntel(ctx, MINT, { flagsTaxonomy: 'raw', explain: true }, AbortSignal.abort())
  assert(!answer.ok)
  assert.equal(answer.code, 'cancelled')
})
test('a degraded record lives five seconds', async () => {
  const { ctx } = world({ refuses: ['scan', 'largest'] })
  const answer = await getTokenIntel(ctx, MINT, { flagsTaxonomy: 'normalized', explain: false })
  assert(answer.ok && answer.cache)
  assert.equal(answer.cache.freshUntilMs - answer.cache.builtAtMs, 5_000)
})
