import { Connection, PublicKey } from '@solana/web3.js'
import { bn, encodeAccount, encodeEvent, encodeInstruction, plain } from './idl.mjs'
import { BorshCoder, olderDammV2, dammV2 as sdk } from './packages.mjs'
import { call, eventCall } from './record.mjs'
import { launchVector, SOL, sceneOf, swapVector, transfersOf, USDC } from './swap-scene.mjs'

const idl = sdk.CpAmmIdl
const coder = new BorshCoder(idl)
const programId = new PublicKey(idl.address)
const [eventAuthority] = PublicKey.findProgramAddressSync([Buffer.from('__event_authority')], programId)
/** The SDK of the time before `swap2` has the older event; it exports its IDL only inside its client, which never
 *  connects here. */
const olderIdl = new olderDammV2.CpAmm(new Connection('http://127.0.0.1:1'))._program.rawIdl
const olderCoder = new BorshCoder(olderIdl)

function newerEvent(random, scene, pool, { feeMode, reserves }) {
  const fields = {
    pool,
    trade_direction: scene.firstIn ? 0 : 1,
    collect_fee_mode: feeMode,
    included_transfer_fee_amount_in: bn(scene.inRaw),
    included_transfer_fee_amount_out: bn(scene.outRaw),
    excluded_transfer_fee_amount_out: bn(scene.outRaw - scene.withheld),
    reserve_a_amount: bn(reserves.a),
    reserve_b_amount: bn(reserves.b),
  }
  return encodeEvent(idl, coder, 'EvtSwap2', fields, random)
}

function olderEvent(random, scene, pool) {
  const swap_result = {
    output_amount: bn(scene.outRaw),
    next_sqrt_price: bn(random.big(100)),
    lp_fee: bn(random.big(20)),
    protocol_fee: bn(random.big(20)),
    partner_fee: bn(random.big(20)),
    referral_fee: bn(random.big(20)),
  }
  const fields = {
    pool,
    trade_direction: scene.firstIn ? 0 : 1,
    swap_result,
    actual_amount_in: bn(scene.inRaw - scene.withheld),
  }
  return encodeEvent(olderIdl, olderCoder, 'EvtSwap', fields, random)
}

const COMPOUNDING = 2
const SWAPS = [
  { name: 'swap', version: 'legacy', firstIn: true, older: true },
  { name: 'swap', version: 0, firstIn: false, older: true, viaRouter: true },
  { name: 'swap', version: 0, firstIn: false, older: true, newer: true },
  { name: 'swap', version: 0, firstIn: true, older: true, withheld: 77n },
  { name: 'swap2', version: 0, firstIn: true, newer: true },
  { name: 'swap2', version: 1, firstIn: false, coinFirst: false, newer: true, viaRouter: true },
  { name: 'swap2', version: 0, firstIn: true, money: USDC, newer: true, withheld: 4_321n },
  { name: 'swap2', version: 0, firstIn: false, newer: true, userSigns: false, viaRouter: true },
  { name: 'swap2', version: 1, firstIn: false, newer: true, feeMode: COMPOUNDING },
  { name: 'swap2', version: 0, firstIn: true, coinFirst: false, newer: true, feeMode: COMPOUNDING, viaRouter: true },
  { name: 'swap2', version: 0, firstIn: true },
  { name: 'swap', version: 0, firstIn: false, viaRouter: true, sponsored: true },
  { name: 'swap', version: 0, firstIn: true, older: true, hidden: ['transfers'] },
  { name: 'swap2', version: 0, firstIn: false, newer: true, hidden: ['transfers'], withheld: 555n, sponsored: true },
  { name: 'swap', version: 1, firstIn: true, older: true, newer: true, hidden: ['transfers'], viaRouter: true },
  { name: 'swap2', version: 0, firstIn: true, newer: true, hidden: ['logs'] },
  { name: 'swap2', version: 0, firstIn: true, newer: true, err: { InstructionError: [0, { Custom: 6002 }] } },
]

const CREATES = ['initialize_pool', 'initialize_pool_with_dynamic_config', 'initialize_customizable_pool']

export function dammV2Vectors(random) {
  const swaps = SWAPS.map((shape, at) => swapOf(random, shape, at))
  const creates = CREATES.map((name, at) => create(random, name, at))
  const quiet = create(random, 'initialize_pool', 0, false)
  return [...swaps, ...creates, { ...quiet, name: `${quiet.name} without its event` }]
}

function swapOf(random, shape, at) {
  const scene = sceneOf(random, shape)
  const pool = random.key()
  const feeMode = shape.feeMode ?? random.below(2)
  const reserves = { a: random.big(60), b: random.big(60) }
  const accounts = {
    pool,
    input_token_account: scene.userIn,
    output_token_account: scene.userOut,
    token_a_vault: scene.vaultFirst,
    token_b_vault: scene.vaultSecond,
    token_a_mint: scene.first,
    token_b_mint: scene.second,
    payer: scene.user,
    token_a_program: scene.tokenProgram,
    token_b_program: scene.tokenProgram,
    referral_token_account: programId,
    event_authority: eventAuthority,
    program: programId,
  }
  const args = {
    _params:
      shape.name === 'swap'
        ? { amount_in: bn(scene.inRaw), minimum_amount_out: bn(1n) }
        : { amount_0: bn(scene.inRaw), amount_1: bn(1n), swap_mode: 0 },
  }
  const ix = encodeInstruction({ idl, coder, programId, name: shape.name, accounts, args, random })
  // Vaults belong to the program's one authority, which is the first account.
  const owned = { ...scene, vaultOwner: ix.keys[0].pubkey }
  const events = [
    ...(shape.older ? [olderEvent(random, scene, pool)] : []),
    ...(shape.newer ? [newerEvent(random, scene, pool, { feeMode, reserves })] : []),
  ].map((event) => eventCall(programId, eventAuthority, event))
  const swap = call(ix, [...transfersOf(owned), ...events])
  const faced =
    shape.coinFirst === false ? { base: reserves.b, quote: reserves.a } : { base: reserves.a, quote: reserves.b }
  return swapVector(random, `damm v2 ${at} ${shape.name}`, owned, {
    ...shape,
    dex: 'meteora_damm_v2',
    pool,
    swap,
    reserves: shape.newer && feeMode === COMPOUNDING ? faced : null,
  })
}

function create(random, name, at, withEvent = true) {
  const payer = random.wallet()
  const creator = random.key()
  const pool = random.key()
  const coin = random.key()
  const [a, b] = at === 1 ? [SOL, coin] : [coin, SOL]
  const accounts = {
    creator,
    payer,
    pool,
    token_a_mint: a,
    token_b_mint: b,
    event_authority: eventAuthority,
    program: programId,
  }
  const ix = encodeInstruction({ idl, coder, programId, name, accounts, args: {}, random })
  for (const key of ix.keys) if (!key.pubkey.equals(payer)) key.isSigner = false
  const event = encodeEvent(
    idl,
    coder,
    'EvtInitializePool',
    { pool, token_a_mint: a, token_b_mint: b, creator, payer },
    random,
  )
  const made = call(ix, withEvent ? [eventCall(programId, eventAuthority, event)] : [])
  const launch = {
    dex: 'meteora_damm_v2',
    kind: 'pool',
    pool: pool.toBase58(),
    mint: coin.toBase58(),
    quoteMint: SOL.toBase58(),
    creator: creator.toBase58(),
  }
  const version = ['legacy', 0, 1][at]
  return launchVector(random, `damm v2 ${name}`, { made, version, viaRouter: at === 1, payer, launch })
}

/** Pool accounts with what stands in them, prices of the SDK's and addresses. */
export function dammV2State(random) {
  const pools = [0, 1, 2].map((at) => {
    const fields = {
      token_a_mint: random.key(),
      token_b_mint: at === 0 ? SOL : random.key(),
      token_a_vault: random.key(),
      token_b_vault: random.key(),
      liquidity: bn(random.big(110)),
      sqrt_price: bn(random.big(70)),
      activation_point: bn(random.big(40)),
      activation_type: at & 1,
      pool_status: (at >> 1) & 1,
      collect_fee_mode: at,
      creator: random.key(),
      token_a_amount: bn(random.big(60)),
      token_b_amount: bn(random.big(60)),
    }
    const bytes = encodeAccount(idl, coder, 'Pool', fields, random).toString('base64')
    const price = sdk.getPriceFromSqrtPrice(fields.sqrt_price, 0, 0).toString()
    return { bytes, fields: plain(fields), price }
  })
  const addresses = [0, 1, 2].map(() => {
    const coin = random.key()
    return {
      coin: coin.toBase58(),
      quote: SOL.toBase58(),
      pool: sdk.deriveCustomizablePoolAddress(coin, SOL).toBase58(),
    }
  })
  return { pools, addresses, poolAuthority: sdk.derivePoolAuthority().toBase58() }
}
