import { encodeLayout, type Layout } from '../../../src/chain/solana/borsh-layout.ts'
import { PUMP_PROGRAM, userVolumePda } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { sized } from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import { createAccount, transferLamports } from '../../../src/chain/solana/instructions.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { invoke } from '../anchor-script.ts'
import type { CurveTrade } from './curve-math.ts'
import { partWithin } from './fee-schedule.ts'
import type { LoadedTrade } from './trade-script.ts'

const USER_VOLUME_TAG = Buffer.from('56ff700e66359afa', 'hex')
const USER_VOLUME = { user: 'pubkey' } as const satisfies Layout
const USER_VOLUME_BYTES = 137

/** Makes the trader's volume account unless it is there; the trader pays its rent. */
export function createUserVolume(call: EmulatorCall, user: string): readonly ScriptOp[] {
  const { address, bump } = userVolumePda(user)
  if (call.read(address) !== null) return []
  const lamports = call.minimumBalanceLamports(USER_VOLUME_BYTES)
  const made = createAccount({
    payer: user,
    account: address,
    lamports,
    dataBytes: USER_VOLUME_BYTES,
    owner: PUMP_PROGRAM,
  })
  const seeds = [Buffer.from('user_volume_accumulator'), addressBytes(user), Uint8Array.of(bump)]
  const bytes = sized(USER_VOLUME_TAG, encodeLayout(USER_VOLUME, { user }), USER_VOLUME_BYTES)
  return [invoke(made, seeds), { op: 'write', address, offset: 0, bytes }]
}

/** The part of the protocol's fee that goes to the buyback recipient. */
export function buybackFeeOf({ global }: LoadedTrade, trade: CurveTrade): bigint {
  return partWithin(trade.protocolFee, global.buybackBasisPoints)
}

/** Moves a trade's lamports: a buyer pays by transfers, a curve hands out what is its own. */
export function payLamports(loaded: LoadedTrade, trade: CurveTrade, from: 'user' | 'curve'): readonly ScriptOp[] {
  const { call, user, bondingCurve, creatorVault, curve } = loaded
  const buyback = buybackFeeOf(loaded, trade)
  const creatorTakes = curve.isCashbackCoin ? (loaded.userVolumeAccumulator ?? creatorVault) : creatorVault
  // A vault that no one has paid yet must come out above the rent minimum: the trader adds what is missing.
  const vaultAfter = (call.read(creatorVault)?.lamports ?? 0n) + trade.creatorFee
  const minimum = call.minimumBalanceLamports(0)
  const topUp =
    creatorTakes === creatorVault && trade.creatorFee > 0n && vaultAfter < minimum ? minimum - vaultAfter : 0n
  const fees: readonly (readonly [to: string, lamports: bigint])[] = [
    [loaded.feeRecipient, trade.protocolFee - buyback],
    [loaded.buybackFeeRecipient, buyback],
    [creatorTakes, trade.creatorFee],
  ]
  const byUser = (to: string, lamports: bigint) => invoke(transferLamports({ from: user, to, lamports }))
  if (from === 'user') {
    const paid = fees.map(([to, lamports]) => [to, to === creatorVault ? lamports + topUp : lamports] as const)
    return [[bondingCurve, trade.quote] as const, ...paid]
      .filter(([, lamports]) => lamports > 0n)
      .map(([to, lamports]) => byUser(to, lamports))
  }
  const moved = [...fees, [user, trade.traderQuote] as const].filter(([, lamports]) => lamports > 0n)
  return [
    ...(topUp > 0n ? [byUser(creatorVault, topUp)] : []),
    ...moved.map(([to, lamports]): ScriptOp => ({ op: 'moveLamports', from: bondingCurve, to, lamports })),
  ]
}
