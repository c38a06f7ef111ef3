import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMintInfo } from '../../../src/chain/solana/mint-info.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { decodeBase58Fixed } from '../../../src/hot-paths/base58.ts'

const KEY = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const keyBytes = Buffer.from(decodeBase58Fixed(KEY, 32)!)
const NONE = Buffer.alloc(32)

function mint(owner: string, extensions: readonly (readonly [type: number, value: Buffer])[] = [], authority = true) {
  const base = Buffer.alloc(82)
  if (authority) {
    base.writeUInt32LE(1, 0)
    keyBytes.copy(base, 4)
  }
  base.writeBigUInt64LE(5_000n, 36)
  base[44] = 9
  base[45] = 1
  const entries = extensions.map(([type, value]) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(type, 0)
    head.writeUInt16LE(value.length, 2)
    return Buffer.concat([head, value])
  })
  const data = extensions.length === 0 ? base : Buffer.concat([base, Buffer.alloc(83), Buffer.of(1), ...entries])
  return decodeMintInfo({ address: KEY, lamports: 1n, owner, executable: false, data })
}
function fees(older: [maximum: bigint, bps: number], newer: [maximum: bigint, bps: number]): Buffer {
  const config = Buffer.alloc(108)
  for (const [at, [maximum, bps]] of [
    [72, older],
    [90, newer],
  ] as const) {
    config.writeBigUInt64LE(maximum, at + 8)
    config.writeUInt16LE(bps, at + 16)
  }
  return config
}

test('a classic mint has its figures and no extensions', () => {
  const info = mint(TOKEN_PROGRAM)!
  assert.deepEqual([info.supplyRaw, info.decimals, info.mintAuthority, info.freezeAuthority], [5_000n, 9, KEY, null])
  assert.equal(mint(TOKEN_PROGRAM, [], false)!.mintAuthority, null)
  assert.equal(info.extensions.transferFeeBps, null)
})
test('an account of another program, and no account, are no mint', () => {
  assert.equal(mint(SYSTEM_PROGRAM), null)
  assert.equal(decodeMintInfo(null), null)
})
test('the dangerous extensions are read', () => {
  const { extensions } = mint(TOKEN_2022_PROGRAM, [
    [12, keyBytes],
    [14, Buffer.concat([NONE, keyBytes])],
    [9, Buffer.alloc(0)],
    [6, Buffer.of(2)],
    [26, Buffer.concat([keyBytes, Buffer.of(1)])],
  ])!
  assert.deepEqual(extensions, {
    transferFeeBps: null,
    permanentDelegate: KEY,
    transferHookProgram: KEY,
    nonTransferable: true,
    defaultFrozen: true,
    pausableBy: KEY,
    paused: true,
  })
})
test('empty slots of extensions are no one, and a default of initialised is not frozen', () => {
  const { extensions } = mint(TOKEN_2022_PROGRAM, [
    [12, NONE],
    [14, Buffer.concat([keyBytes, NONE])],
    [6, Buffer.of(1)],
  ])!
  assert.deepEqual(
    [extensions.permanentDelegate, extensions.transferHookProgram, extensions.defaultFrozen],
    [null, null, false],
  )
})
test('the higher of the two fee schedules counts, and one that takes nothing at most takes nothing', () => {
  const feeOf = (...schedules: Parameters<typeof fees>) =>
    mint(TOKEN_2022_PROGRAM, [[1, fees(...schedules)]])!.extensions.transferFeeBps
  assert.equal(feeOf([100n, 30], [100n, 900]), 900)
  assert.equal(feeOf([100n, 900], [100n, 30]), 900)
  assert.equal(feeOf([0n, 900], [0n, 5_000]), 0)
})
