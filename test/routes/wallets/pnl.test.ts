import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keypairFromSecretKey } from '../../../src/chain/solana/keypair.ts'
import type { WalletPnlReply } from '../../../src/contract/wallet-pnl.ts'
import type { PortfolioReply } from '../../../src/contract/wallet-portfolio.ts'
import type { WalletProfileReply } from '../../../src/contract/wallet-profile.ts'
import { decodeBase58 } from '../../../src/hot-paths/base58.ts'
import { sendJson, startLocalServer } from '../../support/local-server.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { paySol } from '../../support/pay-sol.ts'
import { NO_ADDRESS, strangerAddress } from '../../support/published-tokens.ts'
import { askNode, WSOL } from '../../support/read-chain.ts'
import { replayAsFailed } from '../../support/replay-as-failed.ts'
import { assertFails, successOf } from '../../support/reply-check.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'

const success = successOf('GET /api/v2/wallets/{wallet}/pnl')
const STEPS = 700
/** Wallets whose profiles are held against their books. */
const PROFILES = 20
const STEPS_AT_ONCE = 50
const LEAST_WALLETS = 100
const FAILING = 6
const LEAST_DEXES = 8

/** Books that the sandbox keeps from balances alone. */
type TrueBooks = {
  readonly wallet: string
  readonly archetype: string | null
  readonly transactions: number
  readonly failed: number
  readonly feeLamports: string
  readonly tipLamports: string
  readonly rentLamports: string
  readonly solBought: string
  readonly solSold: string
  readonly tokens: readonly {
    readonly mint: string
    readonly boughtRaw: string
    readonly soldRaw: string
    readonly buys: number
    readonly sells: number
    readonly realisedLamports: string
    readonly isKnown: boolean
  }[]
  readonly unclear: number
}

const isMany = ({ archetype }: TrueBooks) => archetype === 'crowd' || archetype === 'insider'

let sandbox: StartedSandbox
let server: OpenServer
let url: string
/** Wallets whose every transaction says one thing. */
let books: readonly TrueBooks[] = []
before(async () => {
  sandbox = await startSandbox()
  url = sandbox.urls['rpc']!
  server = await openServer({ SANDBOX_URL: url })
  for (let done = 0; done < STEPS; done += STEPS_AT_ONCE) {
    await sandbox.control('POST', '/agents/step', { count: STEPS_AT_ONCE })
    await sandbox.control('POST', '/slots/step', { count: 1 })
  }
  await failTrades()
  const { wallets } = await sandbox.control<{ wallets: readonly TrueBooks[] }>('GET', '/truth/wallets')
  const clear = wallets.filter(({ unclear }) => unclear === 0)
  // Those of which there are hundreds come last.
  books = clear.toSorted((a, b) => Number(isMany(a)) - Number(isMany(b))).slice(0, LEAST_WALLETS + 10)
})
after(async () => {
  await server?.stop()
  await sandbox?.stop()
})

type Published = { readonly address: string; readonly archetype: string; readonly secretKey: string | null }
async function publishedWallets(): Promise<readonly Published[]> {
  const info = (await (await fetch(`${url}/info`)).json()) as { readonly wallets: readonly Published[] }
  return info.wallets
}

/** The last trade of some traders once more, so that it fails. */
async function failTrades(): Promise<void> {
  const wallets = await publishedWallets()
  let failed = 0
  for (const { address, secretKey } of wallets.filter(({ archetype }) => archetype === 'trader')) {
    const keypair = keypairFromSecretKey(decodeBase58(secretKey ?? '') ?? new Uint8Array())
    if (keypair === null || failed === FAILING) continue
    const rows: readonly { signature: string }[] = await askNode(url, 'getSignaturesForAddress', [
      address,
      { limit: 20 },
    ])
    for (const { signature } of rows) {
      const sent = await replayAsFailed(url, signature, keypair).catch(() => null)
      if (sent === null) continue
      failed++
      break
    }
  }
  assert.equal(failed, FAILING)
}

const portfolioSuccess = successOf('GET /api/v2/wallets/{wallet}/portfolio')
const profileSuccess = successOf('GET /api/v2/wallets/{wallet}/profile')
const pathOf = (wallet: string, query = '') => `/api/v2/wallets/${wallet}/pnl${query}`
const ask = async (wallet: string, query = ''): Promise<WalletPnlReply> =>
  success(await server.get(pathOf(wallet, query)))
const trader = (): TrueBooks => books.find(({ archetype, tokens }) => archetype === 'trader' && tokens.length > 5)!

test('profiles have the figures of the same books: fees, tips, failures, trades and what they realised', async () => {
  const wanted = books.filter(({ transactions }) => transactions > 2)
  let [traded, withUnknown] = [0, 0]
  for (const one of wanted.slice(0, PROFILES)) {
    const profile = profileSuccess(await server.get(`/api/v2/wallets/${one.wallet}/profile`)) as WalletProfileReply
    // The books count an exchange of two tokens as a sale and a purchase.
    if (profile.overview.exchanges > 0) continue
    const sum = (of: (token: TrueBooks['tokens'][number]) => bigint): bigint =>
      one.tokens.reduce((total, token) => total + of(token), 0n)
    const lamports = (sol: number): bigint => BigInt(Math.round(sol * 1e9))
    assert.deepEqual(
      {
        fees: lamports(profile.fees.networkSol),
        tips: lamports(profile.fees.tipsSol),
        failed: profile.failures.count,
        buys: BigInt(profile.overview.buys),
        sells: BigInt(profile.overview.sells),
        realised: lamports(profile.pnl.realizedSol),
      },
      {
        fees: BigInt(one.feeLamports),
        tips: BigInt(one.tipLamports),
        failed: one.failed,
        buys: sum(({ buys }) => BigInt(buys)),
        sells: sum(({ sells }) => BigInt(sells)),
        realised: sum(({ realisedLamports }) => BigInt(realisedLamports)),
      },
      one.wallet,
    )
    traded += one.tokens.some(({ sells }) => sells > 0) ? 1 : 0
    withUnknown += one.tokens.some(({ sells, isKnown }) => sells > 0 && !isKnown) ? 1 : 0
  }
  assert(traded >= 5 && withUnknown >= 2, `${traded} wallets that sold, ${withUnknown} of what they had before`)
})

test('PnL and balances of a hundred wallets equal books kept from balances alone, to the lamport', async () => {
  assert(books.length >= LEAST_WALLETS, `${books.length} wallets`)
  const archetypes = new Set(books.map(({ archetype }) => archetype))
  for (const wanted of ['trader', 'market_maker', 'sniper', 'whale', 'crowd']) assert(archetypes.has(wanted))
  const { tokens } = (await (await fetch(`${url}/info`)).json()) as { tokens: readonly { mint: string; dex: string }[] }
  const traded = new Set(
    books.flatMap((one) => one.tokens.filter(({ buys, sells }) => buys + sells > 0).map(({ mint }) => mint)),
  )
  const dexes = new Set(tokens.filter(({ mint, dex }) => traded.has(mint) && dex !== null).map(({ dex }) => dex))
  assert(dexes.size >= LEAST_DEXES, [...dexes].join(' '))
  let [realised, sales, failed, strictly] = [0n, 0, 0, 0]
  for (const one of books) {
    const pnl = await ask(one.wallet, '?period=all&mode=adjusted&limit=200')
    const { assets, summary, positions, identity } = pnl
    assert.equal(identity.holds, true, one.wallet)
    const sol = assets[0]!
    assert.equal(sol.mint, WSOL)
    const { costs } = summary
    assert.deepEqual(
      [sol.boughtRaw, sol.soldRaw, costs.networkFeeLamports, costs.tipLamports, sol.feesRaw],
      [
        one.solBought,
        one.solSold,
        one.feeLamports,
        one.tipLamports,
        String(BigInt(one.feeLamports) + BigInt(one.tipLamports) + BigInt(one.rentLamports)),
      ],
      one.wallet,
    )
    for (const token of one.tokens.filter(({ buys, sells }) => buys + sells > 0)) {
      const row = positions.find(({ mint }) => mint === token.mint)
      const { boughtRaw, soldRaw, buys, sells } = token
      assert.deepEqual(
        row && [row.boughtRaw, row.soldRaw, row.buys, row.sells, row.unknownBasisRaw === '0'],
        [boughtRaw, soldRaw, buys, sells, token.isKnown],
        `${one.wallet} ${token.mint}`,
      )
      assert.equal(row!.realizedLamports ?? '0', token.realisedLamports, `${one.wallet} ${token.mint}`)
      realised += BigInt(token.realisedLamports)
      sales += token.sells
    }
    const sum = positions.reduce((all, { realizedLamports }) => all + BigInt(realizedLamports ?? 0), 0n)
    assert.equal(BigInt(summary.realizedLamports ?? 0), sum)
    failed += one.failed
    strictly += positions.filter(({ basisKnown }) => basisKnown).length
  }
  assert(
    realised !== 0n && sales > 200 && failed === FAILING && strictly > 300,
    `${realised} ${sales} ${failed} ${strictly}`,
  )
})

test('each asset adds up: opening + bought + received - sold - sent - fees is what the node says', async () => {
  const [row] = (await askNode(url, 'getMultipleAccounts', [[trader().wallet], { encoding: 'base64' }])).value
  const { assets } = await ask(trader().wallet)
  for (const one of assets) {
    const [opening, bought, received, sold, sent, fees] = [
      one.openingRaw,
      one.boughtRaw,
      one.receivedRaw,
      one.soldRaw,
      one.sentRaw,
      one.feesRaw,
    ].map(BigInt) as [bigint, bigint, bigint, bigint, bigint, bigint]
    assert.equal(String(opening + bought + received - sold - sent - fees), one.closingRaw)
    assert.deepEqual([one.nodeRaw, one.missingRaw, one.holds], [one.closingRaw, '0', true])
  }
  assert.equal(assets[0]!.nodeRaw, String(row.lamports))
})

test('what no transaction explains is named, and the identity does not hold', async () => {
  const wallet = trader().wallet
  await sandbox.control('POST', '/airdrop', { address: wallet, lamports: '12345' })
  server.clock.push(61_000)
  const { identity, assets, coverage } = await ask(wallet)
  assert.deepEqual([identity.holds, identity.failing], [false, 1])
  assert.deepEqual(identity.gaps, [{ account: wallet, mint: WSOL, raw: '12345', beforeSignature: null }])
  assert.equal(assets[0]!.missingRaw, '12345')
  assert(coverage.missing.some((one) => one.includes('identity.gaps')))
})

test('wallets that are said to have one owner count as one: what they send each other is no cost', async () => {
  const wallets = await publishedWallets()
  const own = wallets.filter(({ archetype, secretKey }) => archetype === 'trader' && secretKey !== null)
  const [a, b] = own.slice(-2) as [(typeof own)[0], (typeof own)[0]]
  const from = keypairFromSecretKey(decodeBase58(a.secretKey!)!)!
  await paySol(url, { from, to: b.address, amounts: [1_000_000n] })
  server.clock.push(61_000)
  const [one, other, both] = [
    await ask(a.address, '?period=all'),
    await ask(b.address, '?period=all'),
    await ask(a.address, `?period=all&own=${b.address}`),
  ]
  const sol = (pnl: WalletPnlReply) => pnl.assets[0]!
  assert.equal(both.identity.holds, true)
  assert.deepEqual(both.ownWallets, [b.address])
  assert.equal(BigInt(sol(both).closingRaw), BigInt(sol(one).closingRaw) + BigInt(sol(other).closingRaw))
  const between = BigInt(sol(one).sentRaw) + BigInt(sol(other).sentRaw) - BigInt(sol(both).sentRaw)
  assert.equal(between, BigInt(sol(one).receivedRaw) + BigInt(sol(other).receivedRaw) - BigInt(sol(both).receivedRaw))
  assert(between >= 1_000_000n)
})

test('FIFO and average agree on what was bought and sold, and on all that was closed', async () => {
  const query = '?period=all&mode=adjusted&limit=200'
  const [fifo, average] = [await ask(trader().wallet, query), await ask(trader().wallet, `${query}&method=average`)]
  assert.deepEqual([fifo.method, average.method, average.summary.medianHoldSecs], ['fifo', 'average', null])
  const byMint = new Map(average.positions.map((row) => [row.mint, row]))
  for (const row of fifo.positions) {
    const other = byMint.get(row.mint)!
    assert.deepEqual([row.boughtRaw, row.soldRaw], [other.boughtRaw, other.soldRaw])
    if (row.balanceRaw === '0' && row.basisKnown && row.boughtRaw === row.soldRaw)
      assert.equal(row.realizedLamports, other.realizedLamports)
  }
})

test('words that are not known count as the defaults, and the limit is clamped', async () => {
  const plain = await ask(trader().wallet)
  assert.deepEqual([plain.period, plain.mode, plain.method], ['30d', 'strict', 'fifo'])
  const odd = await ask(trader().wallet, '?period=week&mode=loose&method=lifo&sort=name&limit=x')
  assert.deepEqual([odd.period, odd.mode, odd.method, odd.count], ['30d', 'strict', 'fifo', plain.count])
  assert.equal((await ask(trader().wallet, '?limit=0')).count, 1)
  const times = plain.positions.map(({ lastTs }) => lastTs ?? 0)
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
  )
  const realised = (await ask(trader().wallet, '?sort=realized')).positions.flatMap(
    ({ realizedUSD }) => realizedUSD ?? [],
  )
  assert.deepEqual(
    realised,
    realised.toSorted((a, b) => b - a),
  )
})

test('the sources of dollars are named, and realised dollars are proceeds less cost', async () => {
  const { prices, positions, summary } = await ask(trader().wallet, '?period=all')
  const known = new Set(['par', 'recorded', 'history-5m', 'history-1h', 'history-1d', 'unknown'])
  for (const { source } of prices.sources) assert(known.has(source), source)
  assert.equal(
    prices.sources.reduce((sum, { trades }) => sum + trades, 0),
    summary.buys + summary.sells,
  )
  for (const { realizedUSD, proceedsUSD, costUSD } of positions)
    if (realizedUSD !== null) assert(Math.abs(realizedUSD - (proceedsUSD! - costUSD!)) < 1e-6)
})

test('an answer is kept for a minute', async () => {
  const { generatedAt } = await ask(trader().wallet, '?limit=3')
  assert.equal((await ask(trader().wallet, '?limit=3')).generatedAt, generatedAt)
})

test('a wallet that did nothing has zeros and null rates, and is no 404', async () => {
  const { summary, positions, identity, coverage } = await ask(strangerAddress(7_031))
  const { realizedUSD, investedUSD, proceedsUSD, feesSol, buys, sells, tokens, wins, winRatePct, medianHoldSecs } =
    summary
  assert.deepEqual(
    [realizedUSD, investedUSD, proceedsUSD, feesSol, buys, sells, tokens, wins],
    [0, 0, 0, 0, 0, 0, 0, 0],
  )
  assert.deepEqual([summary.unrealizedUSD, summary.realizedLamports, winRatePct, medianHoldSecs], [0, '0', null, null])
  assert.deepEqual([positions, identity.holds], [[], true])
  assert.deepEqual([coverage.txScanned, coverage.capped, coverage.oldestTs], [0, false, null])
})

test('what is no address is 400, also as `mint` and in `own`, and so are too many of them', async () => {
  const wallet = trader().wallet
  assertFails(await server.get(pathOf('no')), 400, 'invalid wallet')
  assertFails(await server.get(pathOf(NO_ADDRESS)), 400, 'invalid wallet')
  assertFails(await server.get(pathOf(wallet, '?mint=no')), 400, 'invalid mint')
  assertFails(await server.get(pathOf(wallet, '?own=no')), 400, 'invalid wallet in own')
  const many = [1, 2, 3, 4, 5].map((one) => strangerAddress(7_040 + one)).join(',')
  assertFails(await server.get(pathOf(wallet, `?own=${many}`)), 400, 'own: at most 4 wallets')
})

test('without a node PnL is 503, and 502 where the node fails', async () => {
  const bare = await openServer({ MINTGLASS_MODE: 'live' })
  const node = await startLocalServer((request, response) => {
    const { id } = JSON.parse(request.body.toString())
    sendJson(response, { jsonrpc: '2.0', id, error: { code: -32603, message: 'no' } })
  })
  const broken = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: node.url })
  try {
    assert.equal((await bare.get(pathOf(trader().wallet))).status, 503)
    assert.equal((await broken.get(pathOf(trader().wallet))).status, 502)
  } finally {
    await Promise.all([bare.stop(), broken.stop()])
    await node.close()
  }
})

test('`strict` counts only what is wholly known, `adjusted` the known part of the rest', async () => {
  const { positions } = await ask(trader().wallet, '?period=all&limit=200')
  const known = positions.find(({ sells, basisKnown, balanceRaw }) => sells > 0 && basisKnown && balanceRaw !== '0')!
  assert.notEqual(known.realizedLamports, null)
  await sandbox.control('POST', '/tokens', { address: trader().wallet, mint: known.mint, amountRaw: '1000' })
  server.clock.push(61_000)
  const query = `?period=all&mint=${known.mint}`
  const [strict] = (await ask(trader().wallet, query)).positions
  const [adjusted] = (await ask(trader().wallet, `${query}&mode=adjusted`)).positions
  assert.deepEqual([strict!.realizedLamports, strict!.basisKnown, strict!.unknownBasisRaw], [null, false, '1000'])
  assert.equal(adjusted!.realizedLamports, known.realizedLamports)
})

test('a balance that no pool could pay is `thin` in the portfolio and no unrealised gain', async () => {
  const { wallet } = trader()
  const query = '?period=all&mode=adjusted&limit=200'
  const unrealizedOf = ({ positions }: WalletPnlReply, mint: string) =>
    positions.find((one) => one.mint === mint)!.unrealizedUSD
  const before = await ask(wallet, query)
  const [held] = before.positions.filter(
    ({ unrealizedUSD, balanceRaw }) => balanceRaw !== '0' && unrealizedUSD !== null,
  )
  const { mint } = held!
  await sandbox.control('POST', '/tokens', { address: wallet, mint, amountRaw: String(10n ** 18n) })
  server.clock.push(61_000)
  const portfolio = portfolioSuccess(await server.get(`/api/v2/wallets/${wallet}/portfolio?fresh=1`)) as PortfolioReply
  assert.equal(portfolio.tokens.find((one) => one.mint === mint)?.thin, true)
  const after = await ask(wallet, query)
  assert.equal(unrealizedOf(after, mint), null)
  const left = after.positions.flatMap(({ unrealizedUSD }) => unrealizedUSD ?? [])
  assert(Math.abs(after.summary.unrealizedUSD! - left.reduce((sum, one) => sum + one, 0)) < 1e-6)
  assert(after.coverage.missing.some((one) => one.includes('worth more than there is in')))
  const realised = ({ positions }: WalletPnlReply) => positions.map(({ realizedLamports }) => realizedLamports)
  assert.deepEqual(realised(after), realised(before))
})
