import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NATIVE_MINT } from '../../../../src/chain/solana/program-ids.ts'
import { addCrowd, areJoined, LAUNCH_SLOT, mapOf, type Token, token } from '../../../support/map-evidence.ts'

/** Sales behind each of which a new wallet buys for as much. */

const SWAP_SLOT = LAUNCH_SLOT + 2_000

function trade(made: Token, name: string, side: 'buy' | 'sell', slot: number, sol: number): void {
  const [one] = made.buy(name, slot).trades
  const quoteRaw = `${BigInt(Math.round(sol * 1e9))}`
  // The kit's own purchase is of one size: this one says what it costs.
  Object.assign(one!, { side, quoteRaw, quoteMint: NATIVE_MINT })
}

type Plan = {
  readonly pairs?: number
  readonly ratio?: number
  readonly behindSlots?: number
  readonly boughtSlot?: number
}

function swapped({ pairs = 3, ratio = 0.9, behindSlots = 0, boughtSlot = LAUNCH_SLOT + 60 }: Plan = {}): Token {
  const made = token()
  for (let i = 0; i < pairs; i++) trade(made, `first${i}`, 'buy', boughtSlot + i * 700, 0.8 + i / 3)
  for (let i = 0; i < pairs; i++) {
    const slot = SWAP_SLOT + 700 * pairs + i * 800
    trade(made, `first${i}`, 'sell', slot, 1 + i / 3)
    trade(made, `second${i}`, 'buy', slot + behindSlots, (1 + i / 3) * ratio)
  }
  addCrowd(made, 8)
  return made
}
const namesOf = (pairs: number) => Array.from({ length: pairs }, (_, i) => [`first${i}`, `second${i}`]).flat()

test('sellers, and who bought for as much right after them, are joined once it repeats', () => {
  const map = mapOf(swapped().evidence())
  assert(areJoined(map, namesOf(3)))
  assert.equal(map.clusters[0]!.memberCount, 6)
  assert.deepEqual(map.clusters[0]!.kinds, ['hand_over'])
  assert(areJoined(mapOf(swapped({ behindSlots: 1 }).evidence()), namesOf(3)), 'in the next slot')
})

test('two such pairs may be chance', () => {
  assert.deepEqual(mapOf(swapped({ pairs: 2 }).evidence()).clusters, [])
})

test('another sum, or a while later, is another trade', () => {
  assert.deepEqual(mapOf(swapped({ ratio: 0.8 }).evidence()).clusters, [])
  assert.deepEqual(mapOf(swapped({ behindSlots: 2 }).evidence()).clusters, [])
})

test('further apart, one pair in a slot after the other is beyond chance from four on', () => {
  assert.deepEqual(mapOf(swapped({ ratio: 0.75 }).evidence()).clusters, [])
  assert(areJoined(mapOf(swapped({ pairs: 4, ratio: 0.75 }).evidence()), namesOf(4)))
  assert.deepEqual(mapOf(swapped({ pairs: 4, ratio: 0.6 }).evidence()).clusters, [])
  assert.deepEqual(mapOf(swapped({ pairs: 4, ratio: 0.75, behindSlots: 1 }).evidence()).clusters, [])
})

test('where many buy for such sums in the slots around, pairs are chance', () => {
  const made = swapped()
  for (let i = 0; i < 3; i++)
    for (let n = 2; n < 20; n++) trade(made, `eager${i}-${n}`, 'buy', SWAP_SLOT + 2_100 + i * 800 + n, 1 + i / 3)
  assert.deepEqual(
    mapOf(made.evidence()).links.filter(({ type }) => type === 'hand_over'),
    [],
  )
})

test('the creator is joined where the sellers had bought in the slot of the launch', () => {
  const atLaunch = (slot: number) => {
    const made = token()
    for (let i = 0; i < 3; i++) trade(made, `first${i}`, 'buy', slot, 0.8 + i / 3)
    for (let i = 0; i < 3; i++) {
      trade(made, `first${i}`, 'sell', SWAP_SLOT + i * 800, 1 + i / 3)
      trade(made, `second${i}`, 'buy', SWAP_SLOT + i * 800, 1 + i / 3)
    }
    addCrowd(made, 8)
    return mapOf(made.evidence())
  }
  assert(areJoined(atLaunch(LAUNCH_SLOT), [...namesOf(3), 'dev']))
  const later = atLaunch(LAUNCH_SLOT + 90)
  assert(areJoined(later, namesOf(3)))
  assert(!areJoined(later, ['first0', 'dev']))
})

test('who buys and sells within one slot trades around others and hands nothing over', () => {
  const made = token()
  for (let i = 0; i < 3; i++) {
    trade(made, `bot${i}`, 'buy', SWAP_SLOT + i * 800, 1 + i / 3)
    trade(made, `victim${i}`, 'buy', SWAP_SLOT + i * 800, 1 + i / 3)
    trade(made, `bot${i}`, 'sell', SWAP_SLOT + i * 800, 1 + i / 3)
  }
  addCrowd(made, 8)
  assert.deepEqual(
    mapOf(made.evidence()).links.filter(({ type }) => type === 'hand_over'),
    [],
  )
})
