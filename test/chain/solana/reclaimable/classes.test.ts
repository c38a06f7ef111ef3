import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressLookupTableProgram, PublicKey } from '@solana/web3.js'
import { stakeAccountBytes } from '../../../../sandbox/world/account-bytes.ts'
import { addressBytes } from '../../../../src/chain/solana/pda.ts'
import { lookupTables } from '../../../../src/chain/solana/reclaimable/lookup-tables.ts'
import { nonceAccounts } from '../../../../src/chain/solana/reclaimable/nonce-accounts.ts'
import { programBuffers } from '../../../../src/chain/solana/reclaimable/program-buffers.ts'
import {
  closeLookupTable,
  deactivateLookupTable,
} from '../../../../src/chain/solana/reclaimable/reclaim-instructions.ts'
import type { ReclaimClass } from '../../../../src/chain/solana/reclaimable/reclaimable.ts'
import { readSlotHashSlots } from '../../../../src/chain/solana/reclaimable/slot-hashes.ts'
import { stakeAccounts } from '../../../../src/chain/solana/reclaimable/stake-accounts.ts'

const WALLET = 'Vote111111111111111111111111111111111111111'
const OTHER = 'Stake11111111111111111111111111111111111111'
const NOW = {
  clock: { slot: 1_000, epoch: 5, unixTimeSec: 10_000, epochStartSec: 0 },
  recentSlots: [999, 998, 995],
}
const NEVER = 2n ** 64n - 1n

function look(one: ReclaimClass, data: Uint8Array, lamports = 5n) {
  return one.describe({ address: 'a', lamports, owner: one.program, executable: false, data }, WALLET, NOW)
}

function table(offSlot: bigint, authority: string | null = WALLET): Uint8Array {
  const data = Buffer.alloc(56)
  data.writeUInt32LE(1, 0)
  data.writeBigUInt64LE(offSlot, 4)
  if (authority !== null) {
    data[21] = 1
    data.set(addressBytes(authority), 22)
  }
  return data
}

test('a table is in use, cools while its slot is among the slot hashes, and is ready then', () => {
  assert.equal(look(lookupTables, table(NEVER))?.state, 'active')
  assert.deepEqual(
    [look(lookupTables, table(998n))?.state, look(lookupTables, table(998n))?.readyInSlots],
    ['cooling', 511],
  )
  // A slot without a block is not in the list: what was switched off before it may be ready although its slot is near.
  assert.equal(look(lookupTables, table(997n))?.state, 'ready')
  assert.equal(look(lookupTables, table(1_000n))?.state, 'cooling')
  assert.equal(look(lookupTables, table(998n, OTHER)), null)
  assert.equal(look(lookupTables, table(998n, null)), null)
  assert.equal(look(lookupTables, new Uint8Array(20)), null)
})

test('stake is ready when it is cold, cools in the epoch of its deactivation, and at work gives its surplus alone', () => {
  const stake = (activationEpoch: bigint, deactivationEpoch: bigint, more: (data: Uint8Array) => void = () => {}) => {
    const parts = { owner: WALLET, vote: OTHER, rentReserveLamports: 3n, stakeLamports: 10n, activationEpoch }
    const data = Buffer.from(stakeAccountBytes(parts))
    data.writeBigUInt64LE(deactivationEpoch, 172)
    more(data)
    return data
  }
  assert.deepEqual(look(stakeAccounts, stake(1n, 4n), 13n), {
    account: 'a',
    lamports: 13n,
    state: 'ready',
    readyInSlots: null,
    closes: true,
  })
  assert.equal(look(stakeAccounts, stake(1n, 5n), 13n)?.state, 'cooling')
  assert.equal(look(stakeAccounts, stake(5n, 5n), 13n)?.state, 'ready')
  assert.equal(look(stakeAccounts, stake(1n, NEVER), 13n), null)
  assert.deepEqual(look(stakeAccounts, stake(1n, NEVER), 20n), {
    account: 'a',
    lamports: 7n,
    state: 'ready',
    readyInSlots: null,
    closes: false,
  })
  const undelegated = stake(0n, NEVER, (data) => data.set([1], 0))
  assert.deepEqual(
    [look(stakeAccounts, undelegated, 13n)?.state, look(stakeAccounts, undelegated, 13n)?.lamports],
    ['ready', 13n],
  )
  const locked = stake(1n, 4n, (data) => new DataView(data.buffer, data.byteOffset).setBigInt64(76, 10_001n, true))
  assert.equal(look(stakeAccounts, locked), null)
  const lockedEpochs = stake(1n, 4n, (data) => new DataView(data.buffer, data.byteOffset).setBigUint64(84, 6n, true))
  assert.equal(look(stakeAccounts, lockedEpochs), null)
  assert.equal(
    look(
      stakeAccounts,
      stake(1n, 4n, (data) => data.set(addressBytes(OTHER), 44)),
    ),
    null,
  )
})

test('the node is asked for stake accounts of the wallet only', () => {
  assert.deepEqual(stakeAccounts.filters(WALLET), [{ dataSize: 200 }, { memcmp: { offset: 44, bytes: WALLET } }])
})

test('a buffer and a nonce are not mistaken for programs, other states or accounts of others', () => {
  const head = (code: number, authority: string) =>
    Buffer.concat([Uint8Array.of(code, 0, 0, 0, 1), addressBytes(authority)])
  assert.equal(look(programBuffers, head(1, WALLET))?.state, 'ready')
  assert.equal(look(programBuffers, head(3, WALLET)), null)
  assert.equal(look(programBuffers, head(1, OTHER)), null)
  const nonce = (state: number, authority: string) => {
    const data = Buffer.alloc(80)
    data[0] = 1
    data[4] = state
    data.set(addressBytes(authority), 8)
    return data
  }
  assert.equal(look(nonceAccounts, nonce(1, WALLET))?.state, 'ready')
  assert.equal(look(nonceAccounts, nonce(0, WALLET)), null)
  assert.equal(look(nonceAccounts, nonce(1, OTHER)), null)
})

test('slot hashes are read as they lie, and what is none is said so', () => {
  const data = Buffer.alloc(8 + 2 * 40)
  data.writeBigUInt64LE(2n, 0)
  data.writeBigUInt64LE(77n, 8)
  data.writeBigUInt64LE(76n, 48)
  assert.deepEqual(readSlotHashSlots(data), [77, 76])
  assert.equal(readSlotHashSlots(data.subarray(0, 60)), null)
  assert.equal(readSlotHashSlots(new Uint8Array(3)), null)
})

test('instructions on lookup tables are those of the official client', () => {
  const [lookupTable, authority, recipient] = [OTHER, WALLET, WALLET].map((one) => new PublicKey(one))
  const pairs = [
    [
      deactivateLookupTable({ table: OTHER, authority: WALLET }),
      AddressLookupTableProgram.deactivateLookupTable({ lookupTable: lookupTable!, authority: authority! }),
    ],
    [
      closeLookupTable({ table: OTHER, authority: WALLET, to: WALLET }),
      AddressLookupTableProgram.closeLookupTable({
        lookupTable: lookupTable!,
        authority: authority!,
        recipient: recipient!,
      }),
    ],
  ] as const
  for (const [ours, theirs] of pairs) {
    assert.equal(ours.programId, theirs.programId.toBase58())
    assert.deepEqual([...ours.data], [...theirs.data])
    assert.deepEqual(
      ours.accounts.map(({ address, isSigner, isWritable }) => [address, isSigner, isWritable]),
      theirs.keys.map(({ pubkey, isSigner, isWritable }) => [pubkey.toBase58(), isSigner, isWritable]),
    )
  }
})
