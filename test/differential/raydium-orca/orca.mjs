import { call, record, routed } from '../meteora/record.mjs'
import { launchVector, SOL, sceneOf, swapVector, transfersOf, USDC } from '../meteora/swap-scene.mjs'
import {
  createNoopSigner,
  createTransferCheckedInstruction,
  createTransferInstruction,
  PublicKey,
  TransactionInstruction,
  whirlpoolIdl,
  whirlpools,
} from './sdks.mjs'

const PROGRAM = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'
const IMMUTABLE = 'iwhrLHdsgrvmnwU8GF2FSmyabSMjfHwFGJAX2ufJ3ZN'

/** swap and swap_v2 in both directions on both deployments, with and without transfer fees and logs; both swaps through
 *  two pools; every way to make a pool. */
export function orcaVectors(random) {
  const vectors = []
  const versions = ['legacy', 0, 1]
  for (const isV2 of [false, true])
    for (const firstIn of [true, false])
      for (const coinFirst of [true, false])
        for (const hidden of [[], ['logs'], ['inner']]) {
          const at = vectors.length
          const isAlone = hidden.includes('inner')
          const withheld = isV2 && at % 2 === 1 ? 4_321n : 0n
          const pool = random.key()
          const scene = {
            ...sceneOf(random, {
              firstIn,
              coinFirst,
              withheld,
              money: at % 4 < 2 ? SOL : USDC,
              userSigns: isAlone || at % 2 === 1 || at % 5 !== 4,
            }),
            vaultOwner: pool,
          }
          const programAddress = at % 7 === 6 ? IMMUTABLE : PROGRAM
          const swap = call(
            swapInstruction(random, isV2, pool, scene, programAddress),
            isV2 ? transfersOf(scene) : plainTransfers(scene),
            [traded(random, pool, firstIn, scene)],
          )
          vectors.push(
            swapVector(
              random,
              `${isV2 ? 'swap_v2' : 'swap'}, ${firstIn ? 'a to b' : 'b to a'}, without ${hidden.join() || 'nothing'}`,
              scene,
              {
                dex: 'orca',
                pool,
                swap,
                version: versions[at % 3],
                viaRouter: !isAlone && at % 2 === 0,
                hidden,
              },
            ),
          )
        }
  for (const isV2 of [false, true])
    for (const [one, two] of [
      [true, true],
      [false, true],
      [true, false],
      [false, false],
    ])
      vectors.push(twoHops(random, isV2, one, two, versions[vectors.length % 3]))
  for (const kind of ['initializePool', 'initializePoolV2', 'initializePoolWithAdaptiveFee'])
    vectors.push(made(random, kind, versions[vectors.length % 3]))
  return vectors
}

export function orcaState(random) {
  const key = () => random.key().toBase58()
  const fields = {
    whirlpoolsConfig: key(),
    whirlpoolBump: new Uint8Array([random.below(256)]),
    tickSpacing: random.below(65_536),
    feeTierIndexSeed: new Uint8Array(random.bytes(2)),
    feeRate: random.below(65_536),
    protocolFeeRate: random.below(65_536),
    liquidity: random.big(128),
    sqrtPrice: random.big(96),
    tickCurrentIndex: -random.below(400_000),
    protocolFeeOwedA: random.big(64),
    protocolFeeOwedB: random.big(64),
    tokenMintA: key(),
    tokenVaultA: key(),
    feeGrowthGlobalA: random.big(128),
    tokenMintB: key(),
    tokenVaultB: key(),
    feeGrowthGlobalB: random.big(128),
    rewardLastUpdatedTimestamp: random.big(64),
    rewardInfos: [0, 1, 2].map(() => ({
      mint: key(),
      vault: key(),
      extension: new Uint8Array(random.bytes(32)),
      emissionsPerSecondX64: random.big(64),
      growthGlobalX64: random.big(64),
    })),
  }
  const bytes = Buffer.from(whirlpools.getWhirlpoolEncoder().encode(fields))
  const named = Object.entries(fields).filter(([, value]) => typeof value !== 'object')
  return {
    pool: {
      bytes: bytes.toString('base64'),
      fields: Object.fromEntries(named.map(([name, value]) => [name, String(value)])),
    },
  }
}

function web3(instruction) {
  return new TransactionInstruction({
    programId: new PublicKey(instruction.programAddress),
    keys: instruction.accounts.map(({ address, role }) => ({
      pubkey: new PublicKey(address),
      isSigner: (role & 2) !== 0,
      isWritable: (role & 1) !== 0,
    })),
    data: Buffer.from(instruction.data),
  })
}

function traded(random, whirlpool, aToB, { inRaw, outRaw, withheld }) {
  const { discriminator } = whirlpoolIdl.events.find(({ name }) => name === 'Traded')
  const body = whirlpools.getTradedEncoder().encode({
    whirlpool: whirlpool.toBase58(),
    aToB,
    preSqrtPrice: random.big(96),
    postSqrtPrice: random.big(96),
    inputAmount: inRaw,
    outputAmount: outRaw,
    inputTransferFee: withheld,
    outputTransferFee: withheld,
    lpFee: random.big(20),
    protocolFee: random.big(20),
  })
  return Buffer.concat([Buffer.from(discriminator), Buffer.from(body)])
}

const ticks = (random, count, name) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, random.key().toBase58()]))

function swapInstruction(random, isV2, pool, scene, programAddress) {
  const { user, firstIn, userIn, userOut, vaultFirst, vaultSecond, first, second, tokenProgram } = scene
  const [ownerA, ownerB] = firstIn ? [userIn, userOut] : [userOut, userIn]
  const common = {
    tokenAuthority: createNoopSigner(user.toBase58()),
    whirlpool: pool.toBase58(),
    tokenOwnerAccountA: ownerA.toBase58(),
    tokenVaultA: vaultFirst.toBase58(),
    tokenOwnerAccountB: ownerB.toBase58(),
    tokenVaultB: vaultSecond.toBase58(),
    ...ticks(random, 3, 'tickArray'),
    oracle: random.key().toBase58(),
    amount: scene.inRaw,
    otherAmountThreshold: 1n,
    sqrtPriceLimit: 0n,
    amountSpecifiedIsInput: true,
    aToB: firstIn,
  }
  const program = tokenProgram.toBase58()
  return web3(
    isV2
      ? whirlpools.getSwapV2Instruction(
          {
            ...common,
            tokenProgramA: program,
            tokenProgramB: program,
            tokenMintA: first.toBase58(),
            tokenMintB: second.toBase58(),
            remainingAccountsInfo: null,
          },
          { programAddress },
        )
      : whirlpools.getSwapInstruction({ ...common, tokenProgram: program }, { programAddress }),
  )
}

/** The first forms move tokens by transfers that name no mint. */
function plainTransfers({ userIn, userOut, user, vaultOwner, firstIn, vaultFirst, vaultSecond, inRaw, outRaw }) {
  const [vaultIn, vaultOut] = firstIn ? [vaultFirst, vaultSecond] : [vaultSecond, vaultFirst]
  return [
    call(createTransferInstruction(userIn, vaultIn, user, inRaw)),
    call(createTransferInstruction(vaultOut, userOut, vaultOwner, outRaw)),
  ]
}

/** A coin into SOL and that into another coin. */
function twoHops(random, isV2, one, two, version) {
  const wallet = random.wallet()
  const [coinOne, coinTwo] = [random.key(), random.key()]
  const [poolOne, poolTwo] = [random.key(), random.key()]
  const token = { inRaw: random.big(40), midRaw: random.big(36), outRaw: random.big(40) }
  const accounts = Object.fromEntries(
    ['userIn', 'userMid', 'userOut', 'vaultOneIn', 'vaultOneMid', 'vaultTwoMid', 'vaultTwoOut'].map((name) => [
      name,
      random.key(),
    ]),
  )
  const text = Object.fromEntries(Object.entries(accounts).map(([name, key]) => [name, key.toBase58()]))
  const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const common = {
    whirlpoolOne: poolOne.toBase58(),
    whirlpoolTwo: poolTwo.toBase58(),
    tokenAuthority: createNoopSigner(wallet.toBase58()),
    ...ticks(random, 3, 'tickArrayOne'),
    ...ticks(random, 3, 'tickArrayTwo'),
    oracleOne: random.key().toBase58(),
    oracleTwo: random.key().toBase58(),
    amount: token.inRaw,
    otherAmountThreshold: 1n,
    amountSpecifiedIsInput: true,
    aToBOne: one,
    aToBTwo: two,
    sqrtPriceLimitOne: 0n,
    sqrtPriceLimitTwo: 0n,
  }
  const side = (hop, aToB, [ownerIn, vaultIn], [ownerOut, vaultOut]) => {
    const [a, b] = aToB
      ? [
          [ownerIn, vaultIn],
          [ownerOut, vaultOut],
        ]
      : [
          [ownerOut, vaultOut],
          [ownerIn, vaultIn],
        ]
    return {
      [`tokenOwnerAccount${hop}A`]: a[0],
      [`tokenVault${hop}A`]: a[1],
      [`tokenOwnerAccount${hop}B`]: b[0],
      [`tokenVault${hop}B`]: b[1],
    }
  }
  const instruction = isV2
    ? whirlpools.getTwoHopSwapV2Instruction({
        ...common,
        tokenMintInput: coinOne.toBase58(),
        tokenMintIntermediate: SOL.toBase58(),
        tokenMintOutput: coinTwo.toBase58(),
        tokenProgramInput: tokenProgram,
        tokenProgramIntermediate: tokenProgram,
        tokenProgramOutput: tokenProgram,
        tokenOwnerAccountInput: text.userIn,
        tokenVaultOneInput: text.vaultOneIn,
        tokenVaultOneIntermediate: text.vaultOneMid,
        tokenVaultTwoIntermediate: text.vaultTwoMid,
        tokenVaultTwoOutput: text.vaultTwoOut,
        tokenOwnerAccountOutput: text.userOut,
        remainingAccountsInfo: null,
      })
    : whirlpools.getTwoHopSwapInstruction({
        ...common,
        tokenProgram,
        ...side('One', one, [text.userIn, text.vaultOneIn], [text.userMid, text.vaultOneMid]),
        ...side('Two', two, [text.userMid, text.vaultTwoMid], [text.userOut, text.vaultTwoOut]),
      })
  const move = (from, mint, to, authority, raw) =>
    call(
      isV2
        ? createTransferCheckedInstruction(from, mint, to, authority, raw, 6)
        : createTransferInstruction(from, to, authority, raw),
    )
  const middle = isV2
    ? [move(accounts.vaultOneMid, SOL, accounts.vaultTwoMid, poolOne, token.midRaw)]
    : [
        move(accounts.vaultOneMid, SOL, accounts.userMid, poolOne, token.midRaw),
        move(accounts.userMid, SOL, accounts.vaultTwoMid, wallet, token.midRaw),
      ]
  const swap = call(
    web3(instruction),
    [
      move(accounts.userIn, coinOne, accounts.vaultOneIn, wallet, token.inRaw),
      ...middle,
      move(accounts.vaultTwoOut, coinTwo, accounts.userOut, poolTwo, token.outRaw),
    ],
    [
      traded(random, poolOne, one, { inRaw: token.inRaw, outRaw: token.midRaw, withheld: 0n }),
      traded(random, poolTwo, two, { inRaw: token.midRaw, outRaw: token.outRaw, withheld: 0n }),
    ],
  )
  const row = (name, mint, owner, change) => ({
    address: accounts[name],
    mint,
    owner,
    tokenProgram: new PublicKey(tokenProgram),
    decimals: 6,
    before: 10n ** 15n,
    after: 10n ** 15n + change,
  })
  const balances = [
    row('userIn', coinOne, wallet, -token.inRaw),
    row('userOut', coinTwo, wallet, token.outRaw),
    row('vaultOneIn', coinOne, poolOne, token.inRaw),
    row('vaultOneMid', SOL, poolOne, -token.midRaw),
    row('vaultTwoMid', SOL, poolTwo, token.midRaw),
    row('vaultTwoOut', coinTwo, poolTwo, -token.outRaw),
  ]
  const isRouted = one === two
  const answer = record({
    version,
    payer: wallet,
    calls: [isRouted ? routed([swap], wallet) : swap],
    balances,
    signature: random.bytes(64),
  })
  const trade = (pool, side, coin, baseRaw) => ({
    dex: 'orca',
    pool: pool.toBase58(),
    instructionPath: isRouted ? [0, 0] : [0, -1],
    side,
    trader: wallet.toBase58(),
    baseMint: coin.toBase58(),
    quoteMint: SOL.toBase58(),
    baseAmountRaw: baseRaw.toString(),
    quoteAmountRaw: token.midRaw.toString(),
    baseReserveRaw: null,
    quoteReserveRaw: null,
  })
  return {
    name: `${isV2 ? 'two_hop_swap_v2' : 'two_hop_swap'}, ${one}, ${two}`,
    answer,
    trades: [trade(poolOne, 'sell', coinOne, token.inRaw), trade(poolTwo, 'buy', coinTwo, token.outRaw)],
    launches: [],
  }
}

function made(random, kind, version) {
  const { payer, coin, money, first, second, tokenProgram } = sceneOf(random, {
    firstIn: true,
    coinFirst: random.below(2) === 0,
  })
  const key = () => random.key().toBase58()
  const signer = (address) => createNoopSigner(address)
  const pool = random.key()
  const program = tokenProgram.toBase58()
  const common = {
    whirlpoolsConfig: key(),
    tokenMintA: first.toBase58(),
    tokenMintB: second.toBase58(),
    funder: signer(payer.toBase58()),
    whirlpool: pool.toBase58(),
    tokenVaultA: signer(key()),
    tokenVaultB: signer(key()),
    initialSqrtPrice: random.big(90),
    tickSpacing: 64,
  }
  const v2 = { ...common, tokenBadgeA: key(), tokenBadgeB: key(), tokenProgramA: program, tokenProgramB: program }
  const instruction =
    kind === 'initializePool'
      ? whirlpools.getInitializePoolInstruction({
          ...common,
          feeTier: key(),
          tokenProgram: program,
          whirlpoolBump: 255,
          bumps: { whirlpoolBump: 255 },
        })
      : kind === 'initializePoolV2'
        ? whirlpools.getInitializePoolV2Instruction({ ...v2, feeTier: key() })
        : whirlpools.getInitializePoolWithAdaptiveFeeInstruction({
            ...v2,
            initializePoolAuthority: signer(key()),
            oracle: key(),
            adaptiveFeeTier: key(),
            tradeEnableTimestamp: null,
          })
  const ix = web3(instruction)
  // The vaults' and the authority's signatures are not what is looked at.
  ix.keys = ix.keys.map((one) => ({ ...one, isSigner: one.pubkey.toBase58() === payer.toBase58() }))
  return launchVector(random, kind, {
    made: call(ix),
    version,
    viaRouter: kind === 'initializePoolV2',
    payer,
    launch: {
      dex: 'orca',
      kind: 'pool',
      pool: pool.toBase58(),
      mint: coin.toBase58(),
      quoteMint: money.toBase58(),
      creator: payer.toBase58(),
      name: null,
      symbol: null,
      uri: null,
    },
  })
}
