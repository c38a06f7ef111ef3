import {
  type Instruction,
  readonlyAccount,
  readonlySigner,
  writableAccount,
  writableSigner,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { intBytes, uintAt } from '../../programs/byte-fields.ts'
import {
  binArrayIndexOf,
  binArrayPda,
  DLMM_EVENT_AUTHORITY,
  DLMM_PROGRAM,
  dlmmOraclePda,
  LB_PAIR_AT,
  lbPairFacts,
  lbPairPda,
  nextFilledArray,
  presetPda,
  priceOfBin,
  readLbPair,
  reservePda,
} from '../../programs/meteora/dlmm-layout.ts'
import { tokenProgramOf, tokensIn } from '../holdings.ts'
import { aroundTrade } from './around-trade.ts'
import type { CreatedPool, CreateRequest, PoolReading, PoolRef, TradeRequest } from './dex-trades.ts'
import { extraSigner } from './extra-signer.ts'

const SWAP2 = Buffer.from('414b3f4ceb5b5b88', 'hex')
const INITIALIZE_PAIR = Buffer.from('493b2478ed536cc6', 'hex')
const INITIALIZE_BIN_ARRAY = Buffer.from('235613b94ed44bd3', 'hex')
const INITIALIZE_POSITION = Buffer.from('8f13f291d50f6873', 'hex')
const ADD_LIQUIDITY = Buffer.from('03dd95da6f8d76d5', 'hex')
/** Bins of one percent with a fee of one percent. */
const PRESET = 2
const BIN_STEP = 100
/** Bins on either side of the active one: 69 in all, of the 70 a position can have. */
const REACH_BINS = 34
const SPOT_IMBALANCED = 6
/** Arrays passed with a trade. */
const PASSED_ARRAYS = 3

/** Pools of Meteora's DLMM: see the entry of the DEX for both kinds. */
export function readDlmmPool(chain: Pick<SandboxChain, 'account'>, { address, baseMint }: PoolRef): PoolReading | null {
  const pair = readPairAt(chain, address)
  if (pair === null) return null
  const { activeId, binStep, mintX, reserveX, reserveY } = lbPairFacts(pair)
  const x = tokensIn(chain, reserveX) - uintAt(pair, LB_PAIR_AT.protocolFeeX, 8)
  const y = tokensIn(chain, reserveY) - uintAt(pair, LB_PAIR_AT.protocolFeeY, 8)
  if (x <= 0n || y <= 0n || pair[LB_PAIR_AT.status] !== 0) return null
  const price = Number(priceOfBin(activeId, binStep)) / 2 ** 64
  return mintX === baseMint
    ? { baseReserveRaw: x, quoteReserveRaw: y, quotePerBase: price, curveProgressPct: null }
    : { baseReserveRaw: y, quoteReserveRaw: x, quotePerBase: 1 / price, curveProgressPct: null }
}

function readPairAt(chain: Pick<SandboxChain, 'account'>, address: string): Uint8Array | null {
  const account = chain.account(address)
  return account?.owner === DLMM_PROGRAM ? readLbPair(account.data) : null
}

export function tradeDlmm(chain: SandboxChain, request: TradeRequest): readonly Instruction[] | null {
  const { pool, wallet, side, amountRaw } = request
  const pair = readPairAt(chain, pool.address)
  if (pair === null) return null
  const { mintX, mintY, reserveX, reserveY, oracle, activeId } = lbPairFacts(pair)
  const [input, output] = side === 'buy' ? [pool.quoteMint, pool.baseMint] : [pool.baseMint, pool.quoteMint]
  const isForY = input === mintX
  const arrays: string[] = []
  let next = nextFilledArray(pair, binArrayIndexOf(activeId), isForY)
  while (next !== null && arrays.length < PASSED_ARRAYS) {
    arrays.push(binArrayPda(pool.address, next).address)
    next = nextFilledArray(pair, next + (isForY ? -1 : 1), isForY)
  }
  const own = (mint: string) => writableAccount(associatedTokenAddress(wallet, mint, tokenProgramOf(chain, mint)))
  const accounts = [
    writableAccount(pool.address),
    readonlyAccount(DLMM_PROGRAM),
    writableAccount(reserveX),
    writableAccount(reserveY),
    own(input),
    own(output),
    readonlyAccount(mintX),
    readonlyAccount(mintY),
    writableAccount(oracle),
    readonlyAccount(DLMM_PROGRAM),
    readonlySigner(wallet),
    readonlyAccount(tokenProgramOf(chain, mintX)),
    readonlyAccount(tokenProgramOf(chain, mintY)),
    readonlyAccount(MEMO_PROGRAM),
    readonlyAccount(DLMM_EVENT_AUTHORITY.address),
    readonlyAccount(DLMM_PROGRAM),
    ...arrays.map(writableAccount),
  ]
  const order = [intBytes(8, amountRaw), intBytes(8, 0), intBytes(4, 0)]
  return aroundTrade(chain, request, [{ programId: DLMM_PROGRAM, accounts, data: Buffer.concat([SWAP2, ...order]) }])
}

/** A pair with one position whose bins reach a third up and down. */
export function createDlmmPool(chain: SandboxChain, request: CreateRequest): CreatedPool {
  const { creator, baseMint, quoteMint, baseRaw, quoteRaw } = request
  const pair = lbPairPda(presetPda(PRESET).address, baseMint, quoteMint).address
  const activeId = Math.round(Math.log(Number(quoteRaw) / Number(baseRaw)) / Math.log1p(BIN_STEP / 10_000))
  const [lower, upper] = [activeId - REACH_BINS, activeId + REACH_BINS]
  const indexes = Array.from(
    { length: binArrayIndexOf(upper) - binArrayIndexOf(lower) + 1 },
    (_, i) => binArrayIndexOf(lower) + i,
  )
  const made = { pair, position: extraSigner('position', pair), activeId, lower, upper, indexes }
  const pool = { address: pair, baseMint, quoteMint }
  const deposit = { pool, wallet: creator, side: 'buy', amountRaw: quoteRaw } as const
  return {
    pool: pair,
    transactions: [
      [initializePair(chain, request, made)],
      [...indexes.map((index) => initializeBinArray(creator, pair, index)), initializePosition(creator, made)],
      aroundTrade(chain, deposit, [addLiquidity(chain, request, made)]),
    ],
  }
}

type Plan = {
  readonly pair: string
  readonly position: string
  readonly activeId: number
  readonly lower: number
  readonly upper: number
  readonly indexes: readonly number[]
}

function initializePair(chain: SandboxChain, { creator, baseMint, quoteMint }: CreateRequest, made: Plan): Instruction {
  const { pair, activeId } = made
  const accounts = [
    writableAccount(pair),
    readonlyAccount(DLMM_PROGRAM),
    readonlyAccount(baseMint),
    readonlyAccount(quoteMint),
    writableAccount(reservePda(pair, baseMint).address),
    writableAccount(reservePda(pair, quoteMint).address),
    writableAccount(dlmmOraclePda(pair).address),
    readonlyAccount(presetPda(PRESET).address),
    writableSigner(creator),
    readonlyAccount(DLMM_PROGRAM),
    readonlyAccount(DLMM_PROGRAM),
    readonlyAccount(tokenProgramOf(chain, baseMint)),
    readonlyAccount(tokenProgramOf(chain, quoteMint)),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(DLMM_EVENT_AUTHORITY.address),
    readonlyAccount(DLMM_PROGRAM),
  ]
  const data = Buffer.concat([INITIALIZE_PAIR, intBytes(4, activeId), new Uint8Array(96)])
  return { programId: DLMM_PROGRAM, accounts, data }
}

function initializeBinArray(creator: string, pair: string, index: number): Instruction {
  const accounts = [
    readonlyAccount(pair),
    writableAccount(binArrayPda(pair, index).address),
    writableSigner(creator),
    readonlyAccount(SYSTEM_PROGRAM),
  ]
  return { programId: DLMM_PROGRAM, accounts, data: Buffer.concat([INITIALIZE_BIN_ARRAY, intBytes(8, index)]) }
}

function initializePosition(creator: string, { pair, position, lower, upper }: Plan): Instruction {
  const accounts = [
    writableSigner(creator),
    writableSigner(position),
    readonlyAccount(pair),
    readonlySigner(creator),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(DLMM_EVENT_AUTHORITY.address),
    readonlyAccount(DLMM_PROGRAM),
  ]
  const range = [intBytes(4, lower), intBytes(4, upper - lower + 1)]
  return { programId: DLMM_PROGRAM, accounts, data: Buffer.concat([INITIALIZE_POSITION, ...range]) }
}

function addLiquidity(chain: SandboxChain, request: CreateRequest, made: Plan): Instruction {
  const { creator, baseMint, quoteMint, baseRaw, quoteRaw } = request
  const { pair, position, activeId, lower, upper, indexes } = made
  const own = (mint: string) => writableAccount(associatedTokenAddress(creator, mint, tokenProgramOf(chain, mint)))
  const accounts = [
    writableAccount(position),
    writableAccount(pair),
    readonlyAccount(DLMM_PROGRAM),
    own(baseMint),
    own(quoteMint),
    writableAccount(reservePda(pair, baseMint).address),
    writableAccount(reservePda(pair, quoteMint).address),
    readonlyAccount(baseMint),
    readonlyAccount(quoteMint),
    readonlySigner(creator),
    readonlyAccount(tokenProgramOf(chain, baseMint)),
    readonlyAccount(tokenProgramOf(chain, quoteMint)),
    readonlyAccount(DLMM_EVENT_AUTHORITY.address),
    readonlyAccount(DLMM_PROGRAM),
    ...indexes.map((index) => writableAccount(binArrayPda(pair, index).address)),
  ]
  const data = Buffer.concat([
    ADD_LIQUIDITY,
    intBytes(8, baseRaw),
    intBytes(8, quoteRaw),
    ...[activeId, 0, lower, upper].map((value) => intBytes(4, value)),
    Uint8Array.of(SPOT_IMBALANCED),
    new Uint8Array(64 + 4),
  ])
  return { programId: DLMM_PROGRAM, accounts, data }
}
