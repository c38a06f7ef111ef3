import {
  type Instruction,
  readonlyAccount,
  readonlySigner,
  writableAccount,
  writableSigner,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { intBytes, MAX_U64, uintAt } from '../../programs/byte-fields.ts'
import {
  arrayStartOf,
  feeTierPda,
  readWhirlpool,
  TICKS_PER_ARRAY,
  tickArrayPda,
  tokenBadgePda,
  WHIRLPOOL_AT,
  WHIRLPOOL_PROGRAM,
  WHIRLPOOLS_CONFIG,
  whirlpoolFacts,
  whirlpoolOraclePda,
  whirlpoolPda,
  whirlpoolPositionPda,
} from '../../programs/orca/layout.ts'
import { sqrtPriceOfTick, tickOfSqrtPrice } from '../../programs/orca/tick-math.ts'
import { keyBytes } from '../../programs/token-moves.ts'
import { smaller } from '../../programs/wide-math.ts'
import { tokenProgramOf, tokensIn } from '../holdings.ts'
import { aroundTrade } from './around-trade.ts'
import type { CreateRequest, DexTrades, TradeRequest } from './dex-trades.ts'
import { extraSigner } from './extra-signer.ts'
import { priceOfRoot, rootOfAmounts } from './price-root.ts'

const SWAP_V2 = Buffer.from('2b04ed0b1ac91e62', 'hex')
const INITIALIZE_POOL_V2 = Buffer.from('cf2d57f21b3fcc43', 'hex')
const INITIALIZE_TICK_ARRAY = Buffer.from('0bbcc1d68d5b95b8', 'hex')
const OPEN_POSITION = Buffer.from('87802f4d0f98f031', 'hex')
const INCREASE_LIQUIDITY_V2 = Buffer.from('851d59df45eeb00a', 'hex')
/** Pools of 0.3 %. */
const TICK_SPACING = 64
const SPAN = TICKS_PER_ARRAY * TICK_SPACING

/** Pools with one position that reaches over the present tick array and one on either side. */
export const whirlpoolTrades: DexTrades = {
  dex: 'orca',
  readPool(chain, { address, baseMint }) {
    const data = readPoolAt(chain, address)
    if (data === null) return null
    const { mintA, vaultA, vaultB, sqrtPrice, liquidity } = whirlpoolFacts(data)
    const a = tokensIn(chain, vaultA) - uintAt(data, WHIRLPOOL_AT.protocolFeeA, 8)
    const b = tokensIn(chain, vaultB) - uintAt(data, WHIRLPOOL_AT.protocolFeeB, 8)
    if (a <= 0n || b <= 0n || liquidity === 0n) return null
    const price = priceOfRoot(sqrtPrice)
    return mintA === baseMint
      ? { baseReserveRaw: a, quoteReserveRaw: b, quotePerBase: price, curveProgressPct: null }
      : { baseReserveRaw: b, quoteReserveRaw: a, quotePerBase: 1 / price, curveProgressPct: null }
  },
  trade(chain, request) {
    const data = readPoolAt(chain, request.pool.address)
    return data === null ? null : aroundTrade(chain, request, [swap(chain, request, data)])
  },
  createPool(chain, request) {
    const { creator, baseMint, quoteMint, quoteRaw } = request
    const made = planPool(request)
    const pool = { address: made.pool, baseMint, quoteMint }
    const deposit = { pool, wallet: creator, side: 'buy', amountRaw: quoteRaw } as const
    return {
      pool: made.pool,
      transactions: [
        [initializePool(chain, request, made)],
        made.arrays.map((start) => initializeTickArray(creator, made.pool, start)),
        [openPosition(creator, made)],
        aroundTrade(chain, deposit, [increaseLiquidity(chain, request, made)]),
      ],
    }
  },
}

function readPoolAt(chain: Pick<SandboxChain, 'account'>, address: string): Uint8Array | null {
  const account = chain.account(address)
  return account?.owner === WHIRLPOOL_PROGRAM ? readWhirlpool(account.data) : null
}

function swap(chain: SandboxChain, { pool, wallet, side, amountRaw }: TradeRequest, data: Uint8Array): Instruction {
  const { mintA, mintB, vaultA, vaultB, tickCurrent, tickSpacing } = whirlpoolFacts(data)
  const input = side === 'buy' ? pool.quoteMint : pool.baseMint
  const isAToB = input === mintA
  const own = (mint: string) => writableAccount(associatedTokenAddress(wallet, mint, tokenProgramOf(chain, mint)))
  const span = TICKS_PER_ARRAY * tickSpacing
  const first = arrayStartOf(isAToB ? tickCurrent : tickCurrent + tickSpacing, tickSpacing)
  const arrays = [0, 1, 2].map((i) => tickArrayPda(pool.address, first + (isAToB ? -i : i) * span).address)
  const accounts = [
    readonlyAccount(tokenProgramOf(chain, mintA)),
    readonlyAccount(tokenProgramOf(chain, mintB)),
    readonlyAccount(MEMO_PROGRAM),
    readonlySigner(wallet),
    writableAccount(pool.address),
    readonlyAccount(mintA),
    readonlyAccount(mintB),
    own(mintA),
    writableAccount(vaultA),
    own(mintB),
    writableAccount(vaultB),
    ...arrays.map(writableAccount),
    writableAccount(whirlpoolOraclePda(pool.address).address),
  ]
  const order = [intBytes(8, amountRaw), intBytes(8, 0), intBytes(16, 0), Uint8Array.of(1, isAToB ? 1 : 0, 0)]
  return { programId: WHIRLPOOL_PROGRAM, accounts, data: Buffer.concat([SWAP_V2, ...order]) }
}

type Plan = ReturnType<typeof planPool>

function planPool({ baseMint, quoteMint, baseRaw, quoteRaw }: CreateRequest) {
  const isBaseFirst = Buffer.compare(keyBytes(baseMint), keyBytes(quoteMint)) < 0
  const [mintA, mintB, amountA, amountB] = isBaseFirst
    ? [baseMint, quoteMint, baseRaw, quoteRaw]
    : [quoteMint, baseMint, quoteRaw, baseRaw]
  const pool = whirlpoolPda(mintA, mintB, TICK_SPACING).address
  const root = rootOfAmounts(amountA, amountB)
  const present = arrayStartOf(tickOfSqrtPrice(root), TICK_SPACING)
  const arrays = [present - SPAN, present, present + SPAN]
  const [lower, upper] = [present - SPAN, present + 2 * SPAN - TICK_SPACING]
  const [low, high] = [sqrtPriceOfTick(lower), sqrtPriceOfTick(upper)]
  const liquidity = smaller(((amountA * root * high) / (high - root)) >> 64n, (amountB << 64n) / (root - low))
  const [vaultA, vaultB] = [extraSigner('vault-a', pool), extraSigner('vault-b', pool)]
  const position = extraSigner('position', pool)
  return { pool, mintA, mintB, root, arrays, lower, upper, liquidity, vaultA, vaultB, position }
}

function initializePool(chain: SandboxChain, { creator }: CreateRequest, made: Plan): Instruction {
  const { pool, mintA, mintB, vaultA, vaultB, root } = made
  const accounts = [
    readonlyAccount(WHIRLPOOLS_CONFIG),
    readonlyAccount(mintA),
    readonlyAccount(mintB),
    readonlyAccount(tokenBadgePda(mintA).address),
    readonlyAccount(tokenBadgePda(mintB).address),
    writableSigner(creator),
    writableAccount(pool),
    writableSigner(vaultA),
    writableSigner(vaultB),
    readonlyAccount(feeTierPda(TICK_SPACING).address),
    readonlyAccount(tokenProgramOf(chain, mintA)),
    readonlyAccount(tokenProgramOf(chain, mintB)),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(RENT_SYSVAR),
  ]
  const data = Buffer.concat([INITIALIZE_POOL_V2, intBytes(2, TICK_SPACING), intBytes(16, root)])
  return { programId: WHIRLPOOL_PROGRAM, accounts, data }
}

function initializeTickArray(creator: string, pool: string, start: number): Instruction {
  const accounts = [
    readonlyAccount(pool),
    writableSigner(creator),
    writableAccount(tickArrayPda(pool, start).address),
    readonlyAccount(SYSTEM_PROGRAM),
  ]
  return { programId: WHIRLPOOL_PROGRAM, accounts, data: Buffer.concat([INITIALIZE_TICK_ARRAY, intBytes(4, start)]) }
}

function openPosition(creator: string, { pool, position, lower, upper }: Plan): Instruction {
  const accounts = [
    writableSigner(creator),
    readonlyAccount(creator),
    writableAccount(whirlpoolPositionPda(position).address),
    writableSigner(position),
    writableAccount(associatedTokenAddress(creator, position)),
    readonlyAccount(pool),
    readonlyAccount(TOKEN_PROGRAM),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(RENT_SYSVAR),
    readonlyAccount(ASSOCIATED_TOKEN_PROGRAM),
  ]
  const range = [intBytes(1, 0), intBytes(4, lower), intBytes(4, upper)]
  return { programId: WHIRLPOOL_PROGRAM, accounts, data: Buffer.concat([OPEN_POSITION, ...range]) }
}

function increaseLiquidity(chain: SandboxChain, { creator }: CreateRequest, made: Plan): Instruction {
  const { pool, mintA, mintB, vaultA, vaultB, position, arrays, liquidity } = made
  const own = (mint: string) => writableAccount(associatedTokenAddress(creator, mint, tokenProgramOf(chain, mint)))
  const accounts = [
    writableAccount(pool),
    readonlyAccount(tokenProgramOf(chain, mintA)),
    readonlyAccount(tokenProgramOf(chain, mintB)),
    readonlyAccount(MEMO_PROGRAM),
    readonlySigner(creator),
    writableAccount(whirlpoolPositionPda(position).address),
    readonlyAccount(associatedTokenAddress(creator, position)),
    readonlyAccount(mintA),
    readonlyAccount(mintB),
    own(mintA),
    own(mintB),
    writableAccount(vaultA),
    writableAccount(vaultB),
    writableAccount(tickArrayPda(pool, arrays[0]!).address),
    writableAccount(tickArrayPda(pool, arrays[2]!).address),
  ]
  const limits = [intBytes(16, liquidity), intBytes(8, MAX_U64), intBytes(8, MAX_U64), intBytes(1, 0)]
  return { programId: WHIRLPOOL_PROGRAM, accounts, data: Buffer.concat([INCREASE_LIQUIDITY_V2, ...limits]) }
}
