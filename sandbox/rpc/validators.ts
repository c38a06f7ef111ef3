import { STAKE_PROGRAM, VOTE_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { readU32, readU64, STAKE_ACCOUNT_BYTES } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { SLOTS_PER_EPOCH } from '../chain/epochs.ts'
import type { SandboxChain } from '../chain/types.ts'
import { decodeVoteState, type VoteState } from './vote-state.ts'

const SLOTS_PER_TURN = 4
const VOTER_OFFSET = 124
const DELEGATED = 2

export type Validator = { readonly vote: string; readonly state: VoteState; readonly activeStakeLamports: bigint }

/** Vote accounts on the chain with the stake delegated to them, by address. */
export function listValidators(chain: SandboxChain): Validator[] {
  const stakes = delegatedStakes(chain)
  return chain.accountsOfProgram(VOTE_PROGRAM).flatMap((vote) => {
    const account = chain.account(vote)
    const state = account === null ? null : decodeVoteState(account.data)
    return state === null ? [] : [{ vote, state, activeStakeLamports: stakes.get(vote) ?? 0n }]
  })
}

/** Delegations that are active in the current epoch, summed by vote account. */
function delegatedStakes(chain: SandboxChain): Map<string, bigint> {
  const epoch = BigInt(Math.floor(chain.slot() / SLOTS_PER_EPOCH))
  const stakes = new Map<string, bigint>()
  for (const address of chain.accountsOfProgram(STAKE_PROGRAM)) {
    const data = chain.account(address)?.data
    if (data === undefined || data.length < STAKE_ACCOUNT_BYTES || readU32(data, 0) !== DELEGATED) continue
    const activationEpoch = readU64(data, VOTER_OFFSET + 40)
    const deactivationEpoch = readU64(data, VOTER_OFFSET + 48)
    if (activationEpoch >= epoch || deactivationEpoch < epoch) continue
    const vote = encodeBase58(data.subarray(VOTER_OFFSET, VOTER_OFFSET + 32))
    stakes.set(vote, (stakes.get(vote) ?? 0n) + readU64(data, VOTER_OFFSET + 32))
  }
  return stakes
}

/** Who leads a slot: turns of four slots, dealt out by a hash of the turn's number over the identities. */
export function leaderAt(identities: readonly string[], slot: number): string {
  let turn = Math.floor(slot / SLOTS_PER_TURN) | 0
  turn = Math.imul(turn ^ (turn >>> 16), 0x45d9f3b)
  turn = Math.imul(turn ^ (turn >>> 16), 0x45d9f3b)
  return identities[((turn ^ (turn >>> 16)) >>> 0) % identities.length]!
}

/** Identities that may lead: those of the vote accounts, or the node's own when there is none. */
export function leaderIdentities(chain: SandboxChain, ownIdentity: string): string[] {
  const nodes = [...new Set(listValidators(chain).map(({ state }) => state.node))].sort()
  return nodes.length === 0 ? [ownIdentity] : nodes
}
