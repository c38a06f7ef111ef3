import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  findExtension,
  isMint,
  isTokenAccount,
  readLookupTable,
  readMint,
  readNonce,
  readStake,
  readTokenAccount,
  readU64,
  toU64,
} from '../../src/hot-paths/account-layouts.ts'

const key = (n: number): Uint8Array => new Uint8Array(32).fill(n)

function tokenAccount(size = 165): Buffer {
  const data = Buffer.alloc(size)
  data.set(key(1), 0)
  data.set(key(2), 32)
  data.writeBigUInt64LE(2n ** 64n - 1n, 64)
  data[108] = 1
  if (size > 165) data[165] = 2
  return data
}

function mint(size = 82): Buffer {
  const data = Buffer.alloc(size)
  data.writeUInt32LE(1, 0)
  data.set(key(3), 4)
  data.writeBigUInt64LE(1_000n, 36)
  data[44] = 6
  data[45] = 1
  if (size > 82) data[165] = 1
  return data
}

test('a plain token account is read, the largest amount included', () => {
  const read = readTokenAccount(tokenAccount())
  assert.deepEqual(read && { ...read, mint: read.mint[0], owner: read.owner[0] }, {
    mint: 1,
    owner: 2,
    amountRaw: 2n ** 64n - 1n,
    delegate: null,
    state: 'initialized',
    nativeReserveLamports: null,
    delegatedAmountRaw: 0n,
    closeAuthority: null,
  })
})

test('delegate, frozen state, native reserve and close authority are read where they are set', () => {
  const data = tokenAccount()
  data.writeUInt32LE(1, 72)
  data.set(key(4), 76)
  data[108] = 2
  data.writeUInt32LE(1, 109)
  data.writeBigUInt64LE(1_488_440n, 113)
  data.writeBigUInt64LE(7n, 121)
  data.writeUInt32LE(1, 129)
  data.set(key(5), 133)
  const read = readTokenAccount(data)!
  assert.equal(read.state, 'frozen')
  assert.equal(read.delegate?.[31], 4)
  assert.equal(read.nativeReserveLamports, 1_488_440n)
  assert.equal(read.delegatedAmountRaw, 7n)
  assert.equal(read.closeAuthority?.[0], 5)
})

test('mints are read, and are not mistaken for token accounts, in both programs', () => {
  for (const size of [82, 170, 400]) {
    assert(isMint(mint(size)), `${size}`)
    assert(!isTokenAccount(mint(size)), `${size}`)
    assert.equal(readMint(mint(size))?.decimals, 6)
    assert.equal(readMint(mint(size))?.supplyRaw, 1_000n)
    assert.equal(readMint(mint(size))?.freezeAuthority, null)
  }
  for (const size of [165, 170, 182]) {
    assert(isTokenAccount(tokenAccount(size)), `${size}`)
    assert(!isMint(tokenAccount(size)), `${size}`)
  }
})

test('uninitialised accounts, multisigs and short bytes are neither', () => {
  const blank = tokenAccount()
  blank[108] = 0
  assert.equal(readTokenAccount(blank), null)
  assert.equal(readTokenAccount(tokenAccount().subarray(0, 164)), null)
  assert.equal(readTokenAccount(tokenAccount(355)), null)
  assert.equal(readMint(mint(355)), null)
  const raw = mint()
  raw[45] = 0
  assert.equal(readMint(raw), null)
  assert.equal(readMint(new Uint8Array(0)), null)
})

test('extensions are found in any order and broken lengths end the search', () => {
  const data = Buffer.concat([mint(166), Buffer.from('03000200aabb' + '12000100cc' + '0000', 'hex')])
  assert.deepEqual([...findExtension(data, 18)!], [0xcc])
  assert.deepEqual([...findExtension(data, 3)!], [0xaa, 0xbb])
  assert.equal(findExtension(data, 14), null)
  const broken = Buffer.concat([mint(166), Buffer.from('0300ffffaabb', 'hex')])
  assert.equal(findExtension(broken, 3), null)
})

test('a nonce is read only when it is initialised', () => {
  const data = Buffer.alloc(80)
  data.writeUInt32LE(1, 0)
  assert.equal(readNonce(data), null)
  data.writeUInt32LE(1, 4)
  data.set(key(6), 8)
  data.set(key(7), 40)
  assert.equal(readNonce(data)?.authority[0], 6)
  assert.equal(readNonce(data)?.value[31], 7)
})

test('a lookup table is read and half an address makes it none', () => {
  const data = Buffer.alloc(56 + 64)
  data.writeUInt32LE(1, 0)
  data.writeBigUInt64LE(2n ** 64n - 1n, 4)
  data.writeBigUInt64LE(9n, 12)
  data[20] = 1
  data.set(key(8), 56)
  const table = readLookupTable(data)!
  assert.equal(table.addresses.length, 2)
  assert.equal(table.addresses[0]![0], 8)
  assert.equal(table.lastExtendedSlot, 9n)
  assert.equal(table.lastExtendedStartIndex, 1)
  assert.equal(table.authority, null)
  assert.equal(readLookupTable(data.subarray(0, 100)), null)
})

test('a delegated stake account is read, an initialised one has no delegation', () => {
  const data = Buffer.alloc(200)
  data.writeUInt32LE(1, 0)
  data.writeBigUInt64LE(2_282_880n, 4)
  data.set(key(1), 12)
  data.set(key(2), 44)
  assert.equal(readStake(data)?.delegation, null)
  data.writeUInt32LE(2, 0)
  data.set(key(3), 124)
  data.writeBigUInt64LE(5n, 156)
  data.writeBigUInt64LE(2n ** 64n - 1n, 172)
  const stake = readStake(data)!
  assert.equal(stake.withdrawer[0], 2)
  assert.equal(stake.delegation?.voter[0], 3)
  assert.equal(stake.delegation?.stakeLamports, 5n)
  assert.equal(stake.delegation?.deactivationEpoch, 2n ** 64n - 1n)
  assert.equal(readStake(data.subarray(1)), null)
  assert.equal(readStake(Buffer.alloc(200)), null)
})

test('integers are read without sign trouble', () => {
  const data = Buffer.alloc(8)
  for (const value of [0n, 1n, 2n ** 31n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n]) {
    data.writeBigUInt64LE(value)
    assert.equal(readU64(data, 0), value)
  }
})

test('eight bytes and whole numbers become the bigint that they are, at any offset', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 64n - 1n), fc.integer({ min: 0, max: 9 }), (value, offset) => {
      const data = Buffer.alloc(offset + 8)
      data.writeBigUInt64LE(value, offset)
      assert.equal(readU64(data, offset), value)
      // Above 2^53 a number is the nearest that a double holds.
      const rounded = Number(value)
      if (rounded < 2 ** 64) assert.equal(toU64(rounded), BigInt(rounded))
    }),
    { seed: 3 },
  )
  for (const value of [0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 64 - 2_048])
    assert.equal(toU64(value), BigInt(value))
})
