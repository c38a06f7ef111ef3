import { ammConfigPda, CPMM_AUTHORITY, CPMM_PROGRAM } from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import {
  type AccountUse,
  type Instruction,
  readonlyAccount,
  readonlySigner,
  writableAccount,
  writableSigner,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { intBytes } from '../../programs/byte-fields.ts'
import {
  CPMM_CREATE_FEE_ACCOUNT,
  CPMM_POOL_BYTES,
  cpmmFeesOwed,
  cpmmKey,
  cpmmLpMint,
  cpmmObservation,
  cpmmPool,
  cpmmU64,
  cpmmVault,
  isFirstMint,
} from '../../programs/raydium-cpmm/layout.ts'
import { tokenProgramOf, tokensIn } from '../holdings.ts'
import { aroundTrade } from './around-trade.ts'
import type { CreateRequest, DexTrades, TradeRequest } from './dex-trades.ts'

const SWAP_BASE_INPUT = Buffer.from('8fbe5adac41e33de', 'hex')
const INITIALIZE = Buffer.from('afaf6d1f0d989bed', 'hex')
/** The usual fee tier of new pools. */
const CONFIG = ammConfigPda(0)

export const cpmmTrades: DexTrades = {
  dex: 'raydium_cpmm',
  readPool(chain, { address, baseMint }) {
    const data = readCpmm(chain, address)
    if (data === null) return null
    const reserve0 = tokensIn(chain, cpmmKey(data, 'vault0')) - cpmmFeesOwed(data, 0)
    const reserve1 = tokensIn(chain, cpmmKey(data, 'vault1')) - cpmmFeesOwed(data, 1)
    if (reserve0 <= 0n || reserve1 <= 0n) return null
    const isBaseFirst = cpmmKey(data, 'mint0') === baseMint
    const [baseReserveRaw, quoteReserveRaw] = isBaseFirst ? [reserve0, reserve1] : [reserve1, reserve0]
    return { baseReserveRaw, quoteReserveRaw, quotePerBase: null, curveProgressPct: null }
  },
  readShares(chain, { address, baseMint }) {
    const data = readCpmm(chain, address)
    if (data === null) return null
    const [vault0, vault1] = [cpmmKey(data, 'vault0'), cpmmKey(data, 'vault1')]
    const vaults = cpmmKey(data, 'mint0') === baseMint ? ([vault0, vault1] as const) : ([vault1, vault0] as const)
    const [lpMint, creator] = [cpmmKey(data, 'lpMint'), cpmmKey(data, 'poolCreator')]
    return { lpMint, lpSupplyRaw: cpmmU64(data, 'lpSupply'), vaults, creator }
  },
  trade(chain, request) {
    const data = readCpmm(chain, request.pool.address)
    return data === null ? null : aroundTrade(chain, request, [swap(chain, request, data)])
  },
  createPool(chain, request) {
    const { creator, baseMint, quoteMint, quoteRaw } = request
    const [mint0, mint1] = isFirstMint(baseMint, quoteMint) ? [baseMint, quoteMint] : [quoteMint, baseMint]
    const pool = cpmmPool(CONFIG, mint0, mint1).address
    const deposit = {
      pool: { address: pool, baseMint, quoteMint },
      wallet: creator,
      side: 'buy',
      amountRaw: quoteRaw,
    } as const
    return { pool, transactions: [aroundTrade(chain, deposit, [initialize(chain, request, { pool, mint0, mint1 })])] }
  },
}

function readCpmm(chain: Pick<SandboxChain, 'account'>, address: string): Uint8Array | null {
  const account = chain.account(address)
  return account?.owner === CPMM_PROGRAM && account.data.length === CPMM_POOL_BYTES ? account.data : null
}

function swap(chain: SandboxChain, { pool, wallet, side, amountRaw }: TradeRequest, data: Uint8Array): Instruction {
  const [input, output] = side === 'buy' ? [pool.quoteMint, pool.baseMint] : [pool.baseMint, pool.quoteMint]
  const sideOf = (mint: string): 0 | 1 => (cpmmKey(data, 'mint0') === mint ? 0 : 1)
  const own = (mint: string): AccountUse =>
    writableAccount(associatedTokenAddress(wallet, mint, tokenProgramOf(chain, mint)))
  const accounts = [
    readonlySigner(wallet),
    readonlyAccount(CPMM_AUTHORITY),
    readonlyAccount(cpmmKey(data, 'ammConfig')),
    writableAccount(pool.address),
    own(input),
    own(output),
    writableAccount(cpmmKey(data, `vault${sideOf(input)}`)),
    writableAccount(cpmmKey(data, `vault${sideOf(output)}`)),
    readonlyAccount(tokenProgramOf(chain, input)),
    readonlyAccount(tokenProgramOf(chain, output)),
    readonlyAccount(input),
    readonlyAccount(output),
    writableAccount(cpmmKey(data, 'observation')),
  ]
  return {
    programId: CPMM_PROGRAM,
    accounts,
    data: Buffer.concat([SWAP_BASE_INPUT, intBytes(8, amountRaw), intBytes(8, 0)]),
  }
}

function initialize(
  chain: SandboxChain,
  { creator, baseMint, baseRaw, quoteRaw }: CreateRequest,
  { pool, mint0, mint1 }: { readonly pool: string; readonly mint0: string; readonly mint1: string },
): Instruction {
  const [program0, program1] = [tokenProgramOf(chain, mint0), tokenProgramOf(chain, mint1)]
  const lpMint = cpmmLpMint(pool).address
  const accounts = [
    writableSigner(creator),
    readonlyAccount(CONFIG),
    readonlyAccount(CPMM_AUTHORITY),
    writableAccount(pool),
    readonlyAccount(mint0),
    readonlyAccount(mint1),
    writableAccount(lpMint),
    writableAccount(associatedTokenAddress(creator, mint0, program0)),
    writableAccount(associatedTokenAddress(creator, mint1, program1)),
    writableAccount(associatedTokenAddress(creator, lpMint)),
    writableAccount(cpmmVault(pool, mint0).address),
    writableAccount(cpmmVault(pool, mint1).address),
    writableAccount(CPMM_CREATE_FEE_ACCOUNT),
    writableAccount(cpmmObservation(pool).address),
    readonlyAccount(TOKEN_PROGRAM),
    readonlyAccount(program0),
    readonlyAccount(program1),
    readonlyAccount(ASSOCIATED_TOKEN_PROGRAM),
    readonlyAccount(SYSTEM_PROGRAM),
    readonlyAccount(RENT_SYSVAR),
  ]
  const amounts = mint0 === baseMint ? [baseRaw, quoteRaw, 0n] : [quoteRaw, baseRaw, 0n]
  return {
    programId: CPMM_PROGRAM,
    accounts,
    data: Buffer.concat([INITIALIZE, ...amounts.map((one) => intBytes(8, one))]),
  }
}
