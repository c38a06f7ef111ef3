import type { Movement, MovementEnd } from '../actions/movement.ts'
import { isNative } from '../actions/native-deposits.ts'
import { NATIVE_MINT } from '../program-ids.ts'

/** What a movement does to wallets taken together. SOL is the lamports of the wallets themselves and the units of wrapped
 *  SOL in their token accounts; what these accounts hold beyond it is their deposit and no SOL of the wallets. */
export type Effect = {
  readonly asset: string
  readonly raw: bigint
  /** The wallets' own deposits are at the other end. */
  readonly isDeposit: boolean
}

/** `plain`: those of the wallets that are no token accounts themselves (an account of wrapped SOL can be its own owner). */
export type Wallets = { readonly all: ReadonlySet<string>; readonly plain: ReadonlySet<string> }

/** Null for what goes from one of the wallets to another, and for what is none of theirs. */
export function effectOn(
  { kind, mint, amountRaw, from, to }: Movement,
  { all: wallets, plain }: Wallets,
): Effect | null {
  if (mint === null) {
    const [isGiver, isTaker] = [isWallet(from, plain), isWallet(to, plain)]
    if (isGiver === isTaker) return null
    const other = isGiver ? to : from
    return {
      asset: NATIVE_MINT,
      raw: isTaker ? amountRaw : -amountRaw,
      isDeposit: other !== null && wallets.has(other.owner),
    }
  }
  const [isGiver, isTaker] = [from !== null && wallets.has(from.owner), to !== null && wallets.has(to.owner)]
  if (isGiver === isTaker) return null
  return {
    asset: isNative(mint) ? NATIVE_MINT : mint,
    raw: isTaker ? amountRaw : -amountRaw,
    isDeposit: kind === 'wrap' || kind === 'unwrap',
  }
}

function isWallet(end: MovementEnd | null, plain: ReadonlySet<string>): boolean {
  return end !== null && plain.has(end.account)
}
