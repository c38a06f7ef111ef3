import { accountList } from '../../../src/chain/solana/account-list.ts'
import {
  createAssociatedTokenAccount,
  type Instruction,
  mintTokens,
  setTokenAuthority,
  writableAccount,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, keyAt, putInt, putKey, readArgs, uintAt, writeChanges } from '../byte-fields.ts'
import { openAccount } from '../open-account.ts'
import { loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { beforeTransferFee, keyBytes, makeAccount, moveTokens } from '../token-moves.ts'
import {
  ARRAY_BYTES,
  arrayPda,
  CLMM_ERRORS,
  CLMM_PROGRAM,
  POOL_AT,
  POSITION_AT,
  POSITION_BYTES,
  POSITION_TAG,
  poolFacts,
  poolSeeds,
  positionPda,
  REQUIRE_EQ,
  readExtension,
  readPool,
} from './layout.ts'
import { depositBetween } from './swap-math.ts'
import { MAX_TICK, MIN_TICK, sqrtPriceOfTick } from './tick-math.ts'
import {
  arrayStartOf,
  bitOf,
  countTick,
  isUsed,
  loadArray,
  newArray,
  putTick,
  startOf,
  type TickArray,
  tickNumber,
  writeArrays,
} from './ticks.ts'

const OPEN_ACCOUNTS = accountList([
  'payer:ws',
  'positionNftOwner',
  'positionNftMint:ws',
  'positionNftAccount:w',
  'poolState:w',
  'protocolPosition',
  'tickArrayLower:w',
  'tickArrayUpper:w',
  'personalPosition:w',
  'tokenAccount0:w',
  'tokenAccount1:w',
  'tokenVault0:w',
  'tokenVault1:w',
  'rent',
  'systemProgram',
  'tokenProgram',
  'associatedTokenProgram',
  'tokenProgram2022',
  'vault0Mint',
  'vault1Mint',
])
const CREATE_POSITION_EVENT = Buffer.from('641e57f9c4df9ace', 'hex')
const LIQUIDITY_CHANGE_EVENT = Buffer.from('7ef0afce9e58996b', 'hex')
/** A Token-2022 mint that someone may close. */
const NFT_MINT_BYTES = 202
const INITIALIZE_MINT_2 = 20
const INITIALIZE_CLOSE_AUTHORITY = 25

type At = Readonly<Record<(typeof OPEN_ACCOUNTS)['names'][number], string>>
type Asked = {
  readonly lower: number
  readonly upper: number
  readonly lowerStart: number
  readonly upperStart: number
  readonly liquidity: bigint
  readonly most: readonly [bigint, bigint]
}

/** `open_position_with_token22_nft` without metadata: a position between two ticks with its liquidity, owned by whoever
 *  holds its token. What it takes of each token is rounded up. */
export function runOpenPosition(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, OPEN_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at, remaining } = read
  const args = readArgs(call.data)
  const [lower, upper] = [Number(args.int(4)), Number(args.int(4))]
  const [lowerStart, upperStart] = [Number(args.int(4)), Number(args.int(4))]
  const liquidity = args.uint(16)
  const most = [args.uint(8), args.uint(8)] as const
  const asked: Asked = { lower, upper, lowerStart, upperStart, liquidity, most }
  const hasMetadata = args.flag()
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  // What this world does not use is not emulated: metadata, and liquidity that follows from an amount.
  if (hasMetadata || liquidity === 0n) return refuse(CLMM_ERRORS.notSupportMint)
  const pool = loadOwned(call, at.poolState, { name: 'poolState', owner: CLMM_PROGRAM, decode: readPool })
  if (isRefusal(pool)) return pool
  const fault = checkAccounts(call, at, pool) ?? checkTicks(asked, poolFacts(pool).tickSpacing, at)
  if (fault !== null) return fault
  return open(call, at, { asked, pool, extensionAt: remaining[0]?.address ?? null })
}

function checkAccounts(call: EmulatorCall, at: At, pool: Uint8Array): Refusal | null {
  const { mint0, mint1, vault0, vault1 } = poolFacts(pool)
  const nftAccount = associatedTokenAddress(at.positionNftOwner, at.positionNftMint, TOKEN_2022_PROGRAM)
  const fault = checkAddresses([
    ['personalPosition', at.personalPosition, positionPda(at.positionNftMint).address],
    ['positionNftAccount', at.positionNftAccount, nftAccount, ANCHOR.associated],
    ['tokenVault0', at.tokenVault0, vault0, ANCHOR.raw],
    ['tokenVault1', at.tokenVault1, vault1, ANCHOR.raw],
    ['vault0Mint', at.vault0Mint, mint0, ANCHOR.address],
    ['vault1Mint', at.vault1Mint, mint1, ANCHOR.address],
    ['rent', at.rent, RENT_SYSVAR, ANCHOR.address],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId],
    ['associatedTokenProgram', at.associatedTokenProgram, ASSOCIATED_TOKEN_PROGRAM, ANCHOR.programId],
    ['tokenProgram2022', at.tokenProgram2022, TOKEN_2022_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  for (const [name, mint] of [
    ['tokenAccount0', mint0],
    ['tokenAccount1', mint1],
  ] as const) {
    const held = loadBalance(call, at[name], { name, mint })
    if (isRefusal(held)) return held
  }
  return null
}

function checkTicks({ lower, upper, lowerStart, upperStart }: Asked, spacing: number, at: At): Refusal | null {
  if (lower < MIN_TICK || upper > MAX_TICK) return refuse(CLMM_ERRORS.invalidTickIndex)
  if (lower >= upper) return refuse(CLMM_ERRORS.tickOrder)
  if (lower % spacing !== 0 || upper % spacing !== 0) return refuse(CLMM_ERRORS.tickSpacing)
  if (arrayStartOf(lower, spacing) !== lowerStart || arrayStartOf(upper, spacing) !== upperStart)
    return refuse(CLMM_ERRORS.invalidArray)
  return checkAddresses([
    ['tickArrayLower', at.tickArrayLower, arrayPda(at.poolState, lowerStart).address],
    ['tickArrayUpper', at.tickArrayUpper, arrayPda(at.poolState, upperStart).address],
  ])
}

type Opening = { readonly asked: Asked; readonly pool: Uint8Array; readonly extensionAt: string | null }

function open(call: EmulatorCall, at: At, { asked, pool, extensionAt }: Opening): readonly ScriptOp[] | Refusal {
  const before = Uint8Array.from(pool)
  const extension = extensionAt === null ? null : readExtension(call.read(extensionAt)?.data ?? new Uint8Array(0))
  const extensionBefore = extension === null ? null : Uint8Array.from(extension)
  const lower = arrayOf(call, at, asked.lowerStart)
  if (isRefusal(lower)) return lower
  const upper = asked.upperStart === asked.lowerStart ? lower : arrayOf(call, at, asked.upperStart)
  if (isRefusal(upper)) return upper
  for (const { array } of new Set([lower, upper]))
    if (!bitOf(startOf(array), poolFacts(pool).tickSpacing).isOwn && extension === null)
      return refuse(CLMM_ERRORS.missingExtension)
  grow(pool, extension, lower.array, { tick: asked.lower, net: asked.liquidity, liquidity: asked.liquidity })
  grow(pool, extension, upper.array, { tick: asked.upper, net: -asked.liquidity, liquidity: asked.liquidity })
  const { tickCurrent, sqrtPrice, liquidity } = poolFacts(pool)
  if (tickCurrent >= asked.lower && tickCurrent < asked.upper)
    putInt(pool, POOL_AT.liquidity, 16, liquidity + asked.liquidity)
  const [low, high] = [sqrtPriceOfTick(asked.lower), sqrtPriceOfTick(asked.upper)]
  const present = tickCurrent < asked.lower ? low : tickCurrent >= asked.upper ? high : sqrtPrice
  const needs = [
    depositBetween(asked.liquidity, present, high).zero,
    depositBetween(asked.liquidity, low, present).one,
  ] as const
  if (needs.every((raw) => raw === 0n)) return refuse(CLMM_ERRORS.bothZero)
  const paid = [
    beforeTransferFee(call, at.vault0Mint, needs[0]),
    beforeTransferFee(call, at.vault1Mint, needs[1]),
  ] as const
  if (paid[0] > asked.most[0] || paid[1] > asked.most[1]) return refuse(CLMM_ERRORS.priceSlippage)
  const deposits = depositOps(call, at, paid)
  if (isRefusal(deposits)) return deposits
  const arrays = [...new Set([lower, upper])]
  return [
    ...nftOps(call, at),
    ...arrays.flatMap(({ made }) => made),
    makeAccount(
      call,
      { payer: at.payer, account: at.personalPosition, dataBytes: POSITION_BYTES, owner: CLMM_PROGRAM },
      positionPda(at.positionNftMint).seeds,
    ),
    ...writeArrays(arrays.map(({ array }) => array)),
    ...writeChanges(at.poolState, before, pool),
    ...(extension === null ? [] : writeChanges(extensionAt!, extensionBefore!, extension)),
    ...deposits,
    { op: 'logData', bytes: changeEvent(at, asked, { tickCurrent, before: liquidity, after: pool }) },
    { op: 'write', address: at.personalPosition, offset: 0, bytes: positionBytes(at, asked) },
    { op: 'logData', bytes: createdEvent(at, asked, needs, paid) },
    ...ownershipOps(at, before),
  ]
}

type Opened = { readonly array: TickArray; readonly made: readonly ScriptOp[] }

/** An array that is there, or a new one with what makes it. */
function arrayOf(call: EmulatorCall, at: At, start: number): Opened | Refusal {
  const { address, seeds } = arrayPda(at.poolState, start)
  if (call.read(address)?.owner === CLMM_PROGRAM) {
    const array = loadArray(call, address)
    if ('code' in array) return refuse(array)
    return keyAt(array.data, 8) === at.poolState ? { array, made: [] } : refuse(REQUIRE_EQ)
  }
  const opened = openAccount(call, {
    payer: at.payer,
    account: address,
    dataBytes: ARRAY_BYTES,
    owner: CLMM_PROGRAM,
    seeds,
  })
  const data = newArray(keyBytes(at.poolState), start)
  const blank = Uint8Array.from(data)
  return {
    array: { address, before: blank, data },
    made: [...opened, { op: 'write', address, offset: 0, bytes: blank }],
  }
}

/** One end of a position. */
function grow(
  pool: Uint8Array,
  extension: Uint8Array | null,
  array: TickArray,
  end: { readonly tick: number; readonly net: bigint; readonly liquidity: bigint },
): void {
  const { tickSpacing, tickCurrent } = poolFacts(pool)
  const index = (end.tick - startOf(array)) / tickSpacing
  const known = tickNumber(array, index)
  // All growth until a tick comes into use counts as having been below it.
  const isBelow = known.gross === 0n && end.tick <= tickCurrent
  const growth = (at: number, held: bigint): bigint => (isBelow ? uintAt(pool, at, 16) : held)
  putTick(array, index, {
    ...known,
    tick: end.tick,
    net: known.net + end.net,
    gross: known.gross + end.liquidity,
    growth0: growth(POOL_AT.feeGrowth0, known.growth0),
    growth1: growth(POOL_AT.feeGrowth1, known.growth1),
  })
  if (isUsed(known) || !countTick(array, 1)) return
  const { isOwn, at, mask } = bitOf(startOf(array), tickSpacing)
  const bytes = isOwn ? pool : extension!
  bytes[at] = bytes[at]! ^ mask
}

function positionBytes(at: At, { lower, upper, liquidity }: Asked): Uint8Array {
  const position = new Uint8Array(POSITION_BYTES)
  position.set(POSITION_TAG)
  position[POSITION_AT.bump] = positionPda(at.positionNftMint).seeds.at(-1)![0]!
  putKey(position, POSITION_AT.mint, at.positionNftMint)
  putKey(position, POSITION_AT.pool, at.poolState)
  putInt(position, POSITION_AT.lower, 4, lower)
  putInt(position, POSITION_AT.upper, 4, upper)
  putInt(position, POSITION_AT.liquidity, 16, liquidity)
  return position
}

/** The token that stands for the position. */
function nftOps(call: EmulatorCall, at: At): readonly ScriptOp[] {
  const [mint, payer] = [at.positionNftMint, at.payer]
  const bare = (data: Uint8Array): Instruction => ({
    programId: TOKEN_2022_PROGRAM,
    accounts: [writableAccount(mint)],
    data,
  })
  const associated = createAssociatedTokenAccount({
    payer,
    owner: at.positionNftOwner,
    mint,
    tokenProgram: TOKEN_2022_PROGRAM,
  })
  const closer = [Uint8Array.of(INITIALIZE_CLOSE_AUTHORITY, 1), keyBytes(at.personalPosition)]
  const minter = [Uint8Array.of(INITIALIZE_MINT_2, 0), keyBytes(at.poolState), Uint8Array.of(0)]
  return [
    makeAccount(call, { payer, account: mint, dataBytes: NFT_MINT_BYTES, owner: TOKEN_2022_PROGRAM }),
    invoke(bare(Buffer.concat(closer))),
    invoke(bare(Buffer.concat(minter))),
    // Not the idempotent form.
    invoke({ ...associated, data: Uint8Array.of(0) }),
  ]
}

/** One is made, and never another. */
function ownershipOps(at: At, pool: Uint8Array): readonly ScriptOp[] {
  const [mint, authority, seeds] = [at.positionNftMint, at.poolState, poolSeeds(pool)]
  const tokenProgram = TOKEN_2022_PROGRAM
  return [
    invoke(mintTokens({ mint, to: at.positionNftAccount, authority, amountRaw: 1n, tokenProgram }), seeds),
    invoke(
      setTokenAuthority({ account: mint, authority, type: 'mintTokens', newAuthority: null, tokenProgram }),
      seeds,
    ),
  ]
}

function depositOps(call: EmulatorCall, at: At, paid: readonly [bigint, bigint]): readonly ScriptOp[] | Refusal {
  const ops: ScriptOp[] = []
  for (const [name, from, to, amountRaw] of [
    ['vault0Mint', at.tokenAccount0, at.tokenVault0, paid[0]],
    ['vault1Mint', at.tokenAccount1, at.tokenVault1, paid[1]],
  ] as const) {
    const mint = loadMint(call, at[name], name)
    if (isRefusal(mint)) return mint
    const move = { from, to, authority: at.payer, amountRaw }
    if (amountRaw > 0n) ops.push(moveTokens({ ...mint, address: at[name] }, move))
  }
  return ops
}

function changeEvent(
  at: At,
  { lower, upper }: Asked,
  { tickCurrent, before, after }: { readonly tickCurrent: number; readonly before: bigint; readonly after: Uint8Array },
): Uint8Array {
  return Buffer.concat([
    LIQUIDITY_CHANGE_EVENT,
    keyBytes(at.poolState),
    ...[tickCurrent, lower, upper].map((tick) => intBytes(4, tick)),
    intBytes(16, before),
    intBytes(16, poolFacts(after).liquidity),
  ])
}

function createdEvent(
  at: At,
  { lower, upper, liquidity }: Asked,
  needs: readonly [bigint, bigint],
  paid: readonly [bigint, bigint],
): Uint8Array {
  return Buffer.concat([
    CREATE_POSITION_EVENT,
    ...[at.poolState, at.payer, at.positionNftOwner].map((key) => keyBytes(key)),
    ...[lower, upper].map((tick) => intBytes(4, tick)),
    intBytes(16, liquidity),
    ...[...needs, paid[0] - needs[0], paid[1] - needs[1]].map((raw) => intBytes(8, raw)),
  ])
}
