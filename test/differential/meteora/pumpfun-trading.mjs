import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Connection } from '@solana/web3.js'
import { bn, encodeAccount } from './idl.mjs'
import { BN, BorshCoder, pump as sdk } from './packages.mjs'
import { anyQuote, anySize, chance, feeSettings, NO_KEY, padded, pick, spelled, U64_MAX } from './pump-states.mjs'

/* Curves of pump.fun in random states, with what its SDK says of trades on them. */

const idl = sdk.pumpIdl
const coder = new BorshCoder(idl)
const offline = new Connection('http://127.0.0.1:1')
const program = sdk.getPumpProgram(offline)
const feesIdl = sdk.getPumpFeeProgram(offline).rawIdl
const feesCoder = new BorshCoder(feesIdl)

/** Settings whose lists name one recipient each, so that nobody has to guess which was chosen. */
export function curveSettings(random) {
  const [normal, reserved, buyback] = [random.wallet(), random.wallet(), random.wallet()]
  const globals = [true, false].map((configurable) =>
    encodeAccount(
      idl,
      coder,
      'Global',
      {
        fee_recipient: normal,
        fee_recipients: Array(7).fill(normal),
        reserved_fee_recipient: reserved,
        reserved_fee_recipients: Array(7).fill(reserved),
        buyback_fee_recipients: Array(8).fill(buyback),
        fee_basis_points: bn(95),
        creator_fee_basis_points: bn(30),
        creator_fee_configurable: configurable,
      },
      random,
    ),
  )
  const feeConfigs = feeSettings(random).map(({ lengthBytes, ...fields }) =>
    padded(encodeAccount(feesIdl, feesCoder, 'FeeConfig', fields, random), lengthBytes),
  )
  return { recipients: { normal, reserved, buyback }, globals, feeConfigs }
}

export async function curveCase(random, settings, wantsBuilt) {
  const quote = anyQuote(random)
  const tokenProgram = pick(random, [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID])
  const mint = random.key()
  const global = random.below(settings.globals.length)
  const feeConfig = random.below(settings.feeConfigs.length + 1) - 1
  const curveBytes = encodeAccount(idl, coder, 'BondingCurve', curveFields(random, quote.spelled), random)
  const decoded = {
    global: sdk.PUMP_SDK.decodeGlobal({ data: settings.globals[global] }),
    feeConfig: feeConfig < 0 ? null : sdk.PUMP_SDK.decodeFeeConfig({ data: settings.feeConfigs[feeConfig] }),
    bondingCurve: sdk.PUMP_SDK.decodeBondingCurve({ data: curveBytes }),
  }
  const supply = bn(10n ** 12n + anySize(random, 60))
  const state = { ...decoded, mintSupply: decoded.bondingCurve.isMayhemMode ? supply : bn(10n ** 15n) }
  const address = sdk.bondingCurvePda(mint)
  const scene = { mint, quote, tokenProgram, curve: decoded.bondingCurve, recipients: settings.recipients, address }
  return {
    address: address.toBase58(),
    mint: mint.toBase58(),
    base: mint.toBase58(),
    quote: quote.mint.toBase58(),
    baseProgram: tokenProgram.toBase58(),
    quoteProgram: quote.program.toBase58(),
    supplyRaw: supply.toString(),
    global,
    feeConfig,
    curve: curveBytes.toString('base64'),
    buys: [38, 47, 62].map((bits) => buy(state, anySize(random, bits))),
    sells: [30, 45, 55].map((bits) => sell(state, anySize(random, bits))),
    ...(wantsBuilt ? { built: await built(random, scene) } : {}),
  }
}

/** Half of the curves are somewhere on the usual way from 30 SOL, the others anywhere. */
function curveFields(random, quoteMint) {
  const flags = {
    complete: false,
    creator: chance(random, 10) ? NO_KEY : random.key(),
    is_mayhem_mode: chance(random, 20),
    is_cashback_coin: chance(random, 30),
    quote_mint: quoteMint,
    creator_fee_bps: bn(chance(random, 60) ? 0 : random.below(500)),
  }
  if (chance(random, 50)) {
    const sold = random.big(50) % 793_000_000_000_000n
    const tokens = 1_073_000_000_000_000n - sold
    const quote = (30_000_000_000n * 1_073_000_000_000_000n) / tokens + 1n
    return {
      ...flags,
      virtual_token_reserves: bn(tokens),
      virtual_quote_reserves: bn(quote),
      real_token_reserves: bn(793_100_000_000_000n - sold),
      real_quote_reserves: bn(quote - 30_000_000_000n),
    }
  }
  const tokens = 2n + anySize(random, 60)
  const quote = 1n + anySize(random, 50)
  return {
    ...flags,
    virtual_token_reserves: bn(tokens),
    virtual_quote_reserves: bn(quote),
    real_token_reserves: bn(1n + (anySize(random, 60) % (tokens - 1n))),
    real_quote_reserves: bn(anySize(random, 50) % (quote + 1n)),
  }
}

/** `buy_exact_sol_in` by the four steps that the program's IDL tells, with the SDK's rates; beyond what the curve holds
 *  the SDK's cost of all of it. The SDK's own estimate is for the older `buy`: a base unit or two of the quote more or less. */
function buy(state, spendable) {
  const { bondingCurve: curve, global, feeConfig, mintSupply } = state
  const { virtualQuoteReserves: quotes, virtualTokenReserves: tokens, quoteMint } = curve
  const rates = sdk.computeFeesBps({
    global,
    feeConfig,
    mintSupply,
    virtualQuoteReserves: quotes,
    virtualTokenReserves: tokens,
    quoteMint,
    creatorFeeBps: curve.creatorFeeBps,
  })
  const creatorBps = curve.creator.equals(NO_KEY) ? new BN(0) : rates.creatorFeeBps
  const ceilBps = (amount, bps) => amount.mul(bps).addn(9_999).divn(10_000)
  const feesOf = (net) => ceilBps(net, rates.protocolFeeBps).add(ceilBps(net, creatorBps))
  const budget = bn(spendable)
  let net = budget.muln(10_000).div(rates.protocolFeeBps.add(creatorBps).addn(10_000))
  const over = net.add(feesOf(net)).sub(budget)
  if (!over.isNeg()) net = net.sub(over)
  if (net.lten(1)) return { inRaw: String(spendable), result: null }
  const bought = net.subn(1).mul(tokens).div(quotes.add(net).subn(1))
  const capped = bought.gt(curve.realTokenReserves)
  const out = capped ? curve.realTokenReserves : bought
  const paid = capped ? sdk.getBuySolAmountFromTokenAmount({ ...state, amount: out, quoteMint }) : net.add(feesOf(net))
  const estimate = sdk.getBuyTokenAmountFromSolAmount({ ...state, amount: budget, quoteMint })
  if (estimate.sub(out).abs().gt(tokens.div(quotes).addn(1).muln(3)))
    throw new Error(`the SDK expects ${estimate}, the IDL ${out}`)
  const fits = BigInt(quotes.add(paid).toString()) <= U64_MAX
  const result = out.isZero() || !fits ? null : { paidRaw: paid.toString(), outRaw: out.toString() }
  return { inRaw: String(spendable), result }
}

function sell(state, tokens) {
  const { bondingCurve: curve } = state
  const amount = bn(tokens)
  const gross = amount.mul(curve.virtualQuoteReserves).div(curve.virtualTokenReserves.add(amount))
  const out = sdk.getSellSolAmountFromTokenAmount({ ...state, amount })
  const canPay = gross.lte(curve.realQuoteReserves) && !out.isNeg() && !out.isZero()
  return { inRaw: String(tokens), result: canPay ? { paidRaw: String(tokens), outRaw: out.toString() } : null }
}

async function built(random, { mint, quote, tokenProgram, curve, recipients, address }) {
  const user = random.wallet()
  const feeRecipient = curve.isMayhemMode ? recipients.reserved : recipients.normal
  const buybackFeeRecipient = recipients.buyback
  const [amount, least] = [random.big(50), random.big(50)]
  const userBase = getAssociatedTokenAddressSync(mint, user, true, tokenProgram)
  const userQuote = getAssociatedTokenAddressSync(quote.mint, user, true, quote.program)
  const shared = { user, mint, creator: curve.creator, feeRecipient, buybackFeeRecipient, tokenProgram }
  const isSol = sdk.isSolLikeQuoteMint(quote.mint)
  const v2 = { ...shared, quoteMint: quote.mint, quoteTokenProgram: quote.program }
  const amounts = { amount: bn(amount), solAmount: bn(least), quoteAmount: bn(least) }
  const buyKeys = isSol
    ? await sdk.PUMP_SDK.getBuyInstructionRaw({ ...shared, ...amounts })
    : await sdk.PUMP_SDK.getBuyV2InstructionRaw({ ...v2, ...amounts })
  const sellIx = isSol
    ? await sdk.PUMP_SDK.getSellInstructionRaw({ ...shared, ...amounts, cashback: curve.isCashbackCoin })
    : await sdk.PUMP_SDK.getSellV2InstructionRaw({ ...v2, ...amounts })
  // The SDK builds the buy of an exact amount of tokens; the exact payment has the same accounts and other data.
  const exact = isSol
    ? coder.instruction.encode('buy_exact_sol_in', {
        spendable_sol_in: bn(amount),
        min_tokens_out: bn(least),
        track_volume: { 0: true },
      })
    : coder.instruction.encode('buy_exact_quote_in_v2', { spendable_quote_in: bn(amount), min_tokens_out: bn(least) })
  sameAccounts(isSol ? ['buy', 'buy_exact_sol_in'] : ['buy_v2', 'buy_exact_quote_in_v2'])
  if (!buyKeys.programId.equals(program.programId)) throw new Error(`another program than ${address}`)
  return {
    user: user.toBase58(),
    userBase: userBase.toBase58(),
    userQuote: userQuote.toBase58(),
    amountRaw: String(amount),
    minOutRaw: String(least),
    buy: spelled({ keys: buyKeys.keys, data: exact }),
    sell: spelled(sellIx),
  }
}

function sameAccounts(names) {
  const [one, other] = names.map((name) =>
    JSON.stringify(idl.instructions.find((found) => found.name === name).accounts.map(({ docs, ...rest }) => rest)),
  )
  if (one !== other) throw new Error(`${names} have not the same accounts`)
}
