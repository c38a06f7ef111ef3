import { PublicKey } from '@solana/web3.js'
import { bn, encodeAccount, encodeEvent, encodeInstruction, plain } from './idl.mjs'
import { BorshCoder, dlmm as sdk } from './packages.mjs'
import { call, eventCall } from './record.mjs'
import { launchVector, SOL, sceneOf, swapVector, transfersOf, USDC } from './swap-scene.mjs'

const idl = sdk.IDL
const coder = new BorshCoder(idl)
const programId = new PublicKey(idl.address)
const [eventAuthority] = sdk.deriveEventAuthority(programId)

/** The swap's instruction with its transfers and the events named in `events`. */
function swapCall(random, scene, pair, { name, events }) {
  const accounts = {
    lb_pair: pair,
    bin_array_bitmap_extension: programId,
    host_fee_in: programId,
    reserve_x: scene.vaultFirst,
    reserve_y: scene.vaultSecond,
    user_token_in: scene.userIn,
    user_token_out: scene.userOut,
    token_x_mint: scene.first,
    token_y_mint: scene.second,
    user: scene.user,
    token_x_program: scene.tokenProgram,
    token_y_program: scene.tokenProgram,
    event_authority: eventAuthority,
    program: programId,
  }
  const ix = encodeInstruction({ idl, coder, programId, name, accounts, args: {}, random })
  const fields = {
    lb_pair: pair,
    from: scene.user,
    amount_in: bn(scene.inRaw - scene.withheld),
    amount_out: bn(scene.outRaw),
    swap_for_y: scene.firstIn,
  }
  const announced = events.map((event) =>
    eventCall(programId, eventAuthority, encodeEvent(idl, coder, event, fields, random)),
  )
  return call(ix, [...transfersOf(scene), ...announced])
}

const OLDER = ['Swap']
const BOTH = ['Swap', 'Swap2Evt']
const SWAPS = [
  { name: 'swap', version: 'legacy', firstIn: true, events: OLDER },
  { name: 'swap', version: 0, firstIn: false, events: OLDER, viaRouter: true },
  { name: 'swap2', version: 0, firstIn: true, events: BOTH },
  { name: 'swap2', version: 1, firstIn: false, coinFirst: false, events: BOTH, viaRouter: true },
  {
    name: 'swap2',
    version: 0,
    firstIn: true,
    coinFirst: false,
    money: USDC,
    events: BOTH,
    userSigns: false,
    viaRouter: true,
  },
  { name: 'swap2', version: 0, firstIn: true, events: BOTH, withheld: 1_234n },
  { name: 'swap2', version: 0, firstIn: false, events: ['Swap2Evt'] },
  { name: 'swap2', version: 0, firstIn: false, events: [], viaRouter: true },
  { name: 'swap', version: 0, firstIn: true, events: [] },
  { name: 'swap_exact_out', version: 0, firstIn: false, events: [] },
  { name: 'swap_exact_out2', version: 0, firstIn: true, events: [], viaRouter: true },
  { name: 'swap_with_price_impact', version: 0, firstIn: false, events: [] },
  { name: 'swap_with_price_impact2', version: 1, firstIn: true, events: [] },
  { name: 'swap', version: 0, firstIn: true, events: OLDER, hidden: ['transfers'], sponsored: true },
  { name: 'swap2', version: 0, firstIn: false, events: BOTH, hidden: ['transfers'] },
  { name: 'swap2', version: 0, firstIn: true, events: ['Swap2Evt'], hidden: ['transfers'], viaRouter: true },
  { name: 'swap2', version: 0, firstIn: false, events: BOTH, hidden: ['logs'] },
  { name: 'swap2', version: 0, firstIn: false, events: BOTH, err: { InstructionError: [0, { Custom: 6003 }] } },
  { name: 'swap_exact_out', version: 'legacy', firstIn: true, events: OLDER },
  { name: 'swap_exact_out2', version: 1, firstIn: false, events: BOTH },
  { name: 'swap_with_price_impact', version: 0, firstIn: true, coinFirst: false, events: OLDER, viaRouter: true },
  { name: 'swap_with_price_impact2', version: 1, firstIn: false, events: BOTH, viaRouter: true },
]

const CREATES = [
  'initialize_lb_pair',
  'initialize_lb_pair2',
  'initialize_customizable_permissionless_lb_pair',
  'initialize_customizable_permissionless_lb_pair2',
  'initialize_permission_lb_pair',
]

export function dlmmVectors(random) {
  const swaps = SWAPS.map((shape, at) => {
    const pair = random.key()
    const scene = { ...sceneOf(random, shape), vaultOwner: pair }
    const swap = swapCall(random, scene, pair, shape)
    return swapVector(random, `dlmm ${at} ${shape.name}`, scene, { ...shape, dex: 'meteora', pool: pair, swap })
  })
  const creates = CREATES.map((name, at) => create(random, name, at % 2 === 0))
  const quiet = create(random, 'initialize_lb_pair2', true, [])
  return [...swaps, ...creates, { ...quiet, name: `${quiet.name} without its event` }]
}

function create(random, name, coinFirst, events = ['LbPairCreate']) {
  const payer = random.wallet()
  const pair = random.key()
  const coin = random.key()
  const [x, y] = coinFirst ? [coin, SOL] : [SOL, coin]
  const accounts = {
    lb_pair: pair,
    bin_array_bitmap_extension: programId,
    token_mint_x: x,
    token_mint_y: y,
    funder: payer,
    payer,
    event_authority: eventAuthority,
    program: programId,
  }
  const ix = encodeInstruction({ idl, coder, programId, name, accounts, args: {}, random })
  // A permissioned pool's base key signs too; one signature is enough for these records.
  for (const key of ix.keys) if (!key.pubkey.equals(payer)) key.isSigner = false
  const fields = { lb_pair: pair, token_x: x, token_y: y }
  const calls = events.map((event) =>
    eventCall(programId, eventAuthority, encodeEvent(idl, coder, event, fields, random)),
  )
  const launch = {
    dex: 'meteora',
    kind: 'pool',
    pool: pair.toBase58(),
    mint: coin.toBase58(),
    quoteMint: SOL.toBase58(),
    creator: payer.toBase58(),
  }
  return launchVector(random, `dlmm ${name}`, { made: call(ix, calls), version: coinFirst ? 0 : 1, payer, launch })
}

/** Pool accounts with what stands in them, bin prices and addresses, as the SDK has them. */
export function dlmmState(random) {
  const pairs = [0, 1, 2, 3].map((at) => {
    const fields = {
      active_id: [8_388, -4_321, 0, 443_635][at],
      bin_step: [1, 25, 100, 400][at],
      status: at & 1,
      activation_type: (at >> 1) & 1,
      activation_point: bn(random.big(40)),
      token_x_mint: random.key(),
      token_y_mint: at === 0 ? SOL : random.key(),
      reserve_x: random.key(),
      reserve_y: random.key(),
      creator: random.key(),
    }
    const bytes = encodeAccount(idl, coder, 'LbPair', fields, random).toString('base64')
    return { bytes, fields: plain(fields) }
  })
  const prices = []
  for (const binStep of [1, 4, 10, 25, 80, 100, 250, 400])
    for (const binId of [0, 1, -1, 17, -250, 1_023, -1_779, 4_096]) {
      const priceQ64 = sdk.getQPriceFromId(bn(binId), bn(binStep)).toString()
      prices.push({ binStep, binId, priceQ64 })
    }
  const addresses = [0, 1, 2].map(() => {
    const coin = random.key()
    const [pool] = sdk.deriveCustomizablePermissionlessLbPair(coin, SOL, programId)
    return { coin: coin.toBase58(), quote: SOL.toBase58(), pool: pool.toBase58() }
  })
  return { pairs, prices, addresses }
}
