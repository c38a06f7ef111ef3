import { RAYDIUM_AUTHORITY, RAYDIUM_PROGRAM } from '../../../src/chain/solana/dexes/raydium/addresses.ts'
import { transferTokens } from '../../../src/chain/solana/instructions.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readTokenAccount } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { SLOTS_PER_EPOCH } from '../../chain/epochs.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { invoke, isRefusal, log, type Refusal } from '../anchor-script.ts'
import { intBytes, MAX_U64, putInt, readArgs, writeChanges } from '../byte-fields.ts'
import { ceilDiv } from '../wide-math.ts'
import { RAYDIUM_ERRORS, refuseRaydium } from './errors.ts'
import {
  AMM_AT,
  AMM_BYTES,
  AMM_STATUS,
  ammKeys,
  ammU64,
  RAYDIUM_AUTHORITY_SEED,
  raydiumAuthorityPda,
} from './layout.ts'

export type SwapKind = 'baseIn' | 'baseOut'
type Tokens = { readonly mint: string; readonly amountRaw: bigint }
type Pool = {
  readonly address: string
  readonly before: Uint8Array
  readonly after: Uint8Array
  readonly coinVault: string
  readonly pcVault: string
  readonly coin: bigint
  readonly pc: bigint
  readonly feeNumerator: bigint
  readonly feeDenominator: bigint
}
type Swap = {
  readonly pool: Pool
  readonly isBuyingCoin: boolean
  readonly user: {
    readonly source: string
    readonly destination: string
    readonly owner: string
    readonly held: bigint
  }
}

const OLD_ACCOUNTS = 17
const NEW_ACCOUNTS = 8
const LOG_SWAP_BASE_IN = 3
const LOG_SWAP_BASE_OUT = 4
const DIRECTION_PC_TO_COIN = 1
const DIRECTION_COIN_TO_PC = 2

/** Tags 9 and 11 with the accounts of a market, which no one reads any more, and tags 16 and 17 without. */
export function runSwap(call: EmulatorCall, kind: SwapKind, form: 'v1' | 'v2'): readonly ScriptOp[] {
  const args = readArgs(call.data, 1)
  const first = args.uint(8)
  const second = args.uint(8)
  if (args.isShort()) return refuseRaydium(RAYDIUM_ERRORS.invalidInstruction).refused
  const swap = loadSwap(call, form)
  if (isRefusal(swap)) return swap.refused
  const head = openIfDue(call, swap.pool, kind, form)
  if (isRefusal(head)) return head.refused
  const done = kind === 'baseIn' ? swapBaseIn(swap, first, second) : swapBaseOut(swap, first, second)
  return [...head, ...done]
}

function loadSwap(call: EmulatorCall, form: 'v1' | 'v2'): Swap | Refusal {
  const { accounts } = call
  const isOld = form === 'v1'
  const extra = accounts.length - OLD_ACCOUNTS
  if (isOld ? extra !== 0 && extra !== 1 : accounts.length < NEW_ACCOUNTS)
    return refuseRaydium(RAYDIUM_ERRORS.wrongAccountsNumber)
  const at = (index: number): string => accounts[index]!.address
  const vaults = isOld ? 4 + extra : 3
  const user = isOld ? accounts.length - 3 : 5
  const pool = loadAmm(call, at(1))
  if (isRefusal(pool)) return pool
  const [coinVault, pcVault] = [at(vaults), at(vaults + 1)]
  const [source, destination, owner] = [at(user), at(user + 1), at(user + 2)]
  if (!accounts[user + 2]!.isSigner) return refuseRaydium(RAYDIUM_ERRORS.invalidSigner)
  if (at(0) !== TOKEN_PROGRAM) return refuseRaydium(RAYDIUM_ERRORS.invalidTokenProgram)
  if (at(2) !== RAYDIUM_AUTHORITY) return refuseRaydium(RAYDIUM_ERRORS.invalidProgramAddress)
  if (coinVault !== pool.coinVault) return refuseRaydium(RAYDIUM_ERRORS.invalidCoinVault)
  if (pcVault !== pool.pcVault) return refuseRaydium(RAYDIUM_ERRORS.invalidPcVault)
  if ([source, destination].some((one) => one === coinVault || one === pcVault))
    return refuseRaydium(RAYDIUM_ERRORS.invalidUserToken)
  return joinSwap(call, pool, { source, destination, owner })
}

/** Which way the trade goes follows from the mints of the user's two accounts. */
function joinSwap(call: EmulatorCall, pool: Loaded, user: Omit<Swap['user'], 'held'>): Swap | Refusal {
  const [coin, pc] = [tokensAt(call, pool.coinVault), tokensAt(call, pool.pcVault)]
  const [source, destination] = [tokensAt(call, user.source), tokensAt(call, user.destination)]
  if (coin === null || pc === null || source === null || destination === null)
    return refuseRaydium(RAYDIUM_ERRORS.expectedAccount)
  const isBuyingCoin = source.mint === pc.mint && destination.mint === coin.mint
  if (!isBuyingCoin && (source.mint !== coin.mint || destination.mint !== pc.mint))
    return refuseRaydium(RAYDIUM_ERRORS.invalidUserToken)
  return {
    isBuyingCoin,
    user: { ...user, held: source.amountRaw },
    pool: {
      ...pool,
      coin: coin.amountRaw - ammU64(pool.before, 'needTakePnlCoin'),
      pc: pc.amountRaw - ammU64(pool.before, 'needTakePnlPc'),
      feeNumerator: ammU64(pool.before, 'swapFeeNumerator'),
      feeDenominator: ammU64(pool.before, 'swapFeeDenominator'),
    },
  }
}

type Loaded = Pick<Pool, 'address' | 'before' | 'after' | 'coinVault' | 'pcVault'>

function loadAmm(call: EmulatorCall, address: string): Loaded | Refusal {
  const account = call.read(address)
  if (account?.owner !== RAYDIUM_PROGRAM) return refuseRaydium(RAYDIUM_ERRORS.invalidAmmOwner)
  if (account.data.length !== AMM_BYTES) return refuseRaydium(RAYDIUM_ERRORS.expectedAccount)
  if (ammU64(account.data, 'status') === 0n) return refuseRaydium(RAYDIUM_ERRORS.invalidStatus)
  const { coinVault, pcVault } = ammKeys(account.data)
  return { address, before: account.data, after: account.data.slice(), coinVault, pcVault }
}

function tokensAt(call: EmulatorCall, address: string): Tokens | null {
  const account = call.read(address)
  const fields = account?.owner === TOKEN_PROGRAM ? readTokenAccount(account.data) : null
  return fields === null ? null : { mint: encodeBase58(fields.mint), amountRaw: fields.amountRaw }
}

/** The first swap after its opening time turns a waiting pool into an open one. */
function openIfDue(
  call: EmulatorCall,
  { before, after }: Pool,
  kind: SwapKind,
  form: 'v1' | 'v2',
): ScriptOp[] | Refusal {
  const status = Number(ammU64(before, 'status'))
  const name = `swap_base_${kind === 'baseIn' ? 'in' : 'out'}${form === 'v2' ? '_v2' : ''}`
  putInt(after, AMM_AT.recentEpoch, 8, Math.floor(call.slot / SLOTS_PER_EPOCH))
  if (status === AMM_STATUS.initialized || status === AMM_STATUS.swapOnly) return []
  if (status !== AMM_STATUS.waitingTrade || BigInt(call.unixTimeSec) < ammU64(before, 'poolOpenTime'))
    return refuseRaydium(RAYDIUM_ERRORS.invalidStatus)
  putInt(after, AMM_AT.status, 8, AMM_STATUS.swapOnly)
  return [log(`${name}: WaitingTrade to SwapOnly`)]
}

function swapBaseIn(swap: Swap, amountIn: bigint, minimumOut: bigint): readonly ScriptOp[] {
  const { pool, user } = swap
  const { reserveIn, reserveOut } = sides(swap)
  const told = (out: bigint): ScriptOp => rayLog(swap, LOG_SWAP_BASE_IN, [amountIn, minimumOut], out)
  if (user.held < amountIn) return [told(0n), ...refuseRaydium(RAYDIUM_ERRORS.insufficientFunds).refused]
  const net = amountIn - ceilDiv(amountIn * pool.feeNumerator, pool.feeDenominator)
  const out = reserveIn + net === 0n ? 0n : (reserveOut * net) / (reserveIn + net)
  if (out < minimumOut) return [told(out), ...refuseRaydium(RAYDIUM_ERRORS.exceededSlippage).refused]
  if (out === 0n || amountIn === 0n) return [told(out), ...refuseRaydium(RAYDIUM_ERRORS.invalidInput).refused]
  if (out >= reserveOut) return [told(out), ...refuseRaydium(RAYDIUM_ERRORS.insufficientFunds).refused]
  return [told(out), ...exchange(swap, amountIn, out)]
}

function swapBaseOut(swap: Swap, maximumIn: bigint, amountOut: bigint): readonly ScriptOp[] {
  const { pool, user } = swap
  const { reserveIn, reserveOut } = sides(swap)
  // The program panics here, and below where the input outgrows its type; a script cannot.
  if (amountOut >= reserveOut) return refuseRaydium(RAYDIUM_ERRORS.insufficientFunds).refused
  const net = ceilDiv(reserveIn * amountOut, reserveOut - amountOut)
  const amountIn = ceilDiv(net * pool.feeDenominator, pool.feeDenominator - pool.feeNumerator)
  if (amountIn > MAX_U64) return refuseRaydium(RAYDIUM_ERRORS.insufficientFunds).refused
  const told = rayLog(swap, LOG_SWAP_BASE_OUT, [maximumIn, amountOut], amountIn)
  if (user.held < amountIn) return [told, ...refuseRaydium(RAYDIUM_ERRORS.insufficientFunds).refused]
  if (maximumIn < amountIn) return [told, ...refuseRaydium(RAYDIUM_ERRORS.exceededSlippage).refused]
  if (amountIn === 0n || amountOut === 0n) return [told, ...refuseRaydium(RAYDIUM_ERRORS.invalidInput).refused]
  return [told, ...exchange(swap, amountIn, amountOut)]
}

function sides({ pool, isBuyingCoin }: Swap): { readonly reserveIn: bigint; readonly reserveOut: bigint } {
  return isBuyingCoin ? { reserveIn: pool.pc, reserveOut: pool.coin } : { reserveIn: pool.coin, reserveOut: pool.pc }
}

function exchange({ pool, user, isBuyingCoin }: Swap, amountIn: bigint, amountOut: bigint): ScriptOp[] {
  const [taking, giving] = isBuyingCoin ? [pool.pcVault, pool.coinVault] : [pool.coinVault, pool.pcVault]
  const authority = RAYDIUM_AUTHORITY
  return [
    invoke(transferTokens({ from: user.source, to: taking, authority: user.owner, amountRaw: amountIn })),
    invoke(transferTokens({ from: giving, to: user.destination, authority, amountRaw: amountOut }), [
      RAYDIUM_AUTHORITY_SEED,
      Uint8Array.of(raydiumAuthorityPda().bump),
    ]),
    ...writeChanges(pool.address, pool.before, pool.after),
  ]
}

/** Type, the two arguments, direction, what the user held, both reserves before the trade, and the figure sought. */
function rayLog({ pool, user, isBuyingCoin }: Swap, type: number, args: readonly bigint[], sought: bigint): ScriptOp {
  const direction = BigInt(isBuyingCoin ? DIRECTION_PC_TO_COIN : DIRECTION_COIN_TO_PC)
  const words = [...args, direction, user.held, pool.coin, pool.pc, sought]
  const bytes = Buffer.concat([Uint8Array.of(type), ...words.map((word) => intBytes(8, word))])
  return log(`ray_log: ${bytes.toString('base64')}`)
}
