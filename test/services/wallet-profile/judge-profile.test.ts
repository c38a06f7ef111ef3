import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WSOL_MINT } from '../../../src/contract/mints.ts'
import type { ProfileEvidence, TxFact } from '../../../src/contract/profile-evidence.ts'
import { judgeProfile } from '../../../src/services/wallet-profile/judge-profile.ts'
import { roastOf } from '../../../src/services/wallet-profile/roast.ts'

const WALLET = 'So11111111111111111111111111111111111111112'
const SOL = 1_000_000_000n
const START = 1_790_000_000

function evidenceOf(facts: readonly TxFact[], more: Partial<ProfileEvidence> = {}): ProfileEvidence {
  return {
    wallet: WALLET,
    depth: 'deep',
    sinceSec: null,
    nowMs: (START + 10_000) * 1_000,
    solPriceUsd: 100,
    facts: facts.toReversed(),
    signaturesListed: facts.length,
    capped: false,
    holdings: null,
    ...more,
  }
}
function fact(at: number, more: Partial<TxFact>): TxFact {
  const none = {
    error: null,
    feeLamports: 5_000n,
    priorityLamports: 0n,
    tipLamports: 0n,
    swaps: [],
    flows: [],
    moves: [],
  }
  return { signature: `s${at}`, slot: at, timeSec: START + at, type: 'SWAP', source: 'PUMP_FUN', ...none, ...more }
}
function trips(count: number, [paid, got]: readonly [bigint, bigint], heldSecs: number): readonly TxFact[] {
  return Array.from({ length: count }, (_, n) => {
    const swap = { mint: `M${n}`, tokenRaw: 7n, dexes: ['pumpfun'], given: null }
    return [
      fact(n * 600, { swaps: [{ side: 'buy' as const, lamports: paid, ...swap }] }),
      fact(n * 600 + heldSecs, { swaps: [{ side: 'sell' as const, lamports: got, ...swap }] }),
    ]
  }).flat()
}
const tagsOf = (facts: readonly TxFact[], more: Partial<ProfileEvidence> = {}) =>
  judgeProfile(evidenceOf(facts, more)).traderTags.map(({ key }) => key)

test('a wallet that loses in minutes at one size is tagged so, each tag with rule and evidence', () => {
  const profile = judgeProfile(evidenceOf(trips(5, [SOL, SOL / 2n], 60)))
  const keys = profile.traderTags.map(({ key }) => key)
  assert.deepEqual(keys, ['scalper', 'losing', 'fixed_size', 'one_venue'])
  assert.deepEqual(
    profile.explain.tags.map(({ key }) => key),
    keys,
  )
  for (const { rule, evidence } of profile.explain.tags) assert(rule !== '' && evidence.length > 0)
  assert.equal(profile.pnl.realizedSol, -2.5)
  assert.equal(profile.pnl.realizedUsd, -250)
  assert.equal(profile.pnl.netSol, -2.50005)
  assert.equal(profile.pnl.winRatePct, 0)
  assert.equal(profile.classification.kind, 'scalper')
  assert.deepEqual(profile.explain.classification.evidence.slice(-2), ['5 trades', 'median 60 s'])
})

test('four trades are too few for a habit', () => {
  assert.deepEqual(tagsOf(trips(4, [SOL, SOL / 2n], 60)), ['one_venue'])
})

test('winners, payers of tips, large and dormant wallets are tagged', () => {
  const paid = trips(5, [30n * SOL, 40n * SOL], 400).map((one) => ({ ...one, tipLamports: 10_000n }))
  const nowMs = (START + 60 * 86_400) * 1_000
  assert.deepEqual(tagsOf(paid, { nowMs }), ['winning', 'large_size', 'fixed_size', 'tips', 'one_venue', 'dormant'])
})

test('specks of strangers and addresses made to be mistaken are dust, payments are not', () => {
  const friend = 'AbcdFriendxxxxxxxxxxxxxxxxxxxxxxxxxxxxxWxyz'
  const twin = 'AbcdForgedyyyyyyyyyyyyyyyyyyyyyyyyyyyyyWxyz'
  const move = (direction: 'in' | 'out', other: string, amountRaw: bigint) => ({
    moves: [{ direction, other, mint: null, amountRaw }],
  })
  const profile = judgeProfile(
    evidenceOf([
      fact(1, move('out', friend, SOL)),
      fact(2, move('in', friend, 10n)),
      fact(3, move('in', twin, SOL)),
      fact(4, move('in', 'Stranger', 99_999n)),
      fact(5, move('in', 'Payer', 100_000n)),
    ]),
  )
  assert.deepEqual(profile.dustAttackIndex, { count: 2, total: 4, pct: 50 })
  assert.deepEqual(profile.poisonedBy, [twin])
  assert.deepEqual(profile.explain.dust.evidence, ['s4', 's3'])
  assert.equal(profile.counterparties[0]!.wallet, friend)
  assert.deepEqual([profile.counterparties[0]!.inSol, profile.counterparties[0]!.outSol], [1e-8, 1])
})

test('failed transactions cost their fees and nothing else', () => {
  const failing = trips(5, [SOL, 2n * SOL], 400).map((one) => ({ ...one, error: 'slippage', swaps: [] }))
  const { failures, traderTags, pnl } = judgeProfile(evidenceOf(failing))
  assert.deepEqual(failures, {
    count: 10,
    pct: 100,
    feesLostSol: 0.00005,
    reasons: [{ reason: 'slippage', count: 10 }],
  })
  assert.deepEqual(
    traderTags.map(({ key }) => key),
    ['fails_often'],
  )
  assert.equal(pnl.netSol, -0.00005)
})

test('what is missing is named: token accounts, records, older transactions', () => {
  const { coverage, closeableAccounts, holdings, stakingOpportunity } = judgeProfile(
    evidenceOf(trips(1, [SOL, SOL], 60), { capped: true, signaturesListed: 4 }),
  )
  assert.deepEqual([closeableAccounts, holdings, stakingOpportunity], [null, null, null])
  assert.equal(coverage.pct, 50)
  assert.deepEqual(coverage.missing, [
    'older transactions',
    'transactions the node lists and does not have',
    'token accounts',
  ])
})

test('rent of empty accounts and idle SOL are offered with their sums', () => {
  const held = { lamports: 10n * SOL, tokens: [], accounts: 7, emptyAccounts: 6, recoverableLamports: 12_235_680n }
  const profile = judgeProfile(evidenceOf(trips(1, [SOL, SOL], 60), { holdings: held }))
  assert.deepEqual(profile.closeableAccounts, {
    total: 7,
    empty: 6,
    nonempty: 1,
    recoverableSol: 0.01223568,
    recoverableUsd: 1.223568,
  })
  assert.deepEqual(profile.stakingOpportunity, { idleSol: 10, yearPct: 6, yearlySol: 0.6, yearlyUsd: 60 })
  const { actions, burns } = roastOf(profile, false).roast
  assert.equal(actions[0]!.potentialSavings, 0.01223568)
  assert.match(burns.at(-1)!, /6 empty token accounts hold 0.0122 SOL/)
})

test('holdings count SOL and tokens as a portfolio does: wrapped SOL is SOL, two accounts of a token are one token', () => {
  const account = (mint: string, amountRaw: bigint) => ({ mint, amountRaw })
  const tokens = [account(WSOL_MINT, SOL), account(WSOL_MINT, 2n * SOL), account('M', 5n), account('M', 7n)]
  const held = { lamports: 4n * SOL, tokens, accounts: 6, emptyAccounts: 2, recoverableLamports: 0n }
  const { holdings } = judgeProfile(evidenceOf([], { holdings: held }))
  assert.deepEqual(holdings, { sol: 7, solUsd: 700, tokens: 1, tokenAccounts: 6 })
})

test('a roast is the same for the same profile, and each burn has its rule and evidence', () => {
  const profile = judgeProfile(evidenceOf(trips(6, [SOL, SOL / 4n], 30)))
  const roast = roastOf(profile, true)
  assert.deepEqual(roastOf(structuredClone(profile), true), roast)
  assert.deepEqual(
    roast.explain!.burns.map(({ key }) => key),
    ['net_loss', 'win_rate', 'haste'],
  )
  assert.equal(roast.roast.burns.length, 3)
  assert.equal(roast.roast.lScore, 60)
  assert(roast.roast.tweetText.length <= 280)
})

test('the verdict on a wallet that did nothing is fixed', () => {
  const profile = judgeProfile(evidenceOf([]))
  assert.equal(profile.classification.kind, 'inactive')
  const { roast } = roastOf(profile, false)
  assert.deepEqual([roast.headline, roast.lScore, roast.burns.length], ['Nothing to roast.', 1, 1])
  assert.deepEqual(roast.actions, [])
})

test('a wallet that did one thing reads in the singular, in its biography, reasons and roast', () => {
  const buy = judgeProfile(evidenceOf(trips(1, [SOL, SOL], 60).slice(0, 1)))
  assert.equal(buy.biography, 'Visitor: 1 transaction on 1 day, 1 swap in 1 token.')
  assert.deepEqual(buy.explain.classification.evidence, ['1 transaction', '1 purchase and 0 sales', '0 transfers'])
  const lost = judgeProfile(evidenceOf(trips(1, [SOL, SOL / 2n], 60)))
  assert.match(
    lost.biography,
    /: 2 transactions on 1 day, 2 swaps in 1 token\. It closed 1 trade and did not win it\.$/,
  )
  assert.match(roastOf(lost, false).roast.burns[0]!, /^1 closed trade returned 0\.5\d* SOL to the market/)
  const won = judgeProfile(evidenceOf(trips(1, [SOL, 2n * SOL], 60)))
  assert.match(won.biography, / It closed 1 trade and won it\.$/)
})
