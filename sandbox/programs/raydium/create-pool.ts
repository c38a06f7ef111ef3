import { RAYDIUM_AUTHORITY, RAYDIUM_PROGRAM } from '../../../src/chain/solana/dexes/raydium/addresses.ts'
import {
  createAssociatedTokenAccount,
  mintTokens,
  syncNative,
  transferLamports,
  transferTokens,
} from '../../../src/chain/solana/instructions.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readMint } from '../../../src/hot-paths/account-layouts.ts'
import { SLOTS_PER_EPOCH } from '../../chain/epochs.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { invoke, isRefusal, log, type Refusal } from '../anchor-script.ts'
import { intBytes, putInt, putKey, readArgs, uintAt } from '../byte-fields.ts'
import { claimAccount, openMint, openVault } from '../open-account.ts'
import { integerSqrt } from '../wide-math.ts'
import { RAYDIUM_ERRORS, refuseRaydium } from './errors.ts'
import {
  AMM_AT,
  AMM_BYTES,
  AMM_CONFIG_AT,
  AMM_CONFIG_BYTES,
  AMM_STATUS,
  type MarketPart,
  marketPart,
  RAYDIUM_AUTHORITY_SEED,
  RAYDIUM_CREATE_FEE_ACCOUNT,
  RAYDIUM_OWNER,
  raydiumAuthorityPda,
  raydiumConfigPda,
  TARGET_ORDERS_AT,
  TARGET_ORDERS_BYTES,
} from './layout.ts'

const NAMES = [
  'tokenProgram',
  'associatedTokenProgram',
  'systemProgram',
  'rent',
  'amm',
  'authority',
  'openOrders',
  'lpMint',
  'coinMint',
  'pcMint',
  'coinVault',
  'pcVault',
  'targetOrders',
  'config',
  'feeDestination',
  'marketProgram',
  'market',
  'user',
  'userCoin',
  'userPc',
  'userLp',
] as const
type At = Readonly<Record<(typeof NAMES)[number], string>>
/** The short form leaves out what no one reads any more. */
const SHORT_NAMES = NAMES.filter((name) => name !== 'openOrders' && name !== 'marketProgram')

export type NewAmm = {
  readonly openTimeSec: bigint
  readonly pcRaw: bigint
  readonly coinRaw: bigint
  readonly coinDecimals: number
  readonly pcDecimals: number
}
type Creation = NewAmm & {
  readonly call: EmulatorCall
  readonly at: At
  readonly nonce: number
  readonly feeLamports: bigint
}

/** `initialize2` (tag 1): a pool for a market. The market itself is a name only since the order book is gone. */
export function runInitialize2(call: EmulatorCall): readonly ScriptOp[] {
  const creation = loadCreation(call)
  if (isRefusal(creation)) return creation.refused
  const { nonce, openTimeSec, pcRaw, coinRaw } = creation
  const facts = `nonce: ${nonce}, open_time: ${openTimeSec}, init_pc_amount: ${pcRaw}, init_coin_amount: ${coinRaw}`
  const head = log(`initialize2: InitializeInstruction2 { ${facts} }`)
  const fault = checkCreation(creation)
  if (fault !== null) return [head, ...fault.refused]
  const liquidity = integerSqrt(pcRaw * coinRaw)
  return [head, ...payFee(creation), ...makeAccounts(creation), ...deposit(creation), ...finish(creation, liquidity)]
}

function loadCreation(call: EmulatorCall): Creation | Refusal {
  const args = readArgs(call.data, 1)
  const nonce = args.small(1)
  const [openTimeSec, pcRaw, coinRaw] = [args.uint(8), args.uint(8), args.uint(8)]
  if (args.isShort()) return refuseRaydium(RAYDIUM_ERRORS.invalidInstruction)
  const names: readonly (keyof At)[] = call.accounts.length === SHORT_NAMES.length ? SHORT_NAMES : NAMES
  if (call.accounts.length < names.length) return refuseRaydium(RAYDIUM_ERRORS.wrongAccountsNumber)
  const at = Object.fromEntries(names.map((name, index) => [name, call.accounts[index]!.address])) as At
  const config = call.read(at.config)
  if (at.config !== raydiumConfigPda().address || config?.data.length !== AMM_CONFIG_BYTES)
    return refuseRaydium(RAYDIUM_ERRORS.invalidConfig)
  if (at.coinMint === at.pcMint) return refuseRaydium(RAYDIUM_ERRORS.invalidCoinMint)
  const [coin, pc] = [decimalsOf(call, at.coinMint), decimalsOf(call, at.pcMint)]
  if (coin === null || pc === null) return refuseRaydium(RAYDIUM_ERRORS.expectedMint)
  const feeLamports = uintAt(config.data, AMM_CONFIG_AT.createPoolFee, 8)
  return { call, at, nonce, openTimeSec, pcRaw, coinRaw, coinDecimals: coin, pcDecimals: pc, feeLamports }
}

function decimalsOf(call: EmulatorCall, mint: string): number | null {
  const account = call.read(mint)
  return (account?.owner === TOKEN_PROGRAM ? readMint(account.data) : null)?.decimals ?? null
}

const PARTS: readonly (readonly [name: keyof At, part: MarketPart])[] = [
  ['targetOrders', 'target'],
  ['lpMint', 'lp_mint'],
  ['coinVault', 'coin_vault'],
  ['pcVault', 'pc_vault'],
  ['amm', 'amm'],
]

/** Ten to the power of more does not fit the program's numbers. */
const MAX_DECIMALS = 19

function checkCreation({ call, at, nonce, pcRaw, coinRaw, coinDecimals, pcDecimals }: Creation): Refusal | null {
  if (!call.accounts.some(({ address, isSigner }) => address === at.user && isSigner))
    return refuseRaydium(RAYDIUM_ERRORS.invalidSigner)
  if (at.tokenProgram !== TOKEN_PROGRAM || at.associatedTokenProgram !== ASSOCIATED_TOKEN_PROGRAM)
    return refuseRaydium(RAYDIUM_ERRORS.invalidTokenProgram)
  if (at.systemProgram !== SYSTEM_PROGRAM) return refuseRaydium(RAYDIUM_ERRORS.invalidSystemProgram)
  if (at.authority !== RAYDIUM_AUTHORITY || nonce !== raydiumAuthorityPda().bump)
    return refuseRaydium(RAYDIUM_ERRORS.invalidProgramAddress)
  if (at.feeDestination !== RAYDIUM_CREATE_FEE_ACCOUNT) return refuseRaydium(RAYDIUM_ERRORS.invalidFee)
  for (const [name, part] of PARTS) {
    if (marketPart(at.market, part).address !== at[name])
      return refuseRaydium(part === 'lp_mint' ? RAYDIUM_ERRORS.expectedMint : RAYDIUM_ERRORS.expectedAccount)
    const owner = call.read(at[name])?.owner ?? SYSTEM_PROGRAM
    if (owner !== SYSTEM_PROGRAM) return refuseRaydium(RAYDIUM_ERRORS.repeatCreateAmm)
  }
  if (Math.max(coinDecimals, pcDecimals) > MAX_DECIMALS) return refuseRaydium(RAYDIUM_ERRORS.invalidInput)
  if (pcRaw === 0n || coinRaw === 0n) return refuseRaydium(RAYDIUM_ERRORS.invalidSupply)
  return integerSqrt(pcRaw * coinRaw) < 10n ** BigInt(coinDecimals)
    ? refuseRaydium(RAYDIUM_ERRORS.initLpAmountTooLess)
    : null
}

function payFee({ at, feeLamports: lamports }: Creation): ScriptOp[] {
  if (lamports === 0n) return []
  return [
    invoke(transferLamports({ from: at.user, to: at.feeDestination, lamports })),
    invoke(syncNative(at.feeDestination)),
  ]
}

function makeAccounts({ call, at, coinDecimals }: Creation): ScriptOp[] {
  const own = (account: string, part: MarketPart) => ({
    payer: at.user,
    account,
    seeds: marketPart(at.market, part).seeds,
    authority: RAYDIUM_AUTHORITY,
  })
  const state = (account: string, part: MarketPart, dataBytes: number) =>
    claimAccount(call, { ...own(account, part), dataBytes, owner: RAYDIUM_PROGRAM })
  const vault = (account: string, part: MarketPart, mint: string) =>
    openVault(call, { ...own(account, part), mint }, TOKEN_PROGRAM, claimAccount)
  return [
    ...state(at.targetOrders, 'target', TARGET_ORDERS_BYTES),
    ...openMint(call, { ...own(at.lpMint, 'lp_mint'), decimals: coinDecimals }, TOKEN_PROGRAM, claimAccount),
    ...vault(at.coinVault, 'coin_vault', at.coinMint),
    ...vault(at.pcVault, 'pc_vault', at.pcMint),
    ...state(at.amm, 'amm', AMM_BYTES),
  ]
}

function deposit({ at, coinRaw, pcRaw }: Creation): ScriptOp[] {
  const authority = at.user
  return [
    invoke(createAssociatedTokenAccount({ payer: at.user, owner: at.user, mint: at.lpMint })),
    invoke(transferTokens({ from: at.userCoin, to: at.coinVault, authority, amountRaw: coinRaw })),
    invoke(transferTokens({ from: at.userPc, to: at.pcVault, authority, amountRaw: pcRaw })),
  ]
}

/** One whole LP token is never minted: it keeps the pool from being emptied. */
function finish(creation: Creation, liquidity: bigint): ScriptOp[] {
  const { call, at, nonce, coinDecimals } = creation
  const amountRaw = liquidity - 10n ** BigInt(coinDecimals)
  const minted = mintTokens({ mint: at.lpMint, to: at.userLp, authority: RAYDIUM_AUTHORITY, amountRaw })
  const bytes = ammBytes({
    ...creation,
    nowSec: BigInt(call.unixTimeSec),
    slot: call.slot,
    liquidity,
    market: at.market,
    coinMint: at.coinMint,
    pcMint: at.pcMint,
  })
  return [
    invoke(minted, [RAYDIUM_AUTHORITY_SEED, Uint8Array.of(nonce)]),
    log(`ray_log: ${initLog(creation).toString('base64')}`),
    ...writeTargetOrders(creation),
    { op: 'write', address: at.amm, offset: 0, bytes },
  ]
}

const LOG_INIT = 0
const NO_LOT_SIZE = 0

function initLog({ at, openTimeSec, pcDecimals, coinDecimals, pcRaw, coinRaw }: Creation): Buffer {
  return Buffer.concat([
    Uint8Array.of(LOG_INIT),
    intBytes(8, openTimeSec),
    Uint8Array.of(pcDecimals, coinDecimals),
    ...[NO_LOT_SIZE, NO_LOT_SIZE, pcRaw, coinRaw].map((word) => intBytes(8, word)),
    addressBytes(at.market),
  ])
}

/** The reserves at which profit was last taken, both at the larger number of decimals. */
function writeTargetOrders({ at, pcRaw, coinRaw, pcDecimals, coinDecimals }: Creation): ScriptOp[] {
  const scale = (amount: bigint, decimals: number) =>
    intBytes(16, amount * 10n ** BigInt(Math.max(pcDecimals, coinDecimals) - decimals))
  const write = (offset: number, bytes: Uint8Array): ScriptOp => ({
    op: 'write',
    address: at.targetOrders,
    offset,
    bytes,
  })
  return [
    write(TARGET_ORDERS_AT.owner, addressBytes(at.amm)),
    write(TARGET_ORDERS_AT.calcPnlX, scale(pcRaw, pcDecimals)),
    write(TARGET_ORDERS_AT.calcPnlY, scale(coinRaw, coinDecimals)),
  ]
}

const RESET_YES = 0

/** A pool as the program leaves it. */
export function ammBytes(
  pool: NewAmm & {
    readonly nonce: number
    readonly market: string
    readonly coinMint: string
    readonly pcMint: string
    readonly liquidity: bigint
    readonly nowSec: bigint
    readonly slot: number
  },
): Uint8Array {
  const bytes = new Uint8Array(AMM_BYTES)
  const isWaiting = pool.openTimeSec > pool.nowSec
  const sysDecimalValue = 10n ** BigInt(Math.max(pool.pcDecimals, pool.coinDecimals))
  const words: readonly (readonly [keyof typeof AMM_AT, bigint | number])[] = [
    ['status', isWaiting ? AMM_STATUS.waitingTrade : AMM_STATUS.swapOnly],
    ['nonce', pool.nonce],
    ['orderNum', 7],
    ['depth', 3],
    ['coinDecimals', pool.coinDecimals],
    ['pcDecimals', pool.pcDecimals],
    ['state', 1],
    ['resetFlag', RESET_YES],
    ['volMaxCutRatio', 500],
    ['amountWave', (sysDecimalValue * 5n) / 1_000n],
    ['minPriceMultiplier', 1],
    ['maxPriceMultiplier', 1_000_000_000],
    ['sysDecimalValue', sysDecimalValue],
    ['minSeparateNumerator', 5],
    ['minSeparateDenominator', 10_000],
    ['tradeFeeNumerator', 25],
    ['tradeFeeDenominator', 10_000],
    ['pnlNumerator', 12],
    ['pnlDenominator', 100],
    ['swapFeeNumerator', 25],
    ['swapFeeDenominator', 10_000],
    ['poolOpenTime', pool.openTimeSec],
    ['lpAmount', pool.liquidity],
    ['recentEpoch', Math.floor(pool.slot / SLOTS_PER_EPOCH)],
  ]
  for (const [field, value] of words) putInt(bytes, AMM_AT[field], 8, value)
  const keys: readonly (readonly [keyof typeof AMM_AT, string])[] = [
    ['coinVault', marketPart(pool.market, 'coin_vault').address],
    ['pcVault', marketPart(pool.market, 'pc_vault').address],
    ['coinMint', pool.coinMint],
    ['pcMint', pool.pcMint],
    ['lpMint', marketPart(pool.market, 'lp_mint').address],
    ['market', pool.market],
    ['targetOrders', marketPart(pool.market, 'target').address],
    ['ammOwner', RAYDIUM_OWNER],
  ]
  for (const [field, address] of keys) putKey(bytes, AMM_AT[field], address)
  return bytes
}
