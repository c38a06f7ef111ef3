import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TRADING } from '../../../src/config/trading.ts'
import { createHeadSlot } from '../../../src/services/trade-pools/head-slot.ts'

function heardHead(slotMs: number, count: number = TRADING.heardSlots) {
  let nowMs = 1_000
  const head = createHeadSlot(() => nowMs)
  for (let at = 0; at < count; at++) {
    nowMs += slotMs
    head.heard(460_000_000 + at)
  }
  return { head, pass: (ms: number) => (nowMs += ms), last: 460_000_000 + count - 1 }
}

test('before enough slots were heard every slot may be true', () => {
  assert.equal(heardHead(400, TRADING.leastHeardSlots - 1).head.newest(), Number.POSITIVE_INFINITY)
})

test('some absurd slots among many move nothing, however absurd', () => {
  for (const slotMs of [40, 400, 4_000]) {
    const { head, last } = heardHead(slotMs)
    const before = head.newest()
    assert(before >= last && before <= last + TRADING.slotSlack + TRADING.heardSlots, `${before}`)
    for (const lie of [1e15, Number.MAX_SAFE_INTEGER, 0, 7, 1e15, 1e15]) head.heard(lie)
    for (const none of [Number.NaN, -5, 0.5, 2 ** 60]) head.heard(none)
    assert(head.newest() >= last && head.newest() <= before + TRADING.heardSlots, `${head.newest()}`)
  }
})

test('time that passes unheard brings slots at the pace that was measured, twice as many at most', () => {
  for (const slotMs of [40, 400, 4_000]) {
    const { head, pass, last } = heardHead(slotMs)
    const before = head.newest()
    pass(slotMs * 1_000)
    assert(head.newest() >= last + 1_000 && head.newest() <= before + 2_000, `${head.newest()}`)
  }
})

test('a chain that jumped ahead is believed once most of what is said says so', () => {
  const { head, last } = heardHead(400)
  for (let at = 0; at < TRADING.heardSlots; at++) head.heard(last + 100_000)
  assert(head.newest() >= last + 100_000)
})
