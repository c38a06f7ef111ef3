import { call } from '../meteora/record.mjs'
import { launchVector, sceneOf, swapVector } from '../meteora/swap-scene.mjs'
import { bn, createTransferInstruction, PublicKey, raydium } from './sdks.mjs'
import { plainState } from './state.mjs'

const PROGRAM = new PublicKey('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8')

/** Every swap instruction of AMM v4 in both directions, in every version of transaction, called by a wallet and by a
 *  router; the program moves tokens by plain transfers and its log, which no SDK encodes, is cut off. */
export function raydiumVectors(random) {
  const vectors = []
  const versions = ['legacy', 0, 1]
  for (const tag of [9, 11, 16, 17])
    for (const firstIn of [true, false])
      for (const coinFirst of [true, false]) {
        const at = vectors.length
        const scene = sceneOf(random, { firstIn, coinFirst, userSigns: at % 3 !== 2 })
        const pool = random.key()
        const swap = call(swapInstruction(random, tag, pool, scene), plainTransfers(scene))
        vectors.push(
          swapVector(random, `tag ${tag}, ${firstIn ? 'coin' : 'pc'} in`, scene, {
            dex: 'raydium',
            pool,
            swap,
            version: versions[at % 3],
            viaRouter: at % 3 === 2 || at % 5 === 1,
            hidden: ['logs'],
            err: at === 7 ? { InstructionError: [0, { Custom: 30 }] } : null,
          }),
        )
      }
  return [...vectors, created(random, 'legacy', true), created(random, 1, false)]
}

export function raydiumState(random) {
  return { pool: plainState(raydium.liquidityStateV4Layout, random) }
}

function swapInstruction(
  random,
  tag,
  pool,
  { userIn, userOut, user, vaultFirst, vaultSecond, vaultOwner, inRaw, outRaw },
) {
  const base = [PROGRAM, pool, vaultOwner, vaultFirst, vaultSecond, userIn, userOut, user]
  if (tag === 16) return raydium.swapBaseInV2Instruction(...base, bn(inRaw), bn(outRaw))
  if (tag === 17) return viaV2(tag, ...base, inRaw, outRaw)
  const key = () => random.key().toBase58()
  return raydium.makeAMMSwapInstruction({
    version: 4,
    poolKeys: {
      programId: PROGRAM.toBase58(),
      id: pool.toBase58(),
      authority: vaultOwner.toBase58(),
      openOrders: key(),
      targetOrders: key(),
      vault: { A: vaultFirst.toBase58(), B: vaultSecond.toBase58() },
      marketProgramId: key(),
      marketId: key(),
      marketBids: key(),
      marketAsks: key(),
      marketEventQueue: key(),
      marketBaseVault: key(),
      marketQuoteVault: key(),
      marketAuthority: key(),
    },
    userKeys: { tokenAccountIn: userIn, tokenAccountOut: userOut, owner: user },
    amountIn: bn(inRaw),
    amountOut: bn(outRaw),
    fixedSide: tag === 9 ? 'in' : 'out',
  })
}

function viaV2(tag, programId, pool, authority, coinVault, pcVault, userIn, userOut, owner, inRaw, outRaw) {
  return raydium.makeAMMSwapV2Instruction({
    version: 4,
    poolKeys: {
      programId: programId.toBase58(),
      id: pool.toBase58(),
      authority: authority.toBase58(),
      vault: { A: coinVault.toBase58(), B: pcVault.toBase58() },
    },
    userKeys: { tokenAccountIn: userIn, tokenAccountOut: userOut, owner },
    amountIn: bn(inRaw),
    amountOut: bn(outRaw),
    fixedSide: tag === 16 ? 'in' : 'out',
  })
}

function plainTransfers(scene) {
  const { userIn, userOut, user, vaultOwner, firstIn, vaultFirst, vaultSecond, inRaw, outRaw } = scene
  const [vaultIn, vaultOut] = firstIn ? [vaultFirst, vaultSecond] : [vaultSecond, vaultFirst]
  return [
    call(createTransferInstruction(userIn, vaultIn, user, inRaw)),
    call(createTransferInstruction(vaultOut, userOut, vaultOwner, outRaw)),
  ]
}

function created(random, version, coinFirst) {
  const { payer, coin, money, first, second } = sceneOf(random, { coinFirst, firstIn: true })
  const ammId = random.key()
  const keys = Object.fromEntries(
    [
      'ammAuthority',
      'ammOpenOrders',
      'lpMint',
      'coinVault',
      'pcVault',
      'withdrawQueue',
      'ammTargetOrders',
      'poolTempLp',
      'marketProgramId',
      'marketId',
      'userCoinVault',
      'userPcVault',
      'userLpVault',
      'ammConfigId',
      'feeDestinationId',
    ].map((name) => [name, random.key()]),
  )
  const { instruction } = raydium.createPoolV4InstructionV2({
    programId: PROGRAM,
    ammId,
    coinMint: first,
    pcMint: second,
    userWallet: payer,
    ...keys,
    nonce: 254,
    openTime: bn(1),
    coinAmount: bn(random.big(40)),
    pcAmount: bn(random.big(40)),
  })
  return launchVector(random, `initialize2, ${coinFirst ? 'coin' : 'money'} first`, {
    made: call(instruction),
    version,
    viaRouter: !coinFirst,
    payer,
    launch: {
      dex: 'raydium',
      kind: 'pool',
      pool: ammId.toBase58(),
      mint: coin.toBase58(),
      quoteMint: money.toBase58(),
      creator: payer.toBase58(),
      name: null,
      symbol: null,
      uri: null,
    },
  })
}
