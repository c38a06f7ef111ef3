import { accountList } from '../../../src/chain/solana/account-list.ts'
import { INSTRUCTIONS_SYSVAR } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, emitCpi, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, readArgs, uintAt, writeChanges } from '../byte-fields.ts'
import { type LoadedMint, loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { afterTransferFee, beforeTransferFee, keyBytes, moveTokens } from '../token-moves.ts'
import { isRateLimited, refreshReferences } from './fees.ts'
import {
  DAMM_V2_AT,
  DAMM_V2_AUTHORITY,
  DAMM_V2_ERRORS,
  DAMM_V2_EVENT_AUTHORITY,
  DAMM_V2_PROGRAM,
  dammV2Facts,
  readDammV2Pool,
} from './layout.ts'
import { applySwap, askSwap, type SwapMode, type SwapOutcome, takesFeeFromInput } from './swap-math.ts'

const ACCOUNTS = accountList([
  'poolAuthority',
  'pool:w',
  'inputTokenAccount:w',
  'outputTokenAccount:w',
  'tokenAVault:w',
  'tokenBVault:w',
  'tokenAMint',
  'tokenBMint',
  'payer:s',
  'tokenAProgram',
  'tokenBProgram',
  'referralTokenAccount',
  'eventAuthority',
  'program',
])
const MODES: readonly SwapMode[] = ['exactIn', 'partialFill', 'exactOut']
const EVENT_TAG = Buffer.from('bd4233a826507599', 'hex')

type Face = LoadedMint & { readonly address: string; readonly vault: string }
type Swap = {
  readonly call: EmulatorCall
  readonly at: Readonly<Record<(typeof ACCOUNTS)['names'][number], string>>
  readonly before: Uint8Array
  readonly input: Face
  readonly output: Face
  readonly isAToB: boolean
  readonly mode: SwapMode
  readonly amount: bigint
  readonly limit: bigint
  readonly point: bigint
}
/** What moves, transfer fees of Token-2022 included. */
type Transferable = { readonly paid: bigint; readonly sent: bigint; readonly received: bigint }

/** `swap` (exact input) and `swap2` (any of the three modes). */
export function runDammV2Swap(call: EmulatorCall, name: 'swap' | 'swap2'): readonly ScriptOp[] | Refusal {
  const swap = loadSwap(call, name)
  if (isRefusal(swap)) return swap
  const { at, before, mode, amount, limit, isAToB, point, input, output } = swap
  const hasReferral = at.referralTokenAccount !== DAMM_V2_PROGRAM
  const nowSec = BigInt(call.unixTimeSec)
  const pool = Uint8Array.from(before)
  refreshReferences(pool, nowSec)
  const asked =
    mode === 'exactOut'
      ? beforeTransferFee(call, output.address, amount)
      : afterTransferFee(call, input.address, amount)
  if (asked === 0n) return refuse(DAMM_V2_ERRORS.zero)
  const done = askSwap(pool, { mode, amount: asked, isAToB, hasReferral, point })
  if ('code' in done) return refuse(done)
  const received = mode === 'exactOut' ? amount : afterTransferFee(call, output.address, done.output)
  const isWhole = mode === 'exactIn' || (mode === 'partialFill' && done.amountLeft === 0n)
  const paid = isWhole ? amount : beforeTransferFee(call, input.address, done.inputWithFee)
  if (mode === 'exactOut' ? paid > limit : received < limit) return refuse(DAMM_V2_ERRORS.slippage)
  applySwap(pool, { isAToB }, done, nowSec)
  const finished = { ...done, nextSqrtPrice: uintAt(pool, DAMM_V2_AT.sqrtPrice, 16) }
  return swapOps(swap, pool, finished, { paid, sent: done.output, received })
}

function loadSwap(call: EmulatorCall, name: 'swap' | 'swap2'): Swap | Refusal {
  const read = readAccounts(call, ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  const [amount, limit] = [args.uint(8), args.uint(8)]
  const mode = name === 'swap' ? 'exactIn' : MODES[args.small(1)]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  if (mode === undefined) return refuse(DAMM_V2_ERRORS.input)
  const before = loadOwned(call, at.pool, { name: 'pool', owner: DAMM_V2_PROGRAM, decode: readDammV2Pool })
  if (isRefusal(before)) return before
  const pool = dammV2Facts(before)
  const fault = checkAddresses([
    ['poolAuthority', at.poolAuthority, DAMM_V2_AUTHORITY.address, ANCHOR.address],
    ['tokenAVault', at.tokenAVault, pool.vaultA, ANCHOR.hasOne],
    ['tokenBVault', at.tokenBVault, pool.vaultB, ANCHOR.hasOne],
    ['tokenAMint', at.tokenAMint, pool.mintA, ANCHOR.hasOne],
    ['tokenBMint', at.tokenBMint, pool.mintB, ANCHOR.hasOne],
    ['eventAuthority', at.eventAuthority, DAMM_V2_EVENT_AUTHORITY.address],
    ['program', at.program, DAMM_V2_PROGRAM, ANCHOR.address],
  ])
  if (fault !== null) return fault
  const a = loadMint(call, at.tokenAMint, 'tokenAMint')
  if (isRefusal(a)) return a
  const b = loadMint(call, at.tokenBMint, 'tokenBMint')
  if (isRefusal(b)) return b
  const wrongProgram = checkAddresses([
    ['tokenAProgram', at.tokenAProgram, a.tokenProgram, ANCHOR.programId],
    ['tokenBProgram', at.tokenBProgram, b.tokenProgram, ANCHOR.programId],
  ])
  if (wrongProgram !== null) return wrongProgram
  // The direction is that of the account the input comes from.
  const isAToB = !isRefusal(loadBalance(call, at.inputTokenAccount, { name: 'inputTokenAccount', mint: pool.mintA }))
  const faces = [
    { ...a, address: pool.mintA, vault: pool.vaultA },
    { ...b, address: pool.mintB, vault: pool.vaultB },
  ] as const
  const [input, output] = isAToB ? faces : [faces[1], faces[0]]
  for (const [account, mint] of [
    ['inputTokenAccount', input.address],
    ['outputTokenAccount', output.address],
  ] as const) {
    const held = loadBalance(call, at[account], { name: account, mint })
    if (isRefusal(held)) return held
  }
  const bySlot = before[DAMM_V2_AT.activationType] === 0
  const point = BigInt(bySlot ? call.slot : call.unixTimeSec)
  if (before[DAMM_V2_AT.status] !== 0 || point < uintAt(before, DAMM_V2_AT.activationPoint, 8))
    return refuse(DAMM_V2_ERRORS.disabled)
  if (amount === 0n) return refuse(DAMM_V2_ERRORS.zero)
  const mustBeSingle = isRateLimited(before, { point, isBToA: !isAToB })
  if (mustBeSingle && read.remaining[0]?.address !== INSTRUCTIONS_SYSVAR) return refuse(DAMM_V2_ERRORS.severalSwaps)
  return { call, at, before, input, output, isAToB, mode, amount, limit, point }
}

function swapOps(swap: Swap, after: Uint8Array, done: SwapOutcome, moved: Transferable): readonly ScriptOp[] {
  const { at, before, input, output, isAToB } = swap
  const authority = DAMM_V2_AUTHORITY.address
  const hasReferral = at.referralTokenAccount !== DAMM_V2_PROGRAM
  const feeFace = takesFeeFromInput(before, isAToB) ? input : output
  const give = (face: Face, to: string, amountRaw: bigint): ScriptOp =>
    moveTokens(face, { from: face.vault, to, authority, amountRaw }, DAMM_V2_AUTHORITY.seeds)
  return [
    moveTokens(input, {
      from: at.inputTokenAccount,
      to: input.vault,
      authority: at.payer,
      amountRaw: moved.paid,
    }),
    give(output, at.outputTokenAccount, moved.sent),
    ...(hasReferral ? [give(feeFace, at.referralTokenAccount, done.referralFee)] : []),
    ...writeChanges(at.pool, before, after),
    emitCpi(DAMM_V2_PROGRAM, DAMM_V2_EVENT_AUTHORITY, swapEvent(swap, after, done, moved)),
  ]
}

function swapEvent(
  { call, at, amount, limit, mode, isAToB }: Swap,
  after: Uint8Array,
  done: SwapOutcome,
  moved: Transferable,
): Uint8Array {
  const u64 = (value: bigint): Uint8Array => intBytes(8, value)
  const { amountA, amountB, collectFeeMode } = dammV2Facts(after)
  return Buffer.concat([
    EVENT_TAG,
    keyBytes(at.pool),
    Uint8Array.of(isAToB ? 0 : 1, collectFeeMode, at.referralTokenAccount === DAMM_V2_PROGRAM ? 0 : 1),
    u64(amount),
    u64(limit),
    Uint8Array.of(MODES.indexOf(mode)),
    u64(done.inputWithFee),
    u64(done.inputAfterFee),
    u64(done.amountLeft),
    u64(done.output),
    intBytes(16, done.nextSqrtPrice),
    u64(done.claimingFee),
    u64(done.protocolFee),
    u64(done.compoundingFee),
    u64(done.referralFee),
    u64(moved.paid),
    u64(moved.sent),
    u64(moved.received),
    u64(BigInt(call.unixTimeSec)),
    u64(amountA),
    u64(amountB),
  ])
}
