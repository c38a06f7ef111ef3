import { decodeLayout, encodeLayout, type Layout } from '../../../src/chain/solana/borsh-layout.ts'
import { LIQUIDITY_ACCOUNTS } from '../../../src/chain/solana/dexes/pumpswap/account-lists.ts'
import { PUMPSWAP_EVENT_AUTHORITY, PUMPSWAP_PROGRAM } from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { encodePool } from '../../../src/chain/solana/dexes/pumpswap/state.ts'
import { burnTokens, mintTokens, transferTokensChecked } from '../../../src/chain/solana/instructions.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { loadBalance } from '../pumpfun/pump-accounts.ts'
import { SWAP_ERRORS } from '../pumpfun/pump-errors.ts'
import { announceSwap, poolSeeds } from './events.ts'
import { type LoadedPool, loadPool } from './pool-accounts.ts'

const ARGS = { lpTokens: 'u64', baseLimit: 'u64', quoteLimit: 'u64' } as const satisfies Layout
const DATA_BYTES = 8 + 24
/** Both events have one shape; the names of the amounts differ by direction only. */
const EVENT = {
  timestamp: 'i64',
  lpTokens: 'u64',
  baseLimit: 'u64',
  quoteLimit: 'u64',
  userBase: 'u64',
  userQuote: 'u64',
  poolBase: 'u64',
  poolQuote: 'u64',
  base: 'u64',
  quote: 'u64',
  lpMintSupply: 'u64',
  pool: 'pubkey',
  user: 'pubkey',
  userBaseTokenAccount: 'pubkey',
  userQuoteTokenAccount: 'pubkey',
  userPoolTokenAccount: 'pubkey',
} as const satisfies Layout
const DEPOSIT_EVENT_TAG = Buffer.from('78f83d531f8e6b90', 'hex')
const WITHDRAW_EVENT_TAG = Buffer.from('1609851aa02c47c0', 'hex')
const MAX_U64 = 2n ** 64n - 1n

type LiquidityAccounts = Readonly<Record<(typeof LIQUIDITY_ACCOUNTS)['names'][number], string>>
type Move = {
  readonly call: EmulatorCall
  readonly at: LiquidityAccounts
  readonly loaded: LoadedPool
  readonly lpTokens: bigint
  readonly baseLimit: bigint
  readonly quoteLimit: bigint
}

/** `deposit`: LP tokens for both sides in proportion, rounded up against the depositor. */
export function runDeposit(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const move = loadMove(call)
  if (isRefusal(move)) return move
  const { at, loaded, lpTokens } = move
  const { reserves, pool } = loaded
  const share = (reserve: bigint) => (reserve * lpTokens + pool.lpSupply - 1n) / pool.lpSupply
  const base = share(reserves.base)
  const quote = share(reserves.quote)
  if (base > move.baseLimit || quote > move.quoteLimit) return refuse(SWAP_ERRORS.slippage)
  if (pool.lpSupply + lpTokens > MAX_U64) return refuse(SWAP_ERRORS.overflow)
  return [
    ...bothSides(move, 'in', base, quote),
    invoke(
      mintTokens({
        mint: at.lpMint,
        to: at.userPoolTokenAccount,
        authority: at.pool,
        amountRaw: lpTokens,
        tokenProgram: TOKEN_2022_PROGRAM,
      }),
      poolSeeds(pool),
    ),
    ...writeAndAnnounce(move, { tag: DEPOSIT_EVENT_TAG, lpSupply: pool.lpSupply + lpTokens, base, quote }),
  ]
}

/** `withdraw`: burns LP tokens for both sides in proportion, rounded down. */
export function runWithdraw(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const move = loadMove(call)
  if (isRefusal(move)) return move
  const { at, loaded, lpTokens } = move
  const { reserves, pool } = loaded
  if (lpTokens > pool.lpSupply) return refuse(SWAP_ERRORS.tooLittleLiquidity)
  const base = (reserves.base * lpTokens) / pool.lpSupply
  const quote = (reserves.quote * lpTokens) / pool.lpSupply
  if (base === 0n) return refuse(SWAP_ERRORS.zeroBase)
  if (quote === 0n) return refuse(SWAP_ERRORS.zeroQuote)
  if (base < move.baseLimit || quote < move.quoteLimit) return refuse(SWAP_ERRORS.slippage)
  return [
    invoke(
      burnTokens({
        account: at.userPoolTokenAccount,
        mint: at.lpMint,
        authority: at.user,
        amountRaw: lpTokens,
        tokenProgram: TOKEN_2022_PROGRAM,
      }),
    ),
    ...bothSides(move, 'out', base, quote),
    ...writeAndAnnounce(move, { tag: WITHDRAW_EVENT_TAG, lpSupply: pool.lpSupply - lpTokens, base, quote }),
  ]
}

function loadMove(call: EmulatorCall): Move | Refusal {
  const read = readAccounts(call, LIQUIDITY_ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = call.data.length < DATA_BYTES ? undefined : decodeLayout(ARGS, call.data, 8)?.value
  if (args === undefined) return refuse(ANCHOR.didNotDeserialize)
  const loaded = loadPool(call, at)
  if (isRefusal(loaded)) return loaded
  const fault = checkAddresses([
    ['lpMint', at.lpMint, loaded.pool.lpMint, SWAP_ERRORS.wrongLpMint],
    ['tokenProgram', at.tokenProgram, TOKEN_PROGRAM, ANCHOR.programId],
    ['token2022Program', at.token2022Program, TOKEN_2022_PROGRAM, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, PUMPSWAP_EVENT_AUTHORITY],
    ['program', at.program, PUMPSWAP_PROGRAM, ANCHOR.address],
  ])
  if (fault !== null) return fault
  const held = loadBalance(call, at.userPoolTokenAccount, { name: 'userPoolTokenAccount', mint: at.lpMint })
  if (isRefusal(held)) return held
  if (args.lpTokens === 0n || loaded.pool.lpSupply === 0n) return refuse(SWAP_ERRORS.tooLittleLiquidity)
  return { call, at, loaded, ...args }
}

function bothSides({ at, loaded }: Move, direction: 'in' | 'out', base: bigint, quote: bigint): readonly ScriptOp[] {
  const { pool } = loaded
  const sides = [
    { mint: at.baseMint, face: loaded.base, user: at.userBaseTokenAccount, vault: at.poolBaseTokenAccount, raw: base },
    {
      mint: at.quoteMint,
      face: loaded.quote,
      user: at.userQuoteTokenAccount,
      vault: at.poolQuoteTokenAccount,
      raw: quote,
    },
  ]
  return sides.map(({ mint, face, user, vault, raw }) => {
    const [from, to, authority] = direction === 'in' ? [user, vault, at.user] : [vault, user, at.pool]
    const { decimals, tokenProgram } = face
    const moved = transferTokensChecked({ from, mint, to, authority, amountRaw: raw, decimals, tokenProgram })
    return direction === 'in' ? invoke(moved) : invoke(moved, poolSeeds(pool))
  })
}

function writeAndAnnounce(
  { call, at, loaded, lpTokens, baseLimit, quoteLimit }: Move,
  done: { readonly tag: Uint8Array; readonly lpSupply: bigint; readonly base: bigint; readonly quote: bigint },
): readonly ScriptOp[] {
  const { reserves, pool, poolBytes, userBase, userQuote } = loaded
  const event = encodeLayout(EVENT, {
    timestamp: BigInt(call.unixTimeSec),
    lpTokens,
    baseLimit,
    quoteLimit,
    userBase,
    userQuote,
    poolBase: reserves.base,
    poolQuote: reserves.quote,
    base: done.base,
    quote: done.quote,
    lpMintSupply: done.lpSupply,
    pool: at.pool,
    user: at.user,
    userBaseTokenAccount: at.userBaseTokenAccount,
    userQuoteTokenAccount: at.userQuoteTokenAccount,
    userPoolTokenAccount: at.userPoolTokenAccount,
  })
  const bytes = encodePool({ ...pool, lpSupply: done.lpSupply }, poolBytes)
  return [{ op: 'write', address: at.pool, offset: 0, bytes }, ...announceSwap(Buffer.concat([done.tag, event]))]
}
