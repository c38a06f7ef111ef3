import { startsWith } from '../../../src/chain/solana/anchor-event.ts'
import { CPMM_AUTHORITY, CPMM_PROGRAM } from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import {
  createAssociatedTokenAccount,
  mintTokens,
  syncNative,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { EXTENSIONS_OFFSET } from '../../../src/hot-paths/account-layouts.ts'
import { SLOTS_PER_EPOCH } from '../../chain/epochs.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, log, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { putKey, readArgs, uintAt } from '../byte-fields.ts'
import { openAccount, openMint } from '../open-account.ts'
import { type LoadedMint, loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { afterTransferFee, makeVault, moveTokens } from '../token-moves.ts'
import { integerSqrt } from '../wide-math.ts'
import { CPMM_INITIALIZE_ACCOUNTS, CPMM_PERMITTED_ACCOUNTS } from './account-lists.ts'
import { CPMM_ERRORS } from './errors.ts'
import {
  CPMM_CONFIG_AT,
  CPMM_CONFIG_TAG,
  CPMM_CREATE_FEE_ACCOUNT,
  CPMM_POOL_BYTES,
  cpmmAuthority,
  cpmmLpMint,
  cpmmObservation,
  cpmmPermission,
  cpmmPool,
  cpmmVault,
  isFirstMint,
  LOCKED_LP_RAW,
  LP_DECIMALS,
  OBSERVATION_AT,
  OBSERVATION_BYTES,
  OBSERVATION_TAG,
  PERMISSION_TAG,
} from './layout.ts'
import { cpmmPoolBytes } from './pool-bytes.ts'

type At = Readonly<
  Record<(typeof CPMM_PERMITTED_ACCOUNTS)['names'][number] & (typeof CPMM_INITIALIZE_ACCOUNTS)['names'][number], string>
> & {
  readonly payer: string
}
type Mint = LoadedMint & { readonly address: string }
type Args = {
  readonly amount0: bigint
  readonly amount1: bigint
  readonly openTime: bigint
  /** Null where creators get nothing. */
  readonly creatorFeeOn: number | null
}
type Creation = Args & {
  readonly call: EmulatorCall
  readonly at: At
  readonly mint0: Mint
  readonly mint1: Mint
  readonly feeLamports: bigint
}

const LAST_CREATOR_FEE_MODE = 2

/** `initialize`: anyone's pool, whose creator gets no fee. */
export function runInitialize(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const args = createArgs(call, false)
  if (args === null) return refuse(ANCHOR.didNotDeserialize)
  const read = readAccounts(call, CPMM_INITIALIZE_ACCOUNTS)
  return isRefusal(read) ? read : createPool(call, { ...read.at, payer: read.at.creator }, args)
}

/** `initialize_with_permission`: for payers on a list, with a creator who gets a fee. */
export function runInitializeWithPermission(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const args = createArgs(call, true)
  if (args === null) return refuse(ANCHOR.didNotDeserialize)
  const read = readAccounts(call, CPMM_PERMITTED_ACCOUNTS)
  if (isRefusal(read)) return read
  const { permission, payer } = read.at
  const fault = checkAddresses([['permission', permission, cpmmPermission(payer).address]])
  if (fault !== null) return fault
  const isPermission = (data: Uint8Array): true | null => (startsWith(data, PERMISSION_TAG) ? true : null)
  const held = loadOwned(call, permission, { name: 'permission', owner: CPMM_PROGRAM, decode: isPermission })
  return isRefusal(held) ? held : createPool(call, read.at, args)
}

function createArgs({ data }: EmulatorCall, hasMode: boolean): Args | null {
  const args = readArgs(data)
  const [amount0, amount1, openTime] = [args.uint(8), args.uint(8), args.uint(8)]
  const creatorFeeOn = hasMode ? args.small(1) : null
  if (args.isShort() || (creatorFeeOn ?? 0) > LAST_CREATOR_FEE_MODE) return null
  return { amount0, amount1, openTime, creatorFeeOn }
}

function createPool(call: EmulatorCall, at: At, args: Args): readonly ScriptOp[] | Refusal {
  const creation = loadCreation(call, at, args)
  if (isRefusal(creation)) return creation
  const [held0, held1] = [
    afterTransferFee(call, at.mint0, args.amount0),
    afterTransferFee(call, at.mint1, args.amount1),
  ]
  if (held0 <= 0n || held1 <= 0n) return refuse(CPMM_ERRORS.emptySupply)
  const liquidity = integerSqrt(held0 * held1)
  if (liquidity < LOCKED_LP_RAW) return refuse(CPMM_ERRORS.initLpAmountTooLess)
  return [
    ...makeAccounts(creation),
    ...deposit(creation),
    log(`liquidity:${liquidity}, lock_lp_amount:${LOCKED_LP_RAW}, vault_0_amount:${held0},vault_1_amount:${held1}`),
    ...finish(creation, liquidity),
  ]
}

function loadCreation(call: EmulatorCall, at: At, args: Args): Creation | Refusal {
  const asConfig = (data: Uint8Array): Uint8Array | null => (startsWith(data, CPMM_CONFIG_TAG) ? data : null)
  const config = loadOwned(call, at.ammConfig, { name: 'ammConfig', owner: CPMM_PROGRAM, decode: asConfig })
  if (isRefusal(config)) return config
  const mint0 = loadMint(call, at.mint0, 'token0Mint')
  if (isRefusal(mint0)) return mint0
  const mint1 = loadMint(call, at.mint1, 'token1Mint')
  if (isRefusal(mint1)) return mint1
  const fault = checkAccounts(call, at, mint0.tokenProgram, mint1.tokenProgram)
  if (fault !== null) return fault
  for (const [name, mint] of [
    ['payer0', at.mint0],
    ['payer1', at.mint1],
  ] as const) {
    const held = loadBalance(call, at[name], { name, mint })
    if (isRefusal(held)) return held
  }
  if (!isSupported(call, mint0, at.mint0) || !isSupported(call, mint1, at.mint1))
    return refuse(CPMM_ERRORS.notSupportMint)
  if (config[CPMM_CONFIG_AT.disableCreatePool] !== 0) return refuse(CPMM_ERRORS.notApproved)
  return {
    ...args,
    call,
    at,
    mint0: { ...mint0, address: at.mint0 },
    mint1: { ...mint1, address: at.mint1 },
    feeLamports: uintAt(config, CPMM_CONFIG_AT.createPoolFee, 8),
  }
}

/** A pool stands at its derived address, or at any other whose key signs. */
function checkAccounts(call: EmulatorCall, at: At, program0: string, program1: string): Refusal | null {
  if (!isFirstMint(at.mint0, at.mint1)) return refuse(ANCHOR.raw, 'token0Mint')
  const pool = at.poolState
  const fault = checkAddresses([
    ['authority', at.authority, CPMM_AUTHORITY],
    ['lpMint', at.lpMint, cpmmLpMint(pool).address],
    ['payerLp', at.payerLp, associatedTokenAddress(at.payer, at.lpMint), ANCHOR.associated],
    ['vault0', at.vault0, cpmmVault(pool, at.mint0).address],
    ['vault1', at.vault1, cpmmVault(pool, at.mint1).address],
    ['createPoolFee', at.createPoolFee, CPMM_CREATE_FEE_ACCOUNT, ANCHOR.address],
    ['observationState', at.observationState, cpmmObservation(pool).address],
    ['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId],
    ['token0Program', at.program0, program0, ANCHOR.programId],
    ['token1Program', at.program1, program1, ANCHOR.programId],
    ['associatedTokenProgram', at.associatedTokenProgram, ASSOCIATED_TOKEN_PROGRAM, ANCHOR.programId],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  if ((call.read(pool)?.owner ?? SYSTEM_PROGRAM) !== SYSTEM_PROGRAM) return refuse(CPMM_ERRORS.notApproved)
  const isDerived = pool === cpmmPool(at.ammConfig, at.mint0, at.mint1).address
  const isSigner = call.accounts.some((account) => account.address === pool && account.isSigner)
  return isDerived || isSigner ? null : refuse(CPMM_ERRORS.requireEq)
}

/** Transfer fee, metadata pointer, metadata, interest and scaled amounts. */
const SUPPORTED_EXTENSIONS: ReadonlySet<number> = new Set([1, 10, 18, 19, 25])

function isSupported(call: EmulatorCall, { tokenProgram }: LoadedMint, mint: string): boolean {
  const data = call.read(mint)?.data
  if (tokenProgram !== TOKEN_2022_PROGRAM || data === undefined) return true
  for (let at = EXTENSIONS_OFFSET; at + 4 <= data.length; ) {
    const [type, length] = [Number(uintAt(data, at, 2)), Number(uintAt(data, at + 2, 2))]
    if (type === 0) return true
    if (!SUPPORTED_EXTENSIONS.has(type)) return false
    at += 4 + length
  }
  return true
}

function makeAccounts({ call, at, mint0, mint1 }: Creation): ScriptOp[] {
  const { payer } = at
  const authority = CPMM_AUTHORITY
  const pool = cpmmPool(at.ammConfig, at.mint0, at.mint1)
  const vault = (account: string, mint: Mint) =>
    makeVault(
      call,
      { payer, account, mint: mint.address, authority, tokenProgram: mint.tokenProgram },
      cpmmVault(at.poolState, mint.address).seeds,
    )
  return [
    ...openMint(
      call,
      { payer, account: at.lpMint, seeds: cpmmLpMint(at.poolState).seeds, authority, decimals: LP_DECIMALS },
      TOKEN_PROGRAM,
    ),
    invoke(createAssociatedTokenAccount({ payer, owner: payer, mint: at.lpMint })),
    ...openAccount(call, {
      payer,
      account: at.observationState,
      dataBytes: OBSERVATION_BYTES,
      owner: CPMM_PROGRAM,
      seeds: cpmmObservation(at.poolState).seeds,
    }),
    ...vault(at.vault0, mint0),
    ...vault(at.vault1, mint1),
    ...openAccount(call, {
      payer,
      account: at.poolState,
      dataBytes: CPMM_POOL_BYTES,
      owner: CPMM_PROGRAM,
      seeds: pool.address === at.poolState ? pool.seeds : null,
    }),
  ]
}

function deposit({ at, mint0, mint1, amount0, amount1 }: Creation): ScriptOp[] {
  const authority = at.payer
  return [
    moveTokens(mint0, { from: at.payer0, to: at.vault0, authority, amountRaw: amount0 }),
    moveTokens(mint1, { from: at.payer1, to: at.vault1, authority, amountRaw: amount1 }),
  ]
}

function finish(creation: Creation, liquidity: bigint): ScriptOp[] {
  const { call, at, mint0, mint1, feeLamports: lamports, creatorFeeOn } = creation
  const nowSec = BigInt(call.unixTimeSec)
  const observation = new Uint8Array(OBSERVATION_AT.rows)
  observation.set(OBSERVATION_TAG)
  putKey(observation, OBSERVATION_AT.pool, at.poolState)
  const bytes = cpmmPoolBytes({
    ...at,
    pool: at.poolState,
    program0: mint0.tokenProgram,
    program1: mint1.tokenProgram,
    decimals0: mint0.decimals,
    decimals1: mint1.decimals,
    lpSupply: liquidity,
    openTime: creation.openTime > nowSec ? creation.openTime : nowSec + 1n,
    epoch: Math.floor(call.slot / SLOTS_PER_EPOCH),
    creatorFeeOn,
  })
  const amountRaw = liquidity - LOCKED_LP_RAW
  const minted = mintTokens({ mint: at.lpMint, to: at.payerLp, authority: CPMM_AUTHORITY, amountRaw })
  return [
    invoke(minted, cpmmAuthority().seeds),
    ...(lamports === 0n
      ? []
      : [
          invoke(transferLamports({ from: at.payer, to: at.createPoolFee, lamports })),
          invoke(syncNative(at.createPoolFee)),
        ]),
    { op: 'write', address: at.observationState, offset: 0, bytes: observation },
    { op: 'write', address: at.poolState, offset: 0, bytes },
  ]
}
