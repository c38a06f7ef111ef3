import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BubbleCluster } from '../../../src/contract/bubble-map.ts'
import { checkTeamLeft } from '../../../src/services/deep-scan/team-left.ts'
import { evidenceOf } from '../../support/bundle-of.ts'
import { LAUNCH_SEC, LAUNCH_SLOT, launchOf } from '../../support/forensic-evidence.ts'
import { tradeOf, walletAt } from '../../support/layer-inputs.ts'

const PERCENT = 10_000
const HOUR_SLOTS = 9_000

function clusterOf(members: readonly number[], devLinked: boolean): BubbleCluster {
  return {
    entity_id: 'E1',
    kind: devLinked ? 'team' : 'group',
    memberCount: members.length,
    pctSupply: 0,
    rootFunder: null,
    collector: null,
    devLinked,
    confidence: 0.9,
    kinds: ['shared_route'],
    evidence: [],
    members: members.map(walletAt),
  }
}

type Given = {
  readonly wallets?: number
  readonly boughtPct?: number
  readonly soldPct?: number
  readonly devLinked?: boolean
  readonly supply?: boolean
}

/** Each wallet buys an equal part, and sells an equal part of it hours after the one before. */
function check({ wallets = 3, boughtPct = 6, soldPct = 80, devLinked = true, supply = true }: Given) {
  const base = (boughtPct * PERCENT) / wallets
  const members = Array.from({ length: wallets }, (_, i) => i)
  const trade = (wallet: number, side: 'buy' | 'sell', amount: number, slotsLater: number, i: number) =>
    tradeOf({ wallet, side, base: amount, quote: 1, atSec: LAUNCH_SEC, slot: LAUNCH_SLOT + slotsLater }, i)
  const transactions = [
    ...members.map((one) => trade(one, 'buy', base, 50 + one, one)),
    ...members.map((one) => trade(one, 'sell', (base * soldPct) / 100, (one + 2) * HOUR_SLOTS, 100 + one)),
  ]
  const evidence = evidenceOf({ launch: launchOf(), transactions, ...(supply ? {} : { mintInfo: null }) })
  return checkTeamLeft(evidence, [clusterOf(members, devLinked)])
}

test('a team that sold four fifths of what it had bought has left, however slowly, and its sales are shown', () => {
  assert.deepEqual([check({}).ok, check({ soldPct: 79 }).ok], [false, true])
  const { severity, evidence, detail } = check({ soldPct: 100 })
  assert.equal(severity, 'high')
  assert.equal(evidence?.length, 3)
  assert.deepEqual(evidence?.[0]?.signature, 'sig100')
  assert.match(detail, /3 wallets tied to the creator bought 6 % of the supply and sold 6 %/)
})

test('two wallets, small holdings and groups that nothing ties to the creator are left alone', () => {
  assert(check({ wallets: 2 }).ok)
  assert.deepEqual([check({ boughtPct: 2.99 }).ok, check({ boughtPct: 3 }).ok], [true, false])
  assert(check({ devLinked: false }).ok)
})

test('without a supply it is not asked', () => {
  assert.equal(check({ supply: false }).severity, 'info')
})
