import { PUMP_GLOBAL } from '../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { buildPumpCreate, buildPumpCreateV2 } from '../../src/chain/solana/dexes/pumpfun/instructions.ts'
import { buildPumpMigrate } from '../../src/chain/solana/dexes/pumpfun/migrate-instruction.ts'
import { decodeGlobal } from '../../src/chain/solana/dexes/pumpfun/state.ts'
import { buildPumpSwapCreatePool, buildPumpSwapWithdraw } from '../../src/chain/solana/dexes/pumpswap/instructions.ts'
import { decodePool } from '../../src/chain/solana/dexes/pumpswap/state.ts'
import {
  closeTokenAccount,
  createAccount,
  createAssociatedTokenAccount,
  createLookupTable,
  extendLookupTable,
  type Instruction,
  initializeMint,
  initializeNonce,
  memo,
  mintTokens,
  setTokenAuthority,
  syncNative,
  transferLamports,
  transferTokensChecked,
} from '../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { MINT_BYTES, readMint } from '../../src/hot-paths/account-layouts.ts'
import type { SendResult } from '../chain/types.ts'
import { createAccountWriter, writeMetadata } from './build-accounts.ts'
import { heldRaw, tokenProgramOf } from './holdings.ts'
import { mintToken2022Instructions } from './mint-token-2022.ts'
import { partOf } from './part-of.ts'
import { graduateBonk, launchBonk } from './perform-bonk.ts'
import { performControl } from './perform-controls.ts'
import { graduateDbc, launchDbc } from './perform-dbc.ts'
import { performLiquidity } from './perform-liquidity.ts'
import { openPool } from './perform-open-pool.ts'
import { performPayout } from './perform-payout.ts'
import { performPermission } from './perform-permission.ts'
import { performWrapped } from './perform-wrapped.ts'
import type { Action } from './plan-types.ts'
import { sendInstructions } from './send-instructions.ts'
import type { WorldStage } from './stage.ts'
import { tokenUri } from './token-uri.ts'
import { tradeInstructions } from './trade-instructions.ts'

export type Version = 'legacy' | 0 | 1
/** Null: there was nothing to do (an empty holding, a pool that closed). */
export type Performed = SendResult | null

/** Lamports a wallet keeps for fees and rent of accounts when it spends on a trade. */
const KEPT_LAMPORTS = 15_000_000n
const LOOKUP_BATCH = 20
const MINTED_DECIMALS = 6
const NONCE_BYTES = 80

/** Does one action through real transactions in the open slot. */
export function performAction(stage: WorldStage, action: Action, version: Version = 'legacy'): Performed {
  switch (action.do) {
    case 'sendSol':
      return sendSol(stage, action, version)
    case 'sweepSol':
      return sweepSol(stage, action, version)
    case 'payWrapped':
    case 'unwrap':
      return performWrapped(stage, action, version)
    case 'mintToken':
      return mintToken(stage, action)
    case 'launch':
      return launch(stage, action)
    case 'buy':
    case 'sell':
      return trade(stage, action, version)
    case 'buyTogether':
      return buyTogether(stage, action, version)
    case 'graduate':
      return graduateBonk(stage, action) ?? graduateDbc(stage, action) ?? graduate(stage, action)
    case 'launchOnBonk':
      return launchBonk(stage, action, (purchase) => trade(stage, purchase, 'legacy'))
    case 'launchOnDbc':
      return launchDbc(stage, action, (purchase) => trade(stage, purchase, 'legacy'))
    case 'createPool':
      return createPool(stage, action)
    case 'openPool':
      return openPool(stage, action)
    case 'pullLiquidity':
      return pullLiquidity(stage, action)
    case 'sendToken':
      return sendToken(stage, action, version)
    case 'freeze':
    case 'thaw':
    case 'openAccount':
    case 'setDefaultFrozen':
    case 'setHook':
    case 'setTransferFee':
    case 'pause':
    case 'seize':
      return performControl(stage, action)
    case 'lockLiquidity':
    case 'burnLiquidity':
      return performLiquidity(stage, action)
    case 'approve':
    case 'letClose':
      return performPermission(stage, action)
    case 'openVault':
    case 'payOut':
      return performPayout(stage, action, version)
    case 'makeLookupTable':
      return makeLookupTable(stage, action)
    case 'makeNonce':
      return makeNonce(stage, action)
  }
}

type Of<D extends Action['do']> = Extract<Action, { do: D }>

function sendSol(stage: WorldStage, action: Of<'sendSol'>, version: Version): Performed {
  const instructions: Instruction[] = [transferLamports(action)]
  if (action.memo !== undefined) instructions.push(memo(action.memo, [action.from]))
  return sendInstructions(stage, { payer: action.from, instructions, version, isTrade: false, dress: action.dress })
}

function sweepSol(stage: WorldStage, { from, to, keepLamports }: Of<'sweepSol'>, version: Version): Performed {
  const lamports = (stage.chain.account(from)?.lamports ?? 0n) - keepLamports
  return lamports <= 0n ? null : sendSol(stage, { do: 'sendSol', from, to, lamports }, version)
}

/** A classic mint with its whole supply at the dev, who gives the right to mint more away. The metadata account is set:
 *  nothing here emulates the whole metadata program. */
function mintToken(stage: WorldStage, action: Of<'mintToken'>): Performed {
  const { mint, dev, supplyRaw, freezable, extensions, mintable = false } = action
  const { chain, faces } = stage
  const face = faces.of(mint)
  if (extensions !== undefined) {
    const text = { name: face?.name ?? '', symbol: face?.symbol ?? '', uri: tokenUri(mint) }
    const input = { mint, dev, decimals: MINTED_DECIMALS, supplyRaw, freezable, mintable, text, extensions }
    const instructions = mintToken2022Instructions(chain, input)
    return sendInstructions(stage, { payer: dev, instructions, version: 'legacy', isTrade: true })
  }
  const instructions = [
    createAccount({
      payer: dev,
      account: mint,
      lamports: chain.minimumBalanceLamports(MINT_BYTES),
      dataBytes: MINT_BYTES,
      owner: TOKEN_PROGRAM,
    }),
    initializeMint({ mint, decimals: MINTED_DECIMALS, mintAuthority: dev, freezeAuthority: freezable ? dev : null }),
    createAssociatedTokenAccount({ payer: dev, owner: dev, mint }),
    mintTokens({ mint, to: associatedTokenAddress(dev, mint), authority: dev, amountRaw: supplyRaw }),
    ...(mintable ? [] : [setTokenAuthority({ account: mint, authority: dev, type: 'mintTokens', newAuthority: null })]),
  ]
  const sent = sendInstructions(stage, { payer: dev, instructions, version: 'legacy', isTrade: false })
  if (sent.ok && face !== null) {
    const text = { name: face.name, symbol: face.symbol, uri: tokenUri(mint) }
    writeMetadata(createAccountWriter(chain), { mint, updateAuthority: dev, text, mutable: true })
  }
  return sent
}

function launch(stage: WorldStage, { mint, dev, devBuyLamports, dress = {} }: Of<'launch'>): Performed {
  const face = stage.faces.of(mint)
  if (face === null) return null
  const input = { mint, user: dev, creator: dev, name: face.name, symbol: face.symbol, uri: tokenUri(mint) }
  const { nonce: _nonce, ...withoutNonce } = dress
  const { tip: _tip, serviceFee: _fee, lookupTable: _table, ...forCreation } = dress
  const created = sendInstructions(stage, {
    payer: dev,
    instructions: [face.token2022 ? buildPumpCreateV2(input) : buildPumpCreate(input)],
    version: 'legacy',
    isTrade: true,
    dress: devBuyLamports === 0n ? dress : forCreation,
  })
  if (!created.ok || devBuyLamports === 0n) return created
  return trade(stage, { do: 'buy', mint, wallet: dev, quoteRaw: devBuyLamports, dress: withoutNonce }, 'legacy')
}

function trade(stage: WorldStage, action: Of<'buy'> | Of<'sell'>, version: Version): Performed {
  const pool = stage.market.mainPool(action.mint)
  if (pool === null) return null
  const amountRaw = action.do === 'buy' ? action.quoteRaw : sellAmount(stage, action)
  if (amountRaw <= 0n || !affords(stage, action, amountRaw, pool.quoteMint)) return null
  const instructions = tradeInstructions(stage.chain, { pool, wallet: action.wallet, side: action.do, amountRaw })
  if (instructions === null) return null
  return sendInstructions(stage, { payer: action.wallet, instructions, version, isTrade: true, dress: action.dress })
}

function buyTogether(stage: WorldStage, { mint, buys, dress }: Of<'buyTogether'>, version: Version): Performed {
  const pool = stage.market.mainPool(mint)
  const [first] = buys
  if (pool === null || first === undefined) return null
  const instructions: Instruction[] = []
  for (const { wallet, quoteRaw } of buys) {
    if (!affords(stage, { do: 'buy', mint, wallet, quoteRaw }, quoteRaw, pool.quoteMint)) return null
    const own = tradeInstructions(stage.chain, { pool, wallet, side: 'buy', amountRaw: quoteRaw })
    if (own === null) return null
    instructions.push(...own)
  }
  return sendInstructions(stage, { payer: first.wallet, instructions, version, isTrade: true, dress })
}

function sellAmount(stage: WorldStage, { mint, wallet, sharePct }: Of<'sell'>): bigint {
  const held = mint === NATIVE_MINT ? (stage.chain.account(wallet)?.lamports ?? 0n) : heldRaw(stage.chain, wallet, mint)
  return partOf(held, sharePct)
}

function affords(stage: WorldStage, action: Of<'buy'> | Of<'sell'>, amountRaw: bigint, quoteMint: string): boolean {
  const lamports = stage.chain.account(action.wallet)?.lamports ?? 0n
  const paysSol = action.do === 'buy' ? quoteMint === NATIVE_MINT : action.mint === NATIVE_MINT
  if (paysSol) return lamports >= amountRaw + KEPT_LAMPORTS
  if (lamports < KEPT_LAMPORTS) return false
  return action.do === 'sell' || heldRaw(stage.chain, action.wallet, quoteMint) >= amountRaw
}

function graduate(stage: WorldStage, { mint, wallet }: Of<'graduate'>): Performed {
  const tokenProgram = tokenProgramOf(stage.chain, mint)
  const account = stage.chain.account(PUMP_GLOBAL)
  const withdrawAuthority = (account === null ? null : decodeGlobal(account.data))?.withdrawAuthority
  if (withdrawAuthority === undefined) return null
  const instructions = [buildPumpMigrate({ mint, user: wallet, tokenProgram, withdrawAuthority })]
  return sendInstructions(stage, { payer: wallet, instructions, version: 'legacy', isTrade: true })
}

function createPool(stage: WorldStage, action: Of<'createPool'>): Performed {
  const { creator, baseMint, quoteMint, baseRaw, quoteRaw } = action
  const wrapped = associatedTokenAddress(creator, NATIVE_MINT)
  const baseTokenProgram = tokenProgramOf(stage.chain, baseMint)
  const wraps = quoteMint === NATIVE_MINT
  const instructions = [
    createAssociatedTokenAccount({ payer: creator, owner: creator, mint: quoteMint }),
    ...(wraps ? [transferLamports({ from: creator, to: wrapped, lamports: quoteRaw }), syncNative(wrapped)] : []),
    buildPumpSwapCreatePool({ index: 0, creator, baseMint, quoteMint, baseTokenProgram, baseRaw, quoteRaw }),
    ...(wraps ? [closeTokenAccount({ account: wrapped, destination: creator, authority: creator })] : []),
  ]
  return sendInstructions(stage, { payer: creator, instructions, version: 'legacy', isTrade: true })
}

function pullLiquidity(stage: WorldStage, { mint, creator }: Of<'pullLiquidity'>): Performed {
  const { chain } = stage
  const pool = stage.market.poolsOf(mint).find((candidate) => candidate.dex === 'pumpswap')
  const account = pool === undefined ? null : chain.account(pool.address)
  const state = account === null ? null : decodePool(account.data)
  if (pool === undefined || state === null) return null
  const wrapped = associatedTokenAddress(creator, NATIVE_MINT)
  const lpTokensRaw = heldRaw(chain, creator, state.lpMint)
  if (lpTokensRaw === 0n) return null
  const ref = { address: pool.address, pool: state, baseTokenProgram: tokenProgramOf(chain, mint) }
  const instructions = [
    createAssociatedTokenAccount({ payer: creator, owner: creator, mint: state.quoteMint }),
    buildPumpSwapWithdraw({ ...ref, user: creator, lpTokensRaw, minBaseRaw: 0n, minQuoteRaw: 0n }),
    ...(state.quoteMint === NATIVE_MINT
      ? [closeTokenAccount({ account: wrapped, destination: creator, authority: creator })]
      : []),
  ]
  return sendInstructions(stage, { payer: creator, instructions, version: 'legacy', isTrade: true })
}

function sendToken(stage: WorldStage, action: Of<'sendToken'>, version: Version): Performed {
  const { mint, from, to, sharePct, delegate } = action
  const payer = delegate ?? from
  const tokenProgram = tokenProgramOf(stage.chain, mint)
  const account = stage.chain.account(mint)
  const decimals = (account === null ? null : readMint(account.data))?.decimals
  const amountRaw = partOf(heldRaw(stage.chain, from, mint), sharePct)
  if (amountRaw === 0n || decimals === undefined) return null
  const instructions = [
    createAssociatedTokenAccount({ payer, owner: to, mint, tokenProgram }),
    transferTokensChecked({
      from: associatedTokenAddress(from, mint, tokenProgram),
      to: associatedTokenAddress(to, mint, tokenProgram),
      authority: payer,
      mint,
      amountRaw,
      decimals,
      tokenProgram,
    }),
  ]
  return sendInstructions(stage, { payer, instructions, version, isTrade: false, dress: action.dress })
}

/** The table can be used from the next slot on. */
function makeLookupTable(stage: WorldStage, { wallet, addresses, label }: Of<'makeLookupTable'>): Performed {
  const recentSlot = stage.chain.confirmedSlot()
  const { instruction, table } = createLookupTable({ authority: wallet, payer: wallet, recentSlot })
  let sent = sendInstructions(stage, { payer: wallet, instructions: [instruction], version: 'legacy', isTrade: false })
  for (let at = 0; at < addresses.length && sent.ok; at += LOOKUP_BATCH) {
    const batch = addresses.slice(at, at + LOOKUP_BATCH)
    const extend = extendLookupTable({ table, authority: wallet, payer: wallet, addresses: batch })
    sent = sendInstructions(stage, { payer: wallet, instructions: [extend], version: 'legacy', isTrade: false })
  }
  if (!sent.ok) return sent
  if (label === undefined) stage.lookupTables.push({ address: table, addresses })
  else stage.labelledTables.set(label, { address: table, addresses })
  return sent
}

function makeNonce(stage: WorldStage, { account, authority, payer }: Of<'makeNonce'>): Performed {
  const lamports = stage.chain.minimumBalanceLamports(NONCE_BYTES)
  const instructions = [
    createAccount({ payer, account, lamports, dataBytes: NONCE_BYTES, owner: SYSTEM_PROGRAM }),
    initializeNonce({ nonce: account, authority }),
  ]
  return sendInstructions(stage, { payer, instructions, version: 'legacy', isTrade: false })
}
