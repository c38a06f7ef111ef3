import type { StakeAccount } from '../../chain/holdings-port.ts'
import { WALLETS } from '../../config/wallets.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { exactSol } from '../../contract/recovery.ts'
import { exactInteger } from '../../contract/trading.ts'
import type { StakeReply, StakeRow } from '../../contract/wallet-stake.ts'
import { degradedNow } from '../degraded-now.ts'
import { validatorNames } from './validator-names.ts'

const NO_SCANS = 'the node does not list the accounts of the stake program; SOLANA_RPC_MORE_URLS can name one that does'

/** Spec 4.2 `stake`: what a wallet may withdraw or steer. Six node calls at most, five of them for the accounts themselves.
 *  Fails `unconfigured` without a node, and with one that scans no programs; `upstream_failed` with the specification's
 *  sentence as the node fails: part of a list is no list. */
export async function getStake(ctx: Context, wallet: string, signal: AbortSignal): Promise<Outcome<StakeReply>> {
  const { holdings } = ctx.chain
  if (holdings === undefined) return fail('unconfigured', 'no node configured')
  const read = await holdings.stakeOf(wallet, signal)
  if (!read.ok) return asSpecified(read)
  const { accounts, epoch, hasSteered } = read.value
  const shown = accounts.slice(0, WALLETS.stakeAccounts)
  const faces = await facesOf(ctx, shown, signal)
  const own = accounts.filter(({ withdrawer }) => withdrawer === wallet)
  const reply: StakeReply = {
    wallet,
    stakeAccounts: shown.map((one) => row(one, wallet, faces)),
    count: shown.length,
    totalStakedSol: exactSol(own.reduce((sum, one) => sum + (one.delegation?.stakeRaw ?? 0n), 0n)),
    totalSol: exactSol(own.reduce((sum, one) => sum + one.heldRaw, 0n)),
    epoch,
    ...missingOf([
      hasSteered ? null : 'Accounts of which the wallet is only the staker: the node did not list them.',
      accounts.length > shown.length ? `The smallest of ${accounts.length} accounts are not shown.` : null,
      ...faces.missing,
    ]),
    generatedAt: ctx.clock.nowMs(),
  }
  return hasSteered && !faces.isDegraded ? ok(reply) : ok(reply, degradedNow(ctx))
}

type Faces = {
  readonly identities: ReadonlyMap<string, string>
  readonly names: Readonly<Record<string, string>>
  readonly missing: readonly string[]
  readonly isDegraded: boolean
}

/** Validators by vote account, and their names. Without the node's help both stay null. */
async function facesOf(ctx: Context, accounts: readonly StakeAccount[], signal: AbortSignal): Promise<Faces> {
  const votes = [...new Set(accounts.flatMap(({ delegation }) => delegation?.vote ?? []))]
  const { holdings } = ctx.chain
  if (votes.length === 0 || holdings === undefined)
    return { identities: new Map(), names: {}, missing: [], isDegraded: false }
  const [identities, names] = await Promise.all([holdings.validatorsOf(votes, signal), validatorNames(ctx)])
  const isDegraded = !identities.ok || !names.ok
  const isWhole = !isDegraded && !names.value.isRefused
  return {
    identities: identities.ok ? identities.value : new Map(),
    names: names.ok ? names.value.names : {},
    missing: isWhole ? [] : ['Names of validators: the node did not give them.'],
    isDegraded,
  }
}

function row(one: StakeAccount, wallet: string, { identities, names }: Faces): StakeRow {
  const { delegation, activation, lockup } = one
  const identity = delegation === null ? null : (identities.get(delegation.vote) ?? null)
  const roles = (['staker', 'withdrawer'] as const).filter((role) => one[role] === wallet)
  return {
    stakeAccount: one.address,
    lamports: exactInteger(one.heldRaw),
    sol: exactSol(one.heldRaw),
    state: stateOf(one),
    voteAccount: delegation?.vote ?? null,
    activeStakeSol: exactSol(delegation?.stakeRaw ?? 0n),
    rentExempt: exactInteger(one.depositRaw),
    roles,
    staker: one.staker,
    withdrawer: one.withdrawer,
    validatorIdentity: identity,
    validatorName: identity === null ? null : (names[identity] ?? null),
    activationEpoch: epochOrNull(delegation?.activationEpoch),
    deactivationEpoch: epochOrNull(delegation?.deactivationEpoch),
    activation:
      activation === null
        ? null
        : {
            state: activation.state,
            effectiveLamports: exactInteger(activation.effectiveRaw),
            activatingLamports: exactInteger(activation.activatingRaw),
            deactivatingLamports: exactInteger(activation.deactivatingRaw),
          },
    lockup:
      lockup === null
        ? null
        : { untilTs: lockup.untilSec, untilEpoch: epochOrNull(lockup.untilEpoch), custodian: lockup.custodian },
  }
}

/** Spec 3, stake account. */
function stateOf({ delegation }: StakeAccount): StakeRow['state'] {
  if (delegation === null) return 'inactive'
  return delegation.deactivationEpoch === null ? 'active' : 'deactivating'
}

function epochOrNull(epoch: bigint | null | undefined): number | null {
  return epoch === null || epoch === undefined ? null : exactInteger(epoch)
}

function asSpecified(failure: Failure): Failure {
  if (failure.code === 'cancelled' || failure.code === 'invalid_request') return failure
  if (failure.code === 'upstream_refused') return fail('unconfigured', NO_SCANS)
  return fail(failure.code, 'stake lookup unavailable', failure.retryAfterSec)
}
