import { call } from '../meteora/record.mjs'
import { launchVector, sceneOf, swapVector, transfersOf } from '../meteora/swap-scene.mjs'
import { encodeEvent } from './events.mjs'
import { BN, BorshCoder, bn, PublicKey, raydium } from './sdks.mjs'
import { plainState } from './state.mjs'

export const PROGRAM = new PublicKey('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C')

/** Both swap instructions in both directions; with and without transfer fees, with logs, without them, and with nothing
 *  but them. */
export function cpmmVectors(random, idl) {
  const coder = new BorshCoder(idl)
  const vectors = []
  const versions = ['legacy', 0, 1]
  for (const fixed of ['input', 'output'])
    for (const firstIn of [true, false])
      for (const withheld of [0n, 1_234n])
        for (const hidden of [[], ['logs'], ['inner']]) {
          const at = vectors.length
          const isAlone = hidden.includes('inner')
          const scene = sceneOf(random, { firstIn, withheld, userSigns: isAlone || at % 4 !== 3 })
          const pool = random.key()
          const before = { in: random.big(48) + scene.inRaw, out: random.big(48) + scene.outRaw }
          const event = encodeEvent(idl, coder, 'SwapEvent', {
            pool_id: pool,
            input_vault_before: bn(before.in),
            output_vault_before: bn(before.out),
            input_amount: bn(scene.inRaw - withheld),
            output_amount: bn(scene.outRaw),
            input_transfer_fee: bn(withheld),
            output_transfer_fee: bn(withheld),
            base_input: fixed === 'input',
          })
          const swap = call(swapInstruction(random, fixed, pool, scene), transfersOf(scene), [event])
          const after = { in: before.in + scene.inRaw - withheld, out: before.out - scene.outRaw }
          const isSell = scene.mintIn.equals(scene.coin)
          vectors.push(
            swapVector(
              random,
              `swap_base_${fixed}, ${withheld} withheld, without ${hidden.join() || 'nothing'}`,
              scene,
              {
                dex: 'raydium_cpmm',
                pool,
                swap,
                version: versions[at % 3],
                viaRouter: !isAlone && at % 2 === 1,
                hidden,
                reserves: hidden.includes('logs')
                  ? null
                  : isSell
                    ? { base: after.in, quote: after.out }
                    : { base: after.out, quote: after.in },
              },
            ),
          )
        }
  return [...vectors, made(random, 'legacy'), permitted(random, 0).vector, permitted(random, 1).vector]
}

export function cpmmState(random, idl) {
  const tag = idl.accounts.find(({ name }) => name === 'PoolState').discriminator
  return { pool: plainState(raydium.CpmmPoolInfoLayout, random, { tag }) }
}

function swapInstruction(random, fixed, pool, scene) {
  const { user, userIn, userOut, firstIn, vaultFirst, vaultSecond, tokenProgram, mintIn, mintOut, vaultOwner } = scene
  const [vaultIn, vaultOut] = firstIn ? [vaultFirst, vaultSecond] : [vaultSecond, vaultFirst]
  const make = fixed === 'input' ? raydium.makeSwapCpmmBaseInInstruction : raydium.makeSwapCpmmBaseOutInstruction
  return make(
    PROGRAM,
    user,
    vaultOwner,
    random.key(),
    pool,
    userIn,
    userOut,
    vaultIn,
    vaultOut,
    tokenProgram,
    tokenProgram,
    mintIn,
    mintOut,
    random.key(),
    new BN(1),
    new BN(2),
  )
}

function launchOf(pool, { coin, money }, creator) {
  return {
    dex: 'raydium_cpmm',
    kind: 'pool',
    pool: pool.toBase58(),
    mint: coin.toBase58(),
    quoteMint: money.toBase58(),
    creator: creator.toBase58(),
    name: null,
    symbol: null,
    uri: null,
  }
}

function made(random, version) {
  const scene = sceneOf(random, { firstIn: true, coinFirst: false })
  const pool = random.key()
  const key = () => random.key()
  const { payer, first, second, tokenProgram } = scene
  const instruction = raydium.makeCreateCpmmPoolInInstruction(
    PROGRAM,
    payer,
    key(),
    key(),
    pool,
    first,
    second,
    key(),
    key(),
    key(),
    key(),
    key(),
    key(),
    key(),
    tokenProgram,
    tokenProgram,
    key(),
    bn(1),
    bn(2),
    bn(3),
  )
  return launchVector(random, 'initialize', {
    made: call(instruction),
    version,
    viaRouter: false,
    payer,
    launch: launchOf(pool, scene, payer),
  })
}

/** A pool that a launch platform makes for a coin's creator; also called by LaunchLab's migration. */
export function permitted(random, version, scene = sceneOf(random, { firstIn: true }), pool = random.key()) {
  const creator = random.key()
  const key = () => random.key()
  const { payer, first, second, tokenProgram } = scene
  const instruction = raydium.initializeWithPermission(
    PROGRAM,
    payer,
    creator,
    key(),
    key(),
    pool,
    first,
    second,
    key(),
    key(),
    key(),
    key(),
    key(),
    key(),
    key(),
    tokenProgram,
    tokenProgram,
    key(),
    key(),
    bn(1),
    bn(2),
    bn(3),
    raydium.FeeOn?.BothToken ?? 0,
  )
  const launch = launchOf(pool, scene, creator)
  const vector = launchVector(random, 'initialize_with_permission', {
    made: call(instruction),
    version,
    viaRouter: true,
    payer,
    launch,
  })
  return { vector, instruction, launch }
}
