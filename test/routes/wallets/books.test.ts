import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { WALLET_BOOKS } from '../../../src/config/wallet-books.ts'
import type { WalletActivityReply } from '../../../src/contract/wallet-activity.ts'
import type { WalletHistoryReply } from '../../../src/contract/wallet-history.ts'
import type { PortfolioReply } from '../../../src/contract/wallet-portfolio.ts'
import type { WalletRelatedReply } from '../../../src/contract/wallet-related.ts'
import type { WalletTradesReply } from '../../../src/contract/wallet-trades.ts'
import type { FundingReply, WalletTransfersReply } from '../../../src/contract/wallet-transfers.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { scanRows } from '../../../src/services/wallet-books/scan-rows.ts'
import { balancesAt } from '../../../src/services/wallet-books/value-series.ts'
import type { WalletRow } from '../../../src/services/wallet-books/wallet-row.ts'
import { type LocalServer, sendJson, startLocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { askNode, USDC, WSOL } from '../../support/read-chain.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import {
  type ActiveWallet,
  activeWallets,
  changesByRecord,
  lamportsByRecord,
  solAfter,
} from '../../support/sandbox-wallets.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** The routes of a wallet's books from one node alone, against the node's own records. */

const NAMES = ['portfolio', 'funding', 'transfers', 'activity', 'trades', 'history', 'related'] as const
type Name = (typeof NAMES)[number]

let sandbox: StartedSandbox
let server: OpenServer
let url: string
let wallets: readonly ActiveWallet[]
let wallet = ''
before(async () => {
  sandbox = await sharedSandbox()
  url = sandbox.urls['rpc']!
  server = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: url })
  wallets = await activeWallets(sandbox, 4)
  wallet = wallets[0]!.wallet
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

const CHECKS: Readonly<Record<Name, ReturnType<typeof successOf>>> = {
  portfolio: successOf('GET /api/v2/wallets/{wallet}/portfolio'),
  funding: successOf('GET /api/v2/wallets/{wallet}/funding'),
  transfers: successOf('GET /api/v2/wallets/{wallet}/transfers'),
  activity: successOf('GET /api/v2/wallets/{wallet}/activity'),
  trades: successOf('GET /api/v2/wallets/{wallet}/trades'),
  history: successOf('GET /api/v2/wallets/{wallet}/history'),
  related: successOf('GET /api/v2/wallets/{wallet}/related'),
}
const PATHS: Readonly<Record<Name, (of: string) => string>> = {
  portfolio: (of) => `/api/v2/wallets/${of}/portfolio`,
  funding: (of) => `/api/v2/wallets/${of}/funding`,
  transfers: (of) => `/api/v2/wallets/${of}/transfers`,
  activity: (of) => `/api/v2/wallets/${of}/activity`,
  trades: (of) => `/api/v2/wallets/${of}/trades`,
  history: (of) => `/api/v2/wallets/${of}/history`,
  related: (of) => `/api/v2/wallets/${of}/related`,
}
const pathOf = (name: Name, query = '', of = wallet) => `${PATHS[name](of)}${query}`
async function ask<T>(name: Name, query = '', of = wallet, at = server): Promise<T & { success: true }> {
  return CHECKS[name](await at.get(pathOf(name, query, of)))
}
const edges = async (query = '', of = wallet) => ask<WalletTransfersReply>('transfers', query, of)

/** Every transfer of a wallet, page by page. */
async function allEdges(of: string, limit: number): Promise<NonNullable<WalletTransfersReply['transfers']>> {
  const found: NonNullable<WalletTransfersReply['transfers']> = []
  for (let before = ''; ; ) {
    const page = await edges(`?limit=${limit}${before === '' ? '' : `&before=${before}`}`, of)
    assert(page.count <= limit)
    found.push(...page.transfers!)
    if (page.nextBefore === null) return found
    before = page.nextBefore
  }
}

test('the transfers of a transaction add up to what the node’s record shows, to the base unit', async () => {
  let checked = 0
  for (const { wallet: of } of wallets) {
    const { transfers } = await edges('', of)
    for (const [signature, own] of Map.groupBy(transfers!, (edge) => edge.signature)) {
      const sums = new Map<string, bigint>()
      for (const { mint, amountRaw, direction } of own)
        sums.set(mint, (sums.get(mint) ?? 0n) + (direction === 'in' ? BigInt(amountRaw) : -BigInt(amountRaw)))
      const seen = await changesByRecord(url, of, signature)
      for (const [mint, raw] of seen) if (mint !== WSOL) assert.equal(sums.get(mint), raw, `${signature} ${mint}`)
      for (const { ts, slot } of own) assert(ts !== null && slot > 0)
      checked++
    }
  }
  assert(checked >= 20, `${checked} transactions`)
})

test('transfers of SOL add up to the lamports of a wallet and of its token accounts, to the lamport', async () => {
  let checked = 0
  let moved = 0n
  for (const { wallet: of } of wallets) {
    const whole = await allEdges(of, 100)
    for (const [signature, own] of Map.groupBy(whole, (edge) => edge.signature)) {
      const sol = own.reduce(
        (sum, { mint, amountRaw, direction }) =>
          mint === WSOL ? sum + (direction === 'in' ? BigInt(amountRaw) : -BigInt(amountRaw)) : sum,
        0n,
      )
      const { lamports, feeLamports } = await lamportsByRecord(url, of, signature)
      assert.equal(sol - feeLamports, lamports, signature)
      moved += lamports < 0n ? -lamports : lamports
      checked++
    }
  }
  assert(checked >= 20 && moved > 1_000_000_000n, `${checked} transactions, ${moved} lamports`)
})

test('pages of transfers end between two transactions and join to one list', async () => {
  const whole = await allEdges(wallet, 100)
  assert.deepEqual(await allEdges(wallet, 12), whole)
  assert.equal(new Set(whole.map((edge) => JSON.stringify(edge))).size, whole.length)
})

test('`before` that only looks like a signature is ignored, a transaction that no one knows is 400', async () => {
  const whole = await edges('?limit=2')
  assert.deepEqual(await edges(`?limit=2&before=${'O'.repeat(64)}`), whole)
  const unknown = encodeBase58(new Uint8Array(64).fill(7))
  const reply = await server.get(pathOf('transfers', `?before=${unknown}`))
  assertFails(reply, 400, 'before: the node knows no such transaction')
})

test('transfers are filtered by mint, counterparty and direction', async () => {
  const whole = await allEdges(wallet, 100)
  const { mint } = whole.find((edge) => edge.kind === 'token')!
  const of = async (query: string) => (await edges(query)).transfers!
  assert.deepEqual(
    await of(`?mint=${mint}`),
    whole.filter((edge) => edge.mint === mint),
  )
  const sol = whole.filter((edge) => edge.mint === WSOL).slice(0, 100)
  assert.deepEqual((await of(`?mint=${WSOL}`)).slice(0, sol.length), sol)
  const other = whole[0]!.direction === 'in' ? whole[0]!.from! : whole[0]!.to!
  assert.deepEqual(
    await of(`?counterparty=${other}`),
    whole.filter(({ from, to }) => from === other || to === other),
  )
  for (const direction of ['in', 'out'])
    assert((await of(`?direction=${direction}`)).every((edge) => edge.direction === direction))
  assert.deepEqual((await edges('?direction=sideways')).transfers, (await edges()).transfers)
  assertFails(await server.get(pathOf('transfers', '?mint=x')), 400, 'invalid mint')
  assertFails(await server.get(pathOf('transfers', '?counterparty=x')), 400, 'invalid counterparty')
})

test('synthetic transfers are the trades of the wallet in the rows of the specification', async () => {
  for (const flag of ['1', 'true']) {
    const { synthetic, trades, transfers } = await edges(`?synthetic=${flag}&limit=5`)
    assert.deepEqual([synthetic, transfers], [true, undefined])
    const listed = await ask<WalletTradesReply>('trades', '?limit=5')
    assert(trades!.length > 0)
    for (const [at, row] of trades!.entries()) {
      const same = listed.trades[at]!
      const names = [
        'base_token',
        'token0_address',
        'token1_address',
        'amount_base',
        'amount_quote',
        'side',
        'date',
        'hash',
      ]
      assert.deepEqual(Object.keys(row), names)
      assert.deepEqual(
        [row.hash, row.side, row.amount_base, row.date],
        [same.transaction_hash, same.side, same.amount_base, same.date],
      )
    }
  }
})

test('limits of trades, activity and transfers are clamped to those of the specification', async () => {
  const count = async (name: Name, query: string) => (await ask<{ count: number }>(name, query)).count
  for (const name of ['trades', 'activity', 'transfers'] as const) {
    assert.equal(await count(name, '?limit=1'), 1)
    assert.equal(await count(name, '?limit=0'), 1)
    assert.equal(await count(name, '?limit=-7'), 1)
    assert.equal(await count(name, '?limit=x'), await count(name, ''))
  }
  const { paths } = (await server.get('/api/v2/openapi.json')).json
  const limitOf = (name: Name) => {
    const [{ schema }] = paths[`/api/v2/wallets/{wallet}/${name}`].get.parameters.filter(
      (one: { name: string }) => one.name === 'limit',
    )
    return [schema.minimum, schema.maximum, schema.default]
  }
  assert.deepEqual(limitOf('trades'), [1, 500, 100])
  assert.deepEqual(limitOf('activity'), [1, 200, 50])
  assert.deepEqual(limitOf('transfers'), [1, 100, 100])
  assert.deepEqual(limitOf('related'), [1, 100, 25])
})

test('trades hold what the node’s record shows of the traded token, and keep to `from` and `to`', async () => {
  let checked = 0
  for (const { wallet: of } of wallets) {
    const { trades } = await ask<WalletTradesReply>('trades', '', of)
    for (const { transaction_hash, token0_address, amount_base_raw, side } of trades) {
      if (trades.filter((one) => one.transaction_hash === transaction_hash).length > 1) continue
      const raw = (await changesByRecord(url, of, transaction_hash)).get(token0_address)!
      assert.equal(raw, side === 'buy' ? BigInt(amount_base_raw!) : -BigInt(amount_base_raw!), transaction_hash)
      checked++
    }
  }
  assert(checked >= 10, `${checked} trades`)
  const { trades } = await ask<WalletTradesReply>('trades')
  const [newest, older] = [Date.parse(trades[0]!.date), Date.parse(trades.at(-1)!.date)]
  const within = (await ask<WalletTradesReply>('trades', `?from=${older + 1}&to=${newest - 1}`)).trades
  assert.deepEqual(
    within,
    trades.filter(({ date }) => Date.parse(date) > older && Date.parse(date) < newest),
  )
})

test('activity lists newest first, `asc` oldest first, and any other order is newest first', async () => {
  const newest = await ask<WalletActivityReply>('activity', '?limit=200')
  const oldest = await ask<WalletActivityReply>('activity', '?limit=200&order=asc')
  assert.deepEqual(
    oldest.activity.map(({ txHash }) => txHash),
    newest.activity.map(({ txHash }) => txHash).reverse(),
  )
  assert.equal((await ask<WalletActivityReply>('activity', '?order=ASC')).order, 'desc')
  assert.equal(newest.count, newest.activity.length)
  const failed = new Set(wallets[0]!.rows.filter(({ err }) => err !== null).map(({ signature }) => signature))
  assert(newest.activity.every(({ txHash }) => !failed.has(txHash)))
})

test('a portfolio holds what the node says, SOL first, and nothing of yesterday', async () => {
  const { tokens, tokenCount, totalValueUSD } = await ask<PortfolioReply>('portfolio')
  const { value: lamports } = await askNode(url, 'getBalance', [wallet])
  assert.equal(tokens[0]!.mint, WSOL)
  assert(BigInt(tokens[0]!.balanceRaw!) >= BigInt(lamports))
  assert.equal(tokenCount, tokens.length)
  for (const { mint, balanceRaw } of tokens.slice(1, 6)) {
    const { value } = await askNode(url, 'getTokenAccountsByOwner', [wallet, { mint }, { encoding: 'jsonParsed' }])
    const sum = value.reduce(
      (total: bigint, row: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }) =>
        total + BigInt(row.account.data.parsed.info.tokenAmount.amount),
      0n,
    )
    assert.equal(balanceRaw, String(sum), mint)
  }
  const sum = tokens.reduce((total, { usdValue, thin }) => total + (thin ? 0 : (usdValue ?? 0)), 0)
  assert(Math.abs(sum - totalValueUSD) < 1e-6)
  for (const { priceChange24h, allocation, usdValue, price, balance } of tokens) {
    assert.deepEqual([priceChange24h, allocation], [0, 0])
    if (price !== null) assert(Math.abs(usdValue! - price * balance) <= 1e-9 * usdValue!)
  }
})

test('beyond the tokens that are priced a portfolio shows names and whole tokens, too', async () => {
  const of = strangerAddress(7_060)
  const tokens = await publishedTokens(sandbox)
  for (const { mint } of tokens) await sandbox.control('POST', '/tokens', { address: of, mint, amountRaw: '1500000' })
  const held = await ask<PortfolioReply>('portfolio', '?fresh=1', of)
  assert.equal(held.tokenCount, tokens.length + 1)
  assert(held.tokenCount > WALLET_BOOKS.pricedTokens, `${held.tokenCount} tokens`)
  for (const { mint, balance, decimals, symbol } of held.tokens.filter((one) => one.mint !== WSOL)) {
    assert.equal(balance, 1_500_000 / 10 ** decimals!, mint)
    assert.notEqual(symbol, null, mint)
  }
  assert.deepEqual(held.missing, [`prices of ${held.tokenCount - WALLET_BOOKS.pricedTokens} tokens`])
})

test('a portfolio is kept for 30 s, and `fresh` passes by that', async () => {
  const of = wallets[1]!.wallet
  const { generatedAt } = await ask<PortfolioReply>('portfolio', '', of)
  server.clock.push(1_000)
  assert.equal((await ask<PortfolioReply>('portfolio', '?fresh=0', of)).generatedAt, generatedAt)
  const fresh = await ask<PortfolioReply>('portfolio', '?fresh=true', of)
  assert(fresh.generatedAt > generatedAt)
  assert.equal((await ask<PortfolioReply>('portfolio', '', of)).generatedAt, fresh.generatedAt)
  server.clock.push(30_000)
  assert((await ask<PortfolioReply>('portfolio', '', of)).generatedAt > fresh.generatedAt)
})

test('funding is the payment before which the wallet had nothing, to the lamport', async () => {
  let funded = 0
  for (const { wallet: of, rows } of wallets) {
    const reply = await ask<FundingReply>('funding', '', of)
    if (!reply.funded) continue
    funded++
    const oldest = rows.findLast(({ err }) => err === null)!
    assert.equal(reply.signature, oldest.signature)
    assert.equal(reply.blockTime, oldest.blockTime)
    assert.equal(reply.slot, oldest.slot)
    assert.equal((await changesByRecord(url, of, oldest.signature)).get(WSOL), BigInt(reply.amountLamports!))
    assert.equal(reply.amountSol, Number(reply.amountLamports) / 1e9)
  }
  assert(funded >= 2, `${funded} funded wallets`)
  const stranger = strangerAddress(7_101)
  assert.deepEqual(await ask<FundingReply>('funding', '', stranger), {
    success: true,
    wallet: stranger,
    funded: false,
    source: 'node',
  })
})

test('a history ends at the portfolio’s value, has the steps of its period and ignores an odd period', async () => {
  const history = await ask<WalletHistoryReply>('history', '?period=1d')
  const { totalValueUSD } = await ask<PortfolioReply>('portfolio')
  const last = history.series.at(-1)!
  assert.equal(last.t, history.to)
  assert(Math.abs(last.v - totalValueUSD) <= 0.02 * totalValueUSD, `${last.v} ${totalValueUSD}`)
  assert.equal(history.to - history.from, 86_400_000)
  const steps = history.series.slice(1, -2).map(({ t }, at) => history.series[at + 2]!.t - t)
  assert(steps.every((step) => step === 900_000))
  assert.equal((await ask<WalletHistoryReply>('history', '?period=2y')).period, '30d')
})

test('a history of SOL has at each moment what the ledger had, to the lamport', async () => {
  let checked = 0
  for (const { wallet: of, rows: listed } of wallets) {
    const rows: WalletRow[] = []
    const { signal } = new AbortController()
    const scan = await scanRows(server.ctx, of, { scope: 'all', lookedAt: 500 }, signal, (row) => rows.push(row) > 0)
    assert(scan.ok && scan.value.nextBefore === null)
    const { tokens } = await ask<PortfolioReply>('portfolio', '?fresh=1', of)
    const now = new Map([[WSOL, BigInt(tokens[0]!.balanceRaw!)]])
    // The records give each balance itself, and nothing that was added up.
    const times = [...new Set(listed.map(({ blockTime }) => blockTime))].sort((a, b) => b - a)
    const held = balancesAt(
      { now, mints: [WSOL] },
      rows,
      times.map((sec) => sec * 1_000),
    )
    for (const [at, sec] of times.entries()) {
      const last = listed.find(({ blockTime }) => blockTime === sec)!
      const after = await solAfter(url, of, last.signature)
      if (after === null) continue
      assert.equal(held[at]!.balances.get(WSOL), after, `${of} after ${last.signature}`)
      checked++
    }
  }
  assert(checked >= 20, `${checked} balances`)
})

test('a history of SOL is its balances at one price where the price stood still', async () => {
  const { series, missing } = await ask<WalletHistoryReply>('history', `?period=30d&asset=${WSOL}`)
  assert.equal((missing ?? []).filter((one) => one.startsWith('transactions that')).length, 0)
  const { tokens } = await ask<PortfolioReply>('portfolio')
  const [{ balance, price }] = tokens as [(typeof tokens)[number]]
  const last = series.at(-1)!.v
  assert(Math.abs(last - balance * price!) <= 0.02 * last, `${last} ${balance * price!}`)
})

test('a history of dollars is their amount at every moment', async () => {
  const { series } = await ask<WalletHistoryReply>('history', `?period=7d&asset=${USDC}`)
  const held = (await ask<PortfolioReply>('portfolio')).tokens.find(({ mint }) => mint === USDC)
  assert.equal(series.at(-1)!.v, held?.balance ?? 0)
})

test('relations carry their evidence, and exchanges and programs are flagged and not expanded', async () => {
  for (const { wallet: of } of wallets) {
    const { related, coverage } = await ask<WalletRelatedReply>('related', '', of)
    const funding = await ask<FundingReply>('funding', '', of)
    const funder = related.find(({ relation }) => relation === 'funder')
    assert.equal(funder?.wallet, funding.funder)
    assert.equal(funder?.evidence[0]?.signature, funding.signature)
    for (const row of related) {
      assert(row.evidence.length > 0 && row.weight >= 1)
      assert.equal(row.expandable, row.entityType === 'wallet')
      assert.notEqual(row.wallet, of)
    }
    if (funder !== undefined && !funder.expandable)
      assert.equal(related.filter(({ relation }) => relation === 'same_funder').length, 0)
    assert(coverage.txScanned > 0)
  }
})

test('kinds that are none of ours are ignored', async () => {
  const all = await ask<WalletRelatedReply>('related', '?kinds=nonsense')
  assert.deepEqual(all.coverage.kinds, ['funder', 'funded', 'same_funder', 'transfer', 'cotrade'])
  const { related, coverage } = await ask<WalletRelatedReply>('related', '?kinds=transfer')
  assert.deepEqual(coverage.kinds, ['transfer'])
  assert(related.every(({ relation }) => relation === 'transfer'))
})

test('a wallet that did nothing has empty lists', async () => {
  const stranger = strangerAddress(7_102)
  for (const name of ['transfers', 'activity', 'trades', 'related'] as const)
    assert.equal((await ask<{ count: number }>(name, '', stranger)).count, 0)
  const { series } = await ask<WalletHistoryReply>('history', '', stranger)
  assert(series.every(({ v }) => v === 0))
  const { tokens, totalValueUSD } = await ask<PortfolioReply>('portfolio', '', stranger)
  assert.deepEqual([tokens.length, tokens[0]!.balance, totalValueUSD], [1, 0, 0])
})

const WITH_ADDRESS: ReadonlySet<string> = new Set(['funding', 'transfers'])
test('what is no address is 400 with the sentence of its route', async () => {
  // The second is base58 of an address's length, but not 32 bytes.
  for (const name of NAMES)
    for (const bad of ['no', 'bfic6rggg6fb871cjrhfy1wgzei9sedx3ozqamw5upyy']) {
      const sentence = WITH_ADDRESS.has(name) ? 'invalid wallet address' : 'invalid wallet'
      assertFails(await server.get(pathOf(name, '', bad)), 400, sentence)
    }
})

/** What each route answers where the node fails. */
const FAILED: Readonly<Record<Name, RegExp>> = {
  portfolio: /./,
  funding: /^funding unavailable$/,
  transfers: /^transfers unavailable$/,
  activity: /./,
  trades: /./,
  history: /./,
  related: /^related lookup unavailable$/,
}

test('without a node and a provider they are 503, and 502 with their sentence where the node fails', async () => {
  const node = await startLocalServer((request, response) => {
    const { id } = JSON.parse(request.body.toString())
    sendJson(response, { jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })
  })
  const bare = await openServer({ MINTGLASS_MODE: 'live' })
  const broken = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    for (const name of NAMES) {
      assertFails(await bare.get(pathOf(name)), 503, /not configured/)
      assertFails(await broken.get(pathOf(name)), 502, FAILED[name])
    }
  } finally {
    await Promise.all([bare.stop(), broken.stop()])
    await node.close()
  }
})

test('where the provider fails the node answers', async () => {
  const provider = await startLocalServer((_request, response) => sendJson(response, { error: 'no' }, 500))
  const live = await openServer({
    MINTGLASS_MODE: 'live',
    SOLANA_RPC_URL: url,
    MOBULA_URL: provider.url,
    MOBULA_API_KEY: 'k',
  })
  const only = await openServer({ MINTGLASS_MODE: 'live', MOBULA_URL: provider.url, MOBULA_API_KEY: 'k' })
  try {
    for (const name of ['portfolio', 'activity', 'trades', 'history'] as const) {
      assert.equal((await ask<{ source: string }>(name, '', wallet, live)).source, 'node')
      assertFails(await only.get(pathOf(name)), 502, /./)
    }
    assertFails(await only.get(pathOf('history', `?asset=${WSOL}`)), 503, /needs a node/)
  } finally {
    await Promise.all([live.stop(), only.stop()])
    await provider.close()
  }
})

/** The sandbox's node behind a counter of calls; `longWallet` has more signatures than anyone walks. */
async function countingNode(): Promise<{ node: LocalServer; calls: () => number }> {
  let calls = 0
  const node = await startLocalServer(async (request, response) => {
    const body = JSON.parse(request.body.toString())
    calls += Array.isArray(body) ? body.length : 1
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    sendJson(response, await reply.json())
  })
  return { node, calls: () => calls }
}

/** Seconds (spec 4.2 and 8; `related` by the page of unshown routes). */
const LIVES = { transfers: 30, activity: 30, trades: 60, history: 60, related: 600, funding: 3_600 } as const

test('answers live as long as the specification says', async () => {
  const { node, calls } = await countingNode()
  const live = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  const callsOf = async (name: Name): Promise<number> => {
    const before = calls()
    await ask(name, '', wallets[2]!.wallet, live)
    return calls() - before
  }
  try {
    for (const [name, seconds] of Object.entries(LIVES) as [keyof typeof LIVES, number][]) {
      assert((await callsOf(name)) > 0, `${name} cold`)
      live.clock.push((seconds - 5) * 1_000)
      assert.equal(await callsOf(name), 0, `${name} warm`)
      live.clock.push(6_000)
      assert((await callsOf(name)) > 0, `${name} after its time`)
      // What the others share is gone as well.
      live.clock.push(3_700_000)
    }
  } finally {
    await live.stop()
    await node.close()
  }
})

test('a transaction is read once for all of these routes within 30 s', async () => {
  const { node, calls } = await countingNode()
  const live = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    const begin = calls()
    await ask<WalletTransfersReply>('transfers', '', wallet, live)
    const cold = calls() - begin
    const { rows } = wallets[0]!
    // Two for the token accounts, one list for each of them and the wallet, one for each transaction.
    assert(cold <= rows.length + 60, `${cold} calls for ${rows.length} transactions`)
    await ask<WalletTransfersReply>('transfers', '?direction=in', wallet, live)
    const again = calls() - begin - cold
    assert(again <= 21, `${again} calls the second time`)
  } finally {
    await live.stop()
    await node.close()
  }
})

test('a wallet whose beginning is out of reach is 503 without a provider', async () => {
  let page = 0
  const node = await startLocalServer((request, response) => {
    const { id, method, params } = JSON.parse(request.body.toString())
    if (method !== 'getSignaturesForAddress') return sendJson(response, { jsonrpc: '2.0', id, result: null })
    page++
    const result = Array.from({ length: params[1].limit }, (_, at) => {
      const number = page * 1_000 + at
      return {
        signature: `${'5'.repeat(80)}${String(number).padStart(6, '0').replaceAll('0', 'z')}`,
        slot: 1_000_000 - number,
        err: null,
        memo: null,
        blockTime: 1_790_000_000 - number,
        confirmationStatus: 'finalized',
      }
    })
    sendJson(response, { jsonrpc: '2.0', id, result })
  })
  const live = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    assertFails(await live.get(pathOf('funding')), 503, /more than 20000 transactions/)
    assert.equal(page, 20)
  } finally {
    await live.stop()
    await node.close()
  }
})
