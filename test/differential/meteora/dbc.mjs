import { PublicKey } from '@solana/web3.js'
import { bn, encodeAccount, encodeEvent, encodeInstruction, plain, randomOf } from './idl.mjs'
import { BorshCoder, dbc as sdk } from './packages.mjs'
import { call, eventCall } from './record.mjs'
import { launchVector, SOL, sceneOf, swapVector, transfersOf, USDC } from './swap-scene.mjs'

const idl = sdk.DynamicBondingCurveIdl
const coder = new BorshCoder(idl)
const programId = new PublicKey(idl.address)
const [eventAuthority] = PublicKey.findProgramAddressSync([Buffer.from('__event_authority')], programId)
const authority = sdk.deriveDbcPoolAuthority()

function swapEvents(random, scene, pool, names) {
  const direction = { pool, trade_direction: scene.mintIn.equals(scene.coin) ? 0 : 1 }
  const result = {
    next_sqrt_price: bn(random.big(100)),
    trading_fee: bn(random.big(20)),
    protocol_fee: bn(random.big(20)),
    referral_fee: bn(random.big(20)),
    output_amount: bn(scene.outRaw),
  }
  const older = { ...result, actual_input_amount: bn(scene.inRaw - 3n) }
  const newer = {
    ...result,
    included_fee_input_amount: bn(scene.inRaw),
    excluded_fee_input_amount: bn(scene.inRaw - 3n),
    amount_left: bn(0n),
  }
  return names.map((name) => {
    const parts = name === 'EvtSwap' ? { amount_in: bn(scene.inRaw), swap_result: older } : { swap_result: newer }
    return encodeEvent(idl, coder, name, { ...direction, ...parts }, random)
  })
}

const BOTH = ['EvtSwap', 'EvtSwap2']
const HOOKED = ['EvtSwap2WithTransferHook']
const SWAPS = [
  { name: 'swap', version: 'legacy', firstIn: true, events: ['EvtSwap'] },
  { name: 'swap', version: 0, firstIn: false, events: BOTH, viaRouter: true },
  { name: 'swap2', version: 0, firstIn: false, events: BOTH },
  { name: 'swap2', version: 1, firstIn: true, money: USDC, events: BOTH, viaRouter: true },
  { name: 'swap2', version: 0, firstIn: false, money: USDC, events: BOTH, userSigns: false, viaRouter: true },
  { name: 'swap2', version: 0, firstIn: true, events: BOTH, sponsored: true },
  { name: 'swap2', version: 0, firstIn: true, events: [] },
  { name: 'swap2', version: 0, firstIn: false, events: BOTH, hidden: ['transfers'] },
  { name: 'swap', version: 0, firstIn: true, events: ['EvtSwap'], hidden: ['transfers'], viaRouter: true },
  { name: 'swap2', version: 1, firstIn: false, events: BOTH, hidden: ['logs'] },
  { name: 'swap2_with_transfer_hook', version: 0, firstIn: false, events: HOOKED },
  { name: 'swap2_with_transfer_hook', version: 0, firstIn: true, events: HOOKED, hidden: ['transfers'] },
  { name: 'swap2', version: 0, firstIn: true, events: BOTH, err: { InstructionError: [0, { Custom: 6002 }] } },
]

const CREATES = [
  ['initialize_virtual_pool_with_spl_token', 'legacy', SOL],
  ['initialize_virtual_pool_with_token2022', 0, USDC],
  ['initialize_virtual_pool_with_token2022_transfer_hook', 1, SOL],
]
const MIGRATIONS = [
  ['migrate_meteora_damm', { pool: 'pool', base: 'token_a_mint', quote: 'token_b_mint' }],
  ['migration_damm_v2', { pool: 'pool', base: 'base_mint', quote: 'quote_mint' }],
]

export function dbcVectors(random) {
  return [
    ...SWAPS.map((shape, at) => swapOf(random, shape, at)),
    ...CREATES.map(([name, version, quote]) => create(random, name, version, quote)),
    ...MIGRATIONS.map(([name, names]) => migrate(random, name, names)),
  ]
}

function swapOf(random, shape, at) {
  const scene = { ...sceneOf(random, shape), vaultOwner: authority }
  const pool = random.key()
  const accounts = {
    pool,
    input_token_account: scene.userIn,
    output_token_account: scene.userOut,
    base_vault: scene.vaultFirst,
    quote_vault: scene.vaultSecond,
    base_mint: scene.coin,
    quote_mint: scene.money,
    payer: scene.user,
    token_base_program: scene.tokenProgram,
    token_quote_program: scene.tokenProgram,
    referral_token_account: programId,
    event_authority: eventAuthority,
    program: programId,
  }
  const args =
    shape.name === 'swap'
      ? { params: { amount_in: bn(scene.inRaw), minimum_amount_out: bn(1n) } }
      : { params: { amount_0: bn(scene.inRaw), amount_1: bn(1n), swap_mode: 0 } }
  const ix = encodeInstruction({ idl, coder, programId, name: shape.name, accounts, args, random })
  const events = swapEvents(random, scene, pool, shape.events).map((event) =>
    eventCall(programId, eventAuthority, event),
  )
  const swap = call(ix, [...transfersOf(scene), ...events])
  return swapVector(random, `dbc ${at} ${shape.name}`, scene, { ...shape, dex: 'meteora_dbc', pool, swap })
}

function create(random, name, version, quote) {
  const [payer, creator, mint, pool] = [random.wallet(), random.wallet(), random.wallet(), random.key()]
  const accounts = {
    creator,
    base_mint: mint,
    quote_mint: quote,
    pool,
    payer,
    event_authority: eventAuthority,
    program: programId,
  }
  const texts = { name: `Token ${random.u32()}`, symbol: `T${random.below(1_000)}`, uri: 'https://example.org/t.json' }
  const ix = encodeInstruction({ idl, coder, programId, name, accounts, args: { params: texts }, random })
  const event = encodeEvent(idl, coder, 'EvtInitializePool', { pool, creator, base_mint: mint }, random)
  const launch = {
    dex: 'meteora_dbc',
    kind: 'launch',
    pool: pool.toBase58(),
    mint: mint.toBase58(),
    quoteMint: quote.toBase58(),
    creator: creator.toBase58(),
    ...texts,
  }
  const made = call(ix, [eventCall(programId, eventAuthority, event)])
  return launchVector(random, `dbc ${name}`, { made, version, viaRouter: false, payer, launch })
}

function migrate(random, name, names) {
  const [payer, mint, pool] = [random.wallet(), random.key(), random.key()]
  const accounts = { payer, [names.pool]: pool, [names.base]: mint, [names.quote]: SOL }
  const ix = encodeInstruction({ idl, coder, programId, name, accounts, args: {}, random })
  for (const key of ix.keys) if (!key.pubkey.equals(payer)) key.isSigner = false
  const launch = {
    dex: 'meteora_dbc',
    kind: 'graduation',
    pool: pool.toBase58(),
    mint: mint.toBase58(),
    quoteMint: SOL.toBase58(),
    creator: null,
  }
  return launchVector(random, `dbc ${name}`, { made: call(ix), version: 0, viaRouter: false, payer, launch })
}

/** Pool and configuration accounts with what stands in them, and addresses. */
export function dbcState(random) {
  const poolFields = () => ({
    config: random.key(),
    creator: random.key(),
    base_mint: random.key(),
    base_vault: random.key(),
    quote_vault: random.key(),
    base_reserve: bn(random.big(60)),
    quote_reserve: bn(random.big(60)),
    sqrt_price: bn(random.big(90)),
    activation_point: bn(random.big(40)),
    is_migrated: random.below(2),
  })
  const pools = ['VirtualPool', 'TransferHookPool'].map((name) => {
    const fields = poolFields()
    const accumulator = bn(random.big(24))
    const tracker = idl.types.find((one) => one.name === 'VolatilityTracker').type.fields
    const volatility_tracker = Object.fromEntries(
      tracker.map((field) => [field.name, field.name === 'padding' ? Array(8).fill(0) : accumulator]),
    )
    const pool_state = { ...randomOf(idl, { defined: { name: 'PoolState' } }, random), ...fields, volatility_tracker }
    const bytes = encodeAccount(idl, coder, name, { pool_state }, random).toString('base64')
    return { name, bytes, fields: { ...plain(fields), volatility: accumulator.toString() } }
  })
  const configs = [0, 1].map((at) => configOf(random, at))
  const [mint, config] = [random.key(), random.key()]
  const pool = sdk.deriveDbcPoolAddress(SOL, mint, config)
  const address = {
    mint: mint.toBase58(),
    config: config.toBase58(),
    pool: pool.toBase58(),
    baseVault: sdk.deriveDbcTokenVaultAddress(pool, mint).toBase58(),
  }
  return {
    pools,
    configs,
    poolAuthority: authority.toBase58(),
    eventAuthority: eventAuthority.toBase58(),
    address,
  }
}

function configOf(random, at) {
  const fields = {
    quote_mint: random.key(),
    collect_fee_mode: at,
    activation_type: 1 - at,
    creator_trading_fee_percentage: random.below(101),
    migration_quote_threshold: bn(random.big(50)),
    migration_base_threshold: bn(random.big(50)),
    migration_sqrt_price: bn(random.big(90)),
    sqrt_start_price: bn(random.big(80)),
  }
  const base_fee = {
    ...randomOf(idl, { defined: { name: 'BaseFeeConfig' } }, random),
    cliff_fee_numerator: bn(random.big(29)),
    first_factor: random.below(500),
    second_factor: bn(random.big(20)),
    third_factor: bn(random.big(40)),
    base_fee_mode: at === 0 ? 2 : 1,
  }
  const dynamic_fee = {
    ...randomOf(idl, { defined: { name: 'DynamicFeeConfig' } }, random),
    initialized: at,
    variable_fee_control: random.below(1_000_000),
    bin_step: random.below(400),
  }
  const locked_vesting_config = {
    ...randomOf(idl, { defined: { name: 'LockedVestingConfig' } }, random),
    amount_per_period: bn(random.big(20)),
    number_of_period: bn(random.big(8)),
    cliff_unlock_amount: bn(random.big(20)),
  }
  const curve = Array.from({ length: 20 }, (_, point) =>
    point < 3
      ? { sqrt_price: bn(random.big(90)), liquidity: bn(random.big(100)) }
      : { sqrt_price: bn(0n), liquidity: bn(0n) },
  )
  const config = { ...fields, pool_fees: { base_fee, dynamic_fee }, locked_vesting_config, curve }
  const name = at === 0 ? 'PoolConfig' : 'ConfigWithTransferHook'
  const whole =
    at === 0 ? config : { config: { ...randomOf(idl, { defined: { name: 'PoolConfig' } }, random), ...config } }
  return {
    name,
    bytes: encodeAccount(idl, coder, name, whole, random).toString('base64'),
    fields: {
      ...plain(fields),
      fee: plain({
        cliff: base_fee.cliff_fee_numerator,
        first: base_fee.first_factor,
        second: base_fee.second_factor,
        third: base_fee.third_factor,
        mode: base_fee.base_fee_mode,
      }),
      dynamic:
        at === 0
          ? { control: 0, binStep: 0 }
          : { control: dynamic_fee.variable_fee_control, binStep: dynamic_fee.bin_step },
      vesting: plain({
        perPeriod: locked_vesting_config.amount_per_period,
        periods: locked_vesting_config.number_of_period,
        cliff: locked_vesting_config.cliff_unlock_amount,
      }),
      curve: curve.slice(0, 3).map((point) => plain(point)),
    },
  }
}
