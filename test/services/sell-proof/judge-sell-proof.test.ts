import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import type { SellCase, SellReason } from '../../../src/services/evidence-bundle/sell-proof.ts'
import { MADE_UP } from '../../../src/services/sell-proof/draft-token-leg.ts'
import { judgeSellProof } from '../../../src/services/sell-proof/judge-sell-proof.ts'

const OFFSETS_SEC = [0, 3_600, 86_400]
const SIZES_PCT = [1, 50, 100]

function caseOf(parts: Partial<SellCase>): SellCase {
  return {
    leg: 'token',
    direction: 'sell',
    holder: 'fresh',
    owner: 'someone',
    sizePct: 100,
    amountRaw: '1000000',
    atOffsetSec: 0,
    ok: true,
    error: null,
    lossPct: 0,
    computeUnits: 200,
    logsTail: [],
    adapter: 'local',
    ...parts,
  }
}
/** Both legs as they go with an honest token; `change` may spoil a case. */
function cases(change: (one: SellCase) => Partial<SellCase> = () => ({})): SellCase[] {
  const token = (['fresh', 'old'] as const).flatMap((holder) =>
    SIZES_PCT.flatMap((sizePct) =>
      OFFSETS_SEC.flatMap((atOffsetSec) =>
        (['buy', 'sell'] as const).map((direction) => caseOf({ holder, sizePct, atOffsetSec, direction })),
      ),
    ),
  )
  const pool = SIZES_PCT.map((sizePct) => caseOf({ leg: 'pool', holder: 'old', sizePct, adapter: 'node' }))
  return [...token, ...pool].map((one) => ({ ...one, ...change(one) }))
}
const FAILED = { ok: false, error: 'token:AccountFrozen', lossPct: null }
function judge(
  list: readonly SellCase[],
  parts: { gaps?: readonly SellReason[]; frozen?: number; sampled?: number } = {},
) {
  const { gaps = [], frozen = 0, sampled = 10 } = parts
  const verdict = judgeSellProof({ cases: list, gaps, sampledHolders: sampled, frozenHolders: frozen })
  return { ...verdict, codes: [...new Set(verdict.reasons.map(({ code }) => code))] }
}
const isSell = ({ leg, direction }: SellCase) => leg === 'token' && direction === 'sell'

test('both legs without a fault make it sellable', () => {
  const { status, legs, codes } = judge(cases())
  assert.equal(status, 'sellable')
  assert.deepEqual(legs.token, { status: 'sellable', adapter: 'local' })
  assert.deepEqual(legs.pool, { status: 'sellable', adapter: 'node' })
  assert.deepEqual(codes, [])
})
test('nothing executed, a gap, or purchases alone are never a pass', () => {
  assert.equal(judge([]).status, 'not_proven')
  const gap: SellReason = { code: 'no_pool', leg: 'pool', detail: '' }
  assert.equal(judge(cases(), { gaps: [gap] }).status, 'not_proven')
  assert.equal(judge(cases().filter(({ leg }) => leg === 'token')).status, 'not_proven')
  assert.equal(judge(cases().filter((one) => !isSell(one))).legs.token.status, 'not_proven')
})
test('a trap in one leg decides, though the other one lacks its proof', () => {
  const gap: SellReason = { code: 'no_pool', leg: 'pool', detail: '' }
  const list = cases((one) => (isSell(one) ? FAILED : {})).filter(({ leg }) => leg === 'token')
  assert.equal(judge(list, { gaps: [gap] }).status, 'blocked')
})
test('sales that always fail block, for one kind of holder as for both', () => {
  for (const holder of ['fresh', 'old']) {
    const { status, codes } = judge(cases((one) => (isSell(one) && one.holder === holder ? FAILED : {})))
    assert.equal(status, 'blocked')
    assert.deepEqual(codes, ['sell_fails'])
  }
})
test('sales that fail from a size on block and say so', () => {
  const { status, codes } = judge(cases((one) => (isSell(one) && one.sizePct > 1 ? FAILED : {})))
  assert.equal(status, 'blocked')
  assert.deepEqual(codes, ['sell_fails_above_size'])
})
test('sales that open or close with time are a time lock', () => {
  const opens = judge(cases((one) => (isSell(one) && one.atOffsetSec < 86_400 ? FAILED : {})))
  assert.deepEqual([opens.status, opens.codes], ['time_locked', ['sell_opens_later']])
  const closes = judge(cases((one) => (isSell(one) && one.atOffsetSec > 0 ? FAILED : {})))
  assert.deepEqual([closes.status, closes.codes], ['time_locked', ['sell_closes_later']])
})
test('a new wallet that cannot receive blocks, an old one that takes no more does not', () => {
  const isBuyBy = (one: SellCase, holder: string) => one.direction === 'buy' && one.holder === holder
  assert.deepEqual(judge(cases((one) => (isBuyBy(one, 'fresh') ? FAILED : {}))).codes, ['cannot_receive'])
  assert.equal(judge(cases((one) => (isBuyBy(one, 'old') ? FAILED : {}))).status, 'sellable')
})
test('a fifth of the sampled holders frozen is a trap, one of many is not', () => {
  const list = [...cases(), caseOf({ holder: 'frozen', ...FAILED })]
  assert.deepEqual(judge(list, { frozen: 2, sampled: 10 }).codes, ['holders_frozen'])
  assert.equal(judge(list, { frozen: 2, sampled: 10 }).status, 'blocked')
  assert.equal(judge(list, { frozen: 1, sampled: 10 }).status, 'sellable')
})
test('a loss is noted from one percent and a tax from ten', () => {
  const losing = (lossPct: number) => judge(cases((one) => (one.leg === 'token' ? { lossPct } : {})))
  assert.deepEqual([losing(0.99).status, losing(0.99).codes], ['sellable', []])
  assert.deepEqual([losing(9.99).status, losing(9.99).codes], ['sellable', ['transfer_fee']])
  assert.deepEqual([losing(10).status, losing(10).codes], ['taxed', ['transfer_fee']])
})
test('the rounding of a fee on a few base units is no tax', () => {
  const list = cases((one) => (one.sizePct === 1 ? { lossPct: 100, amountRaw: '1' } : {}))
  assert.equal(judge(list.filter(({ leg }) => leg === 'token')).legs.token.status, 'sellable')
})
test('what the token program refuses in a pool blocks, what the pool refuses is not proven', () => {
  const inPool = (error: string) => judge(cases((one) => (one.leg === 'pool' ? { ...FAILED, error } : {})))
  assert.deepEqual(
    [inPool('token:MintPaused').status, inPool('token:MintPaused').codes],
    ['blocked', ['pool_sell_fails']],
  )
  const ofPool = inPool('program:6EF8:Custom(6002)')
  assert.deepEqual([ofPool.status, ofPool.codes], ['not_proven', ['pool_failed_otherwise']])
  assert.equal(inPool('token:InsufficientFunds').status, 'not_proven')
})
test("principle 11: what the mint's own hook refuses in a pool is the token's doing, also through a program that it calls", () => {
  const list = (error: string, logsTail: string[] = []) =>
    cases((one) => (one.leg === 'pool' ? { ...FAILED, error, logsTail } : {}))
  const judged = (error: string, logsTail?: string[]) =>
    judgeSellProof({
      cases: list(error, logsTail),
      gaps: [],
      sampledHolders: 10,
      frozenHolders: 0,
      hookProgram: 'HooK',
    })
  assert.equal(judged('program:HooK:Custom(7)').status, 'blocked')
  assert.equal(judged('program:Other:Custom(1)', ['Program HooK failed: custom program error: 0x1']).status, 'blocked')
  assert.equal(judged('program:Other:Custom(1)', ['Program log: Program HooK failed: forged']).status, 'not_proven')
  assert.equal(judged('program:6EF8:Custom(6002)').status, 'not_proven')
  assert.equal(judge(list('program:HooK:Custom(7)')).status, 'not_proven', 'of a mint without that hook')
})
test('principle 11: on the node, one holder alone or one size alone proves no block', () => {
  const onNode = (refused: (owner: string, sizePct: number) => boolean) => {
    const list = ['a', 'b', 'c'].flatMap((owner) =>
      SIZES_PCT.map((sizePct) =>
        caseOf({
          holder: 'old',
          owner,
          sizePct,
          adapter: 'node',
          ...(refused(owner, sizePct) ? { ...FAILED, error: 'program:HooK:Custom(7)' } : {}),
        }),
      ),
    )
    const gaps: SellReason[] = [{ code: 'not_cloneable', leg: 'token', detail: '' }]
    return judgeSellProof({ cases: list, gaps, sampledHolders: 10, frozenHolders: 0, hookProgram: 'HooK' }).status
  }
  assert.equal(
    onNode(() => true),
    'blocked',
  )
  assert.equal(
    onNode((owner) => owner !== 'a'),
    'blocked',
    'a hook spares whom it likes',
  )
  assert.equal(
    onNode((owner) => owner === 'a'),
    'not_proven',
  )
  assert.equal(
    onNode((_, sizePct) => sizePct === 100),
    'not_proven',
  )
  assert.equal(
    onNode(() => false),
    'not_proven',
  )
})
test('a pool that pays a tenth less than its formula says is a tax', () => {
  const { status, codes } = judge(cases((one) => (one.leg === 'pool' ? { lossPct: 12 } : {})))
  assert.deepEqual([status, codes], ['taxed', ['pool_underpays']])
})
test('a frozen seller proves nothing about the pool', () => {
  const list = cases((one) => (one.leg === 'pool' ? { ...FAILED, holder: 'frozen' } : {}))
  assert.deepEqual(judge(list).legs.pool.status, 'not_proven')
})
test('what a permanent delegate can do is a reason and no status', () => {
  const { status, codes } = judge([...cases(), caseOf({ direction: 'seize' })])
  assert.deepEqual([status, codes], ['sellable', ['can_be_seized']])
})
test('the made-up wallets are the keys of their texts', () => {
  for (const [name, address] of Object.entries(MADE_UP))
    assert.equal(keypairFromText(`mintglass sell proof ${name}`).address, address)
})
