import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterTransferFee, readTransferFee, transferFeeOf } from '../../../../src/chain/solana/dexes/transfer-fee.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'

const MINT = 'So11111111111111111111111111111111111111112'

/** A Token-2022 mint whose one extension is a transfer fee: older and newer settings of epoch, maximum and rate. */
function feeMint(settings: readonly (readonly [epoch: bigint, maxRaw: bigint, bps: number])[], owner: string) {
  const data = Buffer.alloc(166 + 4 + 108)
  data[45] = 1
  data[165] = 1
  data.writeUInt16LE(1, 166)
  data.writeUInt16LE(108, 168)
  for (const [at, [epoch, maxRaw, bps]] of settings.entries()) {
    const start = 170 + 72 + at * 18
    data.writeBigUInt64LE(epoch, start)
    data.writeBigUInt64LE(maxRaw, start + 8)
    data.writeUInt16LE(bps, start + 16)
  }
  return { address: MINT, lamports: 1n, owner, executable: false, data }
}

const SETTINGS = [
  [10n, 5_000n, 100],
  [12n, 1_000n, 250],
] as const

test('the setting of the epoch withholds its rate, rounded up, and no more than its maximum', () => {
  const fee = readTransferFee(feeMint(SETTINGS, TOKEN_2022_PROGRAM))
  assert.deepEqual(fee, {
    older: { bps: 100n, maxRaw: 5_000n },
    newer: { bps: 250n, maxRaw: 1_000n },
    newerEpoch: 12n,
  })
  assert.equal(transferFeeOf(fee, 10_001n, 11), 101n)
  assert.equal(transferFeeOf(fee, 10_001n, 12), 251n)
  assert.equal(transferFeeOf(fee, 10_000_000n, 11), 5_000n)
  assert.equal(afterTransferFee(fee, 10_000_000n, 12), 9_999_000n)
  assert.equal(transferFeeOf(fee, 0n, 12), 0n)
})

test('a classic mint, one without the extension and a missing one withhold nothing', () => {
  assert.equal(readTransferFee(feeMint(SETTINGS, TOKEN_PROGRAM)), null)
  const bare = { ...feeMint(SETTINGS, TOKEN_2022_PROGRAM), data: feeMint([], TOKEN_PROGRAM).data.subarray(0, 166) }
  assert.equal(readTransferFee(bare), null)
  assert.equal(readTransferFee(null), null)
  assert.equal(afterTransferFee(null, 7n, 1), 7n)
})

test('a rate of the whole amount leaves nothing, and the fee never exceeds what was sent', () => {
  const fee = readTransferFee(
    feeMint(
      [
        [0n, 2n ** 64n - 1n, 10_000],
        [0n, 2n ** 64n - 1n, 10_000],
      ],
      TOKEN_2022_PROGRAM,
    ),
  )
  for (const amount of [1n, 9_999n, 2n ** 64n - 1n]) assert.equal(afterTransferFee(fee, amount, 5), 0n)
})
