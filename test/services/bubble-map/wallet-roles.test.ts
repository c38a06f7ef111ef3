import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchFacts } from '../../../src/chain/solana/launch-window.ts'
import { DAY_SECS } from '../../../src/config/durations.ts'
import type { BubbleMapReport } from '../../../src/contract/bubble-map.ts'
import type { TokenEvidence } from '../../../src/services/evidence-bundle/evidence.ts'
import { DEV, LAUNCH_SEC, LAUNCH_SLOT, mapOf, SUPPLY, type Token, token, wallet } from '../../support/map-evidence.ts'

/** Whom the map lists as team, bundler or sniper, and whom it must not. */

const STAKE = SUPPLY / 100n

function withLaunch(evidence: TokenEvidence, own: Partial<LaunchFacts>): BubbleMapReport {
  return mapOf({ ...evidence, launch: { ...evidence.launch!, ...own } })
}
const buyersOf = (...rows: readonly (readonly [name: string, slot: number])[]) =>
  rows.map(([name, slot]) => ({ wallet: wallet(name), slot, signature: name }))
const names = (...list: readonly string[]) => list.map(wallet).sort()
const teamOf = ({ clusters }: BubbleMapReport) =>
  clusters.flatMap(({ devLinked, members }) => (devLinked ? members : []))

/** A creator that pays `one` and `two` for their first purchases, in the slot after the launch. */
function teamLaunch(): Token {
  const made = token()
  for (const name of ['one', 'two']) {
    made.fund('dev', name, 2, LAUNCH_SEC - 1_000)
    made.buy(name, LAUNCH_SLOT + 1)
  }
  made.buy('stranger', LAUNCH_SLOT + 1)
  return made
}

test("principle 8: a wallet of the creator's cluster is no independent sniper, whatever slot it bought in", () => {
  const buyers = buyersOf(['one', LAUNCH_SLOT + 1], ['two', LAUNCH_SLOT + 1], ['stranger', LAUNCH_SLOT + 1])
  const map = withLaunch(teamLaunch().evidence(), { buyers, snipers: names('one', 'two', 'stranger') })
  assert.deepEqual(map.roles, {
    team: names('one', 'two'),
    insiders: names('one', 'two'),
    bundlers: [],
    snipers: names('stranger'),
  })
  const flags = new Map(map.nodes.map((node) => [node.id, node.flags]))
  assert(flags.get(wallet('stranger'))!.includes('sniper'))
  assert(!flags.get(wallet('one'))!.includes('sniper') && flags.get(wallet('one'))!.includes('insider'))
})

test('principle 8: who bought the launch slot and belongs to no one is a sniper, not a bundler of the launch facts', () => {
  const made = token()
  made.buy('relayed', LAUNCH_SLOT)
  made.buy('also', LAUNCH_SLOT)
  const buyers = buyersOf(['relayed', LAUNCH_SLOT], ['also', LAUNCH_SLOT])
  const both = names('relayed', 'also')
  const map = withLaunch(made.evidence(), { buyers, bundlers: both, insiders: both })
  assert.deepEqual(map.roles, { team: [], insiders: [], bundlers: [], snipers: both })
})

test('principle 8: members of one entity in the launch slot are bundlers, the creator being one of them or not', () => {
  const made = token()
  for (const name of ['one', 'two']) {
    made.fund('dev', name, 2, LAUNCH_SEC - 1_000)
    made.buy(name, name === 'one' ? LAUNCH_SLOT : LAUNCH_SLOT + 300)
  }
  const map = withLaunch(made.evidence(), { buyers: buyersOf(['one', LAUNCH_SLOT]), snipers: names('one') })
  assert.deepEqual(map.roles, {
    team: names('one', 'two'),
    insiders: names('one', 'two'),
    bundlers: names('one'),
    snipers: [],
  })
})

test('without a launch no one has a role in it', () => {
  assert.equal(withLaunch(token().evidence(), { status: 'not_found', launchSlot: null }).roles, null)
})

/** Ordinary holders who lived for months before. */
const VICTIMS = ['v1', 'v2', 'v3', 'v4', 'v5']
function crowd(): Token {
  const made = token()
  for (const [i, name] of VICTIMS.entries()) {
    made.know(name, {
      roles: ['buyer'],
      firstSeenSec: LAUNCH_SEC - 90 * DAY_SECS,
      firstSeenSlot: 1,
      signatureCount: 40,
    })
    made.buy(name, LAUNCH_SLOT + 400 + i * 900)
  }
  return made
}

test('principle 6: no holder from whom the issuer took tokens is ever listed as team', () => {
  const made = crowd()
  for (const [i, name] of VICTIMS.entries()) {
    const tokenMoves = [{ from: wallet(name), to: DEV, amountRaw: `${STAKE}` }]
    made.act({ slot: LAUNCH_SLOT + 9_000 + i * 50, feePayer: DEV, signers: [DEV], tokenMoves })
  }
  assert.deepEqual(mapOf(made.evidence()).clusters, [])
})

test('principle 6: no one to whom the creator sent tokens unasked is ever listed as team', () => {
  for (const receivers of [['a'], ['a', 'b', 'c'], Array.from({ length: 20 }, (_, i) => `drop${i}`)]) {
    const made = token()
    for (const [i, name] of receivers.entries()) {
      made.know(name, { roles: ['receiver'], firstSeenSec: LAUNCH_SEC - 90 * DAY_SECS, firstSeenSlot: 1 })
      made.hold(name, STAKE)
      const tokenMoves = [{ from: DEV, to: wallet(name), amountRaw: `${STAKE}` }]
      made.act({ slot: LAUNCH_SLOT + 500 + i * 70, feePayer: DEV, signers: [DEV], tokenMoves })
    }
    const map = mapOf(made.evidence())
    assert.deepEqual([teamOf(map), map.roles?.insiders], [[], []], `${receivers.length} receivers`)
  }
})

test('tokens that the creator hands to wallets made for them, or that they sell, belong to the team all the same', () => {
  for (const isNew of [true, false]) {
    const made = token()
    for (const [i, name] of ['a', 'b'].entries()) {
      const slot = LAUNCH_SLOT + 500 + i * 70
      made.know(name, {
        roles: ['receiver'],
        firstSeenSec: isNew ? LAUNCH_SEC + 250 + i * 35 : LAUNCH_SEC - 90 * DAY_SECS,
        firstSeenSlot: isNew ? slot : 1,
      })
      made.hold(name, STAKE)
      made.act({
        slot,
        feePayer: DEV,
        signers: [DEV],
        tokenMoves: [{ from: DEV, to: wallet(name), amountRaw: `${STAKE}` }],
      })
      if (!isNew) made.sell(name, slot + 4_000, 1, { signers: [wallet(name)] })
    }
    assert.deepEqual(teamOf(mapOf(made.evidence())).sort(), [DEV, ...names('a', 'b')].sort(), `new: ${isNew}`)
  }
})

test('principle 6: dust in SOL that the creator sends to holders makes none of them team or insider', () => {
  const made = crowd()
  for (const name of VICTIMS)
    made.act({
      slot: LAUNCH_SLOT + 9_000,
      feePayer: DEV,
      signers: [DEV],
      solMoves: [{ from: DEV, to: wallet(name), lamports: '5000000' }],
    })
  const map = withLaunch(made.evidence(), { insiders: names(...VICTIMS) })
  assert.deepEqual([teamOf(map), map.roles!.insiders], [[], []])
})

test('principle 7: one weak link between a member and the creator does not turn a group into a team', () => {
  const made = token()
  // Three friends with one old purse, and one of them once had tokens from the creator.
  for (const name of ['f1', 'f2', 'f3']) {
    made.fund('host', name, 2, LAUNCH_SEC - 3_600)
    made.buy(name, LAUNCH_SLOT + 600)
  }
  made.know('host', { firstSeenSec: LAUNCH_SEC - 7_200, signatureCount: 4 })
  made.act({
    slot: LAUNCH_SLOT + 5_000,
    feePayer: DEV,
    signers: [DEV],
    tokenMoves: [{ from: DEV, to: wallet('f1'), amountRaw: `${SUPPLY / 10_000n}` }],
  })
  const map = mapOf(made.evidence())
  assert.equal(map.clusters.length, 1)
  assert.deepEqual([...map.clusters[0]!.members].sort(), names('f1', 'f2', 'f3'))
  assert(map.links.some(({ source, target, type }) => type === 'transfer' && [source, target].includes(DEV)))
  assert.equal(map.clusters[0]!.devLinked, false)
})
