import { accountList } from '../../../src/chain/solana/account-list.ts'
import {
  createAssociatedTokenAccount,
  initializeMint,
  mintTokens,
  setTokenAuthority,
  transferLamports,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { MINT_BYTES } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import {
  intAt,
  intBytes,
  keyAt,
  MAX_U64,
  MAX_U128,
  putInt,
  putKey,
  readArgs,
  uintAt,
  writeChanges,
} from '../byte-fields.ts'
import { type LoadedMint, loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { beforeTransferFee, keyBytes, makeAccount, moveTokens } from '../token-moves.ts'
import {
  isUsableTick,
  POSITION_AT,
  POSITION_BYTES,
  POSITION_TAG,
  readPosition,
  readWhirlpool,
  WHIRLPOOL_AT,
  WHIRLPOOL_ERRORS,
  WHIRLPOOL_PROGRAM,
  type Whirlpool,
  whirlpoolFacts,
  whirlpoolPositionPda,
  whirlpoolSeeds,
} from './layout.ts'
import { tokenAOf, tokenBOf } from './swap-math.ts'
import { sqrtPriceOfTick } from './tick-math.ts'
import { loadTickArray, putTick, readTick, type TickArray, type TickFields, writeTicks } from './ticks.ts'

const OPEN_ACCOUNTS = accountList([
  'funder:ws',
  'owner',
  'position:w',
  'positionMint:ws',
  'positionTokenAccount:w',
  'whirlpool',
  'tokenProgram',
  'systemProgram',
  'rent',
  'associatedTokenProgram',
])
const INCREASE_ACCOUNTS = accountList([
  'whirlpool:w',
  'tokenProgramA',
  'tokenProgramB',
  'memoProgram',
  'positionAuthority:s',
  'position:w',
  'positionTokenAccount',
  'tokenMintA',
  'tokenMintB',
  'tokenOwnerAccountA:w',
  'tokenOwnerAccountB:w',
  'tokenVaultA:w',
  'tokenVaultB:w',
  'tickArrayLower:w',
  'tickArrayUpper:w',
])
const POSITION_OPENED_EVENT = Buffer.from('edaff3e693756579', 'hex')
const LIQUIDITY_INCREASED_EVENT = Buffer.from('1e0790b566fe9ba1', 'hex')
const TICKS_RENT_BYTES = 2 * 112
const MAX_I128 = 2n ** 127n - 1n

type Face = LoadedMint & { readonly address: string }

/** `open_position`: an empty position between two ticks, owned by whoever holds its NFT. */
export function runOpenPosition(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, OPEN_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  // The bump the caller found is not used.
  args.small(1)
  const [lower, upper] = [Number(args.int(4)), Number(args.int(4))]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const pool = loadOwned(call, at.whirlpool, { name: 'whirlpool', owner: WHIRLPOOL_PROGRAM, decode: readWhirlpool })
  if (isRefusal(pool)) return pool
  const pda = whirlpoolPositionPda(at.positionMint)
  const fault = checkAddresses([
    ['position', at.position, pda.address],
    [
      'positionTokenAccount',
      at.positionTokenAccount,
      associatedTokenAddress(at.owner, at.positionMint),
      ANCHOR.associated,
    ],
    ['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['rent', at.rent, RENT_SYSVAR, ANCHOR.address],
    ['associatedTokenProgram', at.associatedTokenProgram, ASSOCIATED_TOKEN_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  const { tickSpacing } = whirlpoolFacts(pool)
  if (!isUsableTick(lower, tickSpacing) || !isUsableTick(upper, tickSpacing) || lower >= upper)
    return refuse(WHIRLPOOL_ERRORS.invalidTickIndex)
  const position = new Uint8Array(POSITION_BYTES)
  position.set(POSITION_TAG)
  putKey(position, POSITION_AT.whirlpool, at.whirlpool)
  putKey(position, POSITION_AT.mint, at.positionMint)
  putInt(position, POSITION_AT.tickLower, 4, lower)
  putInt(position, POSITION_AT.tickUpper, 4, upper)
  const event = [POSITION_OPENED_EVENT, keyBytes(at.whirlpool), keyBytes(at.position), intBytes(4, lower)]
  const payer = at.funder
  const { minimumBalanceLamports: rentOf } = call
  const [mint, authority, seeds] = [at.positionMint, at.whirlpool, whirlpoolSeeds(pool)]
  return [
    makeAccount(call, { payer, account: at.position, dataBytes: POSITION_BYTES, owner: WHIRLPOOL_PROGRAM }, pda.seeds),
    makeAccount(call, { payer, account: mint, dataBytes: MINT_BYTES, owner: TOKEN_PROGRAM }),
    invoke(initializeMint({ mint, decimals: 0, mintAuthority: authority })),
    // Not the idempotent form.
    invoke({ ...createAssociatedTokenAccount({ payer, owner: at.owner, mint }), data: Uint8Array.of(0) }),
    // The position holds the rent of its two ticks, should they lie in arrays that grow.
    invoke(transferLamports({ from: payer, to: at.position, lamports: rentOf(TICKS_RENT_BYTES) - rentOf(0) })),
    { op: 'write', address: at.position, offset: 0, bytes: position },
    { op: 'logData', bytes: Buffer.concat([...event, intBytes(4, upper)]) },
    invoke(mintTokens({ mint, to: at.positionTokenAccount, authority, amountRaw: 1n }), seeds),
    invoke(setTokenAuthority({ account: mint, authority, type: 'mintTokens', newAuthority: null }), seeds),
  ]
}

type Accounts = Readonly<Record<(typeof INCREASE_ACCOUNTS)['names'][number], string>>

/** `increase_liquidity_v2`: adds liquidity to a position; what it takes of each token is rounded up. */
export function runIncreaseLiquidityV2(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, INCREASE_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  const [added, maxA, maxB] = [args.uint(16), args.uint(8), args.uint(8)]
  const hasExtras = args.flag()
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  // Slices are for transfer hooks, which are not emulated here.
  if (hasExtras) return refuse(WHIRLPOOL_ERRORS.remainingAccounts)
  const pool = loadOwned(call, at.whirlpool, { name: 'whirlpool', owner: WHIRLPOOL_PROGRAM, decode: readWhirlpool })
  if (isRefusal(pool)) return pool
  const position = loadOwned(call, at.position, { name: 'position', owner: WHIRLPOOL_PROGRAM, decode: readPosition })
  if (isRefusal(position)) return position
  const facts = whirlpoolFacts(pool)
  const faces = loadFaces(call, at, facts, position)
  if (isRefusal(faces)) return faces
  if (added === 0n) return refuse(WHIRLPOOL_ERRORS.liquidityZero)
  if (added > MAX_I128) return refuse(WHIRLPOOL_ERRORS.liquidityTooHigh)
  const arrays = loadArrays(call, at, facts, position)
  if (isRefusal(arrays)) return arrays
  const grown = growPosition({ facts, position, arrays, added })
  if ('code' in grown) return refuse(grown)
  const amounts = [
    beforeTransferFee(call, facts.mintA, grown.a),
    beforeTransferFee(call, facts.mintB, grown.b),
  ] as const
  if (amounts.some((amount) => amount > MAX_U64)) return refuse(WHIRLPOOL_ERRORS.tokenMax)
  if (amounts[0] > maxA || amounts[1] > maxB) return refuse(WHIRLPOOL_ERRORS.tokenMax)
  const after = Uint8Array.from(pool)
  putInt(after, WHIRLPOOL_AT.liquidity, 16, grown.poolLiquidity)
  putInt(after, WHIRLPOOL_AT.rewardLastUpdated, 8, call.unixTimeSec)
  const authority = at.positionAuthority
  const event = Buffer.concat([
    LIQUIDITY_INCREASED_EVENT,
    keyBytes(at.whirlpool),
    keyBytes(at.position),
    position.subarray(POSITION_AT.tickLower, POSITION_AT.tickUpper + 4),
    intBytes(16, added),
    ...[...amounts, amounts[0] - grown.a, amounts[1] - grown.b].map((amount) => intBytes(8, amount)),
  ])
  return [
    ...writeTicks(arrays.lower === arrays.upper ? [arrays.lower] : [arrays.lower, arrays.upper]),
    ...writeChanges(at.position, position, grown.position),
    ...writeChanges(at.whirlpool, pool, after),
    moveTokens(faces.a, { from: at.tokenOwnerAccountA, to: at.tokenVaultA, authority, amountRaw: amounts[0] }),
    moveTokens(faces.b, { from: at.tokenOwnerAccountB, to: at.tokenVaultB, authority, amountRaw: amounts[1] }),
    { op: 'logData', bytes: event },
  ]
}

function loadFaces(
  call: EmulatorCall,
  at: Accounts,
  facts: Whirlpool,
  position: Uint8Array,
): { readonly a: Face; readonly b: Face } | Refusal {
  const fault = checkAddresses([
    ['position', keyAt(position, POSITION_AT.whirlpool), at.whirlpool, ANCHOR.hasOne],
    ['tokenMintA', at.tokenMintA, facts.mintA, ANCHOR.address],
    ['tokenMintB', at.tokenMintB, facts.mintB, ANCHOR.address],
    ['tokenVaultA', at.tokenVaultA, facts.vaultA, ANCHOR.raw],
    ['tokenVaultB', at.tokenVaultB, facts.vaultB, ANCHOR.raw],
    ['memoProgram', at.memoProgram, MEMO_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  const a = loadMint(call, at.tokenMintA, 'tokenMintA')
  if (isRefusal(a)) return a
  const b = loadMint(call, at.tokenMintB, 'tokenMintB')
  if (isRefusal(b)) return b
  const wrongProgram = checkAddresses([
    ['tokenProgramA', at.tokenProgramA, a.tokenProgram, ANCHOR.address],
    ['tokenProgramB', at.tokenProgramB, b.tokenProgram, ANCHOR.address],
  ])
  if (wrongProgram !== null) return wrongProgram
  const nft = call.read(at.positionTokenAccount)
  const isHeld =
    nft !== null && nft.data.length >= 165 && keyAt(nft.data, 32) === at.positionAuthority && nft.data[64] === 1
  const mint = keyAt(position, POSITION_AT.mint)
  const held = loadBalance(call, at.positionTokenAccount, { name: 'positionTokenAccount', mint })
  if (isRefusal(held)) return held
  if (!isHeld) return refuse(WHIRLPOOL_ERRORS.positionTokenAmount)
  for (const [name, expected] of [
    ['tokenOwnerAccountA', facts.mintA],
    ['tokenOwnerAccountB', facts.mintB],
  ] as const) {
    const balance = loadBalance(call, at[name], { name, mint: expected })
    if (isRefusal(balance)) return balance
  }
  return { a: { ...a, address: at.tokenMintA }, b: { ...b, address: at.tokenMintB } }
}

type Arrays = { readonly lower: TickArray; readonly upper: TickArray }

function loadArrays(call: EmulatorCall, at: Accounts, facts: Whirlpool, position: Uint8Array): Arrays | Refusal {
  const lower = loadTickArray(call, at.tickArrayLower, at.whirlpool)
  if ('code' in lower) return refuse(lower, 'tickArrayLower')
  const upper = at.tickArrayUpper === at.tickArrayLower ? lower : loadTickArray(call, at.tickArrayUpper, at.whirlpool)
  if ('code' in upper) return refuse(upper, 'tickArrayUpper')
  const { tickSpacing } = facts
  const isInside =
    readTick(lower, ticksOf(position).lower, tickSpacing) !== null &&
    readTick(upper, ticksOf(position).upper, tickSpacing) !== null
  return isInside ? { lower, upper } : refuse(WHIRLPOOL_ERRORS.tickNotFound)
}

function ticksOf(position: Uint8Array): { readonly lower: number; readonly upper: number } {
  return {
    lower: Number(intAt(position, POSITION_AT.tickLower, 4)),
    upper: Number(intAt(position, POSITION_AT.tickUpper, 4)),
  }
}

/** Puts the liquidity into both ticks (in `arrays`) and the position, after crediting the fees it has earned. */
function growPosition({
  facts,
  position: before,
  arrays,
  added,
}: {
  readonly facts: Whirlpool
  readonly position: Uint8Array
  readonly arrays: Arrays
  readonly added: bigint
}) {
  const { tickSpacing, tickCurrent, feeGrowthA, feeGrowthB, sqrtPrice } = facts
  const { lower, upper } = ticksOf(before)
  const lowerTick = readTick(arrays.lower, lower, tickSpacing)!
  const upperTick = readTick(arrays.upper, upper, tickSpacing)!
  const inRange = tickCurrent >= lower && tickCurrent < upper
  const poolLiquidity = facts.liquidity + (inRange ? added : 0n)
  if (poolLiquidity > MAX_U128 || lowerTick.liquidityGross + added > MAX_U128) return WHIRLPOOL_ERRORS.liquidityOverflow
  const position = Uint8Array.from(before)
  const held = uintAt(before, POSITION_AT.liquidity, 16)
  const sides = [
    {
      global: feeGrowthA,
      outside: 'feeGrowthOutsideA',
      checkpoint: POSITION_AT.feeCheckpointA,
      owed: POSITION_AT.feeOwedA,
    },
    {
      global: feeGrowthB,
      outside: 'feeGrowthOutsideB',
      checkpoint: POSITION_AT.feeCheckpointB,
      owed: POSITION_AT.feeOwedB,
    },
  ] as const
  for (const { global, outside, checkpoint, owed } of sides) {
    // An uninitialised lower tick has all growth so far below it, when the price is at or above it.
    const ofLower = lowerTick.initialized ? lowerTick[outside] : tickCurrent >= lower ? global : 0n
    const ofUpper = upperTick.initialized ? upperTick[outside] : tickCurrent >= upper ? global : 0n
    const below = tickCurrent < lower ? global - ofLower : ofLower
    const above = tickCurrent < upper ? ofUpper : global - ofUpper
    const inside = BigInt.asUintN(128, global - below - above)
    const earned = (BigInt.asUintN(128, inside - uintAt(before, checkpoint, 16)) * held) >> 64n
    putInt(position, checkpoint, 16, inside)
    putInt(position, owed, 8, BigInt.asUintN(64, uintAt(before, owed, 8) + (earned <= MAX_U64 ? earned : 0n)))
  }
  putInt(position, POSITION_AT.liquidity, 16, held + added)
  const started = (tick: TickFields, index: number): TickFields =>
    tick.initialized || tickCurrent < index
      ? tick
      : { ...tick, feeGrowthOutsideA: feeGrowthA, feeGrowthOutsideB: feeGrowthB }
  const grow = (array: TickArray, index: number, net: bigint): void => {
    const tick = started(readTick(array, index, tickSpacing)!, index)
    const liquidityGross = tick.liquidityGross + added
    putTick(array, index, tickSpacing, {
      ...tick,
      initialized: true,
      liquidityNet: tick.liquidityNet + net,
      liquidityGross,
    })
  }
  grow(arrays.lower, lower, added)
  grow(arrays.upper, upper, -added)
  const [low, high] = [sqrtPriceOfTick(lower), sqrtPriceOfTick(upper)]
  const inside = sqrtPrice < low ? low : sqrtPrice > high ? high : sqrtPrice
  const a = tickCurrent < upper ? tokenAOf(added, tickCurrent < lower ? low : inside, high, 'up') : 0n
  const b = tickCurrent >= lower ? tokenBOf(added, low, tickCurrent < upper ? inside : high, 'up') : 0n
  return { position, poolLiquidity, a, b }
}
