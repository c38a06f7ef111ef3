import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WalletLedgerReads } from '../../../src/chain/wallet-ledger-port.ts'
import type { Context } from '../../../src/context.ts'
import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import { ok } from '../../../src/contract/outcome.ts'
import type { LedgerTx } from '../../../src/contract/wallet-ledger.ts'
import type { WalletPnlReply } from '../../../src/contract/wallet-pnl.ts'
import { getPortfolio } from '../../../src/services/wallet-books/get-portfolio.ts'
import { getPnl, type PnlRequest } from '../../../src/services/wallet-pnl/get-pnl.ts'
import { fakeContext } from '../../support/fake-context.ts'
import { nodeOfHolder } from '../../support/held-tokens.ts'
import { listedPairs, makePair } from '../../support/market-pairs.ts'
import { NO_UPSTREAMS } from '../../support/no-upstreams.ts'
import { addressOf } from '../../support/tape-facts.ts'

const WALLET = addressOf('wallet')
const SIGNAL = new AbortController().signal
const REQUEST: PnlRequest = {
  period: 'all',
  mode: 'strict',
  method: 'fifo',
  sort: 'unrealized',
  mint: '',
  limit: 50,
  own: [],
}
const UNIT = 1_000_000n

/** A token of which the wallet bought so many units with dollars, one each, and got more for nothing. */
type Bought = {
  readonly mint: string
  readonly bought: bigint
  readonly given?: bigint
  readonly priceUsd: number
  readonly liquidityUsd: number
}

/** A wallet that bought these with dollars, as its ledger, its accounts and a provider of prices show it. */
function setUp(tokens: readonly Bought[]) {
  const txs = tokens.flatMap(({ mint, bought, given = 0n }, at): readonly LedgerTx[] => {
    const tx = { slot: 1 + at, indexInBlock: 0, timeSec: 1_700_000_000 + at, isFailed: false }
    const decimals = { [mint]: 6, [USDC_MINT]: 6 }
    const [paid, got] = [
      { asset: USDC_MINT, raw: bought * UNIT },
      { asset: mint, raw: bought * UNIT },
    ]
    const spent = tokens.slice(0, at).reduce((sum, one) => sum + one.bought, 0n) * UNIT
    const all = tokens.reduce((sum, one) => sum + one.bought, 0n) * UNIT
    const purchase: LedgerTx = {
      ...tx,
      signature: `purchase ${mint}`,
      steps: [{ kind: 'trade', paid, got, lamports: null, usdMicros: bought * UNIT }],
      balances: [
        { account: `of ${mint}`, asset: mint, beforeRaw: 0n, afterRaw: got.raw },
        { account: 'of dollars', asset: USDC_MINT, beforeRaw: all - spent, afterRaw: all - spent - paid.raw },
      ],
      decimals,
    }
    if (given === 0n) return [purchase]
    const after = (bought + given) * UNIT
    const gift: LedgerTx = {
      ...tx,
      indexInBlock: 1,
      signature: `gift ${mint}`,
      steps: [{ kind: 'transfer', asset: mint, raw: given * UNIT }],
      balances: [{ account: `of ${mint}`, asset: mint, beforeRaw: got.raw, afterRaw: after }],
      decimals,
    }
    return [purchase, gift]
  })
  const held = tokens.map(({ mint, bought, given = 0n }) => ({ mint, amountRaw: (bought + given) * UNIT }))
  const walletLedger: WalletLedgerReads = {
    list: async () =>
      ok(txs.toReversed().map(({ signature, slot, isFailed, timeSec }) => ({ signature, slot, isFailed, timeSec }))),
    ledger: async (signatures) => ok(signatures.map((one) => txs.find(({ signature }) => signature === one) ?? null)),
    held: async () =>
      ok({
        slot: 1_000,
        accounts: held.map(({ mint, amountRaw }) => ({ account: `of ${mint}`, asset: mint, raw: amountRaw })),
      }),
  }
  const pairs = tokens.map(({ mint, priceUsd, liquidityUsd }) => makePair(mint, { priceUsd, liquidityUsd }))
  const { provider } = listedPairs([makePair(WSOL_MINT, { priceUsd: 100 }), ...pairs])
  const { ctx } = fakeContext({
    parts: {
      upstreams: { ...NO_UPSTREAMS, pairs: provider },
      chain: { rpc: nodeOfHolder(WALLET, 0n, held), walletLedger } as unknown as Context['chain'],
    },
    store: { solPrices: { range: () => [], latest: () => undefined } as never },
  })
  return {
    async pnl(request: Partial<PnlRequest> = {}): Promise<WalletPnlReply> {
      const reply = await getPnl(ctx, WALLET, { ...REQUEST, ...request }, SIGNAL)
      assert(reply.ok, JSON.stringify(reply))
      return reply.value
    },
    async thin(): Promise<ReadonlySet<string>> {
      const reply = await getPortfolio(ctx, WALLET, false, SIGNAL)
      assert(reply.ok, JSON.stringify(reply))
      return new Set(reply.value.tokens.filter(({ thin }) => thin).map(({ mint }) => mint))
    },
  }
}

const ONE_THIN = 'the unrealised result of 1 token worth more than there is in its pool'
const [deep, exact, thin] = ['deep', 'exact', 'thin'].map((name) => addressOf(name)) as [string, string, string]
const unrealized = ({ positions }: WalletPnlReply) =>
  Object.fromEntries(
    positions.flatMap(({ mint, unrealizedUSD }) => (mint === USDC_MINT ? [] : [[mint, unrealizedUSD]])),
  )

test('what is worth more than there is in its pool is no unrealised gain, as it is no part of a portfolio', async () => {
  const wallet = setUp([
    { mint: deep, bought: 100n, priceUsd: 3, liquidityUsd: 5_000 },
    // As much as there is in its pool.
    { mint: exact, bought: 100n, priceUsd: 2, liquidityUsd: 200 },
    { mint: thin, bought: 100n, priceUsd: 1_000, liquidityUsd: 40_000 },
  ])
  const reply = await wallet.pnl()
  assert.deepEqual(unrealized(reply), { [deep]: 200, [exact]: 100, [thin]: null })
  assert.equal(reply.summary.unrealizedUSD, 300)
  assert.deepEqual(await wallet.thin(), new Set([thin]))
  // The last of a list by unrealised results, with its price.
  assert.deepEqual([reply.positions.at(-1)?.mint, reply.positions.at(-1)?.priceUSD], [thin, 1_000])
  assert.deepEqual(reply.coverage.missing, [ONE_THIN])
  assert.equal(reply.identity.holds, true)
})

test('the whole balance counts, with what came for nothing, in `adjusted` as in `strict`', async () => {
  // The hundred that were bought could be paid; all that is held could not.
  const wallet = setUp([{ mint: thin, bought: 100n, given: 900n, priceUsd: 2, liquidityUsd: 1_000 }])
  for (const mode of ['adjusted', 'strict'] as const) {
    const reply = await wallet.pnl({ mode })
    assert.deepEqual([unrealized(reply), reply.summary.unrealizedUSD], [{ [thin]: null }, null])
    assert.deepEqual(reply.coverage.missing, [ONE_THIN])
  }
  assert.deepEqual(await wallet.thin(), new Set([thin]))
})
