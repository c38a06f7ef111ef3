import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import { readStake, readU64, STAKE_ACCOUNT_BYTES, type StakeFields } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import type { StakeAccount, StakeActivation, StakeHoldings } from '../../holdings-port.ts'
import { CLOCK_SYSVAR, STAKE_HISTORY_SYSVAR, STAKE_PROGRAM, VOTE_PROGRAM } from '../program-ids.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'
import { type ClockFields, readClock } from '../sysvars.ts'
import { type Delegation, NEVER_EPOCH, stakeActivation } from './activation.ts'
import { readStakeHistory, type StakeHistory } from './stake-history.ts'

type StakeMoment = { readonly clock: ClockFields; readonly history: StakeHistory }

const STAKE_ROLES = { staker: 12, withdrawer: 44 } as const
const LOCKUP_AT = { time: 76, epoch: 84, custodian: 92 } as const
/** A vote account begins with its version u32, then its identity. */
const IDENTITY_AT = 4

/** Stake accounts that a wallet may withdraw from or steer, largest first: two scans and one read. Fails as the node fails
 *  when those to withdraw from cannot be had: part of a list is no list. */
export async function readStakeHoldings(
  rpc: SolanaRpc,
  wallet: string,
  signal: AbortSignal,
): Promise<Outcome<StakeHoldings>> {
  const [moment, withdrawn, steered] = await Promise.all([
    readStakeMoment(rpc, signal),
    scanStakeAccounts(rpc, { wallet, role: 'withdrawer', signal }),
    scanStakeAccounts(rpc, { wallet, role: 'staker', signal }),
  ])
  if (!withdrawn.ok) return withdrawn
  if (!moment.ok) return moment
  const views = new Map([...(steered.ok ? steered.value : []), ...withdrawn.value].map((view) => [view.address, view]))
  const accounts = [...views.values()]
    .map((view) => describeStake(view, moment.value))
    .filter((one) => one !== null)
    // A node that lists accounts of others is not believed.
    .filter(({ staker, withdrawer }) => staker === wallet || withdrawer === wallet)
    .sort(largestFirst)
  return ok({ epoch: moment.value.clock.epoch, accounts, hasSteered: steered.ok })
}

function largestFirst(one: StakeAccount, other: StakeAccount): number {
  if (one.heldRaw !== other.heldRaw) return one.heldRaw > other.heldRaw ? -1 : 1
  return one.address < other.address ? -1 : 1
}

/** Epoch of the chain, and how stake moved in those before. Fails as the node fails. */
async function readStakeMoment(rpc: SolanaRpc, signal?: AbortSignal): Promise<Outcome<StakeMoment>> {
  const read = await rpc.accounts([CLOCK_SYSVAR, STAKE_HISTORY_SYSVAR], signal === undefined ? {} : { signal })
  if (!read.ok) return read
  const [clockView, historyView] = read.value.accounts
  const clock = clockView ? readClock(clockView.data) : null
  // A chain in its first epoch has no history yet.
  const history = historyView ? readStakeHistory(historyView.data) : new Map()
  if (clock === null || history === null)
    return fail('upstream_failed', 'the node does not show its clock or stake history')
  return ok({ clock, history })
}

/** Stake accounts in which the wallet has one of the two roles, in no order: one scan. Fails as the node fails;
 *  many refuse scans. */
async function scanStakeAccounts(
  rpc: SolanaRpc,
  asked: { readonly wallet: string; readonly role: keyof typeof STAKE_ROLES; readonly signal?: AbortSignal },
): Promise<Outcome<readonly AccountView[]>> {
  const { wallet, role, signal } = asked
  return await rpc.programAccounts(STAKE_PROGRAM, {
    filters: [{ dataSize: STAKE_ACCOUNT_BYTES }, { memcmp: { offset: STAKE_ROLES[role], bytes: wallet } }],
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Null for what is no initialised stake account. */
function describeStake(
  { address, lamports, owner, data }: AccountView,
  { clock, history }: StakeMoment,
): StakeAccount | null {
  const stake = owner === STAKE_PROGRAM ? readStake(data) : null
  if (stake === null) return null
  const { delegation } = stake
  return {
    address,
    heldRaw: lamports,
    depositRaw: stake.rentExemptReserveLamports,
    staker: encodeBase58(stake.staker),
    withdrawer: encodeBase58(stake.withdrawer),
    lockup: lockupOf(data, clock),
    delegation: delegation === null ? null : describeDelegation(delegation),
    activation: activationOf(stake, BigInt(clock.epoch), history),
  }
}

function activationOf({ delegation }: StakeFields, epoch: bigint, history: StakeHistory): StakeActivation | null {
  return delegation === null ? null : stakeActivation(delegation, epoch, history)
}

function describeDelegation({ voter, stakeLamports, activationEpoch, deactivationEpoch }: Delegation) {
  return {
    vote: encodeBase58(voter),
    stakeRaw: stakeLamports,
    activationEpoch: activationEpoch === NEVER_EPOCH ? null : activationEpoch,
    deactivationEpoch: deactivationEpoch === NEVER_EPOCH ? null : deactivationEpoch,
  }
}

function lockupOf(data: Uint8Array, { unixTimeSec, epoch }: ClockFields): StakeAccount['lockup'] {
  const untilSec = BigInt.asIntN(64, readU64(data, LOCKUP_AT.time))
  const untilEpoch = readU64(data, LOCKUP_AT.epoch)
  const holds = { time: untilSec > BigInt(unixTimeSec), epoch: untilEpoch > BigInt(epoch) }
  if (!holds.time && !holds.epoch) return null
  return {
    untilSec: holds.time ? Number(untilSec) : null,
    untilEpoch: holds.epoch ? untilEpoch : null,
    custodian: encodeBase58(data.subarray(LOCKUP_AT.custodian, LOCKUP_AT.custodian + 32)),
  }
}

/** Identities of the validators behind vote accounts; those that are gone are left out. Fails as the node fails. */
export async function readIdentities(
  rpc: SolanaRpc,
  votes: readonly string[],
  signal?: AbortSignal,
): Promise<Outcome<ReadonlyMap<string, string>>> {
  const dataSlice = { offset: IDENTITY_AT, length: 32 }
  const read = await rpc.accounts(votes, { dataSlice, ...(signal === undefined ? {} : { signal }) })
  if (!read.ok) return read
  const found = read.value.accounts.flatMap((view) =>
    view !== null && view.owner === VOTE_PROGRAM && view.data.length === 32
      ? [[view.address, encodeBase58(view.data)] as const]
      : [],
  )
  return ok(new Map(found))
}
