import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { USDC_MINT, WSOL_MINT } from '../../../src/contract/mints.ts'
import type { HeldNow, LedgerBalance, LedgerStep, LedgerTx } from '../../../src/contract/wallet-ledger.ts'
import type { PnlDraft, PnlQuestion } from '../../../src/contract/wallet-pnl-evidence.ts'
import { judgePnl } from '../../../src/services/wallet-pnl/judge-pnl.ts'

const SOL = WSOL_MINT
const ALL: PnlQuestion = { method: 'fifo', mode: 'strict', mint: '', fromSec: null }
const PRICE = { usdMicros: 150_000_000n, source: 'recorded' }

const trade = (paid: string, paidRaw: bigint, got: string, gotRaw: bigint): LedgerStep => ({
  kind: 'trade',
  paid: { asset: paid, raw: paidRaw },
  got: { asset: got, raw: gotRaw },
  lamports: paid === SOL ? paidRaw : got === SOL ? gotRaw : null,
  usdMicros: paid === USDC_MINT ? paidRaw : got === USDC_MINT ? gotRaw : null,
})
const move = (asset: string, raw: bigint, kind: 'transfer' | 'networkFee' | 'rent' = 'transfer'): LedgerStep => ({
  kind,
  asset,
  raw,
})

/** A history of these steps, with the balances that follow from them; `unseen`: what comes in before a transaction
 *  without one. */
function play(
  txs: readonly (readonly LedgerStep[])[],
  {
    opening = {},
    unseen = {},
    question = {},
  }: {
    opening?: Readonly<Record<string, bigint>>
    unseen?: Readonly<Record<number, readonly [string, bigint]>>
    question?: Partial<PnlQuestion>
  } = {},
): PnlDraft {
  const held = new Map(Object.entries({ [SOL]: 0n, ...opening }))
  const changes = (steps: readonly LedgerStep[]) => {
    const sums = new Map<string, bigint>()
    const add = (asset: string, raw: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + raw)
    for (const step of steps) {
      if (step.kind !== 'trade') add(step.asset, step.raw)
      else {
        add(step.paid.asset, -step.paid.raw)
        add(step.got.asset, step.got.raw)
      }
    }
    return sums
  }
  const ledger = txs.map((steps, at): LedgerTx => {
    const jump = unseen[at]
    if (jump !== undefined) held.set(jump[0], (held.get(jump[0]) ?? 0n) + jump[1])
    const balances = [...changes(steps)].map(([asset, raw]): LedgerBalance => {
      const beforeRaw = held.get(asset) ?? 0n
      held.set(asset, beforeRaw + raw)
      return { account: `account of ${asset}`, asset, beforeRaw, afterRaw: beforeRaw + raw }
    })
    return {
      signature: `tx ${at}`,
      slot: at,
      indexInBlock: 0,
      timeSec: 1_000 + at * 10,
      isFailed: false,
      steps,
      balances,
      decimals: {},
    }
  })
  const now: HeldNow = {
    slot: txs.length,
    accounts: [...held].map(([asset, raw]) => ({ account: `account of ${asset}`, asset, raw })),
  }
  return judgePnl({
    ledger: { txs: ledger, held: now, whole: [], capped: false, unreadable: 0 },
    solPrices: ledger.map(() => PRICE),
    question: { ...ALL, ...question },
  })
}
const of = (draft: PnlDraft, mint: string) => draft.positions.find((one) => one.mint === mint)!

test('a purchase and two sales realise what they brought less what they cost, in SOL and in dollars', () => {
  const draft = play(
    [
      [trade(SOL, 900n, 'A', 3n), move(SOL, -5n, 'networkFee')],
      [trade('A', 1n, SOL, 400n)],
      [trade('A', 2n, SOL, 500n)],
    ],
    { opening: { [SOL]: 10_000n } },
  )
  const { lamports, usdMicros, buys, sells, basisKnown } = of(draft, 'A')
  assert.equal(lamports.realised, 0n)
  assert.deepEqual([lamports.realisedCost, lamports.realisedProceeds, lamports.heldUnits], [900n, 900n, 0n])
  assert.deepEqual([buys, sells, basisKnown], [1, 2, true])
  assert.equal(usdMicros.invested, (900n * PRICE.usdMicros) / 1_000_000_000n)
  assert.equal(draft.costs.networkFeeLamports, 5n)
  assert.equal(draft.medianHoldSecs, 15)
})

test('a token bought with another takes over its cost in SOL and realises nothing', () => {
  const draft = play([
    [move(SOL, 1_000n)],
    [trade(SOL, 100n, 'A', 10n)],
    [trade('A', 4n, 'B', 8n)],
    [trade('B', 8n, SOL, 70n)],
  ])
  assert.equal(of(draft, 'A').lamports.realised, null)
  assert.deepEqual([of(draft, 'B').lamports.realised, of(draft, 'B').lamports.realisedCost], [30n, 40n])
  assert.deepEqual([of(draft, 'A').lamports.heldUnits, of(draft, 'A').lamports.heldCost], [6n, 60n])
})

test('a token bought with dollars has a cost in dollars, and none in SOL', () => {
  const draft = play([[trade(USDC_MINT, 50n, 'A', 5n)], [trade('A', 5n, USDC_MINT, 80n)]], {
    opening: { [USDC_MINT]: 100n },
  })
  const { usdMicros, lamports, basisKnown } = of(draft, 'A')
  assert.deepEqual([usdMicros.realised, lamports.realised, basisKnown], [30n, null, true])
  assert.deepEqual(draft.priceSources, [{ source: 'par', trades: 2 }])
})

test('what came from outside has no known cost and is kept apart', () => {
  const steps = [[move('A', 10n)], [trade(SOL, 100n, 'A', 10n)], [trade('A', 15n, SOL, 300n)]]
  const draft = play(steps, { opening: { [SOL]: 500n } })
  const { lamports, unknownBasisRaw, basisKnown } = of(draft, 'A')
  assert.deepEqual([unknownBasisRaw, basisKnown, lamports.isKnown], [10n, false, false])
  // Ten of the fifteen are of unknown cost: the other five brought a third of it and cost half of what was paid.
  assert.equal(lamports.realised, 100n - 50n)
})

test('what moved unread is named with its account and amount, and the identity says that it does not hold', () => {
  const draft = play([[trade(SOL, 100n, 'A', 10n)], [trade('A', 10n, SOL, 300n)]], {
    opening: { [SOL]: 500n },
    unseen: { 1: ['A', 7n] },
  })
  assert.deepEqual(draft.gaps, [{ account: 'account of A', mint: 'A', raw: 7n, beforeSignature: 'tx 1' }])
  const asset = draft.assets.find(({ mint }) => mint === 'A')!
  assert.deepEqual([asset.holds, asset.closingRaw, asset.nodeRaw], [false, 0n, 7n])
  assert.equal(draft.assets.find(({ mint }) => mint === SOL)!.holds, true)
})

test('the period says which trades count, and costs follow the lots from before it', () => {
  const steps = [[trade(SOL, 100n, 'A', 10n)], [trade('A', 5n, SOL, 60n)], [trade('A', 5n, SOL, 90n)]]
  const draft = play(steps, { opening: { [SOL]: 500n }, question: { fromSec: 1_015 } })
  const { lamports, buys, sells } = of(draft, 'A')
  assert.deepEqual([buys, sells, lamports.realised, lamports.invested], [0, 1, 40n, 0n])
})

const assets = ['A', 'B', USDC_MINT, SOL] as const
const amount = fc.bigInt({ min: 1n, max: 1_000n })
const step = fc.oneof(
  fc
    .tuple(fc.constantFrom(...assets), fc.constantFrom(...assets), amount, amount)
    .filter(([paid, got]) => paid !== got)
    .map(([paid, got, paidRaw, gotRaw]) => trade(paid, paidRaw, got, gotRaw)),
  fc
    .tuple(fc.constantFrom(...assets), amount, fc.boolean())
    .map(([asset, raw, isIn]) => move(asset, isIn ? raw : -raw)),
  amount.map((raw) => move(SOL, -raw, 'networkFee')),
)
const history = fc.array(fc.array(step, { maxLength: 3 }), { maxLength: 15 })
const RICH = Object.fromEntries(assets.map((asset) => [asset, 1_000_000n]))

for (const method of ['fifo', 'average'] as const)
  test(`${method}: the identity holds of every asset in every history, to the base unit`, () => {
    fc.assert(
      fc.property(history, (txs) => {
        const { assets: rows, gaps } = play(txs, { opening: RICH, question: { method } })
        // Accounts that no transaction names have never been seen: they are gaps, and said to be.
        const named = new Set(
          txs.flat().flatMap((one) => (one.kind === 'trade' ? [one.paid.asset, one.got.asset] : [one.asset])),
        )
        for (const row of rows.filter(({ mint }) => named.has(mint))) {
          const { openingRaw, boughtRaw, receivedRaw, soldRaw, sentRaw, feesRaw } = row
          assert.equal(openingRaw + boughtRaw + receivedRaw - soldRaw - sentRaw - feesRaw, row.nodeRaw)
          assert.equal(row.holds, true)
        }
        assert(gaps.every(({ mint }) => !named.has(mint)))
      }),
    )
  })

test('where all is bought for SOL and sold for SOL, realised and held cost add up to what was paid and brought', () => {
  const trades = fc.array(
    fc
      .tuple(fc.boolean(), amount, amount)
      .map(([isBuy, a, b]) => (isBuy ? trade(SOL, a, 'A', b) : trade('A', b, SOL, a))),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(trades, (list) => {
      let held = 0n
      const possible = list.filter((one) => {
        assert(one.kind === 'trade')
        const change = one.got.asset === 'A' ? one.got.raw : -one.paid.raw
        if (held + change < 0n) return false
        held += change
        return true
      })
      const draft = play(
        possible.map((one) => [one]),
        { opening: { [SOL]: 1_000_000n } },
      )
      if (possible.length === 0) return
      const { lamports } = of(draft, 'A') ?? { lamports: null }
      if (lamports === null) return
      assert.equal(lamports.realisedCost + lamports.heldCost, lamports.invested)
      assert.equal((lamports.realised ?? 0n) - lamports.heldCost, lamports.proceeds - lamports.invested)
    }),
  )
})
