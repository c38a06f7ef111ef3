import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Connection, PublicKey, SYSVAR_INSTRUCTIONS_PUBKEY } from '@solana/web3.js'
import { bn } from './idl.mjs'
import { dammV1, dammV2, dbc, dlmm, OlderBorshCoder } from './packages.mjs'
import { versionOf } from './version-of.mjs'

/* What the SDKs quote and build for a scene: they decode its accounts themselves. Amounts as text; null when they refuse. */

const load = createRequire(import.meta.url)
const { calculateSwapQuote, calculateTradingFee, calculateProtocolTradingFee, createProgram } = load(
  join(dirname(load.resolve('@meteora-ag/dynamic-amm-sdk')), 'src/amm/utils.js'),
)
// Clients that never connect.
const connection = new Connection('http://127.0.0.1:1')
const dlmmProgram = dlmm.createProgram(connection)
const dammV2Program = new dammV2.CpAmm(connection)._program
const dbcProgram = dbc.createDbcProgram(connection).program
const dammV1Program = createProgram(connection).ammProgram
const dammV1Coder = new OlderBorshCoder(dammV1.AmmIdl)
const vaultCoder = new OlderBorshCoder(dammV1.VaultIdl)
const REFUSED = { out: null, fee: null, protocol: null }
/** As many arrays ahead as our code reads. */
const OUR_ARRAYS = 3
const DLMM = new PublicKey(dlmm.IDL.address)

export const versions = ['@meteora-ag/dlmm', '@meteora-ag/dynamic-amm-sdk', '@meteora-ag/cp-amm-sdk'].map((name) =>
  versionOf(name),
)

export const dbcVersions = [versionOf('@meteora-ag/dynamic-bonding-curve-sdk')]

const bytesOf = (scene, address) => Buffer.from(scene.accounts.get(address).data)
const keyOf = (address) => new PublicKey(address)

/** Runs a quote; what the SDK throws is a refusal. */
function asked(run) {
  try {
    return run()
  } catch (error) {
    return { ...REFUSED, why: String(error.message ?? error) }
  }
}

export function quoteDammV2(scene, mints) {
  const pool = dammV2Program.coder.accounts.decode('pool', bytesOf(scene, scene.pool))
  const [input, output] = scene.isFirstIn ? mints : [mints[1], mints[0]]
  const { clock } = scene
  const point = bn(pool.activationType === 0 ? clock.slot : clock.unixSec)
  const info = (mint) => ({ mint, currentEpoch: clock.epoch })
  return asked(() => {
    const done = dammV2.swapQuoteExactInput(
      pool,
      point,
      bn(scene.amountInRaw),
      0,
      scene.isFirstIn,
      false,
      6,
      6,
      info(input),
      info(output),
    )
    // The SDK computes on where the program's 64 bits end.
    if (done.minimumAmountOut.isZero() || done.outputAmount.bitLength() > 64) return REFUSED
    const fee = done.claimingFee.add(done.protocolFee).add(done.compoundingFee)
    return { out: done.minimumAmountOut.toString(), fee: fee.toString(), protocol: done.protocolFee.toString() }
  })
}

const dbcAccounts = (scene) => {
  const { poolState } = dbcProgram.coder.accounts.decode('virtualPool', bytesOf(scene, scene.pool))
  return {
    poolState,
    config: dbcProgram.coder.accounts.decode('poolConfig', bytesOf(scene, poolState.config.toBase58())),
  }
}

/** Sales of an exact amount, purchases that may be filled in part. */
export function quoteDbc(scene) {
  const { poolState, config } = dbcAccounts(scene)
  const isSell = poolState.baseMint.toBase58() === scene.mints[scene.isFirstIn ? 0 : 1]
  const { clock } = scene
  const point = bn(config.activationType === 0 ? clock.slot : clock.unixSec)
  const quote = isSell ? dbc.swapQuoteExactIn : dbc.swapQuotePartialFill
  return asked(() => {
    const done = quote({ poolState }, config, isSell, bn(scene.amountInRaw), 0, false, point, false)
    if (done.outputAmount.isZero()) return REFUSED
    const fee = done.tradingFee.add(done.protocolFee)
    const amounts = { in: done.includedFeeInputAmount.toString(), out: done.outputAmount.toString() }
    return { ...amounts, fee: fee.toString(), protocol: done.protocolFee.toString() }
  })
}

export function quoteDammV1(scene) {
  const pool = dammV1Coder.accounts.decode('pool', bytesOf(scene, scene.pool))
  const vault = (address) => vaultCoder.accounts.decode('vault', bytesOf(scene, address.toBase58()))
  const [vaultA, vaultB] = [vault(pool.aVault), vault(pool.bVault)]
  const amountAt = (address, at) => bn(bytesOf(scene, address.toBase58()).readBigUInt64LE(at))
  const inMint = keyOf(scene.mints[scene.isFirstIn ? 0 : 1])
  const amountIn = bn(scene.amountInRaw)
  return asked(() => {
    const { amountOut } = calculateSwapQuote(inMint, amountIn, {
      currentTime: scene.clock.unixSec,
      currentSlot: scene.clock.slot,
      poolState: pool,
      depegAccounts: new Map(),
      vaultA,
      vaultB,
      poolVaultALp: amountAt(pool.aVaultLp, 64),
      poolVaultBLp: amountAt(pool.bVaultLp, 64),
      vaultALpSupply: amountAt(vaultA.lpMint, 36),
      vaultBLpSupply: amountAt(vaultB.lpMint, 36),
      vaultAReserve: amountAt(vaultA.tokenVault, 64),
      vaultBReserve: amountAt(vaultB.tokenVault, 64),
    })
    if (amountOut.isZero()) return REFUSED
    const fee = calculateTradingFee(amountIn, pool)
    const protocol = calculateProtocolTradingFee(fee, pool)
    const { tradeFeeNumerator, protocolTradeFeeNumerator } = pool.fees
    const isRoundedAway = (part, numerator) => part.isZero() && !numerator.isZero()
    const isTiny = isRoundedAway(fee, tradeFeeNumerator) || isRoundedAway(protocol, protocolTradeFeeNumerator)
    return { out: amountOut.toString(), fee: fee.toString(), protocol: protocol.toString(), isTiny }
  })
}

function dlmmClient(scene, mints) {
  const lbPair = dlmm.decodeAccount(dlmmProgram, 'lbPair', bytesOf(scene, scene.pool))
  const [extension] = dlmm.deriveBinArrayBitmapExtension(keyOf(scene.pool), DLMM)
  const extensionBytes = scene.accounts.get(extension.toBase58())
  const client = Object.create(dlmm.prototype)
  Object.assign(client, {
    pubkey: keyOf(scene.pool),
    program: dlmmProgram,
    lbPair,
    tokenX: { mint: mints[0], owner: keyOf(scene.accounts.get(scene.mints[0]).owner), transferHookAccountMetas: [] },
    tokenY: { mint: mints[1], owner: keyOf(scene.accounts.get(scene.mints[1]).owner), transferHookAccountMetas: [] },
    clock: { epoch: bn(scene.clock.epoch) },
    binArrayBitmapExtension:
      extensionBytes === undefined
        ? null
        : {
            publicKey: extension,
            account: dlmm.decodeAccount(dlmmProgram, 'binArrayBitmapExtension', Buffer.from(extensionBytes.data)),
          },
  })
  return client
}

/** The arrays with liquidity ahead, as the SDK looks for them. */
function arraysAhead(client, scene, count) {
  const found = []
  let id = client.lbPair.activeId
  while (found.length < count) {
    const extension = client.binArrayBitmapExtension?.account ?? null
    const index = dlmm.findNextBinArrayIndexWithLiquidity(scene.isFirstIn, bn(id), client.lbPair, extension)
    if (index === null) break
    const [publicKey] = dlmm.deriveBinArray(client.pubkey, index, DLMM)
    found.push({
      publicKey,
      account: dlmm.decodeAccount(dlmmProgram, 'binArray', bytesOf(scene, publicKey.toBase58())),
    })
    const [lower, upper] = dlmm.getBinArrayLowerUpperBinId(index)
    id = scene.isFirstIn ? lower.toNumber() - 1 : upper.toNumber() + 1
  }
  return found
}

export function quoteDlmm(scene, mints) {
  const client = dlmmClient(scene, mints)
  const now = Date.now
  Date.now = () => scene.clock.unixSec * 1_000
  const quote = (arrays) =>
    asked(() => {
      const done = client.swapQuote(bn(scene.amountInRaw), scene.isFirstIn, bn(0), arrays, false)
      if (done.outAmount.isZero()) return REFUSED
      // The SDK's fee leaves the protocol's part out.
      const fee = done.fee.add(done.protocolFee)
      return { out: done.outAmount.toString(), fee: fee.toString(), protocol: done.protocolFee.toString() }
    })
  const ours = quote(arraysAhead(client, scene, OUR_ARRAYS))
  Date.now = now
  return ours
}

/** `swap2` and `swap` as the SDKs' clients build them, with every account named that they would look up. */
export const swapInstructions = {
  async DLMM(scene, user, { out }, mints) {
    const client = dlmmClient(scene, mints)
    const { lbPair } = client
    const edge = scene.isFirstIn ? 69 - mod(lbPair.activeId, 70) : mod(lbPair.activeId, 70)
    // Near an edge our code names one array more, behind the active one.
    if (edge < 12) return null
    return dlmmProgram.methods
      .swap2(bn(scene.amountInRaw), bn(out ?? 1), { slices: [] })
      .accountsPartial({
        lbPair: client.pubkey,
        reserveX: lbPair.reserveX,
        reserveY: lbPair.reserveY,
        tokenXMint: lbPair.tokenXMint,
        tokenYMint: lbPair.tokenYMint,
        tokenXProgram: client.tokenX.owner,
        tokenYProgram: client.tokenY.owner,
        user: keyOf(user.user),
        userTokenIn: keyOf(user.inputAccount),
        userTokenOut: keyOf(user.outputAccount),
        binArrayBitmapExtension: client.binArrayBitmapExtension?.publicKey ?? null,
        oracle: lbPair.oracle,
        hostFeeIn: null,
        memoProgram: dlmm.MEMO_PROGRAM_ID,
      })
      .remainingAccounts(
        arraysAhead(client, scene, OUR_ARRAYS).map(({ publicKey }) => ({
          pubkey: publicKey,
          isSigner: false,
          isWritable: true,
        })),
      )
      .instruction()
  },
  async 'DAMM v1'(scene, user, { out }) {
    const pool = dammV1Coder.accounts.decode('pool', bytesOf(scene, scene.pool))
    const vault = (address) => vaultCoder.accounts.decode('vault', bytesOf(scene, address.toBase58()))
    const [vaultA, vaultB] = [vault(pool.aVault), vault(pool.bVault)]
    return dammV1Program.methods
      .swap(bn(scene.amountInRaw), bn(out ?? 1))
      .accounts({
        aTokenVault: vaultA.tokenVault,
        bTokenVault: vaultB.tokenVault,
        aVault: pool.aVault,
        bVault: pool.bVault,
        aVaultLp: pool.aVaultLp,
        bVaultLp: pool.bVaultLp,
        aVaultLpMint: vaultA.lpMint,
        bVaultLpMint: vaultB.lpMint,
        userSourceToken: keyOf(user.inputAccount),
        userDestinationToken: keyOf(user.outputAccount),
        user: keyOf(user.user),
        protocolTokenFee: scene.isFirstIn ? pool.protocolTokenAFee : pool.protocolTokenBFee,
        pool: keyOf(scene.pool),
        tokenProgram: keyOf('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
        vaultProgram: keyOf('24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi'),
      })
      .instruction()
  },
  async DBC(scene, user, { out }) {
    const { poolState, config } = dbcAccounts(scene)
    const isSell = poolState.baseMint.toBase58() === scene.mints[scene.isFirstIn ? 0 : 1]
    const programOf = (mint) => keyOf(scene.accounts.get(mint.toBase58()).owner)
    const isLimiter = config.poolFees.baseFee.baseFeeMode === 2
    const sysvar = { pubkey: SYSVAR_INSTRUCTIONS_PUBKEY, isSigner: false, isWritable: false }
    return dbcProgram.methods
      .swap2({ amount0: bn(scene.amountInRaw), amount1: bn(out ?? 1), swapMode: isSell ? 0 : 1 })
      .accountsPartial({
        poolAuthority: dbc.deriveDbcPoolAuthority(),
        config: poolState.config,
        pool: keyOf(scene.pool),
        inputTokenAccount: keyOf(user.inputAccount),
        outputTokenAccount: keyOf(user.outputAccount),
        baseVault: poolState.baseVault,
        quoteVault: poolState.quoteVault,
        baseMint: poolState.baseMint,
        quoteMint: config.quoteMint,
        payer: keyOf(user.user),
        tokenBaseProgram: programOf(poolState.baseMint),
        tokenQuoteProgram: programOf(config.quoteMint),
        referralTokenAccount: null,
      })
      .remainingAccounts(isLimiter ? [sysvar] : [])
      .instruction()
  },
  async 'DAMM v2'(scene, user, { out }) {
    const pool = dammV2Program.coder.accounts.decode('pool', bytesOf(scene, scene.pool))
    const isLimiter = pool.poolFees.baseFee.baseFeeInfo.data[8] === 2
    return dammV2Program.methods
      .swap2({ amount0: bn(scene.amountInRaw), amount1: bn(out ?? 1), swapMode: 0 })
      .accountsPartial({
        poolAuthority: dammV2.derivePoolAuthority(),
        pool: keyOf(scene.pool),
        payer: keyOf(user.user),
        inputTokenAccount: keyOf(user.inputAccount),
        outputTokenAccount: keyOf(user.outputAccount),
        tokenAVault: pool.tokenAVault,
        tokenBVault: pool.tokenBVault,
        tokenAMint: pool.tokenAMint,
        tokenBMint: pool.tokenBMint,
        tokenAProgram: keyOf(scene.accounts.get(scene.mints[0]).owner),
        tokenBProgram: keyOf(scene.accounts.get(scene.mints[1]).owner),
        referralTokenAccount: null,
      })
      .remainingAccounts(
        isLimiter
          ? [{ pubkey: keyOf('Sysvar1nstructions1111111111111111111111111'), isSigner: false, isWritable: false }]
          : [],
      )
      .instruction()
  },
}

const mod = (a, b) => ((a % b) + b) % b
