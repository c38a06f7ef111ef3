import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCrowd, areJoined, LAUNCH_SLOT, mapOf, type Token, token, wallet } from '../../../support/map-evidence.ts'

/** What is left in wallets that sent their SOL away. */

const NAMES = ['a', 'b', 'c', 'd']

type Plan = {
  readonly left?: bigint
  readonly slot?: number
  readonly leavesAt?: number
  readonly more?: (made: Token) => void
}

function emptied({ left = 1_995_000n, slot = LAUNCH_SLOT, leavesAt = LAUNCH_SLOT + 50_000, more = () => {} }: Plan) {
  const made = token()
  for (const [i, name] of NAMES.entries()) {
    made.buy(name, slot === LAUNCH_SLOT ? slot : slot + i * 1_700)
    const from = wallet(name)
    const to = wallet(`friend of ${name}`)
    const sent = 700_000_000n + BigInt(i) * 31_000_000n
    made.act({
      slot: leavesAt + i * 300,
      feePayer: from,
      solMoves: [{ from, to, lamports: `${sent}` }],
      holdings: [
        { wallet: from, mint: null, beforeRaw: `${sent + left + 5_000n}`, afterRaw: `${left}` },
        { wallet: to, mint: null, beforeRaw: '0', afterRaw: `${sent}` },
      ],
    })
  }
  more(made)
  addCrowd(made, 8)
  const map = mapOf(made.evidence())
  return { map, links: map.links.filter(({ type }) => type === 'same_remainder') }
}

test('the same to the lamport is a weight: with the slot of the launch it joins', () => {
  const { map, links } = emptied({})
  assert(areJoined(map, NAMES))
  assert.equal(links.length, 6)
  assert.equal(links[0]!.weight, 0.5)
  assert.equal(links[0]!.evidence.amount, '1995000')
  assert.deepEqual(emptied({ slot: LAUNCH_SLOT + 4_000 }).map.clusters, [])
})

test('rent that wallets get back on their own, and whole balances, are no evidence', () => {
  for (const left of [0n, 890_880n, 995_000n, 150_000_000n]) assert.deepEqual(emptied({ left }).links, [], `${left}`)
})

test('what was left before the purchase is of another story', () => {
  assert.deepEqual(emptied({ leavesAt: LAUNCH_SLOT - 50_000 }).links, [])
})

test('users of one trading service empty their wallets alike', () => {
  const more = (made: Token): void => {
    for (const [i, name] of NAMES.entries())
      made.sell(name, LAUNCH_SLOT + 9_000 + i * 700, 0.3, {
        solMoves: [{ from: wallet(name), to: wallet('bot'), lamports: '3000000' }],
      })
  }
  assert.deepEqual(emptied({ more }).links, [])
})
