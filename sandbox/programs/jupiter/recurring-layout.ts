import { createHash } from 'node:crypto'
import { accountList } from '../../../src/chain/solana/account-list.ts'
import { startsWith } from '../../../src/chain/solana/anchor-event.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { intBytes, readArgs } from '../byte-fields.ts'
import { ownAddress, text } from '../token-moves.ts'
import { optionalInt } from './trigger-layout.ts'

/* Jupiter's DCA program: instructions and the account as its recorded transactions and its published interface have
 * them. How keepers fill is this sandbox's own. */

export const DCA_PROGRAM = 'DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M'
export const DCA_TAGS = {
  openDcaV2: Buffer.from('8e772b6da2340bb1', 'hex'),
  closeDca: Buffer.from('16072162a8b722f3', 'hex'),
  fulfill: Buffer.from('7340e24e21d369a2', 'hex'),
} as const
const DCA_TAG = Buffer.from('525d5a7f2865919a', 'hex')
export const DCA_BYTES = 289
export const DCA_FEE_BPS = 10n
/** Nothing on chain says what a purchase is worth, so only this wallet may make one, as only Jupiter's keepers may. It
 *  has no key: no one outside of the world can sign for it. */
export const ORDER_KEEPER = encodeBase58(createHash('sha256').update('mintglass/order keeper').digest())

export const OPEN_DCA_ACCOUNTS = accountList([
  'dca:w',
  'user:ws',
  'payer:ws',
  'inputMint',
  'outputMint',
  'userAta:w',
  'inAta:w',
  'outAta:w',
  'systemProgram',
  'tokenProgram',
  'associatedTokenProgram',
  'eventAuthority',
  'program',
])
export const CLOSE_DCA_ACCOUNTS = accountList([
  'user:ws',
  'dca:w',
  'inputMint',
  'outputMint',
  'inAta:w',
  'outAta:w',
  'userInAta:w',
  'userOutAta:w',
  'systemProgram',
  'tokenProgram',
  'associatedTokenProgram',
  'eventAuthority',
  'program',
])
export const FULFILL_ACCOUNTS = accountList([
  'keeper:ws',
  'user:w',
  'dca:w',
  'inputMint',
  'outputMint',
  'keeperInAta:w',
  'keeperOutAta:w',
  'inAta:w',
  'outAta:w',
  'userOutAccount:w',
  'feeAccount:w',
  'tokenProgram',
  'systemProgram',
  'eventAuthority',
  'program',
])

export type DcaTerms = {
  readonly applicationIdx: bigint
  readonly inRaw: bigint
  readonly perCycleRaw: bigint
  readonly cycleSecs: bigint
  /** Bounds of what one cycle may bring. */
  readonly minOutRaw: bigint | null
  readonly maxOutRaw: bigint | null
  readonly startAtSec: bigint | null
}
/** A position as its account holds it; amounts in base units. */
export type DcaState = {
  readonly user: string
  readonly inputMint: string
  readonly outputMint: string
  readonly applicationIdx: bigint
  readonly nextCycleSec: bigint
  readonly inDeposited: bigint
  readonly inWithdrawn: bigint
  readonly outWithdrawn: bigint
  readonly inUsed: bigint
  readonly outReceived: bigint
  readonly perCycle: bigint
  readonly cycleSecs: bigint
  readonly inAccount: string
  readonly outAccount: string
  /** 0: no bound. */
  readonly minOut: bigint
  readonly maxOut: bigint
  readonly createdSec: bigint
}

export function encodeOpenDca(terms: DcaTerms): Uint8Array {
  const { applicationIdx, inRaw, perCycleRaw, cycleSecs, minOutRaw, maxOutRaw, startAtSec } = terms
  return Buffer.concat([
    DCA_TAGS.openDcaV2,
    ...[applicationIdx, inRaw, perCycleRaw, cycleSecs].map((value) => intBytes(8, value)),
    ...[minOutRaw, maxOutRaw, startAtSec].map((value) => optionalInt(8, value)),
  ])
}

/** Null when the bytes run out. */
export function decodeOpenDca(data: Uint8Array): DcaTerms | null {
  const args = readArgs(data)
  const [applicationIdx, inRaw, perCycleRaw, cycleSecs] = [args.uint(8), args.uint(8), args.uint(8), args.uint(8)]
  const optional = (): bigint | null => (args.flag() ? args.uint(8) : null)
  const [minOutRaw, maxOutRaw, startAtSec] = [optional(), optional(), optional()]
  if (args.isShort()) return null
  return {
    applicationIdx: applicationIdx!,
    inRaw: inRaw!,
    perCycleRaw: perCycleRaw!,
    cycleSecs: cycleSecs!,
    minOutRaw: minOutRaw!,
    maxOutRaw: maxOutRaw!,
    startAtSec: startAtSec!,
  }
}

export function encodeDca(state: DcaState): Uint8Array {
  const bytes = new Uint8Array(DCA_BYTES)
  const ints = (...values: bigint[]): Uint8Array[] => values.map((value) => intBytes(8, value))
  bytes.set(
    Buffer.concat([
      DCA_TAG,
      ...[state.user, state.inputMint, state.outputMint].map(addressBytes),
      ...ints(state.applicationIdx, state.nextCycleSec, state.inDeposited, state.inWithdrawn, state.outWithdrawn),
      ...ints(state.inUsed, state.outReceived, state.perCycle, state.cycleSecs, nextAmount(state)),
      ...[state.inAccount, state.outAccount].map(addressBytes),
      ...ints(state.minOut, state.maxOut, 0n, 0n, state.createdSec),
      dcaPda(state).seeds.at(-1)!,
    ]),
  )
  return bytes
}

/** Null when the bytes are no position. */
export function decodeDca(data: Uint8Array): DcaState | null {
  if (data.length !== DCA_BYTES || !startsWith(data, DCA_TAG)) return null
  const args = readArgs(data)
  const key = (): string => encodeBase58(args.bytes(32))
  const int = (): bigint => args.uint(8)
  const [user, inputMint, outputMint] = [key(), key(), key()]
  const [applicationIdx, nextCycleSec, inDeposited, inWithdrawn, outWithdrawn] = [int(), int(), int(), int(), int()]
  const [inUsed, outReceived, perCycle, cycleSecs] = [int(), int(), int(), int()]
  int()
  const [inAccount, outAccount, minOut, maxOut] = [key(), key(), int(), int()]
  args.bytes(16)
  return {
    user: user!,
    inputMint: inputMint!,
    outputMint: outputMint!,
    applicationIdx: applicationIdx!,
    nextCycleSec: nextCycleSec!,
    inDeposited: inDeposited!,
    inWithdrawn: inWithdrawn!,
    outWithdrawn: outWithdrawn!,
    inUsed: inUsed!,
    outReceived: outReceived!,
    perCycle: perCycle!,
    cycleSecs: cycleSecs!,
    inAccount: inAccount!,
    outAccount: outAccount!,
    minOut: minOut!,
    maxOut: maxOut!,
    createdSec: int(),
  }
}

/** What is left to spend, and how much of it the next cycle takes. */
export function leftRaw({ inDeposited, inUsed, inWithdrawn }: DcaState): bigint {
  return inDeposited - inUsed - inWithdrawn
}

export function nextAmount(state: DcaState): bigint {
  const left = leftRaw(state)
  return left < state.perCycle ? left : state.perCycle
}

export function dcaPda({
  user,
  inputMint,
  outputMint,
  applicationIdx,
}: Pick<DcaState, 'user' | 'inputMint' | 'outputMint' | 'applicationIdx'>): ReturnType<typeof ownAddress> {
  const keys = [user, inputMint, outputMint].map(addressBytes)
  return ownAddress(DCA_PROGRAM, text('dca'), ...keys, intBytes(8, applicationIdx))
}

export function dcaEventAuthority(): ReturnType<typeof ownAddress> {
  return ownAddress(DCA_PROGRAM, text('__event_authority'))
}

/** Who owns the accounts that fees go to. */
export function dcaFeeOwner(): ReturnType<typeof ownAddress> {
  return ownAddress(DCA_PROGRAM, text('fee'))
}
