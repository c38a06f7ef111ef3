import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Connection } from '@solana/web3.js'
import { bn, encodeAccount } from './idl.mjs'
import { BN, BorshCoder, pump, pumpSwap as sdk } from './packages.mjs'
import { anyQuote, anySize, chance, feeSettings, NO_KEY, padded, pick, spelled, U64_MAX } from './pump-states.mjs'
import { SOL } from './swap-scene.mjs'

/* PumpSwap pools in random states, with what its SDK says of trades in them. The layouts are those of the IDL inside the
 * launch program's SDK, which is newer. */

const offline = new Connection('http://127.0.0.1:1')
const idl = pump.getPumpAmmProgram(offline).rawIdl
const coder = new BorshCoder(idl)
const feesIdl = pump.getPumpFeeProgram(offline).rawIdl
const feesCoder = new BorshCoder(feesIdl)
const BUY = Buffer.from('66063d1201daebea', 'hex')
const SELL = Buffer.from('33e685a4017f83ad', 'hex')
const NO_SLIPPAGE = 0
const WHOLE_POOL_BYTES = 300

/** Settings whose lists name one recipient each, so that nobody has to guess which was chosen. */
export function swapSettings(random) {
  const [normal, reserved, buyback] = [random.wallet(), random.wallet(), random.wallet()]
  const globalConfigs = [true, false].map((configurable) =>
    encodeAccount(
      idl,
      coder,
      'GlobalConfig',
      {
        disable_flags: 0,
        lp_fee_basis_points: bn(20),
        protocol_fee_basis_points: bn(5),
        coin_creator_fee_basis_points: bn(5),
        protocol_fee_recipients: Array(8).fill(normal),
        reserved_fee_recipient: reserved,
        reserved_fee_recipients: Array(7).fill(reserved),
        buyback_fee_recipients: Array(8).fill(buyback),
        creator_fee_configurable: configurable,
      },
      random,
    ),
  )
  const feeConfigs = feeSettings(random).map(({ lengthBytes, ...fields }) =>
    padded(encodeAccount(feesIdl, feesCoder, 'FeeConfig', fields, random), lengthBytes),
  )
  return { globalConfigs, feeConfigs }
}

export async function swapCase(random, settings, wantsBuilt) {
  const sides = anySides(random)
  const globalConfig = random.below(settings.globalConfigs.length)
  const fields = poolFields(random, sides)
  // Without fee settings the program's own rates count, whatever the pool asks for.
  const feeConfig = fields.creator_fee_bps.isZero()
    ? random.below(settings.feeConfigs.length + 1) - 1
    : random.below(settings.feeConfigs.length)
  const poolBytes = padded(encodeAccount(idl, coder, 'Pool', fields, random), WHOLE_POOL_BYTES)
  const pool = sdk.PUMP_AMM_SDK.decodePool({ data: poolBytes })
  const supply = bn(10n ** 12n + anySize(random, 60))
  const baseRaw = bn(1_000n + anySize(random, 60))
  const state = {
    globalConfig: sdk.PUMP_AMM_SDK.decodeGlobalConfig({ data: settings.globalConfigs[globalConfig] }),
    feeConfig: feeConfig < 0 ? null : sdk.PUMP_AMM_SDK.decodeFeeConfig({ data: settings.feeConfigs[feeConfig] }),
    pool,
    supply,
    baseRaw,
    quoteRaw: bn(sides.quoteRaw),
  }
  const address = random.key()
  return {
    address: address.toBase58(),
    mint: sides.coin.toBase58(),
    base: sides.base.toBase58(),
    quote: sides.quote.toBase58(),
    baseProgram: sides.baseProgram.toBase58(),
    quoteProgram: sides.quoteProgram.toBase58(),
    supplyRaw: supply.toString(),
    baseRaw: baseRaw.toString(),
    quoteRaw: String(sides.quoteRaw),
    globalConfig,
    feeConfig,
    pool: poolBytes.toString('base64'),
    buys: [30, 42, 60].map((bits) => buy(state, anySize(random, bits))),
    sells: [30, 45, 58].map((bits) => sell(state, anySize(random, bits))),
    ...(wantsBuilt ? { built: await built(random, { ...state, ...sides, address }) } : {}),
  }
}

/** A coin against some quote; now and then SOL against the coin. */
function anySides(random) {
  const coin = random.key()
  const coinProgram = pick(random, [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID])
  const quoteRaw = 1_000n + anySize(random, 52)
  if (chance(random, 12))
    return { coin, base: SOL, quote: coin, baseProgram: TOKEN_PROGRAM_ID, quoteProgram: coinProgram, quoteRaw }
  const { mint, program } = anyQuote(random)
  return { coin, base: coin, quote: mint, baseProgram: coinProgram, quoteProgram: program, quoteRaw }
}

function poolFields(random, { base, quote, quoteRaw }) {
  const virtual = random.below(10)
  const virtualQuote = virtual < 7 ? 0n : virtual < 9 ? anySize(random, 50) : -(anySize(random, 52) % (quoteRaw / 2n))
  return {
    creator: chance(random, 60) ? pump.pumpPoolAuthorityPda(base) : random.key(),
    base_mint: base,
    quote_mint: quote,
    coin_creator: chance(random, 20) ? NO_KEY : random.key(),
    is_mayhem_mode: chance(random, 20),
    is_cashback_coin: chance(random, 30),
    virtual_quote_reserves: bn(virtualQuote),
    creator_fee_bps: bn(chance(random, 60) ? 0 : random.below(500)),
  }
}

function asked({ pool, globalConfig, feeConfig, supply, baseRaw, quoteRaw }) {
  const { coinCreator, creator, baseMint, quoteMint, virtualQuoteReserves, isMayhemMode, creatorFeeBps } = pool
  return {
    slippage: NO_SLIPPAGE,
    baseReserve: baseRaw,
    quoteReserve: quoteRaw,
    virtualQuoteReserves,
    globalConfig,
    baseMintAccount: { supply: BigInt(supply.toString()) },
    baseMint,
    coinCreator,
    creator,
    feeConfig,
    quoteMint,
    isMayhemMode,
    creatorFeeBps,
  }
}

function buy(state, spendable) {
  const question = asked(state)
  const { base, internalQuoteWithoutFees: net } = sdk.buyQuoteInput({ ...question, quote: bn(spendable) })
  const rates = sdk.computeFeesBps({
    ...question,
    baseMintSupply: state.supply,
    quoteReserve: state.quoteRaw.add(state.pool.virtualQuoteReserves),
  })
  const creatorBps = state.pool.coinCreator.equals(NO_KEY) ? new BN(0) : rates.creatorFeeBps
  const paid = [rates.lpFeeBps, rates.protocolFeeBps, creatorBps].reduce(
    (sum, bps) => sum.add(net.mul(bps).addn(9_999).divn(10_000)),
    net,
  )
  const fits = BigInt(state.quoteRaw.add(paid).toString()) <= U64_MAX
  const isNothing = net.lten(1) || base.lten(0) || !fits
  return { inRaw: String(spendable), result: isNothing ? null : { paidRaw: paid.toString(), outRaw: base.toString() } }
}

function sell(state, amount) {
  const inRaw = String(amount)
  try {
    const { uiQuote } = sdk.sellBaseInput({ ...asked(state), base: bn(amount) })
    return { inRaw, result: uiQuote.lten(0) ? null : { paidRaw: inRaw, outRaw: uiQuote.toString() } }
  } catch (error) {
    if (/Insufficient real quote|Fees exceed/.test(error.message)) return { inRaw, result: null }
    throw error
  }
}

async function built(random, { pool, globalConfig, feeConfig, supply, baseRaw, quoteRaw, address, ...sides }) {
  const user = random.wallet()
  const [amount, least] = [random.big(50), random.big(50)]
  const userBaseTokenAccount = getAssociatedTokenAddressSync(sides.base, user, true, sides.baseProgram)
  const userQuoteTokenAccount = getAssociatedTokenAddressSync(sides.quote, user, true, sides.quoteProgram)
  const scene = {
    globalConfig,
    feeConfig,
    poolKey: address,
    poolAccountInfo: { data: Buffer.alloc(WHOLE_POOL_BYTES) },
    pool,
    poolBaseAmount: baseRaw,
    poolQuoteAmount: quoteRaw,
    baseTokenProgram: sides.baseProgram,
    quoteTokenProgram: sides.quoteProgram,
    baseMint: sides.base,
    baseMintAccount: { supply: BigInt(supply.toString()) },
    user,
    userBaseTokenAccount,
    userQuoteTokenAccount,
    userBaseAccountInfo: null,
    userQuoteAccountInfo: null,
  }
  const trade = (instructions, tag) => instructions.find(({ data }) => data.subarray(0, 8).equals(tag))
  const bought = trade(await sdk.PUMP_AMM_SDK.buyInstructions(scene, bn(amount), bn(least)), BUY)
  const sold = trade(await sdk.PUMP_AMM_SDK.sellInstructions(scene, bn(amount), bn(least)), SELL)
  // The SDK builds the buy of an exact amount of base; the exact payment has the same accounts and other data.
  const data = coder.instruction.encode('buy_exact_quote_in', {
    spendable_quote_in: bn(amount),
    min_base_amount_out: bn(least),
    track_volume: { 0: true },
  })
  return {
    user: user.toBase58(),
    userBase: userBaseTokenAccount.toBase58(),
    userQuote: userQuoteTokenAccount.toBase58(),
    amountRaw: String(amount),
    minOutRaw: String(least),
    buy: spelled({ keys: bought.keys, data }),
    sell: spelled(sold),
  }
}
