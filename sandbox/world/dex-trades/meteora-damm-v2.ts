import {
  type Instruction,
  readonlyAccount,
  readonlySigner,
  writableAccount,
  writableSigner,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { intBytes } from '../../programs/byte-fields.ts'
import { dammV2PoolPda, dammV2PositionPdas, dammV2VaultPda } from '../../programs/meteora-damm-v2/create-pool.ts'
import {
  COLLECT_ONLY_B,
  DAMM_V2_AT,
  DAMM_V2_AUTHORITY,
  DAMM_V2_EVENT_AUTHORITY,
  DAMM_V2_MAX_SQRT_PRICE,
  DAMM_V2_MIN_SQRT_PRICE,
  DAMM_V2_PROGRAM,
  dammV2Facts,
  readDammV2Pool,
} from '../../programs/meteora-damm-v2/layout.ts'
import { smaller } from '../../programs/wide-math.ts'
import { tokenProgramOf } from '../holdings.ts'
import { aroundTrade } from './around-trade.ts'
import type { CreateRequest, DexTrades, TradeRequest } from './dex-trades.ts'
import { extraSigner } from './extra-signer.ts'
import { priceOfRoot, rootOfAmounts } from './price-root.ts'

const SWAP2 = Buffer.from('414b3f4ceb5b5b88', 'hex')
const CREATE = Buffer.from('14a1f118bdddb402', 'hex')
/** A quarter of a percent at all times. */
const BASE_FEE = Buffer.concat([intBytes(8, 2_500_000), new Uint8Array(19)])
/** Bin step and its Q64.64 form, filter and decay periods, reduction, most volatility, control. */
const DYNAMIC_FEE = Buffer.concat([
  intBytes(2, 1),
  intBytes(16, 1_844_674_407_370_955n),
  intBytes(2, 10),
  intBytes(2, 120),
  intBytes(2, 5_000),
  intBytes(4, 14_460_000),
  intBytes(4, 956),
])
const BY_TIMESTAMP = 1

/** Pools over the whole price range, of a base and the quote their fees are collected in. */
export const dammV2Trades: DexTrades = {
  dex: 'meteora_damm_v2',
  readPool(chain, { address, baseMint }) {
    const data = readPoolAt(chain, address)
    if (data === null) return null
    const { mintA, sqrtPrice, amountA, amountB } = dammV2Facts(data)
    if (amountA === 0n || amountB === 0n || data[DAMM_V2_AT.status] !== 0) return null
    const price = priceOfRoot(sqrtPrice)
    return mintA === baseMint
      ? { baseReserveRaw: amountA, quoteReserveRaw: amountB, quotePerBase: price, curveProgressPct: null }
      : { baseReserveRaw: amountB, quoteReserveRaw: amountA, quotePerBase: 1 / price, curveProgressPct: null }
  },
  trade(chain, request) {
    const data = readPoolAt(chain, request.pool.address)
    return data === null ? null : aroundTrade(chain, request, [swap(chain, request, data)])
  },
  createPool(chain, request) {
    const { creator, baseMint, quoteMint, quoteRaw } = request
    const { address } = dammV2PoolPda(baseMint, quoteMint)
    const pool = { address, baseMint, quoteMint }
    const deposit = { pool, wallet: creator, side: 'buy', amountRaw: quoteRaw } as const
    return { pool: address, transactions: [aroundTrade(chain, deposit, [create(chain, request, address)])] }
  },
}

function readPoolAt(chain: Pick<SandboxChain, 'account'>, address: string): Uint8Array | null {
  const account = chain.account(address)
  return account?.owner === DAMM_V2_PROGRAM ? readDammV2Pool(account.data) : null
}

function swap(chain: SandboxChain, { pool, wallet, side, amountRaw }: TradeRequest, data: Uint8Array): Instruction {
  const { mintA, mintB, vaultA, vaultB } = dammV2Facts(data)
  const own = (mint: string) => writableAccount(associatedTokenAddress(wallet, mint, tokenProgramOf(chain, mint)))
  const [input, output] = side === 'buy' ? [pool.quoteMint, pool.baseMint] : [pool.baseMint, pool.quoteMint]
  const accounts = [
    readonlyAccount(DAMM_V2_AUTHORITY.address),
    writableAccount(pool.address),
    own(input),
    own(output),
    writableAccount(vaultA),
    writableAccount(vaultB),
    readonlyAccount(mintA),
    readonlyAccount(mintB),
    readonlySigner(wallet),
    readonlyAccount(tokenProgramOf(chain, mintA)),
    readonlyAccount(tokenProgramOf(chain, mintB)),
    readonlyAccount(DAMM_V2_PROGRAM),
    readonlyAccount(DAMM_V2_EVENT_AUTHORITY.address),
    readonlyAccount(DAMM_V2_PROGRAM),
  ]
  const order = [intBytes(8, amountRaw), intBytes(8, 0), Uint8Array.of(0)]
  return { programId: DAMM_V2_PROGRAM, accounts, data: Buffer.concat([SWAP2, ...order]) }
}

function create(
  chain: SandboxChain,
  { creator, baseMint, quoteMint, baseRaw, quoteRaw }: CreateRequest,
  pool: string,
): Instruction {
  const nft = extraSigner('position-nft', pool)
  const { account, position } = dammV2PositionPdas(nft)
  const own = (mint: string) => writableAccount(associatedTokenAddress(creator, mint, tokenProgramOf(chain, mint)))
  const root = rootOfAmounts(baseRaw, quoteRaw)
  const [min, max] = [DAMM_V2_MIN_SQRT_PRICE, DAMM_V2_MAX_SQRT_PRICE]
  const liquidity = smaller((baseRaw * root * max) / (max - root), (quoteRaw << 128n) / (root - min))
  const accounts = [
    readonlyAccount(creator),
    writableSigner(nft),
    writableAccount(account.address),
    writableSigner(creator),
    readonlyAccount(DAMM_V2_AUTHORITY.address),
    writableAccount(pool),
    writableAccount(position.address),
    readonlyAccount(baseMint),
    readonlyAccount(quoteMint),
    writableAccount(dammV2VaultPda(baseMint, pool).address),
    writableAccount(dammV2VaultPda(quoteMint, pool).address),
    own(baseMint),
    own(quoteMint),
    readonlyAccount(tokenProgramOf(chain, baseMint)),
    readonlyAccount(tokenProgramOf(chain, quoteMint)),
    readonlyAccount(TOKEN_2022_PROGRAM),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(DAMM_V2_EVENT_AUTHORITY.address),
    readonlyAccount(DAMM_V2_PROGRAM),
  ]
  const data = Buffer.concat([
    CREATE,
    BASE_FEE,
    intBytes(3, 0),
    intBytes(1, 1),
    DYNAMIC_FEE,
    ...[min, max].map((price) => intBytes(16, price)),
    intBytes(1, 0),
    ...[liquidity, root].map((value) => intBytes(16, value)),
    Uint8Array.of(BY_TIMESTAMP, COLLECT_ONLY_B, 0),
  ])
  return { programId: DAMM_V2_PROGRAM, accounts, data }
}
