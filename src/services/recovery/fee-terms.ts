import { SYSTEM_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../chain/solana/rpc.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { effectiveFeeWallet } from '../account/effective-fee-wallet.ts'
import { rentFloor } from './rent-floor.ts'

const BPS = 10_000n

/** Who gets which share of what is returned. */
export type FeeShare = { readonly kind: 'platform' | 'key'; readonly bps: bigint; readonly wallet: string }

/** The shares of a caller's recoveries: the operator's, and that of the key's own fee wallet. */
export function feeSharesOf({ config, clock }: Pick<Context, 'config' | 'clock'>, caller: Caller): readonly FeeShare[] {
  const { platformFee, keyFeeBps } = config.recovery
  const shares: FeeShare[] = []
  if (platformFee !== null) shares.push({ kind: 'platform', bps: BigInt(platformFee.bps), wallet: platformFee.wallet })
  const keyWallet = caller.kind === 'key' ? effectiveFeeWallet(caller.key, clock.nowMs()) : null
  if (keyFeeBps > 0 && keyWallet !== null) shares.push({ kind: 'key', bps: BigInt(keyFeeBps), wallet: keyWallet })
  return shares
}

export type PayableShares = {
  readonly shares: readonly FeeShare[]
  /** One for each share that is not taken. */
  readonly warnings: readonly string[]
  /** What a wallet must hold at least. */
  readonly floorLamports: bigint
}

/** Those of a caller's shares that can be paid: the chain refuses a transaction that leaves a wallet with less than the
 *  smallest deposit, and a share may be smaller than that; and what belongs to a program is no wallet: lamports are
 *  lost there, or the chain refuses them and with them the closing. Anyone may have named the fee wallet of a key.
 *  Fails as the node fails. */
export async function payableShares(
  ctx: Context,
  rpc: SolanaRpc,
  caller: Caller,
  signal: AbortSignal,
): Promise<Outcome<PayableShares>> {
  const floor = await rentFloor(ctx, rpc)
  if (!floor.ok) return floor
  const floorLamports = floor.value
  const shares = feeSharesOf(ctx, caller)
  if (shares.length === 0) return ok({ shares, warnings: [], floorLamports })
  const read = await rpc.accounts(
    shares.map(({ wallet }) => wallet),
    { signal },
  )
  if (!read.ok) return read
  const reasons = shares.map((_share, at) => whyNot(read.value.accounts[at] ?? null, floorLamports))
  return ok({
    shares: shares.filter((_share, at) => reasons[at] === null),
    warnings: shares.flatMap(({ kind, wallet }, at) =>
      reasons[at] === null ? [] : [`no ${kind} fee is taken: its wallet ${wallet} ${reasons[at]}`],
    ),
    floorLamports,
  })
}

/** Why a fee cannot go there; null when it can. */
function whyNot(account: AccountView | null, floorLamports: bigint): string | null {
  if (account !== null && (account.owner !== SYSTEM_PROGRAM || account.executable))
    return 'belongs to a program and is no wallet'
  return account !== null && account.lamports >= floorLamports
    ? null
    : `holds less than the ${floorLamports} lamports that a wallet needs`
}

/** A share of one account's lamports, rounded down: rounded account by account, so that the fee of a wallet is the same
 *  however its accounts are divided among transactions. */
export function shareOf(lamports: bigint, { bps }: Pick<FeeShare, 'bps'>): bigint {
  return (lamports * bps) / BPS
}

export function feeOf(lamports: bigint, shares: readonly FeeShare[]): bigint {
  return shares.reduce((sum, share) => sum + shareOf(lamports, share), 0n)
}
