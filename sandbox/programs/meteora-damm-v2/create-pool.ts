import { accountList } from '../../../src/chain/solana/account-list.ts'
import { initializeMint, mintTokens, transferLamports } from '../../../src/chain/solana/instructions.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import {
  initializeMetadataPointer,
  initializeMintCloseAuthority,
  initializeTokenMetadata,
} from '../../../src/chain/solana/token-2022-instructions.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import {
  ANCHOR,
  type AnchorError,
  checkAddresses,
  emitCpi,
  invoke,
  isRefusal,
  type Refusal,
  readAccounts,
  refuse,
} from '../anchor-script.ts'
import { keyAt, MAX_U64, readArgs, uintAt } from '../byte-fields.ts'
import { type LoadedMint, loadMint } from '../pumpfun/pump-accounts.ts'
import { beforeTransferFee, keyBytes, makeAccount, makeVault, moveTokens, ownAddress, text } from '../token-moves.ts'
import { ceilDiv } from '../wide-math.ts'
import { MARKET_CAP_EXPONENTIAL, RATE_LIMITER, TIME_EXPONENTIAL } from './fees.ts'
import {
  COLLECT_COMPOUNDING,
  COLLECT_ONLY_B,
  DAMM_V2_AUTHORITY,
  DAMM_V2_CONFIG_CREATOR_AT,
  DAMM_V2_CONFIG_TYPE_AT,
  DAMM_V2_ERRORS,
  DAMM_V2_EVENT_AUTHORITY,
  DAMM_V2_MAX_SQRT_PRICE,
  DAMM_V2_MIN_SQRT_PRICE,
  DAMM_V2_POOL_BYTES,
  DAMM_V2_POSITION_BYTES,
  DAMM_V2_PROGRAM,
  DEAD_LIQUIDITY,
  DYNAMIC_CONFIG,
} from './layout.ts'
import { BASE_FEE_BYTES, newPool, newPoolEvent, newPosition } from './pool-bytes.ts'
import { amountAOf, amountBOf, sqrtPriceOfAmounts } from './swap-math.ts'

const HEAD = ['creator', 'positionNftMint:ws', 'positionNftAccount:w', 'payer:ws'] as const
const TAIL = [
  'poolAuthority',
  'pool:w',
  'position:w',
  'tokenAMint',
  'tokenBMint',
  'tokenAVault:w',
  'tokenBVault:w',
  'payerTokenA:w',
  'payerTokenB:w',
  'tokenAProgram',
  'tokenBProgram',
  'token2022Program',
  'systemProgram',
  'eventAuthority',
  'program',
] as const
const ACCOUNTS = accountList([...HEAD, ...TAIL])
/** With the configuration whose owner lets the creator choose the terms. */
export const DAMM_V2_DYNAMIC_ACCOUNTS = accountList([...HEAD, 'poolCreatorAuthority:s', 'config', ...TAIL])
const CREATE_POSITION_EVENT = Buffer.from('9c0f77c61db5dd37', 'hex')
const MIN_FEE = 100_000n
const MAX_FEE = 990_000_000n
const DYNAMIC_BIN_STEP = 1n
const DYNAMIC_BIN_STEP_Q64 = 1_844_674_407_370_955n
const MAX_U24 = 0xffffffn
const BPS = 10_000n
/** A mint that points at its own metadata and has a close authority; the metadata makes it grow. */
const NFT_MINT_BYTES = 270
const NFT = {
  name: 'Meteora Position NFT',
  symbol: 'MPN',
  uri: 'https://raw.githubusercontent.com/MeteoraAg/token-metadata/main/meteora_position_nft.png',
}
const METADATA_BYTES = 4 + 64 + 12 + NFT.name.length + NFT.symbol.length + NFT.uri.length + 4

type Accounts = Readonly<Record<(typeof ACCOUNTS)['names'][number], string>>
type Params = ReturnType<typeof readParams>
type OwnPda = { readonly address: string; readonly seeds: readonly Uint8Array[] }
export type NewPool = {
  readonly call: EmulatorCall
  readonly at: Accounts
  readonly pda: OwnPda
  readonly params: Params
  readonly a: LoadedMint
  readonly b: LoadedMint
  readonly amountA: bigint
  readonly amountB: bigint
  readonly sqrtPrice: bigint
  readonly activationPoint: bigint
}

/** Address and seeds of the one customizable pool of two mints. */
export function dammV2PoolPda(mintA: string, mintB: string) {
  const [one, two] = [Buffer.from(keyBytes(mintA)), Buffer.from(keyBytes(mintB))]
  const [larger, lesser] = Buffer.compare(one, two) > 0 ? [one, two] : [two, one]
  return ownAddress(DAMM_V2_PROGRAM, text('cpool'), larger, lesser)
}

/** Those of a pool made under a configuration. */
export function dammV2ConfigPoolPda(config: string, mintA: string, mintB: string) {
  const [one, two] = [Buffer.from(keyBytes(mintA)), Buffer.from(keyBytes(mintB))]
  const [larger, lesser] = Buffer.compare(one, two) > 0 ? [one, two] : [two, one]
  return ownAddress(DAMM_V2_PROGRAM, text('pool'), keyBytes(config), larger, lesser)
}

export function dammV2VaultPda(mint: string, pool: string) {
  return ownAddress(DAMM_V2_PROGRAM, text('token_vault'), keyBytes(mint), keyBytes(pool))
}

/** Addresses of a position by the mint of its NFT. */
export function dammV2PositionPdas(nftMint: string) {
  return {
    account: ownAddress(DAMM_V2_PROGRAM, text('position_nft_account'), keyBytes(nftMint)),
    position: ownAddress(DAMM_V2_PROGRAM, text('position'), keyBytes(nftMint)),
  }
}

/** `initialize_customizable_pool`: a pool with fees of its own, its first position and the liquidity in it. */
export function runDammV2CreatePool(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, ACCOUNTS)
  if (isRefusal(read)) return read
  return create(call, read.at, dammV2PoolPda(read.at.tokenAMint, read.at.tokenBMint))
}

/** `initialize_pool_with_dynamic_config`: the same on a configuration's terms, as launchpads open their pools. */
export function runDammV2CreateDynamic(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, DAMM_V2_DYNAMIC_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const config = call.read(at.config)
  if (config?.owner !== DAMM_V2_PROGRAM) return refuse(ANCHOR.wrongOwner, 'config')
  if (keyAt(config.data, DAMM_V2_CONFIG_CREATOR_AT) !== at.poolCreatorAuthority) return refuse(ANCHOR.hasOne, 'config')
  if (config.data[DAMM_V2_CONFIG_TYPE_AT] !== DYNAMIC_CONFIG) return refuse(DAMM_V2_ERRORS.configType)
  return create(call, at, dammV2ConfigPoolPda(at.config, at.tokenAMint, at.tokenBMint))
}

function create(call: EmulatorCall, at: Accounts, pda: OwnPda): readonly ScriptOp[] | Refusal {
  const params = readParams(call.data)
  if (params.isShort) return refuse(ANCHOR.didNotDeserialize)
  const a = loadMint(call, at.tokenAMint, 'tokenAMint')
  if (isRefusal(a)) return a
  const b = loadMint(call, at.tokenBMint, 'tokenBMint')
  if (isRefusal(b)) return b
  if (at.tokenAMint === at.tokenBMint) return refuse(ANCHOR.raw, 'tokenAMint')
  const fault = checkAccounts(at, { a, b, pda })
  if (fault !== null) return fault
  const wrong = faultOf(params)
  if (wrong !== null) return refuse(wrong)
  const isCompounding = params.collectFeeMode === COLLECT_COMPOUNDING
  const { liquidity, sqrtPrice } = params
  const amountA = isCompounding
    ? ceilDiv(liquidity, sqrtPrice)
    : amountAOf(liquidity, sqrtPrice, params.sqrtMaxPrice, 'up')
  const amountB = isCompounding
    ? ceilDiv(liquidity * sqrtPrice, 1n << 128n)
    : amountBOf(liquidity, params.sqrtMinPrice, sqrtPrice, 'up')
  if (amountA > MAX_U64 || amountB > MAX_U64) return refuse(DAMM_V2_ERRORS.overflow)
  if (amountA === 0n && amountB === 0n) return refuse(DAMM_V2_ERRORS.zero)
  const now = BigInt(params.activationType === 0 ? call.slot : call.unixTimeSec)
  const activationPoint = params.activationPoint ?? now
  const price = isCompounding ? sqrtPriceOfAmounts(amountA, amountB) : sqrtPrice
  return createPool({ call, at, pda, params, a, b, amountA, amountB, sqrtPrice: price, activationPoint })
}

function readParams(data: Uint8Array) {
  const args = readArgs(data)
  const baseFee = args.bytes(BASE_FEE_BYTES)
  const compoundingFeeBps = args.small(2)
  const padding = args.small(1)
  const dynamicFee = args.flag() ? args.bytes(32) : null
  const [sqrtMinPrice, sqrtMaxPrice] = [args.uint(16), args.uint(16)]
  const hasAlphaVault = args.flag()
  const [liquidity, sqrtPrice] = [args.uint(16), args.uint(16)]
  const [activationType, collectFeeMode] = [args.small(1), args.small(1)]
  const activationPoint = args.flag() ? args.uint(8) : null
  return {
    baseFee,
    compoundingFeeBps,
    padding,
    dynamicFee,
    sqrtMinPrice,
    sqrtMaxPrice,
    hasAlphaVault,
    liquidity,
    sqrtPrice,
    activationType,
    collectFeeMode,
    activationPoint,
    isShort: args.isShort(),
  }
}

function faultOf(params: Params): AnchorError | null {
  const { sqrtMinPrice, sqrtMaxPrice, sqrtPrice, liquidity, collectFeeMode, compoundingFeeBps } = params
  if (params.activationType > 1) return DAMM_V2_ERRORS.activationType
  if (collectFeeMode > COLLECT_COMPOUNDING) return DAMM_V2_ERRORS.collectFeeMode
  const isCompounding = collectFeeMode === COLLECT_COMPOUNDING
  const [lowest, highest] = isCompounding
    ? [DAMM_V2_MIN_SQRT_PRICE, DAMM_V2_MAX_SQRT_PRICE]
    : [sqrtMinPrice, sqrtMaxPrice]
  if (lowest < DAMM_V2_MIN_SQRT_PRICE || highest > DAMM_V2_MAX_SQRT_PRICE || lowest >= highest)
    return DAMM_V2_ERRORS.priceRange
  if (sqrtPrice < lowest || sqrtPrice > highest) return DAMM_V2_ERRORS.priceRange
  if (liquidity === 0n || (isCompounding && liquidity <= DEAD_LIQUIDITY)) return DAMM_V2_ERRORS.minimumLiquidity
  if (isCompounding ? compoundingFeeBps > Number(BPS) : compoundingFeeBps !== 0) return DAMM_V2_ERRORS.invalidFee
  // Launch helpers of another program are not emulated.
  if (params.hasAlphaVault) return DAMM_V2_ERRORS.undetermined
  return faultOfBaseFee(params) ?? faultOfDynamicFee(params.dynamicFee)
}

function faultOfBaseFee({ baseFee, collectFeeMode }: Params): AnchorError | null {
  const mode = baseFee[BASE_FEE_BYTES - 1]!
  const cliff = uintAt(baseFee, 0, 8)
  if (mode > MARKET_CAP_EXPONENTIAL) return DAMM_V2_ERRORS.baseFeeMode
  const faults = [DAMM_V2_ERRORS.timeScheduler, DAMM_V2_ERRORS.rateLimiter, DAMM_V2_ERRORS.marketCapScheduler]
  const fault = faults[mode <= TIME_EXPONENTIAL ? 0 : mode === RATE_LIMITER ? 1 : 2]!
  if (cliff < MIN_FEE || cliff > MAX_FEE) return fault
  if (mode === RATE_LIMITER) {
    const parts = [uintAt(baseFee, 8, 2), uintAt(baseFee, 10, 4), uintAt(baseFee, 14, 4), uintAt(baseFee, 18, 8)]
    if (parts.every((part) => part === 0n)) return null
    const isWhole = parts.every((part) => part > 0n) && collectFeeMode === COLLECT_ONLY_B
    return isWhole && parts[2]! * 100_000n >= cliff && parts[2]! * 100_000n <= MAX_FEE ? null : fault
  }
  const periods = uintAt(baseFee, 8, 2)
  const reduction = uintAt(baseFee, 18, 8)
  const isUnset = periods === 0n && reduction === 0n && uintAt(baseFee, 10, 8) === 0n
  if (isUnset && mode <= TIME_EXPONENTIAL) return null
  const isExponential = mode === TIME_EXPONENTIAL || mode === MARKET_CAP_EXPONENTIAL
  const end = isExponential ? (reduction < BPS ? cliff : 0n) : cliff - reduction * periods
  return periods > 0n && reduction > 0n && end >= MIN_FEE ? null : fault
}

function faultOfDynamicFee(dynamic: Uint8Array | null): AnchorError | null {
  if (dynamic === null) return null
  const isWhole =
    uintAt(dynamic, 0, 2) === DYNAMIC_BIN_STEP &&
    uintAt(dynamic, 2, 16) === DYNAMIC_BIN_STEP_Q64 &&
    uintAt(dynamic, 18, 2) < uintAt(dynamic, 20, 2) &&
    uintAt(dynamic, 22, 2) <= BPS &&
    uintAt(dynamic, 24, 4) <= MAX_U24 &&
    uintAt(dynamic, 28, 4) <= MAX_U24
  return isWhole ? null : DAMM_V2_ERRORS.input
}

function checkAccounts(at: Accounts, { a, b, pda }: Pick<NewPool, 'a' | 'b' | 'pda'>): Refusal | null {
  const nft = dammV2PositionPdas(at.positionNftMint)
  return checkAddresses([
    ['positionNftAccount', at.positionNftAccount, nft.account.address],
    ['poolAuthority', at.poolAuthority, DAMM_V2_AUTHORITY.address, ANCHOR.address],
    ['pool', at.pool, pda.address],
    ['position', at.position, nft.position.address],
    ['tokenAVault', at.tokenAVault, dammV2VaultPda(at.tokenAMint, at.pool).address],
    ['tokenBVault', at.tokenBVault, dammV2VaultPda(at.tokenBMint, at.pool).address],
    ['tokenAProgram', at.tokenAProgram, a.tokenProgram, ANCHOR.programId],
    ['tokenBProgram', at.tokenBProgram, b.tokenProgram, ANCHOR.programId],
    ['token2022Program', at.token2022Program, TOKEN_2022_PROGRAM, ANCHOR.programId],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, DAMM_V2_EVENT_AUTHORITY.address],
    ['program', at.program, DAMM_V2_PROGRAM, ANCHOR.address],
  ])
}

function createPool(made: NewPool): readonly ScriptOp[] {
  const { call, at, a, b } = made
  const nft = dammV2PositionPdas(at.positionNftMint)
  const payer = at.payer
  const owner = DAMM_V2_PROGRAM
  const authority = DAMM_V2_AUTHORITY.address
  const sides = [
    { mint: at.tokenAMint, vault: at.tokenAVault, from: at.payerTokenA, face: a, net: made.amountA },
    { mint: at.tokenBMint, vault: at.tokenBVault, from: at.payerTokenB, face: b, net: made.amountB },
  ].map((side) => ({ ...side, gross: atLeastOne(beforeTransferFee(call, side.mint, side.net)) }))
  const { address: pool, seeds } = made.pda
  return [
    ...makeNft(made),
    makeAccount(call, { payer, account: pool, dataBytes: DAMM_V2_POOL_BYTES, owner }, seeds),
    makeAccount(call, { payer, account: at.position, dataBytes: DAMM_V2_POSITION_BYTES, owner }, nft.position.seeds),
    ...sides.flatMap(({ mint, vault, face }) =>
      makeVault(
        call,
        { payer, account: vault, mint, authority, tokenProgram: face.tokenProgram },
        dammV2VaultPda(mint, pool).seeds,
      ),
    ),
    { op: 'write', address: pool, offset: 0, bytes: newPool(made) },
    { op: 'write', address: at.position, offset: 0, bytes: newPosition(made) },
    ...grantNft(made),
    emitCpi(
      DAMM_V2_PROGRAM,
      DAMM_V2_EVENT_AUTHORITY,
      Buffer.concat([
        CREATE_POSITION_EVENT,
        ...[pool, at.creator, at.position, at.positionNftMint].map((key) => keyBytes(key)),
      ]),
    ),
    ...sides.map(({ mint, vault, from, face, gross }) =>
      moveTokens({ ...face, address: mint }, { from, to: vault, authority: payer, amountRaw: gross }),
    ),
    emitCpi(DAMM_V2_PROGRAM, DAMM_V2_EVENT_AUTHORITY, newPoolEvent(made, [sides[0]!.gross, sides[1]!.gross])),
  ]
}

function atLeastOne(amount: bigint): bigint {
  return amount > 0n ? amount : 1n
}

/** The mint of the position's NFT and the account that holds it. */
function makeNft({ call, at }: NewPool): readonly ScriptOp[] {
  const { payer, positionNftMint: mint, positionNftAccount: account, creator } = at
  const authority = DAMM_V2_AUTHORITY.address
  const tokenProgram = TOKEN_2022_PROGRAM
  return [
    makeAccount(call, { payer, account: mint, dataBytes: NFT_MINT_BYTES, owner: tokenProgram }),
    invoke(initializeMetadataPointer({ mint, authority, metadata: mint })),
    invoke(initializeMintCloseAuthority({ mint, authority })),
    invoke(initializeMint({ mint, decimals: 0, mintAuthority: authority, freezeAuthority: at.pool, tokenProgram })),
    ...makeVault(
      call,
      { payer, account, mint, authority: creator, tokenProgram },
      dammV2PositionPdas(mint).account.seeds,
    ),
  ]
}

/** Its name, and the one there is of it. */
function grantNft({ call, at }: NewPool): readonly ScriptOp[] {
  const { payer, positionNftMint: mint, positionNftAccount: to } = at
  const { address: authority, seeds } = DAMM_V2_AUTHORITY
  const { minimumBalanceLamports: rentOf } = call
  const lamports = rentOf(NFT_MINT_BYTES + METADATA_BYTES) - rentOf(NFT_MINT_BYTES)
  const tokenProgram = TOKEN_2022_PROGRAM
  return [
    invoke(initializeTokenMetadata({ mint, updateAuthority: authority, mintAuthority: authority, ...NFT }), seeds),
    invoke(transferLamports({ from: payer, to: mint, lamports })),
    invoke(mintTokens({ mint, to, authority, amountRaw: 1n, tokenProgram }), seeds),
  ]
}
