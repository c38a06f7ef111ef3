import { ZERO_KEY, zeroOf } from '../../../../../src/chain/solana/borsh-layout.ts'
import {
  bondingCurvePda,
  FEE_RECIPIENTS,
  PUMP_GLOBAL,
  PUMP_PROGRAM,
} from '../../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { pumpfun } from '../../../../../src/chain/solana/dexes/pumpfun/index.ts'
import {
  BONDING_CURVE,
  type BondingCurve,
  encodeBondingCurve,
  encodeGlobal,
  GLOBAL,
  type Global,
} from '../../../../../src/chain/solana/dexes/pumpfun/state.ts'
import { keypairFromText } from '../../../../../src/chain/solana/keypair.ts'
import { TOKEN_PROGRAM } from '../../../../../src/chain/solana/program-ids.ts'
import type { AccountView } from '../../../../../src/chain/solana/rpc.ts'
import { accountOf, mintAccount, poolOf } from '../replay-case.ts'

export const COIN = keypairFromText('a coin on its curve').address
export const CREATOR = keypairFromText('creator of the coin').address

/** A curve that no one has bought from. */
export const NEW_CURVE: BondingCurve = {
  ...zeroOf(BONDING_CURVE),
  virtualTokenReserves: 1_073_000_000_000_000n,
  virtualQuoteReserves: 30_000_000_000n,
  realTokenReserves: 793_100_000_000_000n,
  tokenTotalSupply: 1_000_000_000_000_000n,
  creator: CREATOR,
  quoteMint: ZERO_KEY,
}
/** Settings without a fee account: their own rates count. */
export const SETTINGS: Global = {
  ...zeroOf(GLOBAL),
  initialRealTokenReserves: 793_100_000_000_000n,
  feeBasisPoints: 95n,
  creatorFeeBasisPoints: 30n,
  feeRecipient: FEE_RECIPIENTS[0]!,
  feeRecipients: FEE_RECIPIENTS.slice(1),
}

/** The accounts of a token's curve; `others` come before them. */
export function curveAccounts({
  curve = NEW_CURVE,
  global = SETTINGS,
  others = [],
}: {
  readonly curve?: BondingCurve
  readonly global?: Global
  readonly others?: readonly AccountView[]
} = {}): readonly AccountView[] {
  const address = bondingCurvePda(COIN).address
  return [
    accountOf(address, PUMP_PROGRAM, encodeBondingCurve(curve)),
    accountOf(PUMP_GLOBAL, PUMP_PROGRAM, encodeGlobal(global)),
    mintAccount(COIN, TOKEN_PROGRAM, curve.tokenTotalSupply),
    ...others,
  ]
}

/** The token's curve as it is traded; later accounts of an address stand for earlier ones. */
export function readCoinCurve(accounts: readonly AccountView[]) {
  return poolOf(pumpfun, { address: bondingCurvePda(COIN).address, mint: COIN }, accounts)
}
