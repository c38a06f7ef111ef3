import { TRADE_LIMITS } from '../../config/trade-limits.ts'
import { baseUnits, clampedUnits, decimal } from '../../contract/amount-members.ts'
import { defaulting, type JsonSchema, type Member, mapped, named, neverNull, optional } from '../../contract/member.ts'
import { address, either, flag, integer, nameOf, oneOf } from '../../contract/members.ts'
import { USDC_MINT, USDT_MINT, WSOL_MINT } from '../../contract/mints.ts'
import { ADDRESS_PATTERN } from '../../contract/params.ts'
import { TAPE_DEXES, type TapeDex } from '../../contract/tape-event.ts'
import { text } from '../../contract/text-members.ts'
import { TRADE_MONEY, type TradeMoney } from '../../services/trade-plan/trade-params.ts'

/* The members that the bodies of trades and quotes are made of (spec 4.9). */

const limits = TRADE_LIMITS

/** Decimals of the amount of a buy as it is read, whatever it is paid with. */
export const BUY_DECIMALS = 9
export const BUY_NAMES = ['amount_in', 'amount_sol', 'amount'] as const

export const mint = address({ missing: 'invalid mint', wrong: 'invalid mint', code: 'invalid_mint' })

/** Whole units that a buy may spend. Null, which is what becomes of a number that is none, must not be taken for all
 *  there is. */
export function buyAmount(shownAs: 'amount_in' | 'amount_sol', of: string) {
  const amount = decimal({
    min: '0.00001',
    max: '100',
    decimals: BUY_DECIMALS,
    code: 'invalid_amount',
    description: `0.00001 to 100 whole units ${of}, a number or a text. Aliases: ${BUY_NAMES.join(', ')}.`,
  })
  return named(BUY_NAMES, neverNull(amount), shownAs)
}

export const percent = neverNull(
  defaulting(
    decimal({
      min: '1',
      max: '100',
      decimals: limits.percentDecimals,
      code: 'invalid_amount',
      description: 'Of the tokens held; up to six decimals.',
    }),
    { value: 100n * 10n ** BigInt(limits.percentDecimals), shown: 100 },
  ),
)

export function sellAmount(shownAs: 'amount_in' | 'amount_tokens') {
  const amount = baseUnits({
    min: 1n,
    code: 'invalid_amount',
    description: 'Base units of the token; takes precedence over `percent`. Aliases: amount_in, amount_tokens.',
  })
  return named(['amount_in', 'amount_tokens'], neverNull(optional(amount, null)), shownAs)
}

export function closeAccount(shownAs: 'close_token_account' | 'close_ata') {
  return named(
    ['close_token_account', 'close_ata'],
    flag(
      'Close the token account that a sale empties; its deposit comes back. Aliases: close_token_account, close_ata.',
    ),
    shownAs,
  )
}

const MONEY_NAMES = new Map(
  (Object.keys(TRADE_MONEY) as TradeMoney[]).map((name) => [name.toLowerCase(), name] as const),
)
const MONEY_MINTS: ReadonlyMap<string, TradeMoney> = new Map([
  [WSOL_MINT, 'SOL'],
  [USDC_MINT, 'USDC'],
  [USDT_MINT, 'USDT'],
])
const EXPECTED_MONEY = 'SOL, WSOL, USDC or USDT'
const moneyName = nameOf(MONEY_NAMES, { expected: EXPECTED_MONEY })
const moneyMint = mapped(oneOf([...MONEY_MINTS.keys()]), (given) => MONEY_MINTS.get(given)!)

/** What a token is paid with or sold for: a name in any case, or its mint. */
export function money(description: string) {
  const given = either(moneyName, moneyMint, {
    expected: EXPECTED_MONEY,
    code: 'unsupported_quote',
    description: `${description} A mint will do too.`,
  })
  return optional(given, 'SOL')
}

/** The schema of the money that has six decimals. */
export const DOLLARS: JsonSchema = {
  anyOf: ['USDC', 'USDT'].flatMap((name) => [
    nameOf(new Map([[name.toLowerCase(), name]]), { expected: '' }).schema,
    { enum: [...MONEY_MINTS].filter(([, one]) => one === name).map(([given]) => given) },
  ]),
}

/** A mint, or the name of a money, with white space around it. */
export function mintOrMoney(name: string, description: string): Member<string> {
  const invalid = `${name}: invalid mint`
  const inner = [moneyName.schema['pattern'], ADDRESS_PATTERN].map((one) => String(one).slice(1, -1)).join('|')
  return mapped(
    text({
      pattern: `^\\s*(?:${inner})\\s*$`,
      missing: invalid,
      wrong: invalid,
      description,
      code: 'invalid_mint',
    }),
    (given) => given.trim(),
  )
}

const DEX_NAMES: ReadonlyMap<string, TapeDex> = new Map(TAPE_DEXES.map((name) => [name, name]))

export function dex(names: readonly ['dex' | 'dex_type', 'dex' | 'dex_type'], shownAs: 'dex' | 'dex_type') {
  const known = nameOf(DEX_NAMES, {
    expected: '',
    wrong: `unknown dex: expected one of ${TAPE_DEXES.join(', ')}`,
    description: `Trade there only. Aliases: ${names.join(', ')}.`,
  })
  return named(names, optional(known, null), shownAs)
}

type PoolName = 'pool_address' | 'pair_address'
export function pool(names: readonly [PoolName, PoolName], shownAs: PoolName) {
  const given = address({ description: `This pool only. Aliases: ${names.join(', ')}.` })
  return named(names, optional(given, null), shownAs)
}

const lamports = (max: bigint, description: string) => baseUnits({ max, description })

export function slippage(description: string) {
  return optional(integer({ min: 0, max: limits.slippageBps.max, description }), limits.slippageBps.default)
}

/** What all trades take, in the order in which it is judged. */
export const TRADE_MEMBERS = {
  slippage_bps: slippage(
    'From 10000 on there is no minimum from slippage; for a custodial trade max_price_impact_bps still applies.',
  ),
  max_price_impact_bps: optional(
    integer({
      min: 0,
      max: limits.maxImpactBps.max,
      description:
        'The most that the trade may lose against the price before it, fees of the pool and of the token included; what would lose more is 422 `policy_blocked` (rule `price_impact`). Custodial trades have a bound in any case (TRADE_MAX_IMPACT_BPS); a looser one needs the scope wallet and a wallet without a withdraw_to list. 10000 is no bound.',
    }),
    null,
  ),
  mev_protect: flag('Custodial: send it as a bundle.'),
  tip_lamports: defaulting(
    lamports(limits.tipLamports.max, 'Custodial, with mev_protect: paid to the block engine.'),
    shownAsNumber(limits.tipLamports.default),
  ),
  compute_unit_price: defaulting(
    lamports(limits.computeUnitPrice.max, 'Millionths of a lamport for each unit.'),
    shownAsNumber(limits.computeUnitPrice.default),
  ),
  priority_micro_lamports: optional(
    clampedUnits({
      max: limits.computeUnitPrice.max,
      description: `Takes precedence over compute_unit_price; clamped to 0..${limits.computeUnitPrice.max}.`,
    }),
    null,
  ),
  client_signs: flag('Return an unsigned transaction instead of sending one.'),
  wallet: optional(address({ description: 'Who signs and pays; needed with client_signs.' }), null),
  use_router: flag('Client-signed only: through the aggregator.'),
  mev_tip_lamports: optional(
    lamports(
      limits.mevTipLamports.max,
      `Client-signed: a tip built in; 0 for none, ${limits.mevTipLamports.default} when absent.`,
    ),
    null,
  ),
  mev_tip_bps: optional(
    integer({
      min: 0,
      max: limits.mevTipBps.max,
      description: 'Client-signed: the tip as a share of the trade, at least mev_tip_lamports where that is given.',
    }),
    null,
  ),
  fee_bps: optional(
    integer({
      min: 0,
      max: limits.feeBps.max,
      description: 'Platform fee of this trade. Scope fee_routing (403).',
    }),
    null,
  ),
  fee_wallet: optional(address({ description: 'Who gets it. Scope fee_routing (403).' }), null),
}

function shownAsNumber(value: bigint) {
  return { value, shown: Number(value) }
}

export const manifest = flag('Execute the transaction first and refuse it if it exceeds this request.', true)

/** What only a trade of one swap takes. */
export const SINGLE_MEMBERS = {
  nonce_account: optional(
    address({ description: 'A durable nonce of the wallet, to live by instead of a blockhash. Needs nonce_value.' }),
    null,
  ),
  nonce_value: optional(
    address({
      wrong: 'nonce_value: expected the value the nonce holds',
      description: 'What the nonce holds now.',
    }),
    null,
  ),
  simulate: neverNull(flag('Custodial: execute it without sending it.')),
}
