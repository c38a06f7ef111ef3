import { TRADE_LIMITS } from '../../config/trade-limits.ts'
import { closedBody, type MemberRules } from '../../contract/closed-body.ts'
import { readBaseUnits, readDecimal, readMembers, WrittenNumber } from '../../contract/exact-amount.ts'
import { type Failure, type Outcome, ok } from '../../contract/outcome.ts'
import { type BodyRule, isAddress } from '../../contract/params.ts'
import type { TapeDex } from '../../contract/tape-event.ts'
import {
  TRADE_MONEY,
  type TradeAmount,
  type TradeMoney,
  type TradeParams,
} from '../../services/trade-plan/trade-params.ts'
import { readDexName, refuse } from './read-params.ts'
import { schemaOf, type TradeForm } from './trade-schema.ts'

/* The bodies of the four routes that trade (spec 4.9). A member that is null counts as absent, but for those that say how
 * much, or whether anything moves at all; unknown members are refused; of a name and its aliases the first in the order of
 * the specification counts. Numbers are read from their digits. */

type Members = Readonly<Record<string, unknown>>

const NAMES = {
  buyAmount: ['amount_in', 'amount_sol', 'amount'],
  sellAmount: ['amount_in', 'amount_tokens'],
  dex: ['dex', 'dex_type'],
  pool: ['pool_address', 'pair_address'],
  close: ['close_token_account', 'close_ata'],
} as const

/** Whole units that a buy may spend: 0.00001 to 100, in 10^-9. */
const MIN_BUY_NANO = 10_000n
const MAX_BUY_NANO = 100_000_000_000n
const MICRO = 1_000_000n
const FULL_PERCENT = 100n * MICRO

/** Null, which is what becomes of a number that is none, must not be taken for all there is. */
const AMOUNTS = {
  amount_in: 'invalid_amount',
  amount_sol: 'invalid_amount',
  amount_tokens: 'invalid_amount',
  amount: 'invalid_amount',
  percent: 'invalid_amount',
} as const

export const buyBody = tradeBody({ side: 'buy', isMultiHop: false })
export const sellBody = tradeBody({ side: 'sell', isMultiHop: false })
export const buyMultiHopBody = tradeBody({ side: 'buy', isMultiHop: true })
export const sellMultiHopBody = tradeBody({ side: 'sell', isMultiHop: true })

function tradeBody(rules: TradeForm): BodyRule<TradeParams> {
  const rule: BodyRule<TradeParams> = {
    schema: schemaOf(rules),
    parse(json, text) {
      const members = readMembers(text)
      if (!members.ok) return refuse(members.message, members.code)
      return readParams(rules, members.value, json)
    },
  }
  return closedBody(rule, { aliases: aliasesOf(rules), ignored: ignoredBy(rules), neverNull: neverNullOf(rules) })
}

function neverNullOf({ isMultiHop }: TradeForm): MemberRules['neverNull'] {
  return isMultiHop ? AMOUNTS : { ...AMOUNTS, simulate: 'invalid_request' }
}

function aliasesOf({ side, isMultiHop }: TradeForm): Readonly<Record<string, string>> {
  const ofSide = side === 'buy' ? [NAMES.buyAmount] : [NAMES.sellAmount, NAMES.close]
  const shownAt = isMultiHop ? 1 : 0
  const aliases: Record<string, string> = {}
  for (const names of [...ofSide, NAMES.dex, NAMES.pool]) for (const name of names) aliases[name] = names[shownAt]!
  return aliases
}

/** What callers who send one shape to several of the routes may leave in it: it can change nothing for the worse. */
function ignoredBy({ side, isMultiHop }: TradeForm): readonly string[] {
  return [
    ...(side === 'buy' ? NAMES.close : []),
    ...(isMultiHop ? ['nonce_account', 'nonce_value', 'simulate'] : []),
    ...(isMultiHop ? ['pay_with_mint', 'receive_mint'] : []),
  ]
}

function readParams({ side, isMultiHop }: TradeForm, members: Members, json: unknown): Outcome<TradeParams> {
  const { mint } = members
  if (!isAddress(mint)) return refuse('invalid mint', 'invalid_mint')
  const money = isMultiHop ? ok('SOL' as const) : readMoney(members, side === 'buy' ? 'pay_with_mint' : 'receive_mint')
  if (!money.ok) return money
  const amount = side === 'buy' ? readBuyAmount(members, money.value) : readSellAmount(members)
  if (!amount.ok) return amount
  const faults: Failure[] = []
  const take = <T>(outcome: Outcome<T>, otherwise: T): T => {
    if (outcome.ok) return outcome.value
    faults.push(outcome)
    return otherwise
  }
  const flag = (name: string) => take(readFlag(members, [name]), false)
  const params: TradeParams = {
    side,
    mint,
    amount: amount.value,
    money: money.value,
    dex: take(readDex(members), null),
    poolAddress: take(readAddress(members, NAMES.pool), null),
    slippageBps: take(readInteger(members, 'slippage_bps', TRADE_LIMITS.slippageBps), 0),
    maxImpactBps: take(
      readInteger(members, 'max_price_impact_bps', { ...TRADE_LIMITS.maxImpactBps, default: null }),
      null,
    ),
    mevProtect: flag('mev_protect'),
    tipLamports: take(readLamports(members, 'tip_lamports', TRADE_LIMITS.tipLamports), 0n),
    computeUnitPrice: take(readPrice(members), 0n),
    clientSigns: flag('client_signs'),
    wallet: take(readAddress(members, ['wallet']), null),
    useRouter: flag('use_router'),
    mevTipLamports: take(
      readLamports(members, 'mev_tip_lamports', { ...TRADE_LIMITS.mevTipLamports, default: null }),
      null,
    ),
    mevTipBps: take(readInteger(members, 'mev_tip_bps', { ...TRADE_LIMITS.mevTipBps, default: null }), null),
    feeBps: take(readInteger(members, 'fee_bps', { ...TRADE_LIMITS.feeBps, default: null }), null),
    feeWallet: take(readAddress(members, ['fee_wallet']), null),
    nonce: isMultiHop ? null : take(readNonce(members), null),
    simulate: isMultiHop ? false : flag('simulate'),
    closeTokenAccount: side === 'sell' && take(readFlag(members, NAMES.close), false),
    wantsManifest: take(readFlag(members, ['manifest'], true), true),
    json,
  }
  return faults[0] ?? judgeTogether(params)
}

/** What members say about each other. */
function judgeTogether(params: TradeParams): Outcome<TradeParams> {
  if (params.clientSigns && params.wallet === null) return refuse('wallet: needed with client_signs')
  if (params.useRouter && !params.clientSigns) return refuse('use_router: only with client_signs')
  return ok(params)
}

function readBuyAmount(members: Members, money: TradeMoney): Outcome<TradeAmount> {
  const given = first(members, NAMES.buyAmount)
  if (given === undefined) return refuse('amount_in is required', 'invalid_amount')
  const nano = readDecimal(given, 9)
  const decimals = TRADE_MONEY[money]
  const raw = readDecimal(given, decimals)
  if (nano === null && raw === null)
    return refuse(`amount_in: expected a number with at most ${decimals} decimals`, 'invalid_amount')
  if (nano === null || nano < MIN_BUY_NANO || nano > MAX_BUY_NANO)
    return refuse('amount_in: expected 0.00001 to 100', 'invalid_amount')
  if (raw === null) return refuse(`amount_in: ${money} has ${decimals} decimals`, 'invalid_amount')
  return ok({ kind: 'raw', raw })
}

/** An amount of base units goes before a percentage: it says more. */
function readSellAmount(members: Members): Outcome<TradeAmount> {
  const given = first(members, NAMES.sellAmount)
  if (given !== undefined) {
    const raw = readBaseUnits(given)
    if (raw === null || raw === 0n)
      return refuse(
        'amount_in: expected base units from 1, as a text of digits where they pass 2^53 - 1',
        'invalid_amount',
      )
    return ok({ kind: 'raw', raw })
  }
  const percent = first(members, ['percent'])
  if (percent === undefined) return ok({ kind: 'percent', micro: FULL_PERCENT })
  const micro = readDecimal(percent, TRADE_LIMITS.percentDecimals)
  if (micro === null || micro < MICRO || micro > FULL_PERCENT)
    return refuse('percent: expected 1 to 100', 'invalid_amount')
  return ok({ kind: 'percent', micro })
}

function readMoney(members: Members, name: string): Outcome<TradeMoney> {
  const given = first(members, [name])
  if (given === undefined) return ok('SOL')
  const known =
    typeof given === 'string' ? (MONEY_BY_TEXT.get(given) ?? MONEY_BY_TEXT.get(given.toUpperCase())) : undefined
  return known === undefined ? refuse(`${name}: expected SOL, WSOL, USDC or USDT`, 'unsupported_quote') : ok(known)
}

const MONEY_BY_TEXT: ReadonlyMap<string, TradeMoney> = new Map([
  ...(Object.keys(TRADE_MONEY) as TradeMoney[]).map((name) => [name, name] as const),
  ['So11111111111111111111111111111111111111112', 'SOL'],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC'],
  ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'USDT'],
])

function readDex(members: Members): Outcome<TapeDex | null> {
  const given = first(members, NAMES.dex)
  if (given === undefined) return ok(null)
  return readDexName(typeof given === 'string' ? given : '')
}

function readAddress(members: Members, names: readonly string[]): Outcome<string | null> {
  const given = first(members, names)
  if (given === undefined) return ok(null)
  return isAddress(given) ? ok(given) : refuse(`${names[0]}: expected an address`)
}

/** Both or neither. */
function readNonce(members: Members): Outcome<TradeParams['nonce']> {
  const account = first(members, ['nonce_account'])
  const value = first(members, ['nonce_value'])
  if (account === undefined && value === undefined) return ok(null)
  if (!isAddress(account)) return refuse('nonce_account: expected an address')
  return isAddress(value) ? ok({ account, value }) : refuse('nonce_value: expected the value the nonce holds')
}

/** `priority_micro_lamports` goes before `compute_unit_price`, and is clamped where that is refused. */
function readPrice(members: Members): Outcome<bigint> {
  const { default: usual, max } = TRADE_LIMITS.computeUnitPrice
  const priority = first(members, ['priority_micro_lamports'])
  if (priority === undefined) return readLamports(members, 'compute_unit_price', { default: usual, max })
  const price = readBaseUnits(priority)
  if (price !== null) return ok(price > max ? max : price)
  const isBelowZero = priority instanceof WrittenNumber && /^-\d{1,16}$/.test(priority.text)
  return isBelowZero ? ok(0n) : refuse('priority_micro_lamports: expected an integer')
}

function readLamports<D extends bigint | null>(
  members: Members,
  name: string,
  { max, ...bounds }: { readonly default: D; readonly max: bigint },
): Outcome<bigint | D> {
  const given = first(members, [name])
  if (given === undefined) return ok(bounds.default)
  const lamports = readBaseUnits(given)
  return lamports === null || lamports > max ? refuse(`${name}: expected an integer from 0 to ${max}`) : ok(lamports)
}

function readInteger<D extends number | null>(
  members: Members,
  name: string,
  { max, ...bounds }: { readonly default: D; readonly max: number },
): Outcome<number | D> {
  const given = first(members, [name])
  if (given === undefined) return ok(bounds.default)
  const value = given instanceof WrittenNumber ? readDecimal(given, 0) : null
  return value === null || value > BigInt(max)
    ? refuse(`${name}: expected an integer from 0 to ${max}`)
    : ok(Number(value))
}

function readFlag(members: Members, names: readonly string[], otherwise = false): Outcome<boolean> {
  const given = first(members, names)
  if (given === undefined) return ok(otherwise)
  return typeof given === 'boolean' ? ok(given) : refuse(`${names[0]}: expected true or false`)
}

function first(members: Members, names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined
    if (value !== undefined && value !== null) return value
  }
  return undefined
}
