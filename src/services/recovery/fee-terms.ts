import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { rentFloor } from './rent-floor.ts'

const BPS = 10_000n

/** Who gets which share of what is returned. */
export type FeeShare = { readonly kind: 'platform' | 'key'; readonly bps: bigint; readonly wallet: string }

/** The shares of a caller's recoveries: the operator's, and that of the key's own fee wallet. */
export function feeSharesOf({ config }: Pick<Context, 'config'>, caller: Caller): readonly FeeShare[] {
  const { platformFee, keyFeeBps } = config.recovery
  const shares: FeeShare[] = []
  if (platformFee !== null) shares.push({ kind: 'platform', bps: BigInt(platformFee.bps), wallet: platformFee.wallet })
  const keyWallet = caller.kind === 'key' ? caller.key.feeWallet : null
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
 *  smallest deposit, and a share may be smaller than that. Fails as the node fails. */
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
  const isOpen = (_share: FeeShare, at: number): boolean => (read.value.accounts[at]?.lamports ?? 0n) >= floorLamports
  return ok({
    shares: shares.filter(isOpen),
    warnings: shares
      .filter((share, at) => !isOpen(share, at))
      .map(
        ({ kind, wallet }) =>
          `no ${kind} fee is taken: its wallet ${wallet} holds less than the ${floorLamports} lamports that a wallet needs`,
      ),
    floorLamports,
  })
}

/** A share of one account's lamports, rounded down: rounded account by account, so that the fee of a wallet is the same
 *  however its accounts are divided among transactions. */
export function shareOf(lamports: bigint, { bps }: Pick<FeeShare, 'bps'>): bigint {
  return (lamports * bps) / BPS
}

export function feeOf(lamports: bigint, shares: readonly FeeShare[]): bigint {
  return shares.reduce((sum, share) => sum + shareOf(lamports, share), 0n)
}
