import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { WalletActivityReply } from '../../../src/contract/wallet-activity.ts'
import type { WalletHistoryReply } from '../../../src/contract/wallet-history.ts'
import type { PortfolioReply } from '../../../src/contract/wallet-portfolio.ts'
import type { WalletTradesReply } from '../../../src/contract/wallet-trades.ts'
import type { FundingReply } from '../../../src/contract/wallet-transfers.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { successOf } from '../../support/reply-check.ts'
import { type ActiveWallet, activeWallets } from '../../support/sandbox-wallets.ts'
import { sharedSandbox } from '../../support/shared-sandbox.ts'
import type { StartedSandbox } from '../../support/start-sandbox.ts'

/** One question to a server with one node and to one with every provider: same shape, agreeing figures. The sandbox's
 *  provider reads the ledger's balances, never our decoder's movements. */

let sandbox: StartedSandbox
let alone: OpenServer
let provided: OpenServer
let wallets: readonly ActiveWallet[]
before(async () => {
  sandbox = await sharedSandbox()
  const url = sandbox.urls['rpc']!
  alone = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: url })
  provided = await openServer({ SANDBOX_URL: url })
  wallets = await activeWallets(sandbox, 4)
})
after(async () => {
  await Promise.all([alone?.stop(), provided?.stop()])
  await sandbox?.stop()
})

async function both<T>(name: string, wallet: string, query = ''): Promise<readonly [T, T]> {
  const check = successOf(`GET /api/v2/wallets/{wallet}/${name}`)
  const path = `/api/v2/wallets/${wallet}/${name}${query}`
  const [node, provider] = await Promise.all([alone.get(path), provided.get(path)])
  const [a, b] = [check(node), check(provider)]
  assert.deepEqual(membersOf(a), membersOf(b), `${name}: the same members`)
  return [a, b] as const
}

/** Names of members; those that an answer has only where something is missing are left out. */
function membersOf(body: object): string[] {
  return Object.keys(body)
    .filter((name) => name !== 'missing')
    .sort()
}
const isNear = (a: number, b: number, share: number): boolean =>
  Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b))

test('portfolio: balances are equal to the base unit, values agree', async () => {
  for (const { wallet } of wallets) {
    const [node, provider] = await both<PortfolioReply>('portfolio', wallet)
    assert.deepEqual([node.source, provider.source], ['node', 'mobula'])
    const raw = ({ tokens }: PortfolioReply) => Object.fromEntries(tokens.map((one) => [one.mint, one.balanceRaw]))
    assert.deepEqual(raw(node), raw(provider))
    assert.equal(node.tokens[0]!.symbol, 'SOL')
    assert.equal(provider.tokens[0]!.symbol, 'SOL')
    assert(isNear(node.totalValueUSD, provider.totalValueUSD, 0.02), `${node.totalValueUSD} ${provider.totalValueUSD}`)
    for (const one of node.tokens) assert.deepEqual([one.priceChange24h, one.allocation], [0, 0])
    const sum = provider.tokens.reduce((total, { allocation }) => total + allocation, 0)
    assert(isNear(sum, 100, 1e-6))
    assert.deepEqual(Object.keys(node.tokens[0]!).sort(), Object.keys(provider.tokens[0]!).sort())
  }
})

/** One that holds more of some token than its pool could pay. */
async function walletWithBags(): Promise<{ readonly wallet: string; readonly portfolio: PortfolioReply }> {
  const { wallets: published } = (await (await fetch(`${sandbox.urls['rpc']}/info`)).json()) as {
    wallets: { address: string; archetype: string }[]
  }
  for (const { address: wallet } of published.filter(({ archetype }) => archetype === 'whale')) {
    const [, portfolio] = await both<PortfolioReply>('portfolio', wallet)
    if (portfolio.tokens.some(({ thin }) => thin)) return { wallet, portfolio }
  }
  throw new Error('no whale holds more of a token than its pool could pay')
}

test('portfolio: allocations are of the total, in which what is thin has no part', async () => {
  const { portfolio } = await walletWithBags()
  for (const { allocation, usdValue, thin, symbol } of portfolio.tokens) {
    const share = thin ? 0 : (usdValue ?? 0) / portfolio.totalValueUSD
    assert(Math.abs(allocation - 100 * share) < 1e-6, `${symbol}: ${allocation} of ${100 * share} %`)
  }
})

test('trades: the same transactions with the same base amounts and sides', async () => {
  let compared = 0
  for (const { wallet } of wallets) {
    const [node, provider] = await both<WalletTradesReply>('trades', wallet)
    const byHash = new Map(provider.trades.map((trade) => [trade.transaction_hash, trade]))
    for (const trade of node.trades) {
      const other = byHash.get(trade.transaction_hash)
      assert(other !== undefined, trade.transaction_hash)
      assert.deepEqual(Object.keys(trade).sort(), Object.keys(other).sort())
      // A route has one trade here, and one for each pool there.
      const legs = provider.trades.filter(({ transaction_hash }) => transaction_hash === trade.transaction_hash)
      if (legs.length > 1) continue
      compared++
      const shown = ({ side, token0_address, token1_address, date, amount_base_raw, pool_address }: typeof trade) => ({
        side,
        token0_address,
        token1_address,
        date,
        amount_base_raw,
        pool_address,
      })
      assert.deepEqual(shown(trade), shown(other))
      assert(isNear(trade.amount_quote, other.amount_quote, 0.03), `${trade.amount_quote} ${other.amount_quote}`)
    }
  }
  assert(compared >= 10, `${compared} trades compared`)
})

test('activity: the same transactions in the same order, with the same fees', async () => {
  for (const { wallet } of wallets) {
    for (const order of ['desc', 'asc']) {
      const [node, provider] = await both<WalletActivityReply>('activity', wallet, `?limit=200&order=${order}`)
      const times = node.activity.map(({ txDateMs }) => (order === 'asc' ? txDateMs : -txDateMs))
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      )
      const byHash = new Map(provider.activity.map((row) => [row.txHash, row]))
      for (const row of node.activity) {
        const other = byHash.get(row.txHash)
        assert(other !== undefined, row.txHash)
        assert.deepEqual(
          [row.txRawFeesNative, row.txBlockNumber, row.txDateMs],
          [other.txRawFeesNative, other.txBlockNumber, other.txDateMs],
        )
        assert.equal(row.actions[0]?.model, other.actions[0]?.model, row.txHash)
      }
      assert.equal(node.activity.length + node.spamFiltered!, provider.activity.length)
    }
  }
})

test('funding: the same payment to the lamport', async () => {
  for (const { wallet } of wallets) {
    const [node, provider] = await both<FundingReply>('funding', wallet)
    assert.deepEqual(node, provider)
  }
})

test('history: both end at the present value, and hold the same balances before', async () => {
  for (const { wallet } of wallets.slice(0, 2)) {
    const [node, provider] = await both<WalletHistoryReply>('history', wallet, '?period=1d')
    const [last, other] = [node.series.at(-1)!.v, provider.series.at(-1)!.v]
    assert(isNear(last, other, 0.05), `${last} ${other}`)
    assert.deepEqual(Object.keys(node.series[0]!), Object.keys(provider.series[0]!))
    assert.equal(node.period, '1d')
  }
})

test('history: a provider that counts what no pool could pay is said to', async () => {
  const { wallet, portfolio } = await walletWithBags()
  const [node, provider] = await both<WalletHistoryReply>('history', wallet, '?period=1d')
  const isWhole = ({ series }: WalletHistoryReply) => isNear(series.at(-1)!.v, portfolio.totalValueUSD, 0.05)
  assert.deepEqual([isWhole(node), isWhole(provider)], [true, false])
  const thin = portfolio.tokens.filter((one) => one.thin)
  const sumUsd = thin.reduce((sum, { usdValue }) => sum + usdValue!, 0)
  assert(isNear(provider.series.at(-1)!.v, portfolio.totalValueUSD + sumUsd, 0.05))
  assert.equal(provider.estimates.length, 1)
  const [, count, usd] = /^every value counts (\d+) tokens? worth more .* now (\d+) USD in all$/.exec(
    provider.estimates[0]!,
  )!
  assert.equal(Number(count), thin.length)
  assert(isNear(Number(usd), sumUsd, 0.05), `${usd} ${sumUsd}`)
})
