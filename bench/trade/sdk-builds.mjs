import { createRequire } from 'node:module'

/* The same buys as the programs' own SDKs and web3.js build them: state decoded once and kept, then for each buy a quote,
 * the swap's instruction, what stands around it, a version 0 message, signatures. The SDKs are those that the differential
 * tests compare with, installed by hand in their folders; what is not there is left out. */

const homes = {
  pump: new URL('../../test/differential/meteora/package.json', import.meta.url),
  raydium: new URL('../../test/differential/raydium-orca/package.json', import.meta.url),
}
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const AMM_PROGRAM = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'
const AMM_AUTHORITY = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'
const CPMM_PROGRAM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'
const CPMM_AUTHORITY = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'
const BPS = 10_000n

/** Null where the SDK is not installed. */
export function sdkBuilder(dex, given) {
  const make = MAKERS[dex]
  if (make === undefined) return null
  let tools
  try {
    tools = toolsOf(make.home, make.sdk)
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
  const swap = make.open(tools, given)
  return async (amountRaw, blockhash) => {
    const { minOutRaw, instruction } = await swap(amountRaw)
    const instructions = around(tools, given, amountRaw, instruction)
    const { web3, payer } = tools.withPayer(given.secretKey)
    const message = new web3.TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions })
    const transaction = new web3.VersionedTransaction(message.compileToV0Message())
    transaction.sign([payer])
    return { wire: transaction.serialize(), minOutRaw, swap: instruction }
  }
}

function toolsOf(home, sdkName) {
  const load = createRequire(home)
  const web3 = load('@solana/web3.js')
  const tokens = load('@solana/spl-token')
  const { BN } = load('@coral-xyz/anchor')
  let payer = null
  return {
    load,
    sdk: load(sdkName),
    web3,
    tokens,
    bn: (value) => new BN(value.toString()),
    key: (address) => new web3.PublicKey(address),
    withPayer(secretKey) {
      payer ??= web3.Keypair.fromSecretKey(secretKey)
      return { web3, payer }
    },
  }
}

/** Budget before the swap; where the program takes wrapped SOL, an account that it passes through. */
function around({ web3, tokens, key }, { wallet, scratch, units, unitPrice, dataLimitBytes }, amountRaw, swap) {
  // The client library has no encoder for the third.
  const dataLimit = Buffer.alloc(5, 4)
  dataLimit.writeUInt32LE(dataLimitBytes, 1)
  const budget = [
    web3.ComputeBudgetProgram.setComputeUnitLimit({ units }),
    web3.ComputeBudgetProgram.setComputeUnitPrice({ microLamports: unitPrice }),
    new web3.TransactionInstruction({
      programId: web3.ComputeBudgetProgram.programId,
      keys: [],
      data: dataLimit,
    }),
  ]
  if (scratch === null) return [...budget, swap]
  const [user, account] = [key(wallet), key(scratch.address)]
  const created = web3.SystemProgram.createAccountWithSeed({
    fromPubkey: user,
    newAccountPubkey: account,
    basePubkey: user,
    seed: scratch.seed,
    lamports: Number(scratch.rentLamports + amountRaw),
    space: tokens.ACCOUNT_SIZE,
    programId: key(TOKEN_PROGRAM),
  })
  return [
    ...budget,
    created,
    tokens.createInitializeAccount3Instruction(account, tokens.NATIVE_MINT, user),
    swap,
    tokens.createCloseAccountInstruction(account, user, user),
  ]
}

const least = (outRaw, slippageBps) => (outRaw * (BPS - BigInt(slippageBps))) / BPS
const amountAt = (data) => data.readBigUInt64LE(64)

const MAKERS = {
  raydium: { home: homes.raydium, sdk: '@raydium-io/raydium-sdk-v2', open: openAmm },
  raydium_cpmm: { home: homes.raydium, sdk: '@raydium-io/raydium-sdk-v2', open: openCpmm },
  bonk: { home: homes.raydium, sdk: '@raydium-io/raydium-sdk-v2', open: openLaunchpad },
  pumpfun: { home: homes.pump, sdk: '@pump-fun/pump-sdk', open: openCurve },
  pumpswap: { home: homes.pump, sdk: '@pump-fun/pump-swap-sdk', open: openPumpSwap },
  orca: { home: homes.raydium, sdk: '@orca-so/whirlpools-sdk', open: openWhirlpool },
  meteora: { home: homes.pump, sdk: '@meteora-ag/dlmm', open: openDlmm },
  meteora_damm_v2: { home: homes.pump, sdk: '@meteora-ag/cp-amm-sdk', open: openDammV2 },
}

function openAmm(
  { load, sdk, bn, key },
  { pool, mint, quoteMint, accounts, wallet, coinAccount, scratch, slippageBps },
) {
  const state = sdk.liquidityStateV4Layout.decode(accounts(pool))
  const vaults = [state.baseVault, state.quoteVault]
  const owed = [state.baseNeedTakePnl, state.quoteNeedTakePnl].map((one) => BigInt(one.toString()))
  const reserves = vaults.map((vault, side) => amountAt(accounts(vault.toBase58())) - owed[side])
  // Quotes without a connection: it reads nothing of itself for pools of version 4.
  const { computeAmountOut } = load('@raydium-io/raydium-sdk-v2/lib/raydium/liquidity/liquidity.js').default.prototype
  return (amountRaw) => {
    const done = computeAmountOut({
      poolInfo: {
        version: 4,
        mintA: { address: state.baseMint.toBase58(), decimals: 6 },
        mintB: { address: state.quoteMint.toBase58(), decimals: 9 },
        baseReserve: bn(reserves[0]),
        quoteReserve: bn(reserves[1]),
      },
      amountIn: bn(amountRaw),
      mintIn: quoteMint,
      mintOut: mint,
      slippage: 0,
    })
    const minOutRaw = least(BigInt(done.amountOut.toString()), slippageBps)
    const instruction = sdk.swapBaseInV2Instruction(
      key(AMM_PROGRAM),
      key(pool),
      key(AMM_AUTHORITY),
      ...vaults,
      key(scratch.address),
      key(coinAccount),
      key(wallet),
      bn(amountRaw),
      bn(minOutRaw),
    )
    return { minOutRaw, instruction }
  }
}

function openCpmm({ sdk, bn, key }, { pool, mint, accounts, wallet, coinAccount, scratch, slippageBps }) {
  const state = sdk.CpmmPoolInfoLayout.decode(accounts(pool))
  const config = sdk.CpmmConfigInfoLayout.decode(accounts(state.configId.toBase58()))
  const isCoinFirst = state.mintA.toBase58() === mint
  const side = (name) => (isCoinFirst ? [`${name}B`, `${name}A`] : [`${name}A`, `${name}B`]).map((one) => state[one])
  const [vaults, mints, programs] = [side('vault'), side('mint'), side('mintProgram')]
  const owed = ['protocolFeesMint', 'fundFeesMint', 'creatorFeesMint'].map(side)
  const reserves = vaults.map((vault, at) =>
    owed.reduce((rest, pair) => rest - BigInt(pair[at].toString()), amountAt(accounts(vault.toBase58()))),
  )
  return (amountRaw) => {
    const done = sdk.CurveCalculator.swapBaseInput(
      bn(amountRaw),
      bn(reserves[0]),
      bn(reserves[1]),
      config.tradeFeeRate,
      state.enableCreatorFee ? config.creatorFeeRate : bn(0),
      config.protocolFeeRate,
      config.fundFeeRate,
      true,
    )
    const minOutRaw = least(BigInt(done.outputAmount.toString()), slippageBps)
    const instruction = sdk.makeSwapCpmmBaseInInstruction(
      key(CPMM_PROGRAM),
      key(wallet),
      key(CPMM_AUTHORITY),
      state.configId,
      key(pool),
      key(scratch.address),
      key(coinAccount),
      ...vaults,
      ...programs,
      ...mints,
      state.observationId,
      bn(amountRaw),
      bn(minOutRaw),
    )
    return { minOutRaw, instruction }
  }
}

function openLaunchpad(
  { sdk, bn, key },
  { program, pool, accounts, wallet, coinAccount, scratch, tokenPrograms, slippageBps },
) {
  const state = sdk.LaunchpadPool.decode(accounts(pool))
  const config = sdk.LaunchpadConfig.decode(accounts(state.configId.toBase58()))
  const platform = sdk.PlatformConfig.decode(
    Buffer.concat([accounts(state.platformId.toBase58()), Buffer.alloc(1_000)]),
  )
  const owner = key(program)
  return (amountRaw) => {
    const done = sdk.Curve.buyExactIn({
      poolInfo: state,
      amountB: bn(amountRaw),
      protocolFeeRate: config.tradeFeeRate,
      platformFeeRate: platform.feeRate,
      curveType: config.curveType,
      shareFeeRate: bn(0),
      creatorFeeRate: platform.creatorFeeRate,
      transferFeeConfigA: undefined,
      transferFeeConfigB: undefined,
      slot: 0,
    })
    const minOutRaw = least(BigInt(done.amountA.amount.toString()), slippageBps)
    const instruction = sdk.buyExactInInstruction(
      owner,
      key(wallet),
      sdk.getPdaLaunchpadAuth(owner).publicKey,
      state.configId,
      state.platformId,
      key(pool),
      key(coinAccount),
      key(scratch.address),
      state.vaultA,
      state.vaultB,
      state.mintA,
      state.mintB,
      ...tokenPrograms.map(key),
      sdk.getPdaPlatformVault(owner, state.platformId, state.mintB).publicKey,
      sdk.getPdaCreatorVault(owner, state.creator, state.mintB).publicKey,
      bn(amountRaw),
      bn(minOutRaw),
    )
    return { minOutRaw, instruction }
  }
}

/** The SDK builds the buy of an exact amount of coins: the same accounts, other data. `recipients` spares it its choice. */
function openCurve(
  { sdk, bn, key },
  { pool, mint, accounts, wallet, tokenPrograms, recipients, supplyRaw, slippageBps },
) {
  const curve = sdk.PUMP_SDK.decodeBondingCurve({ data: accounts(pool) })
  const global = sdk.PUMP_SDK.decodeGlobal({ data: accounts(sdk.GLOBAL_PDA.toBase58()) })
  const feeBytes = accounts(sdk.PUMP_FEE_CONFIG_PDA.toBase58())
  const feeConfig = feeBytes === null ? null : sdk.PUMP_SDK.decodeFeeConfig({ data: feeBytes })
  return async (amountRaw) => {
    const amount = bn(amountRaw)
    const state = { global, feeConfig, bondingCurve: curve, mintSupply: bn(supplyRaw) }
    const out = sdk.getBuyTokenAmountFromSolAmount({ ...state, amount, quoteMint: curve.quoteMint })
    const minOutRaw = least(BigInt(out.toString()), slippageBps)
    const instruction = await sdk.PUMP_SDK.getBuyInstructionRaw({
      user: key(wallet),
      mint: key(mint),
      creator: curve.creator,
      feeRecipient: key(recipients.fee),
      buybackFeeRecipient: key(recipients.buyback),
      tokenProgram: key(tokenPrograms[0]),
      amount: bn(minOutRaw),
      solAmount: amount,
    })
    return { minOutRaw, instruction }
  }
}

/** The same of a pool. */
function openPumpSwap({ sdk, bn, key }, given) {
  const { pool, mint, quoteMint, accounts, wallet, coinAccount, scratch, tokenPrograms, supplyRaw, slippageBps } = given
  const state = sdk.PUMP_AMM_SDK.decodePool({ data: accounts(pool) })
  const globalConfig = sdk.PUMP_AMM_SDK.decodeGlobalConfig({ data: accounts(sdk.GLOBAL_CONFIG_PDA.toBase58()) })
  const feeBytes = accounts(sdk.PUMP_AMM_FEE_CONFIG_PDA.toBase58())
  const feeConfig = feeBytes === null ? null : sdk.PUMP_AMM_SDK.decodeFeeConfig({ data: feeBytes })
  const [baseRaw, quoteRaw] = [state.poolBaseTokenAccount, state.poolQuoteTokenAccount].map((vault) =>
    bn(amountAt(accounts(vault.toBase58()))),
  )
  const baseMintAccount = { supply: supplyRaw }
  return async (amountRaw) => {
    const { base } = sdk.buyQuoteInput({
      quote: bn(amountRaw),
      slippage: 0,
      baseReserve: baseRaw,
      quoteReserve: quoteRaw,
      virtualQuoteReserves: state.virtualQuoteReserves,
      globalConfig,
      baseMintAccount,
      baseMint: state.baseMint,
      coinCreator: state.coinCreator,
      creator: state.creator,
      feeConfig,
      quoteMint: state.quoteMint,
      isMayhemMode: state.isMayhemMode,
      creatorFeeBps: state.creatorFeeBps,
    })
    const minOutRaw = least(BigInt(base.toString()), slippageBps)
    const scene = {
      globalConfig,
      feeConfig,
      poolKey: key(pool),
      poolAccountInfo: { data: accounts(pool) },
      pool: state,
      poolBaseAmount: baseRaw,
      poolQuoteAmount: quoteRaw,
      baseTokenProgram: key(tokenPrograms[0]),
      quoteTokenProgram: key(tokenPrograms[1]),
      baseMint: key(mint),
      quoteMint: key(quoteMint),
      baseMintAccount,
      user: key(wallet),
      userBaseTokenAccount: key(coinAccount),
      userQuoteTokenAccount: key(scratch.address),
      userBaseAccountInfo: { owner: key(tokenPrograms[0]), data: Buffer.alloc(165) },
      userQuoteAccountInfo: { owner: key(tokenPrograms[1]), data: Buffer.alloc(165) },
    }
    const list = await sdk.PUMP_AMM_SDK.buyInstructions(scene, bn(minOutRaw), bn(amountRaw))
    const instruction = list.find(
      ({ programId, keys }) => programId.equals(sdk.PUMP_AMM_PROGRAM_ID) && keys.length > 15,
    )
    return { minOutRaw, instruction }
  }
}

function openDammV2({ sdk, web3, tokens, bn, key }, given) {
  const { pool, mint, quoteMint, accounts, wallet, coinAccount, scratch, tokenPrograms, clock, slippageBps } = given
  // A client that never connects.
  const program = new sdk.CpAmm(new web3.Connection('http://127.0.0.1:1'))._program
  const state = program.coder.accounts.decode('pool', accounts(pool))
  const point = bn(state.activationType === 0 ? clock.slot : clock.unixSec)
  const isSolFirst = state.tokenAMint.toBase58() === quoteMint
  const info = (address, owner) => ({
    mint: tokens.unpackMint(key(address), { data: accounts(address), owner: key(owner) }, key(owner)),
    currentEpoch: clock.epoch,
  })
  const [input, output] = [info(quoteMint, tokenPrograms[1]), info(mint, tokenPrograms[0])]
  const programs = isSolFirst ? [tokenPrograms[1], tokenPrograms[0]] : tokenPrograms
  return async (amountRaw) => {
    const done = sdk.swapQuoteExactInput(state, point, bn(amountRaw), 0, isSolFirst, false, 6, 9, input, output)
    const minOutRaw = least(BigInt(done.minimumAmountOut.toString()), slippageBps)
    const instruction = await program.methods
      .swap2({ amount0: bn(amountRaw), amount1: bn(minOutRaw), swapMode: 0 })
      .accountsPartial({
        poolAuthority: sdk.derivePoolAuthority(),
        pool: key(pool),
        payer: key(wallet),
        inputTokenAccount: key(scratch.address),
        outputTokenAccount: key(coinAccount),
        tokenAVault: state.tokenAVault,
        tokenBVault: state.tokenBVault,
        tokenAMint: state.tokenAMint,
        tokenBMint: state.tokenBMint,
        tokenAProgram: key(programs[0]),
        tokenBProgram: key(programs[1]),
        referralTokenAccount: null,
      })
      .instruction()
    return { minOutRaw, instruction }
  }
}

/** Arrays that the quote may walk through. */
const ARRAYS = 3
/** Accounts of `swap2` before its arrays. */
const FIXED_ACCOUNTS = 16
/** The same of a Whirlpool's `swap_v2`. */
const WHIRLPOOL_ACCOUNTS = 15

function openDlmm({ sdk, web3, tokens, bn, key }, given) {
  const { program: owner, pool, mint, quoteMint, accounts, wallet, coinAccount, scratch, tokenPrograms } = given
  const { clock, slippageBps, swapAccounts } = given
  const program = sdk.createProgram(new web3.Connection('http://127.0.0.1:1'))
  const lbPair = sdk.decodeAccount(program, 'lbPair', accounts(pool))
  const isSolFirst = lbPair.tokenXMint.toBase58() === quoteMint
  const side = (address, tokenProgram) => ({
    mint: tokens.unpackMint(key(address), { data: accounts(address), owner: key(tokenProgram) }, key(tokenProgram)),
    owner: key(tokenProgram),
    transferHookAccountMetas: [],
  })
  const sides = [side(mint, tokenPrograms[0]), side(quoteMint, tokenPrograms[1])]
  const [tokenX, tokenY] = isSolFirst ? sides.toReversed() : sides
  const client = Object.assign(Object.create(sdk.default?.prototype ?? sdk.prototype), {
    pubkey: key(pool),
    program,
    lbPair,
    tokenX,
    tokenY,
    clock: { epoch: bn(clock.epoch) },
    binArrayBitmapExtension: null,
  })
  const arrays = []
  for (let id = lbPair.activeId; arrays.length < ARRAYS; ) {
    const index = sdk.findNextBinArrayIndexWithLiquidity(isSolFirst, bn(id), lbPair, null)
    if (index === null) break
    const [publicKey] = sdk.deriveBinArray(client.pubkey, index, key(owner))
    arrays.push({ publicKey, account: sdk.decodeAccount(program, 'binArray', accounts(publicKey.toBase58())) })
    const [lower, upper] = sdk.getBinArrayLowerUpperBinId(index)
    id = isSolFirst ? lower.toNumber() - 1 : upper.toNumber() + 1
  }
  const named = swapAccounts.slice(FIXED_ACCOUNTS).map(key)
  return async (amountRaw) => {
    const done = client.swapQuote(bn(amountRaw), isSolFirst, bn(0), arrays, false)
    const minOutRaw = least(BigInt(done.outAmount.toString()), slippageBps)
    const instruction = await program.methods
      .swap2(bn(amountRaw), bn(minOutRaw), { slices: [] })
      .accountsPartial({
        lbPair: client.pubkey,
        reserveX: lbPair.reserveX,
        reserveY: lbPair.reserveY,
        tokenXMint: lbPair.tokenXMint,
        tokenYMint: lbPair.tokenYMint,
        tokenXProgram: tokenX.owner,
        tokenYProgram: tokenY.owner,
        user: key(wallet),
        userTokenIn: key(scratch.address),
        userTokenOut: key(coinAccount),
        binArrayBitmapExtension: null,
        oracle: lbPair.oracle,
        hostFeeIn: null,
        memoProgram: sdk.MEMO_PROGRAM_ID,
      })
      // Ours names one more where the price is near an edge.
      .remainingAccounts(named.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })))
      .instruction()
    return { minOutRaw, instruction }
  }
}

/** Quoted by the SDK for web3.js; its instruction is that of the client that the SDK's makers go on with. */
function openWhirlpool({ load, sdk, web3, bn, key }, given) {
  const { program, pool, mint, quoteMint, accounts, wallet, coinAccount, scratch, tokenPrograms, clock } = given
  const { swapAccounts, slippageBps } = given
  const { Percentage } = load('@orca-so/common-sdk')
  const { createNoopSigner } = load('@solana/kit')
  const { getSwapV2Instruction, AccountsType } = load('@orca-so/whirlpools-client')
  const [owner, address] = [key(program), key(pool)]
  const infoOf = (one) => {
    const data = accounts(one.toBase58())
    return data === null ? null : { data, owner }
  }
  const whirlpoolData = sdk.ParsableWhirlpool.parse(address, infoOf(address))
  const aToB = whirlpoolData.tokenMintA.toBase58() === quoteMint
  const { tickCurrentIndex: tick, tickSpacing: spacing } = whirlpoolData
  const starts = sdk.SwapUtils.getTickArrayPublicKeys(tick, spacing, aToB, owner, address)
  const arrayAt = (one, step) => ({
    address: one,
    startTickIndex: sdk.TickUtil.getStartTickIndex(aToB ? tick : tick + spacing, spacing, aToB ? -step : step),
    data: sdk.ParsableTickArray.parse(one, infoOf(one)),
  })
  const tickArrays = sdk.SwapUtils.interpolateUninitializedTickArrays(address, starts.map(arrayAt))
  const [nameA, nameB] = aToB ? [quoteMint, mint] : [mint, quoteMint]
  const [programA, programB] = aToB ? tokenPrograms.toReversed() : tokenPrograms
  const extension = (one, tokenProgram) => ({
    address: key(one),
    decimals: 6,
    tlvData: Buffer.alloc(0),
    tokenProgram: key(tokenProgram),
  })
  const oracle = sdk.PDAUtil.getOracle(owner, address).publicKey.toBase58()
  const extra = swapAccounts.slice(WHIRLPOOL_ACCOUNTS).map(key)
  return (amountRaw) => {
    const quote = sdk.swapQuoteWithParams(
      {
        whirlpoolData,
        tokenAmount: bn(amountRaw),
        otherAmountThreshold: bn(0),
        sqrtPriceLimit: sdk.SwapUtils.getDefaultSqrtPriceLimit(aToB),
        aToB,
        amountSpecifiedIsInput: true,
        tickArrays,
        oracleData: null,
        tokenExtensionCtx: {
          currentEpoch: clock.epoch,
          tokenMintWithProgramA: extension(nameA, programA),
          tokenMintWithProgramB: extension(nameB, programB),
        },
        timestampInSeconds: bn(clock.unixSec),
      },
      Percentage.fromFraction(0, 100),
    )
    const minOutRaw = least(BigInt(quote.estimatedAmountOut.toString()), slippageBps)
    const named = [0, 1, 2].map((one) => starts[Math.min(one, starts.length - 1)].toBase58())
    const made = getSwapV2Instruction(
      {
        tokenProgramA: programA,
        tokenProgramB: programB,
        tokenAuthority: createNoopSigner(wallet),
        whirlpool: pool,
        tokenMintA: nameA,
        tokenMintB: nameB,
        tokenOwnerAccountA: aToB ? scratch.address : coinAccount,
        tokenVaultA: whirlpoolData.tokenVaultA.toBase58(),
        tokenOwnerAccountB: aToB ? coinAccount : scratch.address,
        tokenVaultB: whirlpoolData.tokenVaultB.toBase58(),
        tickArray0: named[0],
        tickArray1: named[1],
        tickArray2: named[2],
        oracle,
        amount: amountRaw,
        otherAmountThreshold: minOutRaw,
        sqrtPriceLimit: 0n,
        amountSpecifiedIsInput: true,
        aToB,
        remainingAccountsInfo:
          extra.length === 0
            ? null
            : { slices: [{ accountsType: AccountsType.SupplementalTickArrays, length: extra.length }] },
      },
      { programAddress: program },
    )
    const keys = made.accounts.map(({ address: one, role }) => ({
      pubkey: key(one),
      isSigner: (role & 2) !== 0,
      isWritable: (role & 1) !== 0,
    }))
    for (const pubkey of extra) keys.push({ pubkey, isSigner: false, isWritable: true })
    const data = Buffer.from(made.data)
    return { minOutRaw, instruction: new web3.TransactionInstruction({ programId: owner, keys, data }) }
  }
}
