import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type ProbeRow, readProbe } from '../../../src/chain/evm/security/probe-call.ts'
import { judgeExecution } from '../../../src/services/evm-security/judge-execution.ts'

/* `test/fixtures/evm-security/executed.json` holds what the probe returned in a real EVM for traps and healthy tokens in
 * pools of v2 and v3 of the published Uniswap contracts, `executed-elsewhere.json` in every other kind of pool;
 * test/differential/evm-security/record.mjs writes both. Their seeds were drawn after the rules were committed. */

type Specimen = {
  kind: string
  isTrap: boolean
  isHooked?: true
  venue: string
  p: number
  q: number
  now: string
  later: string
}
type Recorded = { readonly seed: number; readonly rulesAt: string; readonly specimens: readonly Specimen[] }

const recorded = (name: string): readonly Specimen[] => {
  const text = readFileSync(new URL(`../../fixtures/evm-security/${name}.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as Recorded).specimens
}

const rowsOf = (words: string): readonly ProbeRow[] => {
  const rows = readProbe(
    `0x${words
      .split(' ')
      .map((word) => word.padStart(64, '0'))
      .join('')}`,
  )
  assert(rows !== null)
  return rows
}
const judge = (one: Specimen) => ({
  ...one,
  verdict: judgeExecution({ now: rowsOf(one.now), later: rowsOf(one.later), isHooked: one.isHooked === true }),
})
const inPairs = recorded('executed').map(judge)
const elsewhere = recorded('executed-elsewhere').map(judge)
const judged = [...inPairs, ...elsewhere]
const isAccused = ({ verdict }: (typeof judged)[number]): boolean =>
  verdict.findings.some(({ severity }) => severity === 'danger')

test('of the recorded traps at least 99 of 100 are told, of at least 10 kinds, and no healthy token is accused', (t) => {
  const traps = inPairs.filter(({ isTrap }) => isTrap)
  const healthy = inPairs.filter(({ isTrap }) => !isTrap)
  const missed = traps.filter((one) => !isAccused(one)).map(({ kind, venue, p, q }) => `${kind} ${venue} ${p} ${q}`)
  const accused = healthy.filter(isAccused).map(({ kind, venue, p, q }) => `${kind} ${venue} ${p} ${q}`)
  const kinds = new Set(traps.map(({ kind }) => kind)).size
  const recall = (traps.length - missed.length) / traps.length
  t.diagnostic(
    `${kinds} kinds, ${traps.length} traps, recall ${recall}; ${accused.length} of ${healthy.length} accused`,
  )
  assert(kinds >= 10 && new Set(healthy.map(({ kind }) => kind)).size >= 10)
  assert(recall >= 0.99, missed.join('; '))
  assert.deepEqual(accused, [])
})

test('over hops, on Aerodrome, in pools of v4 with and without hooks, and of Infinity the same is told', (t) => {
  const venues = Map.groupBy(elsewhere, ({ venue, isHooked }) => (isHooked === true ? 'v4 with a hook' : venue))
  assert.deepEqual([...venues.keys()].sort(), [
    'aerodrome stable',
    'aerodrome volatile',
    'hop v2 v2',
    'hop v3 v2',
    'hop v3 v3',
    'hop v3 v4',
    'infinity',
    'infinity native',
    'v4',
    'v4 native',
    'v4 with a hook',
  ])
  for (const [venue, ones] of venues) {
    const wrong = ones.filter((one) => isAccused(one) !== one.isTrap).map(({ kind, p, q }) => `${kind} ${p} ${q}`)
    const traps = ones.filter(({ isTrap }) => isTrap).length
    t.diagnostic(`${venue}: ${traps} traps and ${ones.length - traps} healthy tokens, ${wrong.length} wrong`)
    assert(traps > 0 && ones.length > traps)
    assert.deepEqual(wrong, [], venue)
  }
})

test('every finding names rows that are there', () => {
  for (const { verdict, now, later } of judged) {
    const names = new Set<string>()
    for (const [at, words] of [
      ['now', now],
      ['later', later],
    ] as const)
      for (const row of rowsOf(words))
        names.add(`${at}:${row.case}${row.case === 'sellOfHolder' ? ` ${row.index}` : ''}`)
    for (const { shownBy, label } of verdict.findings) {
      assert(shownBy.length > 0 && label.length > 0)
      for (const name of shownBy) assert(names.has(name), name)
    }
  }
})

test('a token of which one unit reaches the pool is a honeypot', () => {
  const found = judged.filter(({ kind }) => kind === 'one unit reaches the pool')
  assert(found.length > 0)
  for (const { verdict } of found) assert.equal(verdict.sellable, 'honeypot')
})

test('a declared tax is measured, and is no accusation', () => {
  const taxed = judged.filter(({ kind }) => kind === 'declared tax')
  assert(taxed.length > 0)
  for (const { verdict, p, q } of taxed) {
    // The last unit is rounded in the taker's favour or not.
    assert(Math.abs(verdict.buyTaxBps! - p) <= 1, `${verdict.buyTaxBps} ${p}`)
    assert(Math.abs(verdict.sellTaxBps! - q) <= 1, `${verdict.sellTaxBps} ${q}`)
    assert.equal(verdict.transferTaxBps, 0)
  }
})

const row = (of: Partial<ProbeRow>): ProbeRow => ({
  ...{ case: 'facts', index: 0, stage: 'done', sent: 1_000n, arrived: 1_000n, left: 1_000n, expected: 1_000n },
  ...{ got: 1_000n, reason: null },
  ...of,
})
const idsOf = (now: readonly ProbeRow[], later: readonly ProbeRow[] | null = null): readonly string[] =>
  judgeExecution({ now, later }).findings.map(({ id, severity }) => `${severity} ${id}`)
const BOUGHT = [row({}), row({ case: 'buy' })]
const refused = (name: ProbeRow['case'], index = 0): ProbeRow =>
  row({ case: name, index, stage: 'pull', arrived: 0n, got: 0n, reason: 'no' })
const done = (name: ProbeRow['case'], index = 0): ProbeRow => row({ case: name, index })

test('a sale that is refused right after the purchase is no honeypot while those who bought before can sell', () => {
  const rows = [...BOUGHT, refused('sellAll'), refused('sellHalf'), refused('sellSmall')]
  assert.deepEqual(idsOf([...rows, done('sellOfHolder')]), ['warning sale_refused_at_once'])
  assert.deepEqual(idsOf([...rows, done('sellOfHolder'), refused('sellOfHolder', 1)]), ['danger sale_refused_to_some'])
  assert.deepEqual(idsOf([...rows, refused('sellOfHolder')]), ['danger sale_refused'])
  assert.deepEqual(idsOf([...rows, done('sellReceived')]), ['warning sale_refused_at_once'])
  assert.deepEqual(idsOf(rows), ['danger sale_refused'])
})
test('a pause between purchase and sale is no honeypot: who bought can sell a day later, who receives can now', () => {
  const rows = [...BOUGHT, refused('sellAll'), refused('sellHalf'), refused('sellSmall')]
  const some = [...rows, done('sellOfHolder'), refused('sellOfHolder', 1)]
  const nobody = [...rows, done('sellReceived'), refused('sellOfHolder'), refused('sellOfHolder', 1)]
  const all = [...rows, done('sellOfHolder'), done('sellOfHolder', 1)]
  for (const now of [some, nobody]) {
    assert.deepEqual(idsOf(now, all), ['warning sale_refused_at_once'])
    // The cooldown does not end, ends for some, or what they sell is gone then.
    for (const later of [
      null,
      now,
      some,
      [...all.slice(0, -1), row({ case: 'sellOfHolder', index: 1, arrived: 9n })],
    ]) {
      const dangers = idsOf(now, later).filter((one) => one.startsWith('danger sale_refused'))
      assert.equal(dangers.length, 1, JSON.stringify(idsOf(now, later)))
    }
  }
  // Nobody at all can sell now: whatever comes later.
  const closed = [...rows, refused('sellReceived'), refused('sellOfHolder'), refused('sellOfHolder', 1)]
  assert.deepEqual(idsOf(closed, all), ['danger sale_refused'])
})
const MILLION = 1_000_000n
/** Bought for a million of the quote; `expected` of the sale is 0 in pools of v3 and v4. */
const sold = (of: Partial<ProbeRow>, bought: Partial<ProbeRow> = {}): readonly ProbeRow[] => [
  row({}),
  row({ case: 'buy', sent: MILLION, ...bought }),
  row({ case: 'sellAll', expected: MILLION, got: MILLION, ...of }),
]
const verdictOf = (now: readonly ProbeRow[]) => [judgeExecution({ now, later: null }).sellable, ...idsOf(now)]

test('a sale that returns less than a tenth of what is due is a honeypot, whoever keeps the rest', () => {
  for (const expected of [MILLION, 0n]) {
    assert.deepEqual(verdictOf(sold({ expected, got: 100n })), ['honeypot', 'danger sale_pays_less'])
    assert.deepEqual(verdictOf(sold({ expected, got: 99_999n })), ['honeypot', 'danger sale_pays_less'])
    assert.deepEqual(verdictOf(sold({ expected, got: 100_000n })), ['sellable', 'danger sale_pays_less'])
    assert.deepEqual(verdictOf(sold({ expected, got: 500_000n })), ['sellable'])
  }
})
test('taxes of purchase and sale are not asked of the pool again, and together they may leave next to nothing', () => {
  const half = { arrived: 500n }
  assert.deepEqual(verdictOf(sold({ expected: 0n, got: 490_000n }, half)), ['sellable', 'danger extreme_tax'])
  const shares = { arrived: 200n, expected: 0n, got: 195_000n }
  assert.deepEqual(verdictOf(sold(shares)), ['sellable', 'danger extreme_tax'])
  assert.deepEqual(verdictOf(sold({ ...shares, got: 90_000n })), [
    'honeypot',
    'danger sale_pays_less',
    'danger extreme_tax',
  ])
})
test('a sale of which the pool gets too little to give anything is a honeypot', () => {
  const rows = sold({ stage: 'nothingHeld', arrived: 1n, got: 0n })
  assert.deepEqual(verdictOf(rows), ['honeypot', 'danger extreme_tax'])
  assert.deepEqual(verdictOf(sold({ stage: 'nothingHeld', sent: 0n, arrived: 0n, expected: 0n, got: 0n })), ['unknown'])
})
test('a purchase that a hook refuses to us is a warning; a sale that it refuses to who could buy is a trap', () => {
  const closed = [row({}), row({ case: 'buy', stage: 'swap', arrived: 0n })]
  const severities = (now: readonly ProbeRow[], isHooked: boolean) =>
    judgeExecution({ now, later: null, isHooked }).findings.map(({ id, severity }) => `${severity} ${id}`)
  assert.deepEqual(severities(closed, true), ['warning buy_refused'])
  assert.deepEqual(severities(closed, false), ['danger buy_refused'])
  const trapped = [...BOUGHT, row({ case: 'sellAll', stage: 'swap', got: 0n })]
  assert.deepEqual(severities(trapped, true), ['danger sale_refused'])
})
test('amounts of a few units are rounded by too much to be an accusation', () => {
  assert.deepEqual(verdictOf(sold({ expected: 99n, got: 40n })), ['sellable'])
  assert.deepEqual(verdictOf(sold({ expected: 0n, got: 40n }, { sent: 99n })), ['sellable'])
})
test('a sale that only the router or the sender of the transaction can make is sellable', () => {
  const rows = [...BOUGHT, refused('sellAll'), refused('sellHalf'), refused('sellSmall')]
  for (const [way, finding] of [
    ['sellThroughRouter', 'info sale_only_through_router'],
    ['sellAsSender', 'warning sale_only_by_sender'],
  ] as const) {
    assert.deepEqual(idsOf([...rows, done(way)]), [finding])
    assert.equal(judgeExecution({ now: [...rows, done(way)], later: null }).sellable, 'sellable')
  }
})
test('an empty pool and a purchase that was not tried say nothing of the token', () => {
  for (const stage of ['nothingHeld', 'skipped', 'pay'] as const) {
    const verdict = judgeExecution({ now: [row({}), row({ case: 'buy', stage })], later: null })
    assert.deepEqual([verdict.findings, verdict.sellable], [[], 'unknown'])
  }
  const empty = row({ case: 'buy', stage: 'nothingArrived', arrived: 0n, left: 0n, expected: 0n })
  assert.deepEqual(idsOf([row({}), empty]), [])
})
test('holders act with code of ours: where code is refused, their refusals say nothing', () => {
  const rows = [
    ...BOUGHT,
    done('sellAll'),
    refused('sellAsSender'),
    refused('sellOfHolder'),
    refused('sellOfHolder', 1),
  ]
  assert.deepEqual(idsOf(rows), ['warning contracts_refused'])
})
test('one earlier buyer who cannot sell may be on a list for a reason; all of them may not', () => {
  const rows = [...BOUGHT, done('sellAll'), done('sellAsSender')]
  assert.deepEqual(idsOf([...rows, refused('sellOfHolder'), done('sellOfHolder', 1)]), [
    'warning earlier_buyers_blocked',
  ])
  assert.deepEqual(idsOf([...rows, refused('sellOfHolder'), refused('sellOfHolder', 1)]), [
    'danger earlier_buyers_blocked',
  ])
})
test('amounts at the end of what a word holds are judged without a throw', () => {
  const huge = 2n ** 256n - 1n
  for (const name of ['buy', 'sellAll', 'transfer', 'balances', 'sellMore'] as const)
    for (const of of [
      { sent: huge, arrived: 0n, left: huge, expected: huge, got: huge },
      { sent: 0n, arrived: huge, left: 0n, expected: 0n, got: 0n },
    ])
      judgeExecution({ now: [...BOUGHT, done('sellAll'), row({ case: name, ...of })], later: [row({})] })
})
