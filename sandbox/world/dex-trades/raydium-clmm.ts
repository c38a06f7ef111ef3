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
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { intBytes, uintAt } from '../../programs/byte-fields.ts'
import {
  arrayPda,
  CLMM_PROGRAM,
  configPda,
  extensionPda,
  observationPda,
  POOL_AT,
  poolFacts,
  poolPda,
  positionPda,
  readPool,
  vaultPda,
} from '../../programs/raydium-clmm/layout.ts'
import { sqrtPriceOfTick, tickOfSqrtPrice } from '../../programs/raydium-clmm/tick-math.ts'
import { arrayStartOf, nextArrayStart, TICKS_PER_ARRAY } from '../../programs/raydium-clmm/ticks.ts'
import { keyBytes } from '../../programs/token-moves.ts'
import { smaller } from '../../programs/wide-math.ts'
import { tokenProgramOf, tokensIn } from '../holdings.ts'
import { aroundTrade } from './around-trade.ts'
import type { CreateRequest, DexTrades, TradeRequest } from './dex-trades.ts'
import { extraSigner } from './extra-signer.ts'
import { priceOfRoot, rootOfAmounts } from './price-root.ts'

const SWAP_V2 = Buffer.from('2b04ed0b1ac91e62', 'hex')
const CREATE_POOL = Buffer.from('e992d18ecf6840bc', 'hex')
const OPEN_POSITION = Buffer.from('4dffae527d1dc92e', 'hex')
/** The fee tier of 0.25 %. */
const CONFIG = 1
const TICK_SPACING = 60
const SPAN = TICKS_PER_ARRAY * TICK_SPACING
/** Ticks on either side of the price that the narrow position covers, with this part of the tokens. */
const NARROW_TICKS = 20 * TICK_SPACING
const NARROW_DIVISOR = 4n
const SWAP_ARRAYS = 4

/** Pools with two positions: one over the present tick array and one on either side, and a narrow one at the price. */
export const clmmTrades: DexTrades = {
  dex: 'raydium_clmm',
  readPool(chain, { address, baseMint }) {
    const data = poolBytes(chain, address)
    if (data === null) return null
    const { mint0, vault0, vault1, sqrtPrice, liquidity } = poolFacts(data)
    const owed = (protocolAt: number, fundAt: number) => uintAt(data, protocolAt, 8) + uintAt(data, fundAt, 8)
    const zero = tokensIn(chain, vault0) - owed(POOL_AT.protocolFees0, POOL_AT.fundFees0)
    const one = tokensIn(chain, vault1) - owed(POOL_AT.protocolFees1, POOL_AT.fundFees1)
    if (zero <= 0n || one <= 0n || liquidity === 0n) return null
    const price = priceOfRoot(sqrtPrice)
    return mint0 === baseMint
      ? { baseReserveRaw: zero, quoteReserveRaw: one, quotePerBase: price, curveProgressPct: null }
      : { baseReserveRaw: one, quoteReserveRaw: zero, quotePerBase: 1 / price, curveProgressPct: null }
  },
  trade(chain, request) {
    const data = poolBytes(chain, request.pool.address)
    return data === null ? null : aroundTrade(chain, request, [swap(chain, request, data)])
  },
  createPool(chain, request) {
    const { creator, baseMint, quoteMint } = request
    const made = planPool(request)
    const pool = { address: made.pool, baseMint, quoteMint }
    const deposit = ({ zeroRaw, oneRaw }: Position) => {
      const amountRaw = quoteMint === made.mint0 ? zeroRaw : oneRaw
      return { pool, wallet: creator, side: 'buy', amountRaw } as const
    }
    return {
      pool: made.pool,
      transactions: [
        [createPool(chain, request, made)],
        ...made.positions.map((position) =>
          aroundTrade(chain, deposit(position), [openPosition(chain, request, made, position)]),
        ),
      ],
    }
  },
}

function poolBytes(chain: Pick<SandboxChain, 'account'>, address: string): Uint8Array | null {
  const account = chain.account(address)
  return account?.owner === CLMM_PROGRAM ? readPool(account.data) : null
}

function swap(chain: SandboxChain, { pool, wallet, side, amountRaw }: TradeRequest, data: Uint8Array): Instruction {
  const { mint0, mint1, vault0, vault1, config, observation } = poolFacts(data)
  const isZeroForOne = (side === 'buy' ? pool.quoteMint : pool.baseMint) === mint0
  const [input, output, inputVault, outputVault] = isZeroForOne
    ? [mint0, mint1, vault0, vault1]
    : [mint1, mint0, vault1, vault0]
  const own = (mint: string) => writableAccount(associatedTokenAddress(wallet, mint, tokenProgramOf(chain, mint)))
  const accounts = [
    readonlySigner(wallet),
    readonlyAccount(config),
    writableAccount(pool.address),
    own(input),
    own(output),
    writableAccount(inputVault),
    writableAccount(outputVault),
    writableAccount(observation),
    readonlyAccount(TOKEN_PROGRAM),
    readonlyAccount(TOKEN_2022_PROGRAM),
    readonlyAccount(MEMO_PROGRAM),
    readonlyAccount(input),
    readonlyAccount(output),
    writableAccount(extensionPda(pool.address).address),
    ...arraysAhead(chain, pool.address, data, isZeroForOne).map(writableAccount),
  ]
  const order = [intBytes(8, amountRaw), intBytes(8, 0), intBytes(16, 0), Uint8Array.of(1)]
  return { programId: CLMM_PROGRAM, accounts, data: Buffer.concat([SWAP_V2, ...order]) }
}

/** The array with the price, if it is there, and those in use behind it. */
function arraysAhead(chain: SandboxChain, pool: string, data: Uint8Array, isZeroForOne: boolean): readonly string[] {
  const { tickCurrent, tickSpacing } = poolFacts(data)
  const here = arrayStartOf(tickCurrent, tickSpacing)
  const starts = [here]
  for (let start = here; starts.length < SWAP_ARRAYS; ) {
    const next = nextArrayStart({ pool: data, extension: null }, { start, tickSpacing, isZeroForOne })
    if (typeof next !== 'number') break
    starts.push(next)
    start = next
  }
  return starts.map((start) => arrayPda(pool, start).address).filter((address) => chain.account(address) !== null)
}

type Plan = ReturnType<typeof planPool>
type Position = Plan['positions'][number]

function planPool({ baseMint, quoteMint, baseRaw, quoteRaw }: CreateRequest) {
  const isBaseFirst = Buffer.compare(keyBytes(baseMint), keyBytes(quoteMint)) < 0
  const [mint0, mint1, amount0, amount1] = isBaseFirst
    ? [baseMint, quoteMint, baseRaw, quoteRaw]
    : [quoteMint, baseMint, quoteRaw, baseRaw]
  const config = configPda(CONFIG).address
  const pool = poolPda(config, mint0, mint1).address
  const root = rootOfAmounts(amount0, amount1)
  const tick = tickOfSqrtPrice(root)
  const present = arrayStartOf(tick, TICK_SPACING)
  const middle = Math.floor(tick / TICK_SPACING) * TICK_SPACING
  const position = (name: string, lower: number, upper: number, zeroRaw: bigint, oneRaw: bigint) => {
    const [low, high] = [sqrtPriceOfTick(lower), sqrtPriceOfTick(upper)]
    const liquidity = smaller(((zeroRaw * root * high) / (high - root)) >> 64n, (oneRaw << 64n) / (root - low))
    return { nft: extraSigner(name, pool), lower, upper, liquidity, zeroRaw, oneRaw }
  }
  const [narrow0, narrow1] = [amount0 / NARROW_DIVISOR, amount1 / NARROW_DIVISOR]
  const positions = [
    position('wide', present - SPAN, present + 2 * SPAN - TICK_SPACING, amount0 - narrow0, amount1 - narrow1),
    position('narrow', middle - NARROW_TICKS, middle + NARROW_TICKS, narrow0, narrow1),
  ]
  return { config, pool, mint0, mint1, root, positions }
}

function createPool(chain: SandboxChain, { creator }: CreateRequest, made: Plan): Instruction {
  const { config, pool, mint0, mint1, root } = made
  const accounts = [
    writableSigner(creator),
    readonlyAccount(config),
    writableAccount(pool),
    readonlyAccount(mint0),
    readonlyAccount(mint1),
    writableAccount(vaultPda(pool, mint0).address),
    writableAccount(vaultPda(pool, mint1).address),
    writableAccount(observationPda(pool).address),
    writableAccount(extensionPda(pool).address),
    readonlyAccount(tokenProgramOf(chain, mint0)),
    readonlyAccount(tokenProgramOf(chain, mint1)),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(RENT_SYSVAR),
  ]
  return { programId: CLMM_PROGRAM, accounts, data: Buffer.concat([CREATE_POOL, intBytes(16, root), intBytes(8, 0)]) }
}

function openPosition(
  chain: SandboxChain,
  { creator }: CreateRequest,
  { pool, mint0, mint1 }: Plan,
  { nft, lower, upper, liquidity, zeroRaw, oneRaw }: Position,
): Instruction {
  const own = (mint: string) => writableAccount(associatedTokenAddress(creator, mint, tokenProgramOf(chain, mint)))
  const starts = [arrayStartOf(lower, TICK_SPACING), arrayStartOf(upper, TICK_SPACING)] as const
  const accounts = [
    writableSigner(creator),
    readonlyAccount(creator),
    writableSigner(nft),
    writableAccount(associatedTokenAddress(creator, nft, TOKEN_2022_PROGRAM)),
    writableAccount(pool),
    // Of no use any more.
    readonlyAccount(SYSTEM_PROGRAM),
    ...starts.map((start) => writableAccount(arrayPda(pool, start).address)),
    writableAccount(positionPda(nft).address),
    own(mint0),
    own(mint1),
    writableAccount(vaultPda(pool, mint0).address),
    writableAccount(vaultPda(pool, mint1).address),
    readonlyAccount(RENT_SYSVAR),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(TOKEN_PROGRAM),
    readonlyAccount(ASSOCIATED_TOKEN_PROGRAM),
    readonlyAccount(TOKEN_2022_PROGRAM),
    readonlyAccount(mint0),
    readonlyAccount(mint1),
  ]
  const range = [lower, upper, ...starts].map((tick) => intBytes(4, tick))
  const amounts = [intBytes(16, liquidity), intBytes(8, zeroRaw), intBytes(8, oneRaw)]
  // Without metadata, and without an amount to begin with.
  const data = Buffer.concat([OPEN_POSITION, ...range, ...amounts, Uint8Array.of(0, 0)])
  return { programId: CLMM_PROGRAM, accounts, data }
}
