import { Connection, PublicKey } from '@solana/web3.js'
import { bn, encodeEvent, encodeInstruction } from './idl.mjs'
import { BorshCoder, pump as sdk } from './packages.mjs'
import { call, eventCall, record, routed } from './record.mjs'
import { SOL, USDC } from './swap-scene.mjs'

const curveIdl = sdk.pumpIdl
const poolIdl = sdk.getPumpAmmProgram(new Connection('http://127.0.0.1:1')).rawIdl
const CURVE = programOf(curveIdl)
const POOL = programOf(poolIdl)
const SOL_SPELLED_ZERO = PublicKey.default

function programOf(idl) {
  const programId = new PublicKey(idl.address)
  const [eventAuthority] = PublicKey.findProgramAddressSync([Buffer.from('__event_authority')], programId)
  return { idl, coder: new BorshCoder(idl), programId, eventAuthority }
}

/** An instruction of either program; both announce an event by a call to themselves and with the same bytes in the log. */
function announced(
  { idl, coder, programId, eventAuthority },
  { name, accounts, args = {}, event, fields, below = [] },
  random,
) {
  const own = { event_authority: eventAuthority, program: programId }
  const ix = encodeInstruction({ idl, coder, programId, name, accounts: { ...accounts, ...own }, args, random })
  const bytes = encodeEvent(idl, coder, event, fields, random)
  return call(ix, [...below, eventCall(programId, eventAuthority, bytes)], [bytes])
}

/** Fields of the newest event for one curve trade and what it comes to for the trader. */
function curveTrade(random, { name, isBuy, quote = SOL, version, viaRouter }) {
  const user = random.wallet()
  const mint = random.key()
  const curve = random.key()
  const [amount, tokens, fee, creatorFee] = [40, 50, 20, 20].map(random.big)
  const [reserveTokens, reserveQuote] = [56, 46].map(random.big)
  const isSol = !quote.equals(USDC)
  const fields = {
    mint,
    user,
    is_buy: isBuy,
    token_amount: bn(tokens),
    sol_amount: bn(isSol ? amount : 0n),
    quote_amount: bn(amount),
    fee: bn(fee),
    creator_fee: bn(creatorFee),
    virtual_token_reserves: bn(reserveTokens),
    virtual_sol_reserves: bn(isSol ? reserveQuote : 0n),
    virtual_quote_reserves: bn(reserveQuote),
    quote_mint: quote,
    ix_name: name,
  }
  const accounts = { user, mint, base_mint: mint, quote_mint: quote, bonding_curve: curve }
  const made = announced(CURVE, { name, accounts, event: 'TradeEvent', fields }, random)
  const trade = {
    dex: 'pumpfun',
    pool: curve.toBase58(),
    side: isBuy ? 'buy' : 'sell',
    trader: user.toBase58(),
    baseMint: mint.toBase58(),
    quoteMint: (isSol ? SOL : USDC).toBase58(),
    baseAmountRaw: tokens.toString(),
    quoteAmountRaw: (isBuy ? amount + fee + creatorFee : amount - fee - creatorFee).toString(),
    baseReserveRaw: reserveTokens.toString(),
    quoteReserveRaw: reserveQuote.toString(),
  }
  return vectorOf(random, `pumpfun ${name}`, { made, version, viaRouter, payer: user, trades: [trade], launches: [] })
}

function poolTrade(random, { name, isBuy, coinFirst = true, version, viaRouter }) {
  const user = random.wallet()
  const coin = random.key()
  const pool = random.key()
  const [base, quote] = coinFirst ? [coin, SOL] : [SOL, coin]
  const [baseRaw, quoteRaw, netQuoteRaw] = [40, 40, 40].map(random.big)
  const [baseBefore, quoteBefore] = [55n, 56n].map((bits) => 2n ** bits)
  const shared = {
    pool,
    user,
    pool_base_token_reserves: bn(baseBefore),
    pool_quote_token_reserves: bn(quoteBefore),
    virtual_quote_reserves: bn(1_000n),
  }
  const fields = isBuy
    ? {
        ...shared,
        base_amount_out: bn(baseRaw),
        quote_amount_in_with_lp_fee: bn(netQuoteRaw),
        user_quote_amount_in: bn(quoteRaw),
        ix_name: name,
      }
    : {
        ...shared,
        base_amount_in: bn(baseRaw),
        quote_amount_out_without_lp_fee: bn(netQuoteRaw),
        user_quote_amount_out: bn(quoteRaw),
      }
  const accounts = { pool, user, base_mint: base, quote_mint: quote }
  const made = announced(POOL, { name, accounts, event: isBuy ? 'BuyEvent' : 'SellEvent', fields }, random)
  const after = {
    base: isBuy ? baseBefore - baseRaw : baseBefore + baseRaw,
    quote: (isBuy ? quoteBefore + netQuoteRaw : quoteBefore - netQuoteRaw) + 1_000n,
  }
  const face = (first, second) => (coinFirst ? first : second).toString()
  const trade = {
    dex: 'pumpswap',
    pool: pool.toBase58(),
    side: isBuy === coinFirst ? 'buy' : 'sell',
    trader: user.toBase58(),
    baseMint: coin.toBase58(),
    quoteMint: SOL.toBase58(),
    baseAmountRaw: face(baseRaw, quoteRaw),
    quoteAmountRaw: face(quoteRaw, baseRaw),
    baseReserveRaw: face(after.base, after.quote),
    quoteReserveRaw: face(after.quote, after.base),
  }
  return vectorOf(random, `pumpswap ${name}`, { made, version, viaRouter, payer: user, trades: [trade], launches: [] })
}

function vectorOf(random, name, { made, version, viaRouter, payer, trades, launches }) {
  const top = viaRouter ? routed([made], [payer]) : made
  const answer = record({ version, payer, calls: [top], balances: [], signature: random.bytes(64) })
  const at = { instructionPath: viaRouter ? [0, 0] : [0, -1] }
  const placed = (rows) => rows.map((row) => ({ ...at, ...row }))
  return { name: `${name}, version ${version}`, answer, trades: placed(trades), launches: placed(launches) }
}

/** A curve that graduates: the launch program makes the pool and tells of both. */
function graduation(random, { name, quote, version }) {
  const user = random.wallet()
  const mint = random.key()
  const curve = random.key()
  const pool = random.key()
  const poolAuthority = random.key()
  const creator = random.key()
  const made = announced(
    POOL,
    {
      name: 'create_pool',
      accounts: { pool, creator: poolAuthority, base_mint: mint, quote_mint: quote },
      event: 'CreatePoolEvent',
      fields: { pool, creator: poolAuthority, base_mint: mint, quote_mint: quote, coin_creator: creator },
    },
    random,
  )
  const accounts = {
    mint,
    base_mint: mint,
    quote_mint: quote,
    wsol_mint: SOL,
    bonding_curve: curve,
    user,
    pool,
    pool_authority: poolAuthority,
    pump_amm: POOL.programId,
    pump_amm_event_authority: POOL.eventAuthority,
  }
  const migrated = announced(
    CURVE,
    {
      name,
      accounts,
      event: 'CompletePumpAmmMigrationEvent',
      fields: { user, mint, bonding_curve: curve, pool, quote_mint: quote },
      below: [made],
    },
    random,
  )
  const known = new Set(migrated.ix.keys.map(({ pubkey }) => pubkey.toBase58()))
  for (const key of made.ix.keys)
    if (!known.has(key.pubkey.toBase58()))
      migrated.ix.keys.push({ pubkey: key.pubkey, isSigner: false, isWritable: false })
  const told = { pool: pool.toBase58(), mint: mint.toBase58(), quoteMint: quote.toBase58() }
  const launches = [
    { dex: 'pumpfun', kind: 'graduation', ...told, creator: null },
    { dex: 'pumpswap', kind: 'pool', ...told, creator: creator.toBase58(), instructionPath: [0, 0] },
  ]
  return vectorOf(random, `pumpfun ${name}`, { made: migrated, version, payer: user, trades: [], launches })
}

function creation(random, { name, quote, version }) {
  const user = random.wallet()
  const [mint, curve, creator] = [random.key(), random.key(), random.key()]
  const told = { name: 'A coin', symbol: 'COIN', uri: 'https://example.com/coin.json' }
  const fields = { ...told, mint, bonding_curve: curve, user, creator, quote_mint: quote }
  const accounts = { mint, bonding_curve: curve, user }
  const made = announced(CURVE, { name, accounts, args: told, event: 'CreateEvent', fields }, random)
  for (const key of made.ix.keys) if (!key.pubkey.equals(user)) key.isSigner = false
  const launch = {
    dex: 'pumpfun',
    kind: 'launch',
    pool: curve.toBase58(),
    mint: mint.toBase58(),
    quoteMint: (quote.equals(USDC) ? USDC : SOL).toBase58(),
    creator: creator.toBase58(),
    ...told,
  }
  return vectorOf(random, `pumpfun ${name}`, { made, version, payer: user, trades: [], launches: [launch] })
}

const CURVE_TRADES = [
  { name: 'buy', isBuy: true, version: 'legacy' },
  { name: 'sell', isBuy: false, version: 0, viaRouter: true },
  { name: 'buy_exact_sol_in', isBuy: true, quote: SOL_SPELLED_ZERO, version: 0 },
  { name: 'buy_v2', isBuy: true, version: 1 },
  { name: 'buy_v2', isBuy: true, quote: USDC, version: 0 },
  { name: 'sell_v2', isBuy: false, version: 1, viaRouter: true },
  { name: 'buy_exact_quote_in_v2', isBuy: true, quote: USDC, version: 0 },
]
const POOL_TRADES = [
  { name: 'buy', isBuy: true, version: 0 },
  { name: 'buy_exact_quote_in', isBuy: true, version: 1, viaRouter: true },
  { name: 'sell', isBuy: false, version: 'legacy' },
  { name: 'sell', isBuy: false, coinFirst: false, version: 0 },
  { name: 'buy', isBuy: true, coinFirst: false, version: 0, viaRouter: true },
]

export function pumpVectors(random) {
  return [
    ...CURVE_TRADES.map((shape) => curveTrade(random, shape)),
    ...POOL_TRADES.map((shape) => poolTrade(random, shape)),
    creation(random, { name: 'create', quote: SOL_SPELLED_ZERO, version: 'legacy' }),
    creation(random, { name: 'create_v2', quote: USDC, version: 0 }),
    graduation(random, { name: 'migrate', quote: SOL, version: 'legacy' }),
    graduation(random, { name: 'migrate_v2', quote: USDC, version: 0 }),
    graduation(random, { name: 'migrate_v2', quote: SOL, version: 1 }),
  ]
}
