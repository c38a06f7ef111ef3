import { type AccountList, accountList } from '../../../src/chain/solana/account-list.ts'
import { transferTokens } from '../../../src/chain/solana/instructions.ts'
import { MEMO_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, keyAt, readArgs, uintAt, writeChanges } from '../byte-fields.ts'
import { loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { afterTransferFee, beforeTransferFee, keyBytes, moveTokens } from '../token-moves.ts'
import {
  ARRAY_BYTES,
  CLMM_ERRORS,
  CLMM_PROGRAM,
  configRates,
  EXTENSION_BYTES,
  OBSERVATION_AT,
  POOL_AT,
  poolFacts,
  poolSeeds,
  REQUIRE_EQ,
  REQUIRE_GT,
  readConfig,
  readExtension,
  readObservation,
  readPool,
} from './layout.ts'
import { observeTick } from './observation.ts'
import { MAX_SQRT_PRICE, MIN_SQRT_PRICE } from './tick-math.ts'
import { loadArray, type TickArray, writeArrays } from './ticks.ts'
import { type Order, type Walked, type Way, walkPool } from './walk.ts'

const SWAP_ACCOUNTS = accountList([
  'payer:s',
  'ammConfig',
  'poolState:w',
  'inputTokenAccount:w',
  'outputTokenAccount:w',
  'inputVault:w',
  'outputVault:w',
  'observationState:w',
  'tokenProgram',
  'tickArray:w',
])
const SWAP_V2_ACCOUNTS = accountList([
  'payer:s',
  'ammConfig',
  'poolState:w',
  'inputTokenAccount:w',
  'outputTokenAccount:w',
  'inputVault:w',
  'outputVault:w',
  'observationState:w',
  'tokenProgram',
  'tokenProgram2022',
  'memoProgram',
  'inputVaultMint',
  'outputVaultMint',
])
const SWAP_EVENT = Buffer.from('40c6cde8260871e2', 'hex')

type NameIn<L> = L extends AccountList<infer Name> ? Name : never
type At = Readonly<Record<NameIn<typeof SWAP_ACCOUNTS> & NameIn<typeof SWAP_V2_ACCOUNTS>, string>>
type Asked = Pick<Order, 'sqrtPriceLimit' | 'isExactInput'> & { readonly amount: bigint; readonly threshold: bigint }
/** Mints of a swap by `swap_v2`; the older instruction knows classic tokens only. */
type Mints = { readonly input: string; readonly output: string } | null

/** `swap`: classic tokens. */
export function runClmmSwap(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, SWAP_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at, remaining } = read
  const fault = checkAddresses([['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId]])
  return fault ?? run(call, at, [at.tickArray, ...remaining.map(({ address }) => address)], null)
}

/** `swap_v2`: tokens of either program. */
export function runClmmSwapV2(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, SWAP_V2_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at, remaining } = read
  const fault = checkAddresses([
    ['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId],
    ['tokenProgram2022', at.tokenProgram2022, TOKEN_2022_PROGRAM, ANCHOR.programId],
    ['memoProgram', at.memoProgram, MEMO_PROGRAM, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  const mints = { input: at.inputVaultMint, output: at.outputVaultMint }
  return run(
    call,
    at,
    remaining.map(({ address }) => address),
    mints,
  )
}

function run(call: EmulatorCall, at: At, further: readonly string[], mints: Mints): readonly ScriptOp[] | Refusal {
  const args = readArgs(call.data)
  const asked: Asked = {
    amount: args.uint(8),
    threshold: args.uint(8),
    sqrtPriceLimit: args.uint(16),
    isExactInput: args.flag(),
  }
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const loaded = loadWay(call, at, further)
  if (isRefusal(loaded)) return loaded
  const { way, before } = loaded
  const { mint0, mint1, vault0, vault1, tickCurrent } = poolFacts(before)
  const isZeroForOne = keyAt(call.read(at.inputVault)!.data, 0) === mint0
  const [vaultIn, vaultOut] = isZeroForOne ? [vault0, vault1] : [vault1, vault0]
  if (at.inputVault !== vaultIn || at.outputVault !== vaultOut) return refuse(CLMM_ERRORS.invalidVault)
  const [inputMint, outputMint] = isZeroForOne ? [mint0, mint1] : [mint1, mint0]
  const held = checkHeld(call, at, { inputMint, outputMint, mints })
  if (held !== null) return held
  const { isExactInput } = asked
  const amount =
    mints === null
      ? asked.amount
      : isExactInput
        ? afterTransferFee(call, inputMint, asked.amount)
        : beforeTransferFee(call, outputMint, asked.amount)
  const farthest = isZeroForOne ? MIN_SQRT_PRICE + 1n : MAX_SQRT_PRICE - 1n
  const sqrtPriceLimit = asked.sqrtPriceLimit === 0n ? farthest : asked.sqrtPriceLimit
  const done = walkPool(way, { amount, sqrtPriceLimit, isExactInput, isZeroForOne })
  if ('code' in done) return refuse(done)
  if (done.input === 0n || done.output === 0n) return refuse(CLMM_ERRORS.tooSmall)
  const isWhole = isExactInput && done.input === amount
  const paid = mints === null ? done.input : isWhole ? asked.amount : beforeTransferFee(call, inputMint, done.input)
  const received = mints === null ? done.output : afterTransferFee(call, outputMint, done.output)
  // Without a limit of the price no part of the amount may be left.
  if (asked.sqrtPriceLimit === 0n && (isExactInput ? paid !== asked.amount : done.output !== amount))
    return refuse(REQUIRE_EQ)
  if (isExactInput && received < asked.threshold) return refuse(CLMM_ERRORS.tooLittleOutput)
  if (!isExactInput && paid > asked.threshold) return refuse(CLMM_ERRORS.tooMuchInput)
  const moved = { paid, received, isZeroForOne, inputMint, outputMint, mints }
  return [
    ...saved(call, at, loaded, tickCurrent),
    { op: 'logData', bytes: swapEvent(at, way, done, moved) },
    ...transfers(call, at, before, done, moved),
  ]
}

type Loaded = {
  readonly way: Way
  readonly before: Uint8Array
  readonly extensionBefore: Uint8Array | null
  readonly extensionAt: string | null
}

function loadWay(call: EmulatorCall, at: At, further: readonly string[]): Loaded | Refusal {
  const load = (address: string, name: string, decode: (data: Uint8Array) => Uint8Array | null) =>
    loadOwned(call, address, { name, owner: CLMM_PROGRAM, decode })
  const pool = load(at.poolState, 'poolState', readPool)
  if (isRefusal(pool)) return pool
  const config = load(at.ammConfig, 'ammConfig', readConfig)
  if (isRefusal(config)) return config
  const facts = poolFacts(pool)
  const fault = checkAddresses([
    ['ammConfig', at.ammConfig, facts.config, ANCHOR.address],
    ['observationState', at.observationState, facts.observation, ANCHOR.address],
  ])
  if (fault !== null) return fault
  if (BigInt(Math.floor(call.unixTimeSec)) <= uintAt(pool, POOL_AT.openTime, 8)) return refuse(REQUIRE_GT)
  const arrays: TickArray[] = []
  let [extension, extensionAt]: [Uint8Array | null, string | null] = [null, null]
  for (const address of further) {
    const size = call.read(address)?.data.length
    if (size === ARRAY_BYTES) {
      const array = loadArray(call, address)
      if ('code' in array) return refuse(array)
      arrays.push(array)
    } else if (size === EXTENSION_BYTES) {
      const bytes = load(address, 'tickarrayBitmapExtension', readExtension)
      if (isRefusal(bytes)) return bytes
      if (keyAt(bytes, 8) !== at.poolState) return refuse(CLMM_ERRORS.othersExtension)
      ;[extension, extensionAt] = [bytes, address]
    } else break
  }
  const nowSec = BigInt(Math.floor(call.unixTimeSec))
  const way = { address: at.poolState, pool, extension, arrays, rates: configRates(config), nowSec }
  return { way, before: Uint8Array.from(pool), extensionBefore: extension && Uint8Array.from(extension), extensionAt }
}

/** The trader's accounts hold the two mints, and a swap that names these names the right ones. */
function checkHeld(
  call: EmulatorCall,
  at: At,
  { inputMint, outputMint, mints }: { readonly inputMint: string; readonly outputMint: string; readonly mints: Mints },
): Refusal | null {
  for (const [name, mint] of [
    ['inputTokenAccount', inputMint],
    ['outputTokenAccount', outputMint],
  ] as const) {
    const held = loadBalance(call, at[name], { name, mint })
    if (isRefusal(held)) return held
  }
  if (mints === null) return null
  return checkAddresses([
    ['inputVaultMint', mints.input, inputMint, ANCHOR.address],
    ['outputVaultMint', mints.output, outputMint, ANCHOR.address],
  ])
}

function saved(
  call: EmulatorCall,
  at: At,
  { way, before, extensionBefore, extensionAt }: Loaded,
  tickBefore: number,
): readonly ScriptOp[] {
  const observed = call.read(at.observationState)
  const history = observed === null ? null : readObservation(observed.data)
  const isMoved = poolFacts(way.pool).tickCurrent !== tickBefore
  const after = history !== null && isMoved && keyAt(history, OBSERVATION_AT.pool) === at.poolState ? history : null
  if (after !== null) observeTick(after, Math.floor(call.unixTimeSec), tickBefore)
  return [
    ...writeChanges(at.poolState, before, way.pool),
    ...(extensionAt === null ? [] : writeChanges(extensionAt, extensionBefore!, way.extension!)),
    ...writeArrays(way.arrays),
    ...(after === null ? [] : writeChanges(at.observationState, observed!.data, after)),
  ]
}

type MovedTokens = {
  /** With and without transfer fees. */
  readonly paid: bigint
  readonly received: bigint
  readonly isZeroForOne: boolean
  readonly inputMint: string
  readonly outputMint: string
  readonly mints: Mints
}

function swapEvent(at: At, { address, pool }: Way, done: Walked, moved: MovedTokens): Uint8Array {
  const sides = [
    { account: at.inputTokenAccount, raw: done.input, withheld: moved.paid - done.input },
    { account: at.outputTokenAccount, raw: moved.received, withheld: done.output - moved.received },
  ] as const
  const [zero, one] = moved.isZeroForOne ? sides : [sides[1], sides[0]]
  const fees = done.isFeeOn0 ? [done.fee, 0n] : [0n, done.fee]
  return Buffer.concat([
    SWAP_EVENT,
    ...[address, at.payer, zero.account, one.account].map((key) => keyBytes(key)),
    ...[zero.raw, zero.withheld, one.raw, one.withheld].map((raw) => intBytes(8, raw)),
    Uint8Array.of(moved.isZeroForOne ? 1 : 0),
    pool.slice(POOL_AT.sqrtPrice, POOL_AT.sqrtPrice + 16),
    pool.slice(POOL_AT.liquidity, POOL_AT.liquidity + 16),
    pool.slice(POOL_AT.tickCurrent, POOL_AT.tickCurrent + 4),
    ...fees.map((raw) => intBytes(8, raw)),
  ])
}

function transfers(
  call: EmulatorCall,
  at: At,
  pool: Uint8Array,
  done: Walked,
  { paid, inputMint, outputMint, mints }: MovedTokens,
): readonly ScriptOp[] {
  const seeds = poolSeeds(pool)
  const paying = { from: at.inputTokenAccount, to: at.inputVault, authority: at.payer, amountRaw: paid }
  const paidOut = { from: at.outputVault, to: at.outputTokenAccount, authority: at.poolState, amountRaw: done.output }
  if (mints === null) return [invoke(transferTokens(paying)), invoke(transferTokens(paidOut), seeds)]
  const faces = [loadMint(call, inputMint, 'inputVaultMint'), loadMint(call, outputMint, 'outputVaultMint')]
  const wrong = faces.find(isRefusal)
  if (wrong !== undefined) return wrong.refused
  const [input, output] = faces.map((face, i) => ({ ...face, address: [inputMint, outputMint][i]! })) as [
    Parameters<typeof moveTokens>[0],
    Parameters<typeof moveTokens>[0],
  ]
  return [moveTokens(input, paying), moveTokens(output, paidOut, seeds)]
}
