import { call, record, routed } from '../meteora/record.mjs'
import { launchVector, SOL, sceneOf, swapVector, transfersOf, USDC } from '../meteora/swap-scene.mjs'
import { encodeEvent } from './events.mjs'
import {
  BorshCoder,
  bn,
  createTransferCheckedInstruction,
  PublicKey,
  raydium,
  TransactionInstruction,
} from './sdks.mjs'
import { plainState } from './state.mjs'
import { spl } from './trading-accounts.mjs'

const PROGRAM = new PublicKey('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK')
const DECIMALS = 6

/** swap and swap_v2 in both directions, with and without transfer fees, with logs, without them, and with nothing but
 *  them, in the event's older and newer form; a route of the program through two pools; every way to make a pool. */
export function clmmVectors(random, idl) {
  const coder = new BorshCoder(idl)
  const vectors = []
  const versions = ['legacy', 0, 1]
  for (const isV2 of [false, true])
    for (const firstIn of [true, false])
      for (const isExactInput of [true, false])
        for (const hidden of [[], ['logs'], ['inner']]) {
          const at = vectors.length
          const isAlone = hidden.includes('inner')
          const pool = random.key()
          const scene = swapScene(random, at, { isV2, firstIn, userSigns: isAlone || at % 4 !== 3, pool })
          const make = isV2 ? swapV2 : swapV1
          const event = swapEvent(random, { idl, coder, at }, pool, scene)
          vectors.push(
            swapVector(
              random,
              `${isV2 ? 'swap_v2' : 'swap'}, ${firstIn ? 'zero for one' : 'one for zero'}, without ${hidden.join() || 'nothing'}`,
              scene,
              {
                dex: 'raydium_clmm',
                pool,
                swap: call(make(random, coder, pool, scene, isExactInput), transfersOf(scene, { plain: !isV2 }), [
                  event,
                ]),
                version: versions[at % 3],
                viaRouter: !isAlone && at % 2 === 1,
                hidden,
              },
            ),
          )
        }
  for (const version of versions)
    for (const hidden of [[], ['logs']]) vectors.push(twoHops(random, { idl, coder, version, hidden }))
  for (const [at, kind] of ['create_pool', 'create_customizable_pool', 'create_permissioned_pool'].entries())
    vectors.push(made(random, kind, versions[at]))
  return vectors
}

export function clmmState(random, idl) {
  const tag = idl.accounts.find(({ name }) => name === 'PoolState').discriminator
  const config = idl.accounts.find(({ name }) => name === 'AmmConfig').discriminator
  return {
    pool: plainState(raydium.PoolInfoLayout, random, { tag, fixed: { tickCurrent: -random.below(400_000) } }),
    config: plainState(raydium.ClmmConfigLayout, random, { tag: config }),
  }
}

/** Mints stand in the order of their bytes, whichever is the coin. */
function swapScene(random, at, { isV2, firstIn, userSigns, pool }) {
  const withheld = isV2 && at % 3 === 1 ? 4_321n : 0n
  const money = at % 4 < 2 ? SOL : USDC
  const scene = sceneOf(random, { firstIn, withheld, money, userSigns })
  const [first, second] = [scene.coin, money].sort((a, b) => Buffer.compare(a.toBuffer(), b.toBuffer()))
  return {
    ...scene,
    vaultOwner: pool,
    first,
    second,
    mintIn: firstIn ? first : second,
    mintOut: firstIn ? second : first,
  }
}

function swapEvent(random, { idl, coder, at }, pool, scene) {
  const { user, userIn, userOut, firstIn, inRaw, outRaw, withheld } = scene
  const sides = [
    [userIn, inRaw - withheld],
    [userOut, outRaw - withheld],
  ]
  const [zero, one] = firstIn ? sides : sides.toReversed()
  const event = encodeEvent(idl, coder, 'SwapEvent', {
    pool_state: pool,
    sender: user,
    token_account_0: zero[0],
    token_account_1: one[0],
    amount_0: bn(zero[1]),
    transfer_fee_0: bn(withheld),
    amount_1: bn(one[1]),
    transfer_fee_1: bn(withheld),
    zero_for_one: firstIn,
    sqrt_price_x64: bn(random.big(96)),
    liquidity: bn(random.big(90)),
    tick: random.below(1_000) - 500,
  })
  // Newer builds say what the pool's fee was in either token.
  return at % 2 === 0 ? event : Buffer.concat([event, random.bytes(16)])
}

function orderOf(random, isExactInput) {
  return [bn(random.big(40)), bn(random.big(40)), bn(random.big(60)), isExactInput]
}

const key = (pubkey, flags = '') => ({ pubkey, isSigner: flags.includes('s'), isWritable: flags.includes('w') })

/** By the interface description: the SDK builds the second form only. */
function swapV1(random, coder, pool, scene, isExactInput) {
  const { user, userIn, userOut, firstIn, vaultFirst, vaultSecond, tokenProgram } = scene
  const [vaultIn, vaultOut] = firstIn ? [vaultFirst, vaultSecond] : [vaultSecond, vaultFirst]
  const [amount, other_amount_threshold, sqrt_price_limit_x64, is_base_input] = orderOf(random, isExactInput)
  const order = { amount, other_amount_threshold, sqrt_price_limit_x64, is_base_input }
  const writable = [pool, userIn, userOut, vaultIn, vaultOut, random.key()].map((one) => key(one, 'w'))
  return new TransactionInstruction({
    programId: PROGRAM,
    keys: [
      key(user, 's'),
      key(random.key()),
      ...writable,
      key(tokenProgram),
      key(random.key(), 'w'),
      key(random.key(), 'w'),
    ],
    data: coder.instruction.encode('swap', order),
  })
}

function swapV2(random, _coder, pool, scene, isExactInput) {
  const { user, userIn, userOut, firstIn, vaultFirst, vaultSecond, mintIn, mintOut } = scene
  const [vaultIn, vaultOut] = firstIn ? [vaultFirst, vaultSecond] : [vaultSecond, vaultFirst]
  return raydium.ClmmInstrument.swapV2Instruction(
    PROGRAM,
    user,
    pool,
    random.key(),
    userIn,
    userOut,
    vaultIn,
    vaultOut,
    mintIn,
    mintOut,
    [random.key(), random.key()],
    random.key(),
    ...orderOf(random, isExactInput),
    random.key(),
  )
}

/** A coin into SOL and that into another coin, with tick arrays behind each hop. */
function twoHops(random, { idl, coder, version, hidden }) {
  const wallet = random.wallet()
  const [coinOne, coinTwo] = [random.key(), random.key()]
  const raw = { in: random.big(40), mid: random.big(36), out: random.big(40) }
  const [userIn, userMid, userOut] = [0, 1, 2].map(() => random.key())
  const hop = (mintIn, mintOut, from, to, inRaw, outRaw) => {
    const [pool, vaultIn, vaultOut] = [0, 1, 2].map(() => random.key())
    return { pool, vaultIn, vaultOut, mintIn, mintOut, from, to, inRaw, outRaw }
  }
  const hops = [
    hop(coinOne, SOL, userIn, userMid, raw.in, raw.mid),
    hop(SOL, coinTwo, userMid, userOut, raw.mid, raw.out),
  ]
  const order = { amount_in: bn(raw.in), amount_out_minimum: bn(1n) }
  const keys = [
    key(wallet, 's'),
    key(userIn, 'w'),
    key(coinOne, 'w'),
    key(spl.TOKEN_PROGRAM_ID),
    key(spl.TOKEN_2022_PROGRAM_ID),
    key(new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')),
    ...hops.flatMap(({ pool, to, vaultIn, vaultOut, mintOut }) => [
      key(random.key()),
      ...[pool, to, vaultIn, vaultOut].map((one) => key(one, 'w')),
      key(mintOut),
      ...[0, 1, 2].map(() => key(random.key(), 'w')),
    ]),
  ]
  const move = (from, mint, to, authority, amount) =>
    call(createTransferCheckedInstruction(from, mint, to, authority, amount, DECIMALS))
  const eventOf = ({ pool, from, to, mintIn, mintOut, inRaw, outRaw }, at) => {
    const firstIn = Buffer.compare(mintIn.toBuffer(), mintOut.toBuffer()) < 0
    const scene = { user: wallet, userIn: from, userOut: to, firstIn, inRaw, outRaw, withheld: 0n }
    return swapEvent(random, { idl, coder, at }, pool, scene)
  }
  const swap = call(
    new TransactionInstruction({
      programId: PROGRAM,
      keys,
      data: coder.instruction.encode('swap_router_base_in', order),
    }),
    hops.flatMap(({ pool, vaultIn, vaultOut, mintIn, mintOut, from, to, inRaw, outRaw }) => [
      move(from, mintIn, vaultIn, wallet, inRaw),
      move(vaultOut, mintOut, to, pool, outRaw),
    ]),
    hops.map(eventOf),
  )
  const row = (address, mint, owner, change) => ({
    address,
    mint,
    owner,
    tokenProgram: spl.TOKEN_PROGRAM_ID,
    decimals: DECIMALS,
    before: 10n ** 15n,
    after: 10n ** 15n + change,
  })
  const [one, two] = hops
  const balances = [
    row(userIn, coinOne, wallet, -raw.in),
    row(userMid, SOL, wallet, 0n),
    row(userOut, coinTwo, wallet, raw.out),
    row(one.vaultIn, coinOne, one.pool, raw.in),
    row(one.vaultOut, SOL, one.pool, -raw.mid),
    row(two.vaultIn, SOL, two.pool, raw.mid),
    row(two.vaultOut, coinTwo, two.pool, -raw.out),
  ]
  const isRouted = version === 0
  const calls = [isRouted ? routed([swap], [wallet]) : swap]
  const answer = record({ version, payer: wallet, calls, balances, hidden, signature: random.bytes(64) })
  const trade = (pool, side, coin, baseRaw) => ({
    dex: 'raydium_clmm',
    pool: pool.toBase58(),
    instructionPath: isRouted ? [0, 0] : [0, -1],
    side,
    trader: wallet.toBase58(),
    baseMint: coin.toBase58(),
    quoteMint: SOL.toBase58(),
    baseAmountRaw: baseRaw.toString(),
    quoteAmountRaw: raw.mid.toString(),
    baseReserveRaw: null,
    quoteReserveRaw: null,
  })
  return {
    name: `swap_router_base_in, version ${version}, without ${hidden.join() || 'nothing'}`,
    answer,
    trades: [trade(one.pool, 'sell', coinOne, raw.in), trade(two.pool, 'buy', coinTwo, raw.out)],
    launches: [],
  }
}

function made(random, kind, version) {
  const payer = random.wallet()
  const creator = kind === 'create_permissioned_pool' ? random.key() : payer
  const [pool, config, permission] = [0, 1, 2].map(() => random.key())
  const coin = random.key()
  const mints = [coin, SOL].sort((a, b) => Buffer.compare(a.toBuffer(), b.toBuffer()))
  const [vaultA, vaultB, observation, bitmap] = [0, 1, 2, 3].map(() => random.key())
  const programs = [spl.TOKEN_PROGRAM_ID, spl.TOKEN_PROGRAM_ID]
  const price = bn(random.big(90))
  const { ClmmInstrument } = raydium
  const instruction = {
    create_pool: () =>
      ClmmInstrument.createPoolInstruction(
        ...[PROGRAM, pool, creator, config, observation, mints[0], vaultA, programs[0], mints[1], vaultB, programs[1]],
        ...[bitmap, price, []],
      ),
    create_customizable_pool: () =>
      ClmmInstrument.createCustomizablePoolInstruction(
        ...[PROGRAM, pool, creator, config, ...mints, vaultA, vaultB, observation, bitmap, ...programs, price, 1, []],
        random.key(),
      ),
    create_permissioned_pool: () =>
      ClmmInstrument.createPermissionedPoolInstruction(
        ...[PROGRAM, payer, creator, permission, config, pool, ...mints, vaultA, vaultB, observation, bitmap],
        ...[...programs, price, 0, 3, []],
      ),
  }[kind]()
  const launch = {
    dex: 'raydium_clmm',
    kind: 'pool',
    pool: pool.toBase58(),
    mint: coin.toBase58(),
    quoteMint: SOL.toBase58(),
    creator: creator.toBase58(),
    name: null,
    symbol: null,
    uri: null,
  }
  return launchVector(random, kind, { made: call(instruction), version, viaRouter: version === 0, payer, launch })
}
