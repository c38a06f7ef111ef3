import { createHash } from 'node:crypto'
import { createBurnInstruction, createMintToInstruction, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { bn, encodeInstruction, encodeWith, plain, randomStruct } from './idl.mjs'
import { OlderBorshCoder as BorshCoder, dammV1 as sdk, vaultMath } from './packages.mjs'
import { call } from './record.mjs'
import { balancesOf, launchVector, SOL, sceneOf, swapVector, transfersOf, USDC } from './swap-scene.mjs'

const idl = { ...sdk.AmmIdl, types: [...sdk.AmmIdl.types, ...sdk.AmmIdl.accounts] }
const coder = new BorshCoder(sdk.AmmIdl)
const vaultIdl = { ...sdk.VaultIdl, types: [...sdk.VaultIdl.types, ...sdk.VaultIdl.accounts] }
const vaultCoder = new BorshCoder(sdk.VaultIdl)
const programId = new PublicKey(sdk.PROGRAM_ID)
const vaultProgram = new PublicKey('24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi')

const PLAIN = { plain: true }
const tagOf = (text) => createHash('sha256').update(text).digest().subarray(0, 8)

function swapEvent(scene, credited) {
  const value = {
    inAmount: bn(credited),
    outAmount: bn(scene.outRaw),
    tradeFee: bn(9n),
    protocolFee: bn(2n),
    hostFee: bn(0n),
  }
  return Buffer.concat([tagOf('event:Swap'), encodeWith(coder.events.layouts.get('Swap'), value)])
}

/** The swap pays the protocol, puts the rest into one vault and takes from the other: each moves tokens and shares. */
function swapCall(random, scene, pool, quiet) {
  const protocolTokenFee = random.key()
  const accounts = {
    pool,
    userSourceToken: scene.userIn,
    userDestinationToken: scene.userOut,
    aVault: scene.vaultOwner,
    aTokenVault: scene.vaultFirst,
    bTokenVault: scene.vaultSecond,
    protocolTokenFee,
    user: scene.user,
    vaultProgram,
    tokenProgram: TOKEN_PROGRAM_ID,
  }
  const args = { inAmount: bn(scene.inRaw), minimumOutAmount: bn(1n) }
  const ix = encodeInstruction({ idl, coder, programId, name: 'swap', accounts, args, random })
  const at = Object.fromEntries(
    idl.instructions.find(({ name }) => name === 'swap').accounts.map(({ name }, k) => [name, ix.keys[k].pubkey]),
  )
  const protocolRaw = 100n
  const [toProtocol] = transfersOf(
    { ...scene, inRaw: protocolRaw, vaultFirst: protocolTokenFee, vaultSecond: protocolTokenFee },
    PLAIN,
  )
  const [paid] = transfersOf({ ...scene, inRaw: scene.inRaw - protocolRaw }, PLAIN)
  const [, got] = transfersOf(scene, PLAIN)
  const [inVault, inMint, inShares, outVault, outMint, outShares] = scene.firstIn
    ? [at.aVault, at.aVaultLpMint, at.aVaultLp, at.bVault, at.bVaultLpMint, at.bVaultLp]
    : [at.bVault, at.bVaultLpMint, at.bVaultLp, at.aVault, at.aVaultLpMint, at.aVaultLp]
  const vaultArgs = { idl: vaultIdl, coder: vaultCoder, programId: vaultProgram, random }
  const mine = new Set(ix.keys.map(({ pubkey }) => pubkey.toBase58()))
  const known = (made) => {
    // What the vault's own interface names beyond these is of no account here.
    for (const key of made.keys) if (!mine.has(key.pubkey.toBase58())) key.pubkey = pool
    return made
  }
  const deposit = known(
    encodeInstruction({
      ...vaultArgs,
      name: 'deposit',
      accounts: {
        vault: inVault,
        lpMint: inMint,
        userToken: scene.userIn,
        userLp: inShares,
        user: scene.user,
        tokenProgram: TOKEN_PROGRAM_ID,
      },
      args: {},
    }),
  )
  const withdraw = known(
    encodeInstruction({
      ...vaultArgs,
      name: 'withdraw',
      accounts: {
        vault: outVault,
        lpMint: outMint,
        userToken: scene.userOut,
        userLp: outShares,
        user: pool,
        tokenProgram: TOKEN_PROGRAM_ID,
      },
      args: {},
    }),
  )
  const credited = scene.inRaw - 3n
  const swap = call(
    ix,
    [
      toProtocol,
      call(deposit, [paid, call(createMintToInstruction(inMint, inShares, inVault, 7n))]),
      call(withdraw, [call(createBurnInstruction(outShares, outMint, pool, 7n)), got]),
    ],
    quiet ? [] : [swapEvent(scene, credited)],
  )
  const balances = [
    ...balancesOf(scene),
    {
      address: protocolTokenFee,
      mint: scene.mintIn,
      owner: pool,
      tokenProgram: TOKEN_PROGRAM_ID,
      decimals: 6,
      before: 0n,
      after: protocolRaw,
    },
  ]
  return { swap, balances, credited }
}

const SWAPS = [
  { version: 'legacy', firstIn: true },
  { version: 0, firstIn: false, viaRouter: true },
  { version: 1, firstIn: true, coinFirst: false, viaRouter: true },
  { version: 0, firstIn: false, coinFirst: false, money: USDC },
  { version: 0, firstIn: true, hidden: ['logs'] },
  { version: 0, firstIn: false, hidden: ['logs'], viaRouter: true },
  { version: 0, firstIn: true, hidden: ['inner'] },
  { version: 0, firstIn: false, sponsored: true, viaRouter: true },
  { version: 0, firstIn: true, err: { InstructionError: [0, { Custom: 6004 }] } },
]

const CREATES = [
  'initializePermissionedPool',
  'initializePermissionlessPool',
  'initializePermissionlessPoolWithFeeTier',
  'initializePermissionlessConstantProductPoolWithConfig',
  'initializePermissionlessConstantProductPoolWithConfig2',
  'initializeCustomizablePermissionlessConstantProductPool',
]

export function dammV1Vectors(random) {
  const swaps = SWAPS.map((shape, at) => {
    const scene = sceneOf(random, shape)
    const pool = random.key()
    const { swap, balances, credited } = swapCall(random, scene, pool, false)
    // Without the calls only the log is left, which says what the vault credited.
    const told = shape.hidden?.includes('inner') ? { ...scene, inRaw: credited } : scene
    return swapVector(random, `damm v1 ${at} swap`, told, { ...shape, dex: 'meteora', pool, swap, balances })
  })
  return [...swaps, ...CREATES.map((name, at) => create(random, name, at))]
}

function create(random, name, at) {
  const payer = random.wallet()
  const pool = random.key()
  const coin = random.key()
  const [a, b] = at % 2 === 0 ? [coin, SOL] : [SOL, coin]
  const accounts = { pool, tokenAMint: a, tokenBMint: b, payer, admin: payer }
  const ix = encodeInstruction({ idl, coder, programId, name, accounts, args: {}, random })
  for (const key of ix.keys) if (!key.pubkey.equals(payer)) key.isSigner = false
  const launch = {
    dex: 'meteora',
    kind: 'pool',
    pool: pool.toBase58(),
    mint: coin.toBase58(),
    quoteMint: SOL.toBase58(),
    creator: payer.toBase58(),
  }
  const version = ['legacy', 0][at % 2]
  return launchVector(random, `damm v1 ${name}`, { made: call(ix), version, viaRouter: at === 5, payer, launch })
}

/** Pool and vault accounts with what stands in them, and what shares of a vault are worth, as the SDKs have them. */
export function dammV1State(random) {
  const poolType = sdk.AmmIdl.accounts.find(({ name }) => name === 'pool').type
  const pools = [true, false].map((enabled, at) => {
    const filled = randomStruct(idl, poolType, random)
    const value = { ...filled, enabled }
    value.bootstrapping.activationType = at
    const layout = coder.accounts.accountLayouts.get('pool')
    const bytes = Buffer.concat([tagOf('account:Pool'), encodeWith(layout, value)]).toString('base64')
    const { lpMint, tokenAMint, tokenBMint, aVault, bVault, aVaultLp, bVaultLp } = value
    const { activationPoint, poolCreator } = value.bootstrapping
    const fields = plain({
      lpMint,
      tokenAMint,
      tokenBMint,
      aVault,
      bVault,
      aVaultLp,
      bVaultLp,
      activationPoint,
      poolCreator,
    })
    return { bytes, fields: { ...fields, enabled, activationType: at } }
  })
  const vaultType = sdk.VaultIdl.accounts.find(({ name }) => name === 'vault').type
  const vaults = [0, 1, 2, 3].map((at) => {
    const filled = randomStruct(vaultIdl, vaultType, random)
    const reportSec = 1_700_000_000n
    const totalRaw = random.big(50) + 2n ** 40n
    const lockedProfitTracker = {
      lastUpdatedLockedProfit: bn(random.big(32)),
      lastReport: bn(reportSec),
      lockedProfitDegradation: bn(46_296_296n),
    }
    const value = { ...filled, totalAmount: bn(totalRaw), lockedProfitTracker }
    const layout = vaultCoder.accounts.accountLayouts.get('vault')
    const bytes = Buffer.concat([tagOf('account:Vault'), encodeWith(layout, value)]).toString('base64')
    const nowSec = Number(reportSec) + [0, 600, 20_000, 10_000_000][at]
    const heldRaw = random.big(40)
    const supplyRaw = heldRaw + random.big(45)
    const shareRaw = vaultMath
      .getAmountByShare(bn(heldRaw), vaultMath.calculateWithdrawableAmount(nowSec, value), bn(supplyRaw))
      .toString()
    return {
      bytes,
      lpMint: value.lpMint.toBase58(),
      nowSec,
      heldRaw: `${heldRaw}`,
      supplyRaw: `${supplyRaw}`,
      shareRaw,
    }
  })
  return { pools, vaults }
}
