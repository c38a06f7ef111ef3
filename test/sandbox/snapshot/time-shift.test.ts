import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pack } from '../../../sandbox/snapshot/pack.ts'
import { findTimePlaces, shiftTime } from '../../../sandbox/snapshot/time-shift.ts'
import { unpack } from '../../../sandbox/snapshot/unpack.ts'

const SHIFT_SEC = 2_311_527
const BOOT_SEC = 1_800_000_000

/** Everything that a world holds of its time, and things that look like it. */
function worldAt(bootSec: number) {
  const account = Buffer.alloc(33, 0xff)
  account.writeBigInt64LE(BigInt(bootSec - 5), 3)
  account.writeUInt32LE(bootSec - 9, 20)
  const event = Buffer.alloc(16)
  event.writeBigInt64LE(BigInt(bootSec), 8)
  return {
    bootSec,
    block: { unixTimeMs: bootSec * 1_000, slot: 460_000_000 },
    untilSec: BigInt(bootSec + 86_400),
    lamports: 1_800_000_000n,
    account: new Uint8Array(account),
    logs: ['Program log: hello', `Program data: ${event.toString('base64')}`],
  }
}

test('a world that is moved is the world as it is built then, before and after its own time', () => {
  for (const shiftSec of [1, -1, 86_400, -40_000_000, 255, 256, 65_536, 123_456_789]) {
    const packed = pack(worldAt(BOOT_SEC))
    const places = findTimePlaces(packed, pack(worldAt(BOOT_SEC + SHIFT_SEC)), SHIFT_SEC)
    shiftTime(packed, places, shiftSec)
    assert.deepEqual(unpack(packed), worldAt(BOOT_SEC + shiftSec), `${shiftSec}`)
  }
})

test('two worlds that differ by anything but their time are refused', () => {
  const later = worldAt(BOOT_SEC + SHIFT_SEC)
  const touched = new Uint8Array(later.account)
  touched[0] = 1
  const others = [
    { ...later, lamports: later.lamports + 1n },
    { ...later, block: { ...later.block, slot: 460_000_001 } },
    { ...later, account: touched },
    { ...later, logs: ['Program log: hallo', later.logs[1]!] },
    { ...later, logs: later.logs.slice(1) },
    { ...later, further: 1 },
  ]
  for (const other of others)
    assert.throws(() => findTimePlaces(pack(worldAt(BOOT_SEC)), pack(other), SHIFT_SEC), assert.AssertionError)
})
