import { addressBytes } from '../../src/chain/solana/pda.ts'
import { SLOTS_PER_EPOCH } from '../chain/epochs.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { heightAt } from './blocks.ts'
import { bareNumber } from './json.ts'
import {
  expectCount,
  readAddress,
  readAddresses,
  readCommitment,
  readConfig,
  readFlag,
  readOptionalU64,
  readU64,
} from './read-params.ts'
import { invalidParams, RPC_CODES, RpcRefusal } from './rpc-refusal.ts'
import { leaderAt, leaderIdentities, listValidators, type Validator } from './validators.ts'
import { API_VERSION, FEATURE_SET, type RpcMethod, readSlot, slotAt, withContext } from './world.ts'

const DELINQUENT_SLOTS = 128
const CERTIFICATE_BYTES = 192

const getHealth: RpcMethod = (_world, params) => {
  expectCount(params, 0, 0)
  return 'ok'
}

const getVersion: RpcMethod = (_world, params) => {
  expectCount(params, 0, 0)
  return { 'feature-set': FEATURE_SET, 'solana-core': API_VERSION }
}

const getGenesisHash: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 0)
  return chain.genesisHash
}

const getIdentity: RpcMethod = ({ identity }, params) => {
  expectCount(params, 0, 0)
  return { identity }
}

/** As Agave writes it: hashes and signatures of a certificate are lists of bytes. No validator of the sandbox signs. */
const getAgGenesisCert: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 0)
  const moved = chain.consensusSwitch()
  return moved === null
    ? null
    : {
        block: { slot: moved.slot, block_id: [...addressBytes(moved.blockhash)] },
        signature: { signature: Array.from({ length: CERTIFICATE_BYTES }, () => 0), bitmap: [] },
      }
}

/** The sandbox is one node; the other validators of its world hide their addresses, as most do. */
const getClusterNodes: RpcMethod = ({ chain, identity, listening }, params) => {
  expectCount(params, 0, 0)
  return [...new Set([identity, ...leaderIdentities(chain, identity)])].map((pubkey) => ({
    pubkey,
    gossip: null,
    tpu: null,
    tpuQuic: null,
    rpc: pubkey === identity ? (listening?.rpc ?? null) : null,
    pubsub: pubkey === identity ? (listening?.pubsub ?? null) : null,
    version: API_VERSION,
    featureSet: FEATURE_SET,
    shredVersion: 0,
  }))
}

const getEpochInfo: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 1)
  const config = readConfig(params[0])
  const slot = readSlot(chain, readCommitment(config), readOptionalU64(config['minContextSlot']))
  return {
    absoluteSlot: slot,
    blockHeight: heightAt(chain, slot),
    epoch: Math.floor(slot / SLOTS_PER_EPOCH),
    slotIndex: slot % SLOTS_PER_EPOCH,
    slotsInEpoch: SLOTS_PER_EPOCH,
    transactionCount: chain.transactionCount(),
  }
}

const getEpochSchedule: RpcMethod = (_world, params) => {
  expectCount(params, 0, 0)
  return {
    slotsPerEpoch: SLOTS_PER_EPOCH,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  }
}

const getSlotLeader: RpcMethod = ({ chain, identity }, params) => {
  expectCount(params, 0, 1)
  const slot = slotAt(chain, readCommitment(readConfig(params[0])))
  return leaderAt(leaderIdentities(chain, identity), slot)
}

const getSlotLeaders: RpcMethod = ({ chain, identity }, params) => {
  expectCount(params, 2, 2)
  const start = readU64(params[0])
  const limit = readU64(params[1])
  if (limit > SANDBOX_LIMITS.slotLeaders) throw invalidParams(`Invalid limit; max ${SANDBOX_LIMITS.slotLeaders}`)
  const lastKnown = (Math.floor(chain.slot() / SLOTS_PER_EPOCH) + 2) * SLOTS_PER_EPOCH
  if (start + limit > lastKnown)
    throw invalidParams(
      `Invalid slot range: leader schedule for epoch ${Math.floor((start + limit) / SLOTS_PER_EPOCH)} is unavailable`,
    )
  const identities = leaderIdentities(chain, identity)
  return Array.from({ length: limit }, (_, index) => leaderAt(identities, start + index))
}

const getLeaderSchedule: RpcMethod = ({ chain, identity }, params) => {
  expectCount(params, 0, 2)
  const slotGiven = typeof params[0] === 'number'
  const config = readConfig(slotGiven ? params[1] : (params[0] ?? params[1]))
  const only = config['identity'] === undefined || config['identity'] === null ? null : readAddress(config['identity'])
  const now = slotAt(chain, readCommitment(config))
  const epoch = Math.floor((slotGiven ? readU64(params[0]) : now) / SLOTS_PER_EPOCH)
  if (epoch > Math.floor(now / SLOTS_PER_EPOCH) + 1) return null
  const identities = leaderIdentities(chain, identity)
  const schedule: Record<string, number[]> = {}
  for (let index = 0; index < SLOTS_PER_EPOCH; index++) {
    const leader = leaderAt(identities, epoch * SLOTS_PER_EPOCH + index)
    if (only !== null && leader !== only) continue
    schedule[leader] ??= []
    schedule[leader].push(index)
  }
  return schedule
}

const getVoteAccounts: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 1)
  const config = readConfig(params[0])
  const only =
    config['votePubkey'] === undefined || config['votePubkey'] === null ? null : readAddress(config['votePubkey'])
  const distance = readOptionalU64(config['delinquentSlotDistance']) ?? DELINQUENT_SLOTS
  const keepUnstaked = readFlag(config, 'keepUnstakedDelinquents', false)
  const slot = slotAt(chain, readCommitment(config))
  const current: unknown[] = []
  const delinquent: unknown[] = []
  for (const validator of listValidators(chain)) {
    if (only !== null && validator.vote !== only) continue
    // A vote account that never voted belongs to a validator of the world's plan, which does not cast real votes.
    const lastVote = validator.state.votes.at(-1)?.slot ?? chain.confirmedSlot()
    if (lastVote >= slot - distance) current.push(encodeValidator(validator, lastVote))
    else if (keepUnstaked || validator.activeStakeLamports > 0n) delinquent.push(encodeValidator(validator, lastVote))
  }
  return { current, delinquent }
}

function encodeValidator({ vote, state, activeStakeLamports }: Validator, lastVote: number) {
  return {
    votePubkey: vote,
    nodePubkey: state.node,
    activatedStake: bareNumber(activeStakeLamports),
    epochVoteAccount: activeStakeLamports > 0n,
    epochCredits: state.epochCredits
      .slice(-5)
      .map(({ epoch, credits, previousCredits }) => [epoch, bareNumber(credits), bareNumber(previousCredits)]),
    commission: state.commissionPct,
    lastVote,
    rootSlot: state.rootSlot ?? 0,
  }
}

/** Nothing is inflated here: rates are zero and no one earned a reward. */
const getInflationReward: RpcMethod = (_world, params) => {
  expectCount(params, 1, 2)
  const addresses = readAddresses(params[0], SANDBOX_LIMITS.assetsPerCall)
  readOptionalU64(readConfig(params[1])['epoch'])
  return addresses.map(() => null)
}

const getInflationRate: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 0)
  return { epoch: Math.floor(chain.slot() / SLOTS_PER_EPOCH), foundation: 0, total: 0, validator: 0 }
}

const getInflationGovernor: RpcMethod = (_world, params) => {
  expectCount(params, 0, 1)
  readCommitment(readConfig(params[0]))
  return { foundation: 0, foundationTerm: 0, initial: 0, taper: 0, terminal: 0 }
}

const getStakeMinimumDelegation: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 1)
  return withContext(slotAt(chain, readCommitment(readConfig(params[0]))), 1)
}

const getHighestSnapshotSlot: RpcMethod = (_world, params) => {
  expectCount(params, 0, 0)
  throw new RpcRefusal(RPC_CODES.noSnapshot, 'No snapshot')
}

const getMaxSlot: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 0)
  return chain.slot()
}

export const CLUSTER_METHODS: Readonly<Record<string, RpcMethod>> = {
  getHealth,
  getVersion,
  getAgGenesisCert,
  getGenesisHash,
  getIdentity,
  getClusterNodes,
  getEpochInfo,
  getEpochSchedule,
  getSlotLeader,
  getSlotLeaders,
  getLeaderSchedule,
  getVoteAccounts,
  getInflationReward,
  getInflationRate,
  getInflationGovernor,
  getStakeMinimumDelegation,
  getHighestSnapshotSlot,
  getMaxRetransmitSlot: getMaxSlot,
  getMaxShredInsertSlot: getMaxSlot,
}
