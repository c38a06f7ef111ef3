import {
  type Instruction,
  readonlyAccount,
  readonlySigner,
  writableAccount,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { readMint } from '../../../src/hot-paths/account-layouts.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { intBytes, keyAt } from '../../programs/byte-fields.ts'
import { buildDammV1CreatePool } from '../../programs/meteora/damm-v1-create-pool.ts'
import {
  amountOf,
  DAMM_V1_PROGRAM,
  dammV1ConfigPda,
  dammV1Facts,
  dammV1PoolPda,
  readDammV1Pool,
  readVault,
  unlockedAmount,
  VAULT_AT,
  VAULT_PROGRAM,
  vaultPda,
} from '../../programs/meteora/damm-v1-layout.ts'
import { buildVaultInitialize } from '../../programs/meteora/damm-v1-vault.ts'
import { tokensIn } from '../holdings.ts'
import { aroundTrade } from './around-trade.ts'
import type { CreatedPool, CreateRequest, PoolReading, PoolRef, TradeRequest } from './dex-trades.ts'

const SWAP = Buffer.from('f8c69e91e17587c8', 'hex')
const CONFIG = dammV1ConfigPda(0).address

type Accounts = Pick<SandboxChain, 'account'>

/** Pools of Meteora's first program: see the entry of the DEX for both kinds. Profit that a vault has booked but not
 *  yet let go counts as its own here, since no strategy lends the tokens out. */
export function readDammV1PoolAt(chain: Accounts, { address, baseMint }: PoolRef): PoolReading | null {
  const pool = readPoolAt(chain, address)
  if (pool === null) return null
  const { mintA, vaultA, vaultB, vaultLpA, vaultLpB, isEnabled } = dammV1Facts(pool)
  const [a, b] = [claimOf(chain, vaultA, vaultLpA), claimOf(chain, vaultB, vaultLpB)]
  if (a === 0n || b === 0n || !isEnabled) return null
  const [baseReserveRaw, quoteReserveRaw] = mintA === baseMint ? [a, b] : [b, a]
  return { baseReserveRaw, quoteReserveRaw, quotePerBase: null, curveProgressPct: null }
}

function readPoolAt(chain: Accounts, address: string): Uint8Array | null {
  const account = chain.account(address)
  return account?.owner === DAMM_V1_PROGRAM ? readDammV1Pool(account.data) : null
}

function vaultAt(chain: Accounts, address: string): Uint8Array | null {
  const account = chain.account(address)
  return account?.owner === VAULT_PROGRAM ? readVault(account.data) : null
}

/** Tokens that a pool's shares of a vault are worth. */
function claimOf(chain: Accounts, address: string, shares: string): bigint {
  const vault = vaultAt(chain, address)
  if (vault === null) return 0n
  const mint = chain.account(keyAt(vault, VAULT_AT.lpMint))
  const lpSupply = (mint === null ? null : readMint(mint.data))?.supplyRaw ?? 0n
  const longAfter = 2n ** 40n
  return amountOf(tokensIn(chain, shares), { unlocked: unlockedAmount(vault, longAfter), lpSupply })
}

export function tradeDammV1(chain: SandboxChain, request: TradeRequest): readonly Instruction[] | null {
  const { pool: ref, wallet, side, amountRaw } = request
  const data = readPoolAt(chain, ref.address)
  if (data === null) return null
  const pool = dammV1Facts(data)
  const [a, b] = [vaultAt(chain, pool.vaultA), vaultAt(chain, pool.vaultB)]
  if (a === null || b === null) return null
  const [input, output] = side === 'buy' ? [ref.quoteMint, ref.baseMint] : [ref.baseMint, ref.quoteMint]
  const writable = [
    ref.address,
    associatedTokenAddress(wallet, input),
    associatedTokenAddress(wallet, output),
    pool.vaultA,
    pool.vaultB,
    keyAt(a, VAULT_AT.tokenVault),
    keyAt(b, VAULT_AT.tokenVault),
    keyAt(a, VAULT_AT.lpMint),
    keyAt(b, VAULT_AT.lpMint),
    pool.vaultLpA,
    pool.vaultLpB,
    input === pool.mintA ? pool.protocolFeeA : pool.protocolFeeB,
  ]
  const accounts = [
    ...writable.map(writableAccount),
    readonlySigner(wallet),
    readonlyAccount(VAULT_PROGRAM),
    readonlyAccount(TOKEN_PROGRAM),
  ]
  const order = [intBytes(8, amountRaw), intBytes(8, 0)]
  return aroundTrade(chain, request, [{ programId: DAMM_V1_PROGRAM, accounts, data: Buffer.concat([SWAP, ...order]) }])
}

/** A pool, and the vaults of its mints where they are not there yet. Classic mints only. */
export function createDammV1Pool(chain: SandboxChain, request: CreateRequest): CreatedPool {
  const { creator, baseMint: mintA, quoteMint: mintB, baseRaw: amountA, quoteRaw: amountB } = request
  const address = dammV1PoolPda(mintA, mintB, CONFIG).address
  const vaults = [mintA, mintB]
    .filter((mint) => chain.account(vaultPda(mint).address) === null)
    .map((mint) => buildVaultInitialize({ payer: creator, mint }))
  const pool = { address, baseMint: mintA, quoteMint: mintB }
  const deposit = { pool, wallet: creator, side: 'buy', amountRaw: amountB } as const
  const create = buildDammV1CreatePool({ payer: creator, mintA, mintB, config: CONFIG, amountA, amountB })
  return {
    pool: address,
    transactions: [...(vaults.length === 0 ? [] : [vaults]), aroundTrade(chain, deposit, [create])],
  }
}
