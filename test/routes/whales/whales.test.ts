import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { EXCHANGES } from '../../../sandbox/world/exchanges.ts'
import type { DiscoverReply, FeaturedReply, LeaderboardReply, WhaleLabelsReply } from '../../../src/contract/whales.ts'
import { valueFeatured } from '../../../src/services/whales/value-featured.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { NO_ADDRESS, publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

const labelled = successOf('POST /api/v2/whales/labels')
const discovered = successOf('GET /api/v2/whales/discover/{mint}')
const featured = successOf('GET /api/v2/whales/featured')
const ranked = successOf('GET /api/v2/leaderboard/featured')

const folder = mkdtempSync(join(tmpdir(), 'mintglass-whales-'))
const NAMED = strangerAddress(9_001)
let sandbox: StartedSandbox
let server: OpenServer
/** The same world without providers and packs. */
let bare: OpenServer
let whale = ''
/** Launched a token. */
let dev = ''
before(async () => {
  sandbox = await sharedSandbox()
  const { wallets } = (await (await fetch(`${sandbox.urls['rpc']}/info`)).json()) as {
    wallets: { address: string; archetype: string }[]
  }
  whale = wallets.find(({ archetype }) => archetype === 'whale')!.address
  dev = wallets.find(({ archetype }) => archetype === 'dev')!.address
  writeFileSync(
    join(folder, 'own.csv'),
    [
      'wallet,entity,entity_type,category,flags,label,twitter,featured',
      `${NAMED},Acme,fund,,whale,Acme 1,,`,
      `${EXCHANGES[0].address},Own Name,,,,,,`,
      `${whale},Mr W,,trader,smart_money,Whale W,https://x.com/mrw,1`,
    ].join('\n'),
  )
  server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, LABEL_PACKS_DIR: folder })
  bare = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: sandbox.urls['rpc']! })
})
after(async () => {
  await server?.stop()
  await bare?.stop()
  await sandbox?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const labels = async (wallets: unknown, at = server): Promise<WhaleLabelsReply> =>
  labelled(await at.post('/api/v2/whales/labels', { wallets }))
const discover = async (mint: string, at = server): Promise<DiscoverReply> =>
  discovered(await at.get(`/api/v2/whales/discover/${mint}`))
const list = async (category: string, at = server): Promise<FeaturedReply> =>
  featured(await at.get(`/api/v2/whales/featured?category=${category}`))

test('each member comes from the first source that says it, and names it', async () => {
  const binance = EXCHANGES[0].address
  const { count, labels: found } = await labels([NAMED, binance, whale, strangerAddress(9_002)])
  assert.deepEqual([count, Object.keys(found)], [3, [NAMED, binance, whale]])
  assert.deepEqual(found[NAMED], {
    wallet: NAMED,
    entity: 'Acme',
    entityType: 'fund',
    entityLogo: null,
    platform: null,
    flags: ['whale'],
    sources: { entity: 'pack:own', entityType: 'pack:own', flags: 'pack:own' },
  })
  assert.equal(found[binance]!.entity, 'Own Name')
  assert.deepEqual(found[binance]!.sources, { entity: 'pack:own', entityType: 'project' })
  assert.deepEqual(found[whale]!.flags, ['smart_money'])
})

test('a provider adds what no one else says', async () => {
  const { labels: found } = await labels([dev])
  assert(found[dev]!.flags.includes('dev'))
  assert.deepEqual(found[dev]!.sources, { flags: 'provider:mobula' })
})

test('without a provider and packs the built-in list answers', async () => {
  const { count, labels: found, missing } = await labels([EXCHANGES[3].address, dev], bare)
  assert.deepEqual([count, missing], [1, undefined])
  assert.deepEqual(found[EXCHANGES[3].address]!.sources, { entity: 'project', entityType: 'project' })
})

test('invalid wallets are dropped, the first 100 count, and none is 400', async () => {
  const many = Array.from({ length: 130 }, (_, i) => (i === 120 ? NAMED : strangerAddress(20_000 + i)))
  assert.equal((await labels(['no', 5, null, ...many])).count, 0)
  assert.equal((await labels([...many.slice(0, 99), NAMED])).count, 1)
  const required = 'wallets[] required (max 100 valid wallets)'
  for (const body of [{}, { wallets: [] }, { wallets: ['no'] }, { wallets: 'x' }, []])
    assertFails(await server.post('/api/v2/whales/labels', body), 400, required)
})

test('a changed pack is used without a restart', async () => {
  const wallet = strangerAddress(9_003)
  assert.equal((await labels([wallet])).count, 0)
  writeFileSync(join(folder, 'late.ndjson'), `${JSON.stringify({ wallet, entity: 'Late' })}\n`)
  await server.ctx.parts.labelPacks.refresh()
  assert.equal((await labels([wallet])).labels[wallet]!.sources['entity'], 'pack:late')
})

test('discover without labels gives the owners of the 20 largest accounts as the node has them', async () => {
  const { mint } = (await publishedTokens(sandbox))[0]!
  const { count, whales, generatedAt } = await discover(mint, bare)
  const url = sandbox.urls['rpc']!
  const { value: largest } = await askNode(url, 'getTokenLargestAccounts', [mint])
  const owners = new Map<string, bigint>()
  for (const { address, amount } of largest) {
    const { value } = await askNode(url, 'getAccountInfo', [address, { encoding: 'jsonParsed' }])
    const { owner } = value.data.parsed.info
    owners.set(owner, (owners.get(owner) ?? 0n) + BigInt(amount))
  }
  assert(largest.length <= 20 && typeof generatedAt === 'number')
  assert.equal(count, owners.size)
  for (const { wallet, amountRaw, flags } of whales) {
    assert.equal(BigInt(amountRaw), owners.get(wallet))
    assert.deepEqual(flags, [])
  }
  const amounts = whales.map(({ amountRaw }) => BigInt(amountRaw))
  assert(amounts.every((amount, i) => i === 0 || amount <= amounts[i - 1]!))
})

test('discover with labels keeps owners with a label or a name', async () => {
  let kept = 0
  for (const { mint } of (await publishedTokens(sandbox)).slice(0, 12)) {
    const { whales } = await discover(mint)
    const all = await discover(mint, bare)
    for (const { flags, entity, wallet } of whales) {
      assert(flags.length > 0 || entity !== null, wallet)
      assert(all.whales.some((one) => one.wallet === wallet))
    }
    assert(whales.length <= all.whales.length)
    kept += whales.length
  }
  assert(kept > 0)
})

test('a mint of no one leaves an empty answer without generatedAt, and what is no mint is 400', async () => {
  const { count, whales, generatedAt } = await discover(strangerAddress(9_004))
  assert.deepEqual([count, whales, generatedAt], [0, [], undefined])
  assertFails(await server.get('/api/v2/whales/discover/no'), 400, 'invalid mint')
  const odd = await discover(NO_ADDRESS)
  assert.deepEqual([odd.count, odd.generatedAt], [0, undefined])
})

test('without a node discover is 503, and names need none', async () => {
  const off = await openServer({ MINTGLASS_MODE: 'live' })
  try {
    assert.equal((await off.get(`/api/v2/whales/discover/${NAMED}`)).status, 503)
    assert.equal((await labels([EXCHANGES[0].address], off)).count, 1)
    assert((await list('cex', off)).count > 100)
  } finally {
    await off.stop()
  }
})

test('nobody is a trader whom no pack calls one; exchanges, desks and validators are known', async () => {
  assert.deepEqual((await list('trader', bare)).whales, [])
  assert.deepEqual((await list('nonsense', bare)).category, 'trader')
  const all = await list('all', bare)
  const counts = new Map<string, number>()
  for (const { category } of all.whales) counts.set(category, (counts.get(category) ?? 0) + 1)
  assert.equal(counts.get('mm'), 4)
  assert(counts.get('cex')! > 100 && counts.get('validator')! > 0)
  const validator = (await list('validator', bare)).whales.find(({ activeStakeSol }) => activeStakeSol !== undefined)!
  assert.equal(validator.sources['category'], 'chain')
  assert(validator.activeStakeSol! > 0)
})

test('a job values featured wallets by the chain and our prices, the list is sorted by it, and the leaderboard has those above 10 dollars', async () => {
  const before = await list('trader')
  assert.deepEqual([before.whales[0]!.netWorthUSD, before.whales[0]!.assetCount], [null, null])
  assert(before.missing?.some((sentence) => sentence.includes('not valued yet')))
  for (let run = 0; run < 80; run++) await valueFeatured(server.ctx)
  server.clock.push(121_000)
  const [mine] = (await list('trader')).whales
  assert.deepEqual([mine!.wallet, mine!.label, mine!.category], [whale, 'Whale W', 'trader'])
  const { value: lamports } = await askNode(sandbox.urls['rpc']!, 'getBalance', [whale])
  const price = (await server.get('/api/v2/market/sol-price')).json.price
  assert(mine!.netWorthUSD! >= (lamports / 1e9) * price * 0.99)
  assert(mine!.assetCount! >= mine!.pricedAssets!)
  assert(mine!.topAssets.length > 0 && mine!.topAssets.length <= 3)
  const values = mine!.topAssets.map(({ valueUSD }) => valueUSD)
  assert(values.every((value, i) => value > 0 && (i === 0 || value <= values[i - 1]!)))

  const all = (await list('all')).whales.map(({ netWorthUSD }) => netWorthUSD ?? -1)
  assert(all.every((worth, i) => i === 0 || worth <= all[i - 1]!))
  const { leaders } = ranked(await server.get('/api/v2/leaderboard/featured?category=all')) as LeaderboardReply
  const rich = (await list('all')).whales.filter(({ netWorthUSD }) => (netWorthUSD ?? 0) > 10)
  assert.deepEqual(
    leaders.map(({ wallet }) => wallet),
    rich.map(({ wallet }) => wallet),
  )
  const leader = leaders.find(({ wallet }) => wallet === whale)!
  assert.deepEqual(
    [leader.handle, leader.displayName, leader.pnl30d, leader.winRate, leader.totalValue],
    ['mrw', 'Whale W', 0, 0, mine!.netWorthUSD],
  )
})

test('featured lists are one snapshot of two minutes', async () => {
  const { generatedAt } = await list('cex')
  server.clock.push(60_000)
  assert.equal((await list('mm')).generatedAt, generatedAt)
  server.clock.push(61_000)
  assert.notEqual((await list('cex')).generatedAt, generatedAt)
})
