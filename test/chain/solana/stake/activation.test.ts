import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { StakeHistory as RuntimeHistory, StakeHistoryEntry } from 'litesvm/dist/internal.js'
import { compileLegacyMessage, joinWithoutSignatures } from '../../../../src/chain/solana/compile-message.ts'
import { withdrawStake } from '../../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { addressBytes } from '../../../../src/chain/solana/pda.ts'
import { STAKE_PROGRAM, SYSTEM_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { type Delegation, NEVER_EPOCH, stakeActivation } from '../../../../src/chain/solana/stake/activation.ts'
import type { ClusterStake } from '../../../../src/chain/solana/stake/stake-history.ts'
import { Account, Clock, FailedTransactionMetadata, LiteSvm } from '../../../../src/svm/native.ts'

const WALLET = keypairFromText('a staker').address
const STAKE = keypairFromText('a stake account').address
const VOTER = keypairFromText('a vote account').address
const RESERVE = 2_282_880n
const EPOCH = 1_000n
const SOL = 1_000_000_000n

function stakeBytes({ stakeLamports, activationEpoch, deactivationEpoch }: Delegation): Uint8Array {
  const bytes = Buffer.alloc(200)
  bytes.writeUInt32LE(2, 0)
  bytes.writeBigUInt64LE(RESERVE, 4)
  bytes.set(addressBytes(WALLET), 12)
  bytes.set(addressBytes(WALLET), 44)
  bytes.set(addressBytes(VOTER), 124)
  bytes.writeBigUInt64LE(stakeLamports, 156)
  bytes.writeBigUInt64LE(activationEpoch, 164)
  bytes.writeBigUInt64LE(deactivationEpoch, 172)
  bytes.writeDoubleLE(0.25, 180)
  return bytes
}

const svm = new LiteSvm()
svm.setSigverify(false)
svm.setBlockhashCheck(false)
svm.setTransactionHistory(0n)
svm.setClock(new Clock(EPOCH * 432_000n, 0n, EPOCH, EPOCH + 1n, 1_790_000_000n))

/** The stake program itself, as the runtime brings it: it lets out whatever is neither deposit nor still effective, once
 *  stake is deactivating. */
function runtimeWith(delegation: Delegation, history: ReadonlyMap<bigint, ClusterStake>) {
  const shown = new RuntimeHistory()
  for (const [epoch, { effective, activating, deactivating }] of history)
    shown.add(epoch, new StakeHistoryEntry(effective, activating, deactivating))
  svm.setStakeHistory(shown)
  const lamports = delegation.stakeLamports + RESERVE
  const put = (address: string, owner: string, held: bigint, data: Uint8Array) =>
    svm.setAccount(addressBytes(address), new Account(held, data, addressBytes(owner), false, 0n))
  put(WALLET, SYSTEM_PROGRAM, 10n * SOL, new Uint8Array(0))
  put(STAKE, STAKE_PROGRAM, lamports, stakeBytes(delegation))
  return (takenLamports: bigint): boolean => {
    const instructions = [withdrawStake({ stake: STAKE, withdrawer: WALLET, to: WALLET, lamports: takenLamports })]
    const message = compileLegacyMessage({ payer: WALLET, blockhash: SYSTEM_PROGRAM, instructions })
    return !(svm.simulateVersionedTransaction(joinWithoutSignatures(message)) instanceof FailedTransactionMetadata)
  }
}

const lamports = (max: bigint) => fc.bigInt({ min: 1n, max })
const drawn = fc.record({
  stakeLamports: lamports(9_000_000n * SOL),
  activatedAgo: fc.integer({ min: 1, max: 14 }),
  deactivatedAgo: fc.integer({ min: 0, max: 14 }),
  firstShown: fc.integer({ min: 0, max: 16 }),
  epochs: fc.array(
    fc.record({
      effective: lamports(400_000_000n * SOL),
      activating: fc.oneof(fc.constant(0n), lamports(90_000_000n * SOL)),
      deactivating: fc.oneof(fc.constant(0n), lamports(90_000_000n * SOL)),
    }),
    { minLength: 16, maxLength: 16 },
  ),
})

test('what cools down is, to the lamport, what the stake program keeps back', () => {
  let partial = 0
  fc.assert(
    fc.property(drawn, ({ stakeLamports, activatedAgo, deactivatedAgo, firstShown, epochs }) => {
      const activationEpoch = EPOCH - BigInt(activatedAgo)
      const deactivationEpoch = EPOCH - BigInt(Math.min(deactivatedAgo, activatedAgo))
      const delegation = { voter: addressBytes(VOTER), stakeLamports, activationEpoch, deactivationEpoch }
      const history = new Map(
        epochs.slice(0, firstShown).map(({ effective, activating, deactivating }, at) => {
          // What changes is part of what there is, of this account and of the cluster.
          const least = {
            activating: activating === 0n ? 0n : activating + stakeLamports,
            effective: effective + stakeLamports,
          }
          return [
            EPOCH - 1n - BigInt(at),
            { ...least, deactivating: deactivating === 0n ? 0n : deactivating + stakeLamports },
          ]
        }),
      )
      const { effectiveRaw, deactivatingRaw } = stakeActivation(delegation, EPOCH, history)
      assert.equal(deactivatingRaw, effectiveRaw)
      const mayTake = runtimeWith(delegation, history)
      const free = stakeLamports - effectiveRaw
      if (effectiveRaw === 0n) return assert(mayTake(stakeLamports + RESERVE))
      if (free > 0n) partial += 1
      assert(free === 0n || mayTake(free), 'what is free comes out')
      assert(!mayTake(free + 1n), 'and not a lamport more')
    }),
    { numRuns: 2_000 },
  )
  assert(partial > 0)
})

test('stake warms up by its share of nine hundredths of the cluster an epoch', () => {
  const cluster = { effective: 1_000_000n * SOL, activating: 300_000n * SOL, deactivating: 0n }
  const delegation = {
    voter: addressBytes(VOTER),
    stakeLamports: 100n * SOL,
    activationEpoch: EPOCH - 1n,
    deactivationEpoch: NEVER_EPOCH,
  }
  const at = (epoch: bigint, history: ReadonlyMap<bigint, ClusterStake>) => stakeActivation(delegation, epoch, history)
  const history = new Map([[EPOCH - 1n, cluster]])
  assert.deepEqual(at(EPOCH - 2n, history).state, 'inactive')
  assert.deepEqual(at(EPOCH - 1n, history), {
    state: 'activating',
    effectiveRaw: 0n,
    activatingRaw: 100n * SOL,
    deactivatingRaw: 0n,
  })
  // 90,000 of the 300,000 SOL that wait may come in.
  assert.deepEqual(at(EPOCH, history), {
    state: 'activating',
    effectiveRaw: 30n * SOL,
    activatingRaw: 70n * SOL,
    deactivatingRaw: 0n,
  })
  // The history shows nothing of that epoch any more: it is long over.
  assert.equal(at(EPOCH + 600n, new Map()).state, 'active')
})

test('stake that was taken back in the epoch of its delegation never worked, that of genesis always did', () => {
  const delegation = { voter: addressBytes(VOTER), stakeLamports: SOL, activationEpoch: 990n, deactivationEpoch: 990n }
  assert.equal(stakeActivation(delegation, EPOCH, new Map()).state, 'inactive')
  assert.equal(stakeActivation(delegation, 990n, new Map()).effectiveRaw, 0n)
  const genesis = { ...delegation, activationEpoch: NEVER_EPOCH, deactivationEpoch: NEVER_EPOCH }
  assert.equal(stakeActivation(genesis, EPOCH, new Map()).effectiveRaw, SOL)
})
