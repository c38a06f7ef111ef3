import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { Compile } from 'typebox/compile'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readConfig } from '../../../src/config/env.ts'
import type { Context } from '../../../src/context.ts'
import { IntelRecord } from '../../../src/contract/intel.ts'
import { createContext } from '../../../src/create-context.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { getPrices } from '../../../src/services/pricing/prices.ts'
import { getTokenIntel } from '../../../src/services/tokens/intel.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'

/** Intel against the embedded chain, agents off, held against what the chain itself says account by account and against
 *  the world's own truth. */

type TrueToken = {
  readonly mint: string
  readonly archetype: string
  readonly dev: string
  readonly bundlers: readonly string[]
  readonly snipers: readonly string[]
  readonly launchSlot: number | null
  readonly recipe?: unknown
  readonly pools: readonly string[]
}
type Balances = ReadonlyMap<string, { readonly amountRaw: bigint; readonly accounts: number }>

const check = Compile(IntelRecord)
let sandbox: StartedSandbox
let tokens: readonly TrueToken[]
let balancesOf: ReadonlyMap<string, Balances>

before(async () => {
  sandbox = await startSandbox()
  await sandbox.control('POST', '/slots/pause')
  tokens = (await sandbox.control<{ tokens: TrueToken[] }>('GET', '/truth')).tokens
  balancesOf = await enumerateChain()
})
after(() => sandbox?.stop())
beforeEach(() => sandbox.control('DELETE', '/faults'))

/** A context of its own, with cold caches, on the named upstreams of the sandbox. */
async function withContext<T>(names: readonly string[], use: (ctx: Context) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-intel-'))
  const urls: Record<string, string> = {}
  for (const [name, setting] of Object.entries(URL_SETTINGS))
    if (names.includes(name)) urls[setting] = sandbox.urls[name]!
  const context = await createContext({
    config: readConfig({ MINTGLASS_DATA_DIR: dir, MINTGLASS_PIN_THREADS: '0', MINTGLASS_MAP_SIZE_GIB: '1', ...urls }),
    clock: systemClock(),
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    sandbox: null,
    genesisHash: sandbox.genesisHash,
  })
  try {
    return await use(context.ctx)
  } finally {
    await context.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
const URL_SETTINGS = {
  rpc: 'SOLANA_RPC_URL',
  das: 'DAS_URL',
  dexscreener: 'DEXSCREENER_URL',
  jupiter: 'JUPITER_URL',
} as const
const ALL = Object.keys(URL_SETTINGS)

async function read(ctx: Context, mint: string) {
  const answer = await getTokenIntel(ctx, mint, { flagsTaxonomy: 'normalized', explain: true })
  assert(answer.ok, JSON.stringify(answer))
  assert(check.Check(answer.value), JSON.stringify([...check.Errors(answer.value)].slice(0, 3)))
  return answer.value
}

/** Every token account there is, asked for without any filter and taken apart here. */
async function enumerateChain(): Promise<ReadonlyMap<string, Balances>> {
  const mints = new Map<string, Map<string, { amountRaw: bigint; accounts: number }>>()
  for (const program of [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]) {
    const reply = await fetch(sandbox.urls['rpc']!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'getProgramAccounts',
        params: [program, { encoding: 'base64', commitment: 'confirmed' }],
      }),
    })
    const { result } = (await reply.json()) as { result: { account: { data: [string, string] } }[] }
    for (const { account } of result) {
      const data = Buffer.from(account.data[0], 'base64')
      const isAccount = data.length === 165 || (data.length > 165 && data[165] === 2)
      if (!isAccount) continue
      const amountRaw = data.readBigUInt64LE(64)
      if (amountRaw === 0n) continue
      const mint = encodeBase58(data.subarray(0, 32))
      const owner = encodeBase58(data.subarray(32, 64))
      const holders = mints.get(mint) ?? new Map()
      const held = holders.get(owner) ?? { amountRaw: 0n, accounts: 0 }
      holders.set(owner, { amountRaw: held.amountRaw + amountRaw, accounts: held.accounts + 1 })
      mints.set(mint, holders)
    }
  }
  return mints
}

function rank(balances: Balances): { owner: string; amountRaw: bigint; accounts: number }[] {
  return [...balances]
    .map(([owner, held]) => ({ owner, ...held }))
    .sort((a, b) => (a.amountRaw === b.amountRaw ? (a.owner < b.owner ? -1 : 1) : a.amountRaw > b.amountRaw ? -1 : 1))
}

/** Every archetype, and more than one of those that were launched. */
function sample(): readonly TrueToken[] {
  const seen = new Map<string, number>()
  return tokens.filter(({ archetype, mint }) => {
    if (archetype === 'native' || !balancesOf.has(mint)) return false
    seen.set(archetype, (seen.get(archetype) ?? 0) + 1)
    return seen.get(archetype)! <= 2 || archetype === 'bundled'
  })
}

test('top holders, counts and shares equal an enumeration of the whole chain', async () => {
  await withContext(ALL, async (ctx) => {
    for (const { mint, archetype } of sample()) {
      const record = await read(ctx, mint)
      const all = rank(balancesOf.get(mint)!)
      const decimals = 10 ** Math.round(Math.log10(Number(all[0]!.amountRaw) / record.top_holders[0]!.amount))
      assert.deepEqual(
        record.top_holders.map(({ owner, amount, accounts }) => ({ owner, amount, accounts })),
        all
          .slice(0, 100)
          .map(({ owner, amountRaw, accounts }) => ({ owner, amount: Number(amountRaw) / decimals, accounts })),
        archetype,
      )
      assert.deepEqual(
        [record.holders, record.holders_meta.exact, record.holders_meta.capped],
        [all.length, true, false],
      )
      const vaults = new Set(
        record.top_holders
          .filter(({ entityType }) => ['liquidity', 'locker', 'burn'].includes(entityType!))
          .map(({ owner }) => owner),
      )
      // Pools of money are looked for in pairs: what holds some of it against a token is known by its account, which
      // only those of the hundred largest holders are looked at for.
      const pools = new Set(archetype === 'stablecoin' ? [] : tokens.flatMap((token) => token.pools))
      for (const { owner } of all) if (pools.has(owner)) vaults.add(owner)
      const supplyRaw = record.supply! * decimals
      const top10Raw = all
        .filter(({ owner }) => !vaults.has(owner))
        .slice(0, 10)
        .reduce((sum, { amountRaw }) => sum + amountRaw, 0n)
      assert(Math.abs(record.top10_pct! - (Number(top10Raw) / supplyRaw) * 100) < 1e-5, archetype)
      assert.equal(record.holders_nonvault, all.length - vaults.size, archetype)
    }
  })
})

test('the risk score is the sum of the record’s own shares, for every archetype', async () => {
  const archetypes = new Set<string>()
  const scores = new Set<number>()
  await withContext(ALL, async (ctx) => {
    for (const { mint, archetype } of sample()) {
      const { risk, distribution: d } = await read(ctx, mint)
      let score = 0
      if (d.top10_pct !== null) score += d.top10_pct > 70 ? 30 : d.top10_pct > 50 ? 15 : 0
      if (d.insiders_pct !== null && d.insiders_pct > 10) score += 25
      if (d.bundlers_pct !== null && d.bundlers_pct > 15) score += 20
      if (d.snipers_pct !== null && d.snipers_pct > 10) score += 10
      if (d.dev_pct !== null && d.dev_pct > 5) score += 15
      const verdict = score >= 50 ? 'high-risk' : score >= 25 ? 'risky' : score >= 10 ? 'caution' : 'safe'
      assert.deepEqual([risk.score, risk.verdict], [score, verdict], archetype)
      archetypes.add(archetype)
      scores.add(score)
    }
  })
  assert(archetypes.size >= 9, [...archetypes].join(' '))
  assert(scores.size >= 4, 'the archetypes do not differ')
})

test('creator, launch slot, bundlers and snipers are those of the world’s own truth', async () => {
  const launched = tokens.filter(
    // Launches by recipe are there to deceive: how well their teams are told from strangers is measured elsewhere.
    ({ launchSlot, archetype, mint, recipe }) =>
      launchSlot !== null && archetype !== 'rugged_prior' && recipe === undefined && balancesOf.has(mint),
  )
  assert(launched.length >= 8)
  await withContext(['rpc'], async (ctx) => {
    for (const truth of launched) {
      const record = await read(ctx, truth.mint)
      const facts = `${truth.archetype} ${truth.mint}`
      assert.equal(record.metadata.deployer, truth.dev, facts)
      assert.equal(record.launch?.slot, truth.launchSlot, facts)
      const flagged = (flag: string) =>
        record.top_holders
          .filter(({ flags }) => flags.includes(flag))
          .map(({ owner }) => owner)
          .sort()
      const holding = (wallets: readonly string[]) =>
        wallets.filter((wallet) => balancesOf.get(truth.mint)!.has(wallet)).sort()
      assert.deepEqual(flagged('bundler'), holding(truth.bundlers), facts)
      assert.deepEqual(flagged('sniper'), holding(truth.snipers), facts)
      assert.deepEqual(flagged('dev'), holding([truth.dev]), facts)
    }
  })
})

test('a node that lists no accounts is replaced by the asset index, with the same holders', async () => {
  await sandbox.control('POST', '/faults', {
    provider: 'rpc',
    match: 'getProgramAccounts',
    kind: 'rpcError',
    code: -32010,
    message: 'excluded from account secondary indexes',
  })
  const { mint } = tokens.find(({ archetype }) => archetype === 'bundled')!
  await withContext(ALL, async (ctx) => {
    const record = await read(ctx, mint)
    const all = rank(balancesOf.get(mint)!)
    assert.deepEqual(
      record.top_holders.map(({ owner }) => owner),
      all.slice(0, 100).map(({ owner }) => owner),
    )
    assert.deepEqual([record.holders, record.holders_meta.exact], [all.length, true])
    assert.match(record.explain!.holders.note!, /^asset-pages after program-accounts: .*-32010/)
    assert(record.distribution.bundlers_pct! > 0)
  })
})

test('with neither, the twenty largest accounts and the provider’s count remain, and launch shares are still exact', async () => {
  for (const match of ['getProgramAccounts', 'getTokenAccounts'])
    for (const provider of ['rpc', 'das'])
      await sandbox.control('POST', '/faults', {
        provider,
        match,
        kind: 'rpcError',
        code: -32601,
        message: 'Method not found',
      })
  const truth = tokens.find(({ archetype, mint }) => archetype === 'bundled' && balancesOf.get(mint)!.size > 20)!
  await withContext(ALL, async (ctx) => {
    const record = await read(ctx, truth.mint)
    const all = rank(balancesOf.get(truth.mint)!)
    assert.deepEqual(
      record.top_holders.map(({ owner }) => owner),
      all.slice(0, 20).map(({ owner }) => owner),
    )
    assert.deepEqual([record.holders_meta.source, record.holders_meta.exact], ['provider', false])
    const bundledRaw = truth.bundlers.reduce(
      (sum, wallet) => sum + (balancesOf.get(truth.mint)!.get(wallet)?.amountRaw ?? 0n),
      0n,
    )
    const expected = (Number(bundledRaw) / (record.supply! * 1e6)) * 100
    assert(Math.abs(record.distribution.bundlers_pct! - expected) < 1e-5)
  })
})

test('one price: intel, the prices route, its pair and the pool’s reserves agree, with and without a market provider', async () => {
  const truth = tokens.find(({ archetype, pools }) => archetype === 'graduated' && pools.length > 0)!
  const prices: number[] = []
  for (const names of [ALL, ['rpc', 'jupiter']]) {
    await withContext(names, async (ctx) => {
      const record = await read(ctx, truth.mint)
      const listed = await getPrices(ctx, [truth.mint])
      assert(listed.ok)
      assert.equal(record.price_usd, listed.value[truth.mint]!.priceUsd)
      assert.equal(record.pair?.priceUsd, record.price_usd)
      assert.equal(record.pairs[0]!.pairAddress, record.pair?.pairAddress)
      assert.equal(record.market?.source, names === ALL ? 'dexscreener' : 'chain')
      prices.push(record.price_usd!)
    })
  }
  assert(Math.abs(prices[0]! / prices[1]! - 1) < 0.01, prices.join(' '))
})

test('every source down is still an answer, marked as degraded', async () => {
  await sandbox.control('POST', '/faults', { provider: '*', kind: 'status', status: 503 })
  await withContext(ALL, async (ctx) => {
    const answer = await getTokenIntel(ctx, tokens[3]!.mint, { flagsTaxonomy: 'normalized', explain: false })
    assert(answer.ok)
    assert.equal(answer.cache?.degraded, true)
    assert.deepEqual([answer.value.price_usd, answer.value.holders, answer.value.verdict], [null, null, null])
  })
})
