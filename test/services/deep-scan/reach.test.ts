import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_SECS } from '../../../src/config/durations.ts'
import { measureReach } from '../../../src/services/deep-scan/reach.ts'
import type { ObservedTransaction } from '../../../src/services/evidence-bundle/evidence.ts'
import { BINANCE, DEV, LAUNCH_SEC, LAUNCH_SLOT, SUPPLY, type Token, token, wallet } from '../../support/map-evidence.ts'

function reachOf(made: Token, changes: Parameters<Token['evidence']>[0] = {}) {
  return measureReach(made.evidence(changes), [])
}
/** Buyers with money from an exchange; `more` changes the purchase of the first. */
function crowd(count: number, more: Partial<ObservedTransaction> = {}): Token {
  const made = token()
  for (let i = 0; i < count; i++) {
    const name = `b${i}`
    made.fund(BINANCE, name, 2, LAUNCH_SEC - 40_000 - i * 977)
    made.buy(name, LAUNCH_SLOT + 10 + i * 700, { signers: [wallet(name)], ...(i === 0 ? more : {}) })
  }
  return made
}

test('principle 13: money from an exchange, one signer and no tool shared with others: all of it is known to be public', () => {
  const reach = reachOf(crowd(4))!
  assert.deepEqual([reach.pct, reach.wallets, reach.publicWallets, reach.earlyPct], [100, 4, 4, 0.4])
  assert.deepEqual(reach.notPublicPct, { money: 0, signers: 0, tools: 0, groups: 0 })
})

test('principle 13: money that came from a private wallet, or from no one who was read, is not known to be public', () => {
  const made = crowd(2)
  made.fund('purse', 'c', 2, LAUNCH_SEC - 4_000)
  made.buy('c', LAUNCH_SLOT + 20, { signers: [wallet('c')] })
  made.know('untraced', { roles: ['buyer'], traced: false })
  made.buy('untraced', LAUNCH_SLOT + 30, { signers: [wallet('untraced')] })
  assert.deepEqual([reachOf(made)!.pct, reachOf(made)!.notPublicPct.money], [50, 50])
})

test('principle 13: wallets that the map joined are not known to be public; two may be one person', () => {
  const made = crowd(4)
  const joined = (...names: string[]) => measureReach(made.evidence({}), [{ members: names.map(wallet) }])!
  assert.deepEqual([joined('b0', 'b1').pct, joined('b0', 'b1').notPublicPct.groups], [100, 0])
  const three = joined('b0', 'b1', 'b2')
  assert.deepEqual([three.pct, three.publicWallets, three.notPublicPct.groups], [25, 1, 75])
})

test('a wallet that lived long before needs no beginning, unless a private wallet filled it for the purchase', () => {
  const lived = {
    roles: ['buyer' as const],
    firstSeenSec: LAUNCH_SEC - 30 * DAY_SECS,
    firstSeenSlot: 1,
    signatureCount: 60,
  }
  const made = token()
  made.know('old', lived)
  made.buy('old', LAUNCH_SLOT + 10, { signers: [wallet('old')] })
  assert.equal(reachOf(made)!.pct, 100)
  made.act({
    slot: LAUNCH_SLOT - 600,
    feePayer: wallet('purse'),
    signers: [wallet('purse')],
    solMoves: [{ from: wallet('purse'), to: wallet('old'), lamports: '2000000000' }],
  })
  assert.equal(reachOf(made)!.pct, 0)
})

test('someone else under the purchase, or a tool that only some buyers share, is not known to be public', () => {
  const relayed = reachOf(crowd(4, { feePayer: wallet('payer'), signers: [wallet('payer'), wallet('b0')] }))!
  assert.deepEqual([relayed.pct, relayed.notPublicPct.signers], [75, 25])
  const nonce = { account: wallet('nonce'), authority: wallet('somebody') }
  assert.equal(reachOf(crowd(4, { nonce }))!.notPublicPct.signers, 25)
  const alone = reachOf(crowd(4, { lookupTables: ['table'] }))!
  assert.equal(alone.pct, 100, 'a tool that nobody shares ties nobody')
  const made = crowd(4, { lookupTables: ['table'] })
  made.fund(BINANCE, 'c', 2, LAUNCH_SEC - 90_000)
  made.buy('c', LAUNCH_SLOT + 12, { signers: [wallet('c')], lookupTables: ['table'] })
  assert.deepEqual([reachOf(made)!.pct, reachOf(made)!.notPublicPct.tools], [60, 40])
})

test('principle 13: a memo that only some buyers share is a tool that is not known to be public', () => {
  assert.equal(reachOf(crowd(4, { memos: ['gm'] }))!.pct, 100, 'a memo of one buyer ties no one')
  const made = crowd(4, { memos: ['gm'] })
  made.fund(BINANCE, 'c', 2, LAUNCH_SEC - 90_000)
  made.buy('c', LAUNCH_SLOT + 12, { signers: [wallet('c')], memos: ['gm'] })
  assert.deepEqual([reachOf(made)!.pct, reachOf(made)!.notPublicPct.tools], [60, 40])
  const app = crowd(0)
  for (let i = 0; i < 12; i++) {
    app.fund(BINANCE, `u${i}`, 2, LAUNCH_SEC - 40_000 - i * 977)
    app.buy(`u${i}`, LAUNCH_SLOT + 10 + i * 700, { signers: [wallet(`u${i}`)], memos: ['sent with an app'] })
  }
  assert.equal(reachOf(app)!.pct, 100, 'users of an app come when they come')
})

test('the first quarter of the supply is looked at, without the creator', () => {
  const made = crowd(3)
  const large = { trades: [{ ...made.buy('dev2', LAUNCH_SLOT).trades[0]!, wallet: DEV, baseRaw: `${SUPPLY / 2n}` }] }
  made.act({ slot: LAUNCH_SLOT + 1, feePayer: DEV, signers: [DEV], ...large })
  assert.equal(reachOf(made)!.wallets, 4, 'the half that the creator bought is not early supply of others')
  const whale = { ...large.trades[0]!, wallet: wallet('whale'), baseRaw: `${SUPPLY / 4n}` }
  made.act({ slot: LAUNCH_SLOT + 2, feePayer: wallet('whale'), signers: [wallet('whale')], trades: [whale] })
  const { wallets, earlyPct, pct } = reachOf(made)!
  assert.deepEqual([wallets, earlyPct], [2, 25.1], 'what came after it was bought late')
  assert(pct < 1)
})

test('without a launch, or a purchase after it, nothing was seen', () => {
  assert.equal(measureReach(null, []), null)
  assert.equal(reachOf(token()), null)
  assert.equal(reachOf(crowd(2), { launch: null }), null)
})
