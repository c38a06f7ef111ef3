import { accountList } from '../../../src/chain/solana/account-list.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, emitCpi, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intAt, intBytes, putInt, putKey, uintAt } from '../byte-fields.ts'
import { type LoadedMint, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { keyBytes, makeAccount, makeVault } from '../token-moves.ts'
import {
  BIN_ARRAY_BYTES,
  binArrayPda,
  DLMM_ERRORS,
  DLMM_EVENT_AUTHORITY,
  DLMM_PROGRAM,
  dlmmOraclePda,
  LB_PAIR_AT,
  LB_PAIR_BYTES,
  LB_PAIR_TAG,
  lbPairFacts,
  lbPairPda,
  MAX_BIN_ID,
  newBinArray,
  ORACLE_BYTES,
  ORACLE_OBSERVATIONS,
  ORACLE_TAG,
  PRESET_BYTES,
  PRESET_TAG,
  readLbPair,
  readTagged,
  reservePda,
} from './dlmm-layout.ts'

const PAIR_ACCOUNTS = accountList([
  'lbPair:w',
  'binArrayBitmapExtension',
  'tokenMintX',
  'tokenMintY',
  'reserveX:w',
  'reserveY:w',
  'oracle:w',
  'presetParameter',
  'funder:ws',
  'tokenBadgeX',
  'tokenBadgeY',
  'tokenProgramX',
  'tokenProgramY',
  'systemProgram',
  'eventAuthority',
  'program',
])
const BIN_ARRAY_ACCOUNTS = accountList(['lbPair', 'binArray:w', 'funder:ws', 'systemProgram'])
const LB_PAIR_CREATE_EVENT = Buffer.from('b94afc7d1bd7bc6f', 'hex')
/** Active bin and padding. */
const PAIR_DATA_BYTES = 8 + 4 + 96
const PERMISSIONLESS_V2 = 3
const PAIR_VERSION = 1
/** Arrays that a bin can lie in. */
const MAX_ARRAY_INDEX = Math.floor(MAX_BIN_ID / 70)

type Accounts = Readonly<Record<(typeof PAIR_ACCOUNTS)['names'][number], string>>

/** `initialize_lb_pair2`: an empty pair with the parameters of a preset. */
export function runInitializeLbPair2(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, PAIR_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  if (call.data.length < PAIR_DATA_BYTES) return refuse(ANCHOR.didNotDeserialize)
  const activeId = Number(intAt(call.data, 8, 4))
  const preset = loadOwned(call, at.presetParameter, {
    name: 'presetParameter',
    owner: DLMM_PROGRAM,
    decode: readTagged(PRESET_TAG, PRESET_BYTES),
  })
  if (isRefusal(preset)) return preset
  const x = loadMint(call, at.tokenMintX, 'tokenMintX')
  if (isRefusal(x)) return x
  const y = loadMint(call, at.tokenMintY, 'tokenMintY')
  if (isRefusal(y)) return y
  if (at.tokenMintX === at.tokenMintY) return refuse(DLMM_ERRORS.invalidTokenMint)
  const pda = lbPairPda(at.presetParameter, at.tokenMintX, at.tokenMintY)
  const fault = checkAddresses([
    ['lbPair', at.lbPair, pda.address],
    ['reserveX', at.reserveX, reservePda(at.lbPair, at.tokenMintX).address],
    ['reserveY', at.reserveY, reservePda(at.lbPair, at.tokenMintY).address],
    ['oracle', at.oracle, dlmmOraclePda(at.lbPair).address],
    ['tokenProgramX', at.tokenProgramX, x.tokenProgram, ANCHOR.programId],
    ['tokenProgramY', at.tokenProgramY, y.tokenProgram, ANCHOR.programId],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, DLMM_EVENT_AUTHORITY.address],
    ['program', at.program, DLMM_PROGRAM, ANCHOR.address],
  ])
  if (fault !== null) return fault
  if (Math.abs(activeId) > MAX_BIN_ID) return refuse(DLMM_ERRORS.invalidBinId)
  return createPair(call, at, { x, y, preset, activeId, pda })
}

type NewPair = {
  readonly x: LoadedMint
  readonly y: LoadedMint
  readonly preset: Uint8Array
  readonly activeId: number
  readonly pda: ReturnType<typeof lbPairPda>
}

function createPair(call: EmulatorCall, at: Accounts, made: NewPair): readonly ScriptOp[] {
  const payer = at.funder
  const owner = DLMM_PROGRAM
  const oracle = dlmmOraclePda(at.lbPair)
  const head = new Uint8Array(32)
  head.set(ORACLE_TAG)
  putInt(head, 24, 8, ORACLE_OBSERVATIONS)
  const reserve = (mint: string, account: string, tokenProgram: string): readonly ScriptOp[] =>
    makeVault(
      call,
      { payer, account, mint, authority: at.lbPair, tokenProgram, asksSize: true },
      reservePda(at.lbPair, mint).seeds,
    )
  const binStep = Number(uintAt(made.preset, 8, 2))
  return [
    makeAccount(call, { payer, account: at.lbPair, dataBytes: LB_PAIR_BYTES, owner }, made.pda.seeds),
    makeAccount(call, { payer, account: at.oracle, dataBytes: ORACLE_BYTES, owner }, oracle.seeds),
    ...reserve(at.tokenMintX, at.reserveX, made.x.tokenProgram),
    ...reserve(at.tokenMintY, at.reserveY, made.y.tokenProgram),
    { op: 'write', address: at.oracle, offset: 0, bytes: head },
    { op: 'write', address: at.lbPair, offset: 0, bytes: newPair(at, made) },
    emitCpi(
      DLMM_PROGRAM,
      DLMM_EVENT_AUTHORITY,
      Buffer.concat([
        LB_PAIR_CREATE_EVENT,
        keyBytes(at.lbPair),
        intBytes(2, binStep),
        keyBytes(at.tokenMintX),
        keyBytes(at.tokenMintY),
      ]),
    ),
  ]
}

function newPair(at: Accounts, { x, y, preset, activeId, pda }: NewPair): Uint8Array {
  const pair = new Uint8Array(LB_PAIR_BYTES)
  const copy = (from: number, size: number, to: number): void => pair.set(preset.subarray(from, from + size), to)
  pair.set(LB_PAIR_TAG)
  copy(10, 2, LB_PAIR_AT.baseFactor)
  copy(12, 2, LB_PAIR_AT.filterPeriod)
  copy(14, 2, LB_PAIR_AT.decayPeriod)
  copy(16, 4, LB_PAIR_AT.variableFeeControl)
  copy(20, 4, LB_PAIR_AT.maxVolatility)
  copy(24, 2, LB_PAIR_AT.reductionFactor)
  copy(26, 2, LB_PAIR_AT.protocolShare)
  copy(30, 1, LB_PAIR_AT.baseFeePower)
  copy(31, 1, LB_PAIR_AT.functionType)
  copy(32, 1, LB_PAIR_AT.collectFeeMode)
  putInt(pair, LB_PAIR_AT.minBinId, 4, -MAX_BIN_ID)
  putInt(pair, LB_PAIR_AT.maxBinId, 4, MAX_BIN_ID)
  pair[LB_PAIR_AT.bump] = pda.seeds.at(-1)![0]!
  copy(8, 2, LB_PAIR_AT.binStepSeed)
  pair[LB_PAIR_AT.pairType] = PERMISSIONLESS_V2
  putInt(pair, LB_PAIR_AT.activeId, 4, activeId)
  copy(8, 2, LB_PAIR_AT.binStep)
  copy(10, 2, LB_PAIR_AT.baseFactorSeed)
  putKey(pair, LB_PAIR_AT.mintX, at.tokenMintX)
  putKey(pair, LB_PAIR_AT.mintY, at.tokenMintY)
  putKey(pair, LB_PAIR_AT.reserveX, at.reserveX)
  putKey(pair, LB_PAIR_AT.reserveY, at.reserveY)
  putKey(pair, LB_PAIR_AT.oracle, at.oracle)
  // The pair signs with its seeds, the preset's address among them.
  putKey(pair, LB_PAIR_AT.baseKey, at.presetParameter)
  putKey(pair, LB_PAIR_AT.creator, at.funder)
  pair[LB_PAIR_AT.programFlagX] = x.tokenProgram === TOKEN_2022_PROGRAM ? 1 : 0
  pair[LB_PAIR_AT.version] = PAIR_VERSION
  pair[LB_PAIR_AT.programFlagY] = y.tokenProgram === TOKEN_2022_PROGRAM ? 1 : 0
  return pair
}

/** `initialize_bin_array`: room for seventy bins. */
export function runInitializeBinArray(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, BIN_ARRAY_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  if (call.data.length < 16) return refuse(ANCHOR.didNotDeserialize)
  const index = Number(intAt(call.data, 8, 8))
  const pair = loadOwned(call, at.lbPair, { name: 'lbPair', owner: DLMM_PROGRAM, decode: readLbPair })
  if (isRefusal(pair)) return pair
  if (index > MAX_ARRAY_INDEX || index < -MAX_ARRAY_INDEX - 1) return refuse(DLMM_ERRORS.invalidBinArray)
  const pda = binArrayPda(at.lbPair, index)
  const fault = checkAddresses([
    ['binArray', at.binArray, pda.address],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  const made = { payer: at.funder, account: at.binArray, dataBytes: BIN_ARRAY_BYTES, owner: DLMM_PROGRAM }
  return [
    makeAccount(call, made, pda.seeds),
    { op: 'write', address: at.binArray, offset: 0, bytes: newBinArray(at.lbPair, index, lbPairFacts(pair).binStep) },
  ]
}
