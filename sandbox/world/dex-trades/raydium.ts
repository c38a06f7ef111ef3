import { RAYDIUM_AUTHORITY, RAYDIUM_PROGRAM } from '../../../src/chain/solana/dexes/raydium/addresses.ts'
import {
  type AccountUse,
  type Instruction,
  readonlyAccount,
  readonlySigner,
  writableAccount,
  writableSigner,
} from '../../../src/chain/solana/instructions.ts'
import { addressWithSeed, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { intBytes } from '../../programs/byte-fields.ts'
import {
  AMM_BYTES,
  type AmmKeys,
  ammKeys,
  ammU64,
  marketPart,
  OPENBOOK_PROGRAM,
  RAYDIUM_CREATE_FEE_ACCOUNT,
  raydiumAuthorityPda,
  raydiumConfigPda,
} from '../../programs/raydium/layout.ts'
import { tokensIn } from '../holdings.ts'
import { aroundTrade } from './around-trade.ts'
import type { CreateRequest, DexTrades, TradeRequest } from './dex-trades.ts'

const SWAP_BASE_IN = 9
const SWAP_BASE_IN_V2 = 16
const INITIALIZE_2 = 1
/** Accounts of a market's order book, which swaps of the old form still list. */
const MARKET_ACCOUNTS = 7
const MAX_SEED_TEXT = 25

/** Raydium AMM v4: classic tokens only. Buys use the short form of a swap, sells the old one with its market accounts,
 *  so that both are about. */
export const raydiumTrades: DexTrades = {
  dex: 'raydium',
  readPool(chain, { address, baseMint }) {
    const pool = readAmm(chain, address)
    if (pool === null) return null
    const { keys } = pool
    const coin = tokensIn(chain, keys.coinVault) - ammU64(pool.data, 'needTakePnlCoin')
    const pc = tokensIn(chain, keys.pcVault) - ammU64(pool.data, 'needTakePnlPc')
    if (coin <= 0n || pc <= 0n) return null
    const [baseReserveRaw, quoteReserveRaw] = keys.coinMint === baseMint ? [coin, pc] : [pc, coin]
    return { baseReserveRaw, quoteReserveRaw, quotePerBase: null, curveProgressPct: null }
  },
  readShares(chain, { address, baseMint }) {
    const pool = readAmm(chain, address)
    if (pool === null) return null
    const { coinMint, coinVault, pcVault, lpMint } = pool.keys
    const vaults = coinMint === baseMint ? ([coinVault, pcVault] as const) : ([pcVault, coinVault] as const)
    return { lpMint, lpSupplyRaw: ammU64(pool.data, 'lpAmount'), vaults, creator: null }
  },
  trade(chain, request) {
    const pool = readAmm(chain, request.pool.address)
    return pool === null ? null : aroundTrade(chain, request, [swap(request, pool.keys)])
  },
  createPool(chain, request) {
    const { creator, baseMint, quoteMint, quoteRaw } = request
    const market = addressWithSeed(creator, `market/${baseMint.slice(0, MAX_SEED_TEXT)}`, OPENBOOK_PROGRAM)
    const pool = marketPart(market, 'amm').address
    const deposit = {
      pool: { address: pool, baseMint, quoteMint },
      wallet: creator,
      side: 'buy',
      amountRaw: quoteRaw,
    } as const
    return { pool, transactions: [aroundTrade(chain, deposit, [initialize(request, market)])] }
  },
}

function readAmm(chain: Pick<SandboxChain, 'account'>, address: string): { data: Uint8Array; keys: AmmKeys } | null {
  const account = chain.account(address)
  if (account?.owner !== RAYDIUM_PROGRAM || account.data.length !== AMM_BYTES) return null
  return { data: account.data, keys: ammKeys(account.data) }
}

function swap({ pool, wallet, side, amountRaw }: TradeRequest, keys: AmmKeys): Instruction {
  const isBuy = side === 'buy'
  const base = associatedTokenAddress(wallet, pool.baseMint)
  const quote = associatedTokenAddress(wallet, pool.quoteMint)
  const [source, destination] = isBuy ? [quote, base] : [base, quote]
  const user = [writableAccount(source), writableAccount(destination), readonlySigner(wallet)]
  const vaults = [writableAccount(keys.coinVault), writableAccount(keys.pcVault)]
  const head = [readonlyAccount(TOKEN_PROGRAM), writableAccount(pool.address), readonlyAccount(RAYDIUM_AUTHORITY)]
  // No one reads the order book's accounts any more; senders fill their places with the pool.
  const market: AccountUse[] = Array.from({ length: MARKET_ACCOUNTS }, () => writableAccount(pool.address))
  const accounts = isBuy
    ? [...head, ...vaults, ...user]
    : [...head, writableAccount(pool.address), ...vaults, readonlyAccount(OPENBOOK_PROGRAM), ...market, ...user]
  const tag = Uint8Array.of(isBuy ? SWAP_BASE_IN_V2 : SWAP_BASE_IN)
  return { programId: RAYDIUM_PROGRAM, accounts, data: Buffer.concat([tag, intBytes(8, amountRaw), intBytes(8, 0)]) }
}

function initialize({ creator, baseMint, quoteMint, baseRaw, quoteRaw }: CreateRequest, market: string): Instruction {
  const part = (name: Parameters<typeof marketPart>[1]): AccountUse => writableAccount(marketPart(market, name).address)
  const own = (mint: string): AccountUse => writableAccount(associatedTokenAddress(creator, mint))
  const accounts = [
    readonlyAccount(TOKEN_PROGRAM),
    readonlyAccount(ASSOCIATED_TOKEN_PROGRAM),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(RENT_SYSVAR),
    part('amm'),
    readonlyAccount(RAYDIUM_AUTHORITY),
    part('open_order'),
    part('lp_mint'),
    readonlyAccount(baseMint),
    readonlyAccount(quoteMint),
    part('coin_vault'),
    part('pc_vault'),
    part('target'),
    readonlyAccount(raydiumConfigPda().address),
    writableAccount(RAYDIUM_CREATE_FEE_ACCOUNT),
    readonlyAccount(OPENBOOK_PROGRAM),
    readonlyAccount(market),
    writableSigner(creator),
    own(baseMint),
    own(quoteMint),
    own(marketPart(market, 'lp_mint').address),
  ]
  const head = Uint8Array.of(INITIALIZE_2, raydiumAuthorityPda().bump)
  const args = [0n, quoteRaw, baseRaw].map((amount) => intBytes(8, amount))
  return { programId: RAYDIUM_PROGRAM, accounts, data: Buffer.concat([head, ...args]) }
}
