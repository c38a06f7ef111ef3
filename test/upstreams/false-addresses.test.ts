import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decodeBase58, encodeBase58 } from '../../src/hot-paths/base58.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import type { HttpClient } from '../../src/runtime/http-client.ts'
import { createJsonRpc } from '../../src/runtime/json-rpc.ts'
import { createDasAssets } from '../../src/upstreams/das-assets.ts'
import { createDexscreenerPairs } from '../../src/upstreams/dexscreener-pairs.ts'
import { createGeckoterminalPools } from '../../src/upstreams/geckoterminal-pools.ts'
import { createGoplusSecurity } from '../../src/upstreams/goplus-security.ts'
import { createHeliusFunding } from '../../src/upstreams/helius-funding.ts'
import { createJitoBundles } from '../../src/upstreams/jito-bundles.ts'
import { createJupiterDca, createJupiterLimitOrders } from '../../src/upstreams/jupiter-orders.ts'
import { createJupiterTokens } from '../../src/upstreams/jupiter-tokens.ts'
import { createMobulaLabels } from '../../src/upstreams/mobula-labels.ts'
import { createMobulaMarket } from '../../src/upstreams/mobula-market.ts'
import { createMobulaTrades } from '../../src/upstreams/mobula-trades.ts'
import { createMobulaWallets } from '../../src/upstreams/mobula-wallets.ts'
import { createRugcheckReports } from '../../src/upstreams/rugcheck-report.ts'
import { type LocalServer, sendJson, startLocalServer } from '../support/local-server.ts'
import { addressOf } from '../support/tape-facts.ts'
import { testClient } from '../support/test-client.ts'

/* Text and numbers that are no address, in every member that is one: none is handed on, and what else was said stays.
 * Prices, histories and quotes name no address but those that were asked for. */

let server: LocalServer
let client: HttpClient
let body: unknown
async function over(reply: unknown): Promise<HttpClient> {
  body = reply
  server ??= await startLocalServer((request, response) => {
    const { id = null } = request.body === '' ? {} : (JSON.parse(request.body) as { id?: unknown })
    sendJson(response, id === null ? body : { jsonrpc: '2.0', id, result: body })
  })
  client ??= testClient(server.url).client
  return client
}
after(async () => {
  await client.close()
  await server.close()
})

/** An address of 44 letters that is one no longer when its last letter goes. */
function address(name: string): string {
  for (let at = 0; ; at++) {
    const one = addressOf(`${name} ${at}`)
    if (one.length === 44 && decodeBase58(one.slice(0, -1))?.length === 31) return one
  }
}
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at + 7)
const NUMBER = 7_777_777
/** Of an address, what is none. */
const spoiled = (one: string): readonly unknown[] => [
  `${one}1`,
  `${one}z`,
  one.slice(0, -1),
  'z'.repeat(44),
  '',
  ...['0', 'O', 'I', 'l'].map((letter) => `${one.slice(0, 20)}${letter}${one.slice(21)}`),
  ` ${one.slice(1)}`,
  encodeBase58(bytes(31)),
  encodeBase58(bytes(33)),
  '0x0000000000000000000000000000000000000000',
  NUMBER,
]

const MINT = address('mint')
const OTHER = address('other')
const WALLET = address('wallet')

type Teller = {
  /** Reads a row, beside another one where it is a list. */
  readonly tell: (row: unknown) => Promise<unknown>
  readonly row: unknown
  /** What must be told whatever the row says: another row of the list. */
  readonly stays?: string
  /** Members that are compared with what was asked for, or not read. */
  readonly silent?: readonly string[]
}

const node = (http: HttpClient) => createJsonRpc({ http, clock: systemClock(), random: () => 0 })
const das = async (reply: unknown) => createDasAssets(node(await over(reply)), 'das')
const pair = (name: string) => ({
  chainId: 'solana',
  dexId: 'raydium',
  pairAddress: address(`${name} pool`),
  baseToken: { address: MINT, name: 'n', symbol: 's' },
  quoteToken: { address: address(`${name} quote`), name: 'n', symbol: 's' },
})
const entry = (mint: string) => ({ chainId: 'solana', tokenAddress: mint })
const asset = (id: string) => ({
  id,
  ownership: { owner: address('owner'), delegate: address('delegate'), delegated: true, frozen: false },
  token_info: { supply: 5, decimals: 6, token_program: address('program') },
})
const account = (name: string) => ({ address: address(name), owner: address(`${name} owner`), mint: MINT, amount: 5 })
const pool = (name: string) => ({
  id: `solana_${address(name)}`,
  attributes: { address: address(name), token_price_usd: '1.5' },
  relationships: {
    base_token: { data: { id: `solana_${MINT}` } },
    quote_token: { data: { id: `solana_${address(`${name} quote`)}` } },
    dex: { data: { id: 'raydium' } },
  },
})
const flag = (name: string) => ({ status: '1', authority: [{ address: address(name), malicious_address: 0 }] })
const token = (id: string) => ({ id, name: 'n', symbol: 's', tokenProgram: address('program'), dev: address('dev') })
const screened = (one: string) => ({ address: one, chainId: 'solana:solana', symbol: 's', priceUSD: 1 })
const trade = (hash: string) => ({
  transactionHash: hash,
  type: 'buy',
  date: 1_760_000_000_000,
  transactionSenderAddress: address(hash),
})
const heldAsset = (one: string) => ({
  contracts_balances: [{ address: one, chainId: 'solana:solana', balance: 1, balanceRaw: '1', decimals: 0 }],
  token_balance: 1,
  asset: { name: 'n', symbol: 's', contracts: [one], blockchains: ['Solana'] },
})
const walletTrade = (hash: string) => ({
  transaction_hash: hash.repeat(30),
  date: '2025-10-09T08:53:20.000Z',
  side: 'buy',
  pool_address: address(`${hash} pool`),
  transaction_sender_address: WALLET,
  token0_address: address(`${hash} base`),
  token1_address: address(`${hash} quote`),
  base_token: { address: address(`${hash} base`), symbol: 's' },
  amount_base: 1,
  amount_quote: 1,
})
const walletActivity = (hash: string) => ({
  txHash: hash.repeat(30),
  txDateMs: 1_760_000_000_000,
  txBlockNumber: 5,
  actions: [
    {
      model: 'swap',
      swapTransactionSenderAddress: WALLET,
      swapBaseAddress: address(`${hash} base`),
      swapQuoteAddress: address(`${hash} quote`),
      swapAssetIn: { contract: address(`${hash} in`), symbol: 's' },
      swapAssetOut: { contract: address(`${hash} out`), symbol: 's' },
    },
    {
      model: 'transfer',
      transferFromAddress: address(`${hash} from`),
      transferToAddress: address(`${hash} to`),
      transferAsset: { contract: address(`${hash} asset`), symbol: 's' },
    },
  ],
})
const order = (name: string) => ({
  orderKey: address(name),
  inputMint: address(`${name} input`),
  outputMint: address(`${name} output`),
  userPubkey: WALLET,
  trades: [{ txId: 't', rawInputAmount: '1', rawOutputAmount: '2', feeMint: address(`${name} fee`) }],
})
const limitOrder = {
  ...order('limit'),
  rawMakingAmount: '1',
  rawTakingAmount: '1',
  rawRemainingMakingAmount: '1',
  rawRemainingTakingAmount: '1',
  status: 'Open',
}
const position = {
  ...order('dca'),
  rawInDeposited: '1',
  rawInWithdrawn: '1',
  rawInUsed: '1',
  rawOutReceived: '1',
  rawOutWithdrawn: '1',
}
const PAGE = { wallet: WALLET, status: 'active', page: 1 } as const

const TELLERS: Readonly<Record<string, Teller>> = {
  'das assets': {
    row: asset(MINT),
    tell: async (row) => (await das([row, asset(OTHER)])).assetsByMints([MINT, OTHER]),
    stays: OTHER,
  },
  'das token accounts': {
    row: account('one'),
    tell: async (row) => (await das({ token_accounts: [row, account('two')] })).tokenAccountsOfMint(MINT, 10),
    stays: address('two'),
    silent: ['mint'],
  },
  'dexscreener pairs by mint': {
    row: pair('one'),
    tell: async (row) => createDexscreenerPairs(await over([row, pair('two')])).pairsByMints([MINT]),
    stays: address('two pool'),
  },
  'dexscreener pairs of a token': {
    row: pair('one'),
    tell: async (row) => createDexscreenerPairs(await over([row, pair('two')])).pairsOfToken(MINT),
    stays: address('two pool'),
  },
  'dexscreener search': {
    row: pair('one'),
    tell: async (row) => createDexscreenerPairs(await over({ pairs: [row, pair('two')] })).searchPairs('x'),
    stays: address('two pool'),
  },
  'dexscreener feed': {
    row: entry(MINT),
    tell: async (row) => createDexscreenerPairs(await over([row, entry(OTHER)])).topBoosts(),
    stays: OTHER,
  },
  'geckoterminal pools': {
    row: pool('one'),
    tell: async (row) => createGeckoterminalPools(await over({ data: [row, pool('two')] })).poolsOfToken(MINT),
    stays: address('two'),
    silent: ['id'],
  },
  'geckoterminal token page': {
    row: { attributes: { address: MINT, name: 'n' } },
    tell: async (row) => createGeckoterminalPools(await over({ data: row })).tokenProfile(MINT),
  },
  goplus: {
    row: {
      mintable: flag('mint authority'),
      freezable: flag('freeze authority'),
      balance_mutable_authority: flag('delegate'),
      closable: flag('closer'),
      metadata_mutable: { status: '1', metadata_upgrade_authority: [{ address: address('updater') }] },
      transfer_hook: [{ address: address('hook'), malicious_address: 0 }],
      creators: [{ address: address('creator'), malicious_address: '1' }],
    },
    tell: async (row) => createGoplusSecurity(await over({ code: 1, result: { [MINT]: row } })).securityReport(MINT),
  },
  'helius funding': {
    row: { funder: address('funder'), amount: 1, signature: 's', timestamp: 1_790_000_000 },
    tell: async (row) => createHeliusFunding(await over(row)).firstFunding(WALLET),
  },
  'jito tip accounts': {
    row: address('tip'),
    tell: async (row) => createJitoBundles(await over([row, OTHER]), systemClock()).tipAccounts(),
    stays: OTHER,
  },
  'jupiter limit orders': {
    row: limitOrder,
    tell: async (row) => createJupiterLimitOrders(await over({ user: WALLET, orders: [row] })).list(PAGE),
  },
  'jupiter dca': {
    row: position,
    tell: async (row) => createJupiterDca(await over({ user: WALLET, time: [row] })).list(PAGE),
  },
  'jupiter tokens by mint': {
    row: token(MINT),
    tell: async (row) => createJupiterTokens(await over([row, token(OTHER)])).tokensByMints([MINT, OTHER]),
    stays: OTHER,
  },
  'jupiter tokens by text': {
    row: token(MINT),
    tell: async (row) => createJupiterTokens(await over([row, token(OTHER)])).searchTokens('x'),
    stays: OTHER,
  },
  'mobula screener': {
    row: screened(MINT),
    tell: async (row) =>
      createMobulaMarket(await over({ data: [row, screened(OTHER)] })).screenTokens({
        text: 'x',
        sortBy: null,
        limit: 5,
      } as never),
    stays: OTHER,
  },
  'mobula trades': {
    row: trade('h1'),
    tell: async (row) => createMobulaTrades(await over({ data: [row, trade('h2')] })).newestTrades(MINT, 5),
    stays: address('h2'),
  },
  'mobula portfolio': {
    row: heldAsset(MINT),
    tell: async (row) =>
      createMobulaWallets(await over({ data: { assets: [row, heldAsset(OTHER)] } })).portfolio(WALLET),
    stays: OTHER,
  },
  'mobula wallet trades': {
    row: walletTrade('h1'),
    tell: async (row) =>
      createMobulaWallets(await over({ data: [row, walletTrade('h2')] })).tradesOf(WALLET, {
        limit: 5,
        fromMs: null,
        toMs: null,
      }),
    stays: 'h2'.repeat(30),
    silent: ['transaction_hash'],
  },
  'mobula activity': {
    row: walletActivity('h1'),
    tell: async (row) =>
      createMobulaWallets(await over({ data: [row, walletActivity('h2')] })).activityOf(WALLET, {
        limit: 5,
        order: 'desc',
      }),
    stays: 'h2'.repeat(30),
    silent: ['txHash'],
  },
  'mobula labels': {
    row: { walletAddress: WALLET, labels: ['sniper'] },
    tell: async (row) =>
      createMobulaLabels(await over({ data: [row, { walletAddress: OTHER, labels: ['dev'] }] })).labelsOf([
        WALLET,
        OTHER,
      ]),
    stays: OTHER,
  },
  rugcheck: {
    row: {
      mint: MINT,
      creator: address('creator'),
      token: { mintAuthority: address('mint authority'), freezeAuthority: address('freeze authority') },
      topHolders: [{ address: address('holder'), owner: address('holder owner'), pct: 5 }],
      markets: [{ pubkey: address('market'), lp: { lpLockedPct: 5, baseUSD: 1, quoteUSD: 1 } }],
      transferFee: { pct: 1, authority: address('fee authority') },
    },
    tell: async (row) => createRugcheckReports(await over(row)).securityReport(MINT),
    silent: ['mint', 'address', 'owner', 'pubkey', 'authority'],
  },
}

const isAddress = (value: unknown): boolean => typeof value === 'string' && decodeBase58(value)?.length === 32

type Member = { readonly name: string; readonly address: string; readonly with: (value: unknown) => unknown }

/** Every address in a row (`solana_<address>` too), and how to put something else in its place. */
function* addressesOf(row: unknown, name = ''): Generator<Member> {
  if (typeof row === 'string') {
    const bare = row.replace(/^solana_/, '')
    if (!isAddress(bare)) return
    const put = bare === row ? (value: unknown) => value : (value: unknown) => `solana_${value}`
    yield { name, address: bare, with: put }
  }
  if (typeof row !== 'object' || row === null) return
  for (const [own, part] of Object.entries(row)) {
    const isList = Array.isArray(row)
    for (const member of addressesOf(part, isList ? name : own)) {
      const put = (value: unknown) =>
        isList
          ? row.map((one, at) => (String(at) === own ? member.with(value) : one))
          : { ...row, [own]: member.with(value) }
      yield { ...member, with: put }
    }
  }
}

/** Texts and numbers of a told value with the name of their member, the words of a sentence one by one. */
function* told(value: unknown, name = ''): Generator<readonly [name: string, word: unknown]> {
  if (value instanceof Map)
    for (const [key, part] of value) {
      yield ['mint', key]
      yield* told(part)
    }
  else if (Array.isArray(value)) for (const part of value) yield* told(part, name)
  else if (typeof value === 'object' && value !== null)
    for (const [own, part] of Object.entries(value)) yield* told(part, own === 'address' ? `${name}.address` : own)
  else if (typeof value === 'string' && name === 'detail') for (const word of value.split(/[ ,()]+/)) yield [name, word]
  else yield [name, value]
}

const ADDRESSES =
  /^(mint|pairAddress|address|owner|tokenAccount|deployer|creator|funder|sender|delegate|tokenProgram|\w+Authority|hookProgram|permanentDelegateAddress|key|wallet|inputMint|outputMint|feeMint|\w*\.address)$/
/** Where '' stands for none. */
const MAY_BE_BLANK = /^(quote\.address|baseMint|quoteMint)$/

for (const [what, { row, tell, stays, silent = [] }] of Object.entries(TELLERS))
  test(`${what}: nothing is handed on that is no address`, async () => {
    const members = [...addressesOf(row)]
    const truth = new Set([...told(await tell(structuredClone(row)))].map(([, word]) => word))
    assert(members.length > 0)
    for (const { name, address: one, with: put } of members) {
      assert(silent.includes(name) || truth.has(one), `${name} is handed on where it is an address`)
      for (const odd of spoiled(one)) {
        assert(!isAddress(odd), `${String(odd)} is none`)
        const said = [...told(await tell(structuredClone(put(odd))))]
        for (const [where, word] of said) {
          if (odd !== '') assert.notEqual(word, odd, `${where} of a false ${name}`)
          if (ADDRESSES.test(where) && !(MAY_BE_BLANK.test(where) && word === ''))
            assert(word === null || isAddress(word), `${where} is ${String(word)} of a false ${name}`)
        }
        if (stays !== undefined)
          assert(
            said.some(([, word]) => word === stays),
            `${stays} stays beside ${name} ${String(odd)}`,
          )
      }
    }
  })

test('a list of nothing but false addresses is no answer: it would read as "none"', async () => {
  const odd = 'z'.repeat(44)
  const answers = [
    await createDexscreenerPairs(await over([{ ...pair('one'), pairAddress: odd }])).pairsOfToken(MINT),
    await createDexscreenerPairs(await over([{ chainId: 'solana', tokenAddress: odd }])).topBoosts(),
    await createMobulaMarket(await over({ data: [screened(odd)] })).screenTokens({
      text: 'x',
      sortBy: null,
      limit: 5,
    } as never),
    await createJitoBundles(await over([odd]), systemClock()).tipAccounts(),
    await (await das({ token_accounts: [{ ...account('one'), owner: odd }] })).tokenAccountsOfMint(MINT, 5),
  ]
  for (const answer of answers) assert.equal(answer.ok ? '' : answer.code, 'upstream_failed')
})

test('rows of other chains are left out, whatever their addresses look like', async () => {
  const foreign = { ...pair('one'), chainId: 'base', pairAddress: '0xaa', baseToken: { address: '0xbb' } }
  const found = await createDexscreenerPairs(await over({ pairs: [foreign] })).searchPairs('x')
  assert.deepEqual(found.ok && found.value, [])
  const feed = await createDexscreenerPairs(await over([{ chainId: 'base', tokenAddress: '0xaa' }])).topBoosts()
  assert.deepEqual(feed.ok && feed.value, [])
  const rows = [{ ...screened('0xaa'), chainId: 'evm:8453' }]
  const market = createMobulaMarket(await over({ data: rows }))
  const screen = await market.screenTokens({ text: 'x', sortBy: null, limit: 5 } as never)
  assert.deepEqual(screen.ok && screen.value, [])
})

test('a token account that cannot be read leaves a list that says it is not all', async () => {
  const holders = async (rows: unknown[]) => {
    const found = await (await das({ token_accounts: rows })).tokenAccountsOfMint(MINT, 10)
    assert(found.ok)
    return [found.value.rows.length, found.value.capped]
  }
  assert.deepEqual(await holders([account('one'), account('two')]), [2, false])
  assert.deepEqual(await holders([{ ...account('one'), owner: `${OTHER}1` }, account('two')]), [1, true])
  assert.deepEqual(await holders([{ ...account('one'), amount: -1 }, account('two')]), [1, true])
})

test('an authority whose address is none is an authority: the token counts as mintable and freezable', async () => {
  for (const odd of spoiled(MINT).filter((one) => typeof one === 'string')) {
    const token = { mintAuthority: odd, freezeAuthority: odd }
    const read = await createRugcheckReports(await over({ mint: MINT, token })).securityReport(MINT)
    assert(read.ok && read.value !== null)
    const { mintable, mintAuthority, freezable, freezeAuthority } = read.value.facts
    assert.deepEqual([mintable, mintAuthority, freezable, freezeAuthority], [true, null, true, null], odd as string)
    const flagged = { status: '1', authority: [{ address: odd }] }
    const record = { mintable: flagged, balance_mutable_authority: flagged, transfer_hook: [{ address: odd }] }
    const report = await createGoplusSecurity(await over({ code: 1, result: { [MINT]: record } })).securityReport(MINT)
    assert(report.ok && report.value !== null)
    const { facts, checks } = report.value
    assert.deepEqual([facts.mintable, facts.permanentDelegate, facts.hook], [true, true, true])
    assert.deepEqual(
      checks.map(({ ok, detail }) => [ok, detail]),
      Array(3).fill([false, 'unnamed']),
    )
  }
})
