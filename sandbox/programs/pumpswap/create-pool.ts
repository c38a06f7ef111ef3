import { decodeLayout, type Layout, ZERO_KEY, zeroOf } from '../../../src/chain/solana/borsh-layout.ts'
import { poolAuthorityPda } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { eventBytes } from '../../../src/chain/solana/dexes/pumpfun/events.ts'
import { CREATE_POOL_ACCOUNTS } from '../../../src/chain/solana/dexes/pumpswap/account-lists.ts'
import {
  lpMintPda,
  PUMPSWAP_EVENT_AUTHORITY,
  PUMPSWAP_GLOBAL_CONFIG,
  PUMPSWAP_PROGRAM,
  poolPda,
} from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { CREATE_POOL_EVENT, CREATE_POOL_EVENT_TAG } from '../../../src/chain/solana/dexes/pumpswap/events.ts'
import { encodePool, POOL, POOL_BYTES, type PumpSwapPool } from '../../../src/chain/solana/dexes/pumpswap/state.ts'
import {
  createAccount,
  createAssociatedTokenAccount,
  initializeMint,
  mintTokens,
  transferTokensChecked,
} from '../../../src/chain/solana/instructions.ts'
import { addressBytes, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { type LoadedMint, loadMint } from '../pumpfun/pump-accounts.ts'
import { SWAP_ERRORS } from '../pumpfun/pump-errors.ts'
import { integerSqrt } from '../wide-math.ts'
import { announceSwap, poolSeeds } from './events.ts'

const ARGS = {
  index: 'u16',
  baseAmountIn: 'u64',
  quoteAmountIn: 'u64',
  coinCreator: 'pubkey',
  isMayhemMode: 'bool',
  isCashbackCoin: 'bool',
  creatorFeeBps: 'u64',
  canEditCreatorFee: 'bool',
  isHolderReward: 'bool',
} as const satisfies Layout
/** The program took only the first three once; what follows may be left off. */
const SHORTEST_DATA_BYTES = 8 + 18

export const LP_DECIMALS = 9
/** LP tokens that no creator gets, so that a pool can never be emptied to nothing. */
const MINIMUM_LIQUIDITY = 100n
/** A Token-2022 associated account: the base layout, the account type and the immutable-owner entry. */
const TOKEN_2022_ACCOUNT_BYTES = TOKEN_ACCOUNT_BYTES + 5

/** LP tokens of a new pool: floor(sqrt(base x quote)), of which the creator gets all but the minimum. */
export function initialLpTokens(
  baseRaw: bigint,
  quoteRaw: bigint,
): { readonly all: bigint; readonly toCreator: bigint } {
  const all = integerSqrt(baseRaw * quoteRaw)
  return { all, toCreator: all - MINIMUM_LIQUIDITY }
}

/** What a pool's creator pays for its accounts: pool, LP mint, the creator's LP account and the two vaults. */
export function newPoolLamports(call: EmulatorCall, baseTokenProgram: string): bigint {
  const { minimumBalanceLamports: rentOf } = call
  const baseBytes = baseTokenProgram === TOKEN_2022_PROGRAM ? TOKEN_2022_ACCOUNT_BYTES : TOKEN_ACCOUNT_BYTES
  const accounts = rentOf(TOKEN_2022_ACCOUNT_BYTES) + rentOf(baseBytes) + rentOf(TOKEN_ACCOUNT_BYTES)
  return rentOf(POOL_BYTES) + rentOf(MINT_BYTES) + accounts
}

type CreatePoolAccounts = Readonly<Record<(typeof CREATE_POOL_ACCOUNTS)['names'][number], string>>
type NewPool = {
  readonly call: EmulatorCall
  readonly at: CreatePoolAccounts
  readonly pool: PumpSwapPool
  readonly base: LoadedMint
  readonly quote: LoadedMint
  readonly baseAmountIn: bigint
  readonly quoteAmountIn: bigint
  readonly lp: { readonly all: bigint; readonly toCreator: bigint }
}

export function runCreatePool(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, CREATE_POOL_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = call.data.length < SHORTEST_DATA_BYTES ? undefined : decodeLayout(ARGS, call.data, 8)?.value
  if (args === undefined) return refuse(ANCHOR.didNotDeserialize)
  if (at.baseMint === at.quoteMint) return refuse(SWAP_ERRORS.sameMint)
  const base = loadMint(call, at.baseMint, 'baseMint')
  if (isRefusal(base)) return base
  const quote = loadMint(call, at.quoteMint, 'quoteMint')
  if (isRefusal(quote)) return quote
  const pda = poolPda({ index: args.index, creator: at.creator, baseMint: at.baseMint, quoteMint: at.quoteMint })
  const fault = checkCreateAccounts(at, pda.address, base.tokenProgram, quote.tokenProgram)
  if (fault !== null) return fault
  if (args.baseAmountIn === 0n) return refuse(SWAP_ERRORS.zeroBase)
  if (args.quoteAmountIn === 0n) return refuse(SWAP_ERRORS.zeroQuote)
  const isCanonical = at.creator === poolAuthorityPda(at.baseMint).address
  if (args.coinCreator !== ZERO_KEY && !isCanonical) return refuse(SWAP_ERRORS.coinCreatorNotAllowed)
  if (args.isMayhemMode && !isCanonical) return refuse(SWAP_ERRORS.mayhemDisabled)
  const lp = initialLpTokens(args.baseAmountIn, args.quoteAmountIn)
  if (lp.toCreator <= 0n) return refuse(SWAP_ERRORS.tooLittleLiquidity)
  const pool: PumpSwapPool = {
    ...zeroOf(POOL),
    ...args,
    poolBump: pda.bump,
    creator: at.creator,
    baseMint: at.baseMint,
    quoteMint: at.quoteMint,
    lpMint: at.lpMint,
    poolBaseTokenAccount: at.poolBaseTokenAccount,
    poolQuoteTokenAccount: at.poolQuoteTokenAccount,
    lpSupply: lp.all,
  }
  const { baseAmountIn, quoteAmountIn } = args
  return createPool({ call, at, pool, base, quote, baseAmountIn, quoteAmountIn, lp })
}

function createPool(made: NewPool): readonly ScriptOp[] {
  const { call, at, pool, base, quote, lp } = made
  const payer = at.creator
  const lpSeeds = [Buffer.from('pool_lp_mint'), addressBytes(at.pool), Uint8Array.of(lpMintPda(at.pool).bump)]
  const makeAccount = (account: string, dataBytes: number, owner: string) =>
    createAccount({ payer, account, lamports: call.minimumBalanceLamports(dataBytes), dataBytes, owner })
  const associate = (owner: string, mint: string, tokenProgram: string) =>
    invoke(createAssociatedTokenAccount({ payer, owner, mint, tokenProgram }))
  return [
    invoke(makeAccount(at.pool, POOL_BYTES, PUMPSWAP_PROGRAM), poolSeeds(pool)),
    invoke(makeAccount(at.lpMint, MINT_BYTES, TOKEN_2022_PROGRAM), lpSeeds),
    invoke(
      initializeMint({
        mint: at.lpMint,
        decimals: LP_DECIMALS,
        mintAuthority: at.pool,
        tokenProgram: TOKEN_2022_PROGRAM,
      }),
    ),
    associate(at.creator, at.lpMint, TOKEN_2022_PROGRAM),
    associate(at.pool, at.baseMint, base.tokenProgram),
    associate(at.pool, at.quoteMint, quote.tokenProgram),
    invoke(
      transferTokensChecked({
        from: at.userBaseTokenAccount,
        mint: at.baseMint,
        to: at.poolBaseTokenAccount,
        authority: at.creator,
        amountRaw: made.baseAmountIn,
        decimals: base.decimals,
        tokenProgram: base.tokenProgram,
      }),
    ),
    invoke(
      transferTokensChecked({
        from: at.userQuoteTokenAccount,
        mint: at.quoteMint,
        to: at.poolQuoteTokenAccount,
        authority: at.creator,
        amountRaw: made.quoteAmountIn,
        decimals: quote.decimals,
        tokenProgram: quote.tokenProgram,
      }),
    ),
    invoke(
      mintTokens({
        mint: at.lpMint,
        to: at.userPoolTokenAccount,
        authority: at.pool,
        amountRaw: lp.toCreator,
        tokenProgram: TOKEN_2022_PROGRAM,
      }),
      poolSeeds(pool),
    ),
    { op: 'write', address: at.pool, offset: 0, bytes: encodePool(pool) },
    ...announcePool(made),
  ]
}

function announcePool({ call, at, pool, base, quote, baseAmountIn, quoteAmountIn, lp }: NewPool): ScriptOp[] {
  return announceSwap(
    eventBytes(CREATE_POOL_EVENT_TAG, CREATE_POOL_EVENT, {
      timestamp: BigInt(call.unixTimeSec),
      index: pool.index,
      creator: pool.creator,
      baseMint: pool.baseMint,
      quoteMint: pool.quoteMint,
      baseMintDecimals: base.decimals,
      quoteMintDecimals: quote.decimals,
      baseAmountIn,
      quoteAmountIn,
      poolBaseAmount: baseAmountIn,
      poolQuoteAmount: quoteAmountIn,
      minimumLiquidity: MINIMUM_LIQUIDITY,
      initialLiquidity: lp.all,
      lpTokenAmountOut: lp.toCreator,
      poolBump: pool.poolBump,
      pool: at.pool,
      lpMint: at.lpMint,
      userBaseTokenAccount: at.userBaseTokenAccount,
      userQuoteTokenAccount: at.userQuoteTokenAccount,
      coinCreator: pool.coinCreator,
      isMayhemMode: pool.isMayhemMode,
      creatorFeeBps: pool.creatorFeeBps,
      canEditCreatorFee: pool.canEditCreatorFee,
      isHolderReward: pool.isHolderReward,
    }),
  )
}

function checkCreateAccounts(
  at: CreatePoolAccounts,
  pool: string,
  baseTokenProgram: string,
  quoteTokenProgram: string,
): Refusal | null {
  const lpMint = lpMintPda(pool).address
  return checkAddresses([
    ['pool', at.pool, pool],
    ['globalConfig', at.globalConfig, PUMPSWAP_GLOBAL_CONFIG],
    ['lpMint', at.lpMint, lpMint],
    ['userPoolTokenAccount', at.userPoolTokenAccount, associatedTokenAddress(at.creator, lpMint, TOKEN_2022_PROGRAM)],
    ['poolBaseTokenAccount', at.poolBaseTokenAccount, associatedTokenAddress(pool, at.baseMint, baseTokenProgram)],
    ['poolQuoteTokenAccount', at.poolQuoteTokenAccount, associatedTokenAddress(pool, at.quoteMint, quoteTokenProgram)],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['token2022Program', at.token2022Program, TOKEN_2022_PROGRAM, ANCHOR.programId],
    ['baseTokenProgram', at.baseTokenProgram, baseTokenProgram, ANCHOR.programId],
    ['quoteTokenProgram', at.quoteTokenProgram, quoteTokenProgram, ANCHOR.programId],
    ['associatedTokenProgram', at.associatedTokenProgram, ASSOCIATED_TOKEN_PROGRAM, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, PUMPSWAP_EVENT_AUTHORITY],
    ['program', at.program, PUMPSWAP_PROGRAM, ANCHOR.address],
  ])
}
