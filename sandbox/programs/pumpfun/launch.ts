import { decodeLayout, type Layout, ZERO_KEY, zeroOf } from '../../../src/chain/solana/borsh-layout.ts'
import { CREATE_ACCOUNTS, CREATE_V2_ACCOUNTS } from '../../../src/chain/solana/dexes/pumpfun/account-lists.ts'
import {
  bondingCurvePda,
  MAYHEM_PROGRAM,
  mayhemPda,
  mayhemStatePda,
  metadataPda,
  PUMP_EVENT_AUTHORITY,
  PUMP_GLOBAL,
  PUMP_MINT_AUTHORITY,
  PUMP_PROGRAM,
} from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { CREATE_EVENT, CREATE_EVENT_TAG, eventBytes } from '../../../src/chain/solana/dexes/pumpfun/events.ts'
import {
  BONDING_CURVE,
  BONDING_CURVE_BYTES,
  type BondingCurve,
  encodeBondingCurve,
  type Global,
} from '../../../src/chain/solana/dexes/pumpfun/state.ts'
import {
  createAccount,
  createAssociatedTokenAccount,
  initializeMint,
  mintTokens,
  setTokenAuthority,
} from '../../../src/chain/solana/instructions.ts'
import { addressBytes, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { MINT_BYTES } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { createMetadata } from '../metadata-emulator.ts'
import { announcePump } from './events.ts'
import { COIN_DECIMALS, makeSelfDescribingMint, mintAuthoritySeeds, writeOwnMetadata } from './mint.ts'
import { loadGlobal } from './pump-accounts.ts'
import { PUMP_ERRORS } from './pump-errors.ts'

const CREATE_ARGS = { name: 'string', symbol: 'string', uri: 'string', creator: 'pubkey' } as const satisfies Layout
/** What follows the mayhem flag may be left off. */
const CREATE_V2_ARGS = {
  ...CREATE_ARGS,
  isMayhemMode: 'bool',
  isCashbackEnabled: 'bool',
  creatorFeeBps: 'u64',
  isHolderReward: 'bool',
} as const satisfies Layout

const MAX_NAME_BYTES = 32
const MAX_SYMBOL_BYTES = 13
/** The metadata program's own limit, which binds tokens with a record of it. */
const MAX_METADATA_SYMBOL_BYTES = 10
const MAX_URI_BYTES = 200

type LaunchText = { readonly name: string; readonly symbol: string; readonly uri: string; readonly creator: string }
type Launch = LaunchText & {
  readonly call: EmulatorCall
  readonly mint: string
  readonly user: string
  readonly bondingCurve: string
  readonly curveTokens: string
  readonly tokenProgram: string
  readonly global: Global
  readonly curve: BondingCurve
}

/** `create`: a classic mint, and a record of the metadata program. */
export function runCreate(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, CREATE_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = decodeLayout(CREATE_ARGS, call.data, 8)?.value
  if (args === undefined) return refuse(ANCHOR.didNotDeserialize)
  const fault =
    checkText(args, MAX_METADATA_SYMBOL_BYTES) ??
    checkLaunchAccounts(at, TOKEN_PROGRAM) ??
    checkAddresses([
      ['metadataProgram', at.metadataProgram, TOKEN_METADATA_PROGRAM, ANCHOR.address],
      ['metadata', at.metadata, metadataPda(at.mint).address],
      ['rent', at.rent, RENT_SYSVAR, ANCHOR.address],
    ])
  if (fault !== null) return fault
  const global = loadGlobal(call, at.global)
  if (isRefusal(global)) return global
  const launch = openLaunch(call, at, { ...args, global, tokenProgram: TOKEN_PROGRAM })
  const { mint, user, name, symbol, uri } = launch
  return [
    invoke(
      createAccount({
        payer: user,
        account: mint,
        lamports: call.minimumBalanceLamports(MINT_BYTES),
        dataBytes: MINT_BYTES,
        owner: TOKEN_PROGRAM,
      }),
    ),
    invoke(initializeMint({ mint, decimals: COIN_DECIMALS, mintAuthority: PUMP_MINT_AUTHORITY })),
    ...makeCurve(launch),
    invoke(
      createMetadata({
        mint,
        mintAuthority: PUMP_MINT_AUTHORITY,
        payer: user,
        updateAuthority: PUMP_MINT_AUTHORITY,
        name,
        symbol,
        uri,
      }),
      mintAuthoritySeeds(),
    ),
    ...issue(launch),
  ]
}

/** `create_v2`: a Token-2022 mint that points at itself for its metadata. Mayhem tokens need that program and are
 *  refused as they are while Global has them switched off. */
export function runCreateV2(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, CREATE_V2_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = decodeLayout(CREATE_V2_ARGS, call.data, 8)?.value
  if (args === undefined) return refuse(ANCHOR.didNotDeserialize)
  const solVault = mayhemPda('sol-vault').address
  const fault =
    checkText(args, MAX_SYMBOL_BYTES) ??
    checkLaunchAccounts(at, TOKEN_2022_PROGRAM) ??
    checkAddresses([
      ['mayhemProgram', at.mayhemProgram, MAYHEM_PROGRAM, ANCHOR.address],
      ['globalParams', at.globalParams, mayhemPda('global-params').address],
      ['solVault', at.solVault, solVault],
      ['mayhemState', at.mayhemState, mayhemStatePda(at.mint).address],
      ['mayhemTokenVault', at.mayhemTokenVault, associatedTokenAddress(solVault, at.mint, TOKEN_2022_PROGRAM)],
    ])
  if (fault !== null) return fault
  const global = loadGlobal(call, at.global)
  if (isRefusal(global)) return global
  if (!global.createV2Enabled) return refuse(PUMP_ERRORS.createV2Disabled)
  if (args.isMayhemMode) return refuse(PUMP_ERRORS.mayhemDisabled)
  if (args.isCashbackEnabled && !global.isCashbackEnabled) return refuse(PUMP_ERRORS.cashbackDisabled)
  if (read.remaining.length > 0) return refuse(PUMP_ERRORS.unsupportedQuote)
  const launch = openLaunch(call, at, { ...args, global, tokenProgram: TOKEN_2022_PROGRAM })
  return [...makeSelfDescribingMint(launch), ...makeCurve(launch), ...writeOwnMetadata(launch), ...issue(launch)]
}

function openLaunch(
  call: EmulatorCall,
  at: Readonly<Record<'mint' | 'user' | 'bondingCurve' | 'associatedBondingCurve', string>>,
  given: LaunchText & {
    readonly global: Global
    readonly tokenProgram: string
    readonly isCashbackEnabled?: boolean
    readonly creatorFeeBps?: bigint
    readonly isHolderReward?: boolean
  },
): Launch {
  const { global } = given
  const curve: BondingCurve = {
    ...zeroOf(BONDING_CURVE),
    virtualTokenReserves: global.initialVirtualTokenReserves,
    virtualQuoteReserves: global.initialVirtualSolReserves,
    realTokenReserves: global.initialRealTokenReserves,
    tokenTotalSupply: global.tokenTotalSupply,
    creator: given.creator,
    isCashbackCoin: given.isCashbackEnabled ?? false,
    creatorFeeBps: given.creatorFeeBps ?? 0n,
    isHolderReward: given.isHolderReward ?? false,
  }
  const { mint, user, bondingCurve, associatedBondingCurve: curveTokens } = at
  return { ...given, call, mint, user, bondingCurve, curveTokens, curve }
}

function checkText({ name, symbol, uri, creator }: LaunchText, maxSymbolBytes: number): Refusal | null {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return refuse(PUMP_ERRORS.nameTooLong)
  if (Buffer.byteLength(symbol) > maxSymbolBytes) return refuse(PUMP_ERRORS.symbolTooLong)
  if (Buffer.byteLength(uri) > MAX_URI_BYTES) return refuse(PUMP_ERRORS.uriTooLong)
  return creator === ZERO_KEY ? refuse(PUMP_ERRORS.creatorZero) : null
}

function checkLaunchAccounts(
  at: Readonly<
    Record<
      | 'mint'
      | 'mintAuthority'
      | 'bondingCurve'
      | 'associatedBondingCurve'
      | 'global'
      | 'systemProgram'
      | 'tokenProgram'
      | 'associatedTokenProgram'
      | 'eventAuthority'
      | 'program',
      string
    >
  >,
  tokenProgram: string,
): Refusal | null {
  const bondingCurve = bondingCurvePda(at.mint).address
  return checkAddresses([
    ['mintAuthority', at.mintAuthority, PUMP_MINT_AUTHORITY],
    ['bondingCurve', at.bondingCurve, bondingCurve],
    [
      'associatedBondingCurve',
      at.associatedBondingCurve,
      associatedTokenAddress(bondingCurve, at.mint, tokenProgram),
      ANCHOR.associated,
    ],
    ['global', at.global, PUMP_GLOBAL],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['tokenProgram', at.tokenProgram, tokenProgram, ANCHOR.programId],
    ['associatedTokenProgram', at.associatedTokenProgram, ASSOCIATED_TOKEN_PROGRAM, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, PUMP_EVENT_AUTHORITY],
    ['program', at.program, PUMP_PROGRAM, ANCHOR.address],
  ])
}

/** The curve's account and its token account; the curve is written when everything else has succeeded. */
function makeCurve({ call, mint, user, bondingCurve, tokenProgram, curve }: Launch): readonly ScriptOp[] {
  const made = createAccount({
    payer: user,
    account: bondingCurve,
    lamports: call.minimumBalanceLamports(BONDING_CURVE_BYTES),
    dataBytes: BONDING_CURVE_BYTES,
    owner: PUMP_PROGRAM,
  })
  const seeds = [Buffer.from('bonding-curve'), addressBytes(mint), Uint8Array.of(bondingCurvePda(mint).bump)]
  return [
    invoke(made, seeds),
    invoke(createAssociatedTokenAccount({ payer: user, owner: bondingCurve, mint, tokenProgram })),
    { op: 'write', address: bondingCurve, offset: 0, bytes: encodeBondingCurve(curve) },
  ]
}

/** The whole supply goes to the curve, no one can ever mint more, and the launch is announced. */
function issue(launch: Launch): readonly ScriptOp[] {
  const { mint, curveTokens, curve, tokenProgram, global } = launch
  const authority = PUMP_MINT_AUTHORITY
  return [
    invoke(
      mintTokens({ mint, to: curveTokens, authority, amountRaw: global.tokenTotalSupply, tokenProgram }),
      mintAuthoritySeeds(),
    ),
    invoke(
      setTokenAuthority({ account: mint, authority, type: 'mintTokens', newAuthority: null, tokenProgram }),
      mintAuthoritySeeds(),
    ),
    ...announcePump(
      eventBytes(CREATE_EVENT_TAG, CREATE_EVENT, {
        name: launch.name,
        symbol: launch.symbol,
        uri: launch.uri,
        mint,
        bondingCurve: launch.bondingCurve,
        user: launch.user,
        creator: launch.creator,
        timestamp: BigInt(launch.call.unixTimeSec),
        virtualTokenReserves: curve.virtualTokenReserves,
        virtualSolReserves: curve.virtualQuoteReserves,
        realTokenReserves: curve.realTokenReserves,
        tokenTotalSupply: curve.tokenTotalSupply,
        tokenProgram,
        isMayhemMode: curve.isMayhemMode,
        isCashbackEnabled: curve.isCashbackCoin,
        quoteMint: curve.quoteMint,
        virtualQuoteReserves: curve.virtualQuoteReserves,
        creatorFeeBps: curve.creatorFeeBps,
        isHolderReward: curve.isHolderReward,
      }),
    ),
  ]
}
