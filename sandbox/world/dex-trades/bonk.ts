import { accountUses } from '../../../src/chain/solana/account-list.ts'
import { LAUNCHLAB_AUTHORITY, LAUNCHLAB_PROGRAM } from '../../../src/chain/solana/dexes/bonk/addresses.ts'
import { metadataPda } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { ammConfigPda, CPMM_AUTHORITY, CPMM_PROGRAM } from '../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import {
  type AccountUse,
  type Instruction,
  readonlyAccount,
  writableAccount,
  writableSigner,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  NATIVE_MINT,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { encodeLaunchParams } from '../../programs/bonk/launch.ts'
import {
  CONSTANT_PRODUCT,
  CURVE_AT,
  CURVE_BYTES,
  CURVE_STATUS,
  curveKey,
  curveU64,
  feeVault,
  launchEventAuthority,
  launchPool,
  launchVault,
  MIGRATE_TO_CPMM,
} from '../../programs/bonk/layout.ts'
import { MIGRATE_TO_CPMM_ACCOUNTS } from '../../programs/bonk/migrate.ts'
import { intBytes } from '../../programs/byte-fields.ts'
import { BONK_PLATFORM, CPMM_MIGRATION_WALLET, LAUNCH_GLOBAL_CONFIG } from '../../programs/install-raydium-programs.ts'
import {
  CPMM_CREATE_FEE_ACCOUNT,
  cpmmLpMint,
  cpmmObservation,
  cpmmPool,
  cpmmVault,
  isFirstMint,
} from '../../programs/raydium-cpmm/layout.ts'
import { tokenProgramOf } from '../holdings.ts'
import { aroundTrade } from './around-trade.ts'
import type { DexTrades, TradeRequest } from './dex-trades.ts'

const BUY_EXACT_IN = Buffer.from('faea0d7bd59c13ec', 'hex')
const SELL_EXACT_IN = Buffer.from('9527de9bd37c981a', 'hex')
const INITIALIZE_V2 = Buffer.from('4399af27da102620', 'hex')
const INITIALIZE_WITH_TOKEN_2022 = Buffer.from('25be7ede2c9aab11', 'hex')
const MIGRATE_TO_CPSWAP = Buffer.from('885cc8671cda908c', 'hex')
const NO_SHARE_FEE = 0n
/** The platform's usual token: a billion of six decimals, 79.31 % for sale, complete at 85 SOL. */
const SUPPLY_RAW = 1_000_000_000_000_000n
const FOR_SALE_RAW = 793_100_000_000_000n
const RAISED_LAMPORTS = 85_000_000_000n
const COIN_DECIMALS = 6
const FEES_IN_QUOTE = 0
/** The program that locks LP tokens for their fees, and the owner of what it holds. */
const LOCK_PROGRAM = 'LockrWmn6K5twhz3y9w1dQERbmgSaRkfnTeTKbpofwE'
const LOCK_AUTHORITY = '3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH'

/** Curves of Raydium LaunchLab; they are traded until they are full. */
export const bonkTrades: DexTrades = {
  dex: 'bonk',
  readPool(chain, { address }) {
    const data = readCurve(chain, address)
    if (data === null || data[CURVE_AT.status] !== CURVE_STATUS.fund) return null
    const [raised, wanted] = [curveU64(data, 'realQuote'), curveU64(data, 'totalQuoteFundRaising')]
    return {
      baseReserveRaw: curveU64(data, 'virtualBase') - curveU64(data, 'realBase'),
      quoteReserveRaw: curveU64(data, 'virtualQuote') + raised,
      quotePerBase: null,
      curveProgressPct: Math.min(100, Number((raised * 1_000_000n) / wanted) / 10_000),
    }
  },
  trade(chain, request) {
    const data = readCurve(chain, request.pool.address)
    if (data === null || data[CURVE_AT.status] !== CURVE_STATUS.fund) return null
    return aroundTrade(chain, request, [swap(chain, request, data)])
  },
}

function readCurve(chain: Pick<SandboxChain, 'account'>, address: string): Uint8Array | null {
  const account = chain.account(address)
  return account?.owner === LAUNCHLAB_PROGRAM && account.data.length === CURVE_BYTES ? account.data : null
}

function swap(chain: SandboxChain, { pool, wallet, side, amountRaw }: TradeRequest, data: Uint8Array): Instruction {
  const { baseMint, quoteMint } = pool
  const own = (mint: string): AccountUse =>
    writableAccount(associatedTokenAddress(wallet, mint, tokenProgramOf(chain, mint)))
  const platform = curveKey(data, 'platformConfig')
  const accounts = [
    writableSigner(wallet),
    readonlyAccount(LAUNCHLAB_AUTHORITY),
    readonlyAccount(curveKey(data, 'globalConfig')),
    readonlyAccount(platform),
    writableAccount(pool.address),
    own(baseMint),
    own(quoteMint),
    writableAccount(curveKey(data, 'baseVault')),
    writableAccount(curveKey(data, 'quoteVault')),
    readonlyAccount(baseMint),
    readonlyAccount(quoteMint),
    readonlyAccount(tokenProgramOf(chain, baseMint)),
    readonlyAccount(tokenProgramOf(chain, quoteMint)),
    readonlyAccount(launchEventAuthority().address),
    readonlyAccount(LAUNCHLAB_PROGRAM),
    readonlyAccount(SYSTEM_PROGRAM),
    writableAccount(feeVault(platform, quoteMint).address),
    writableAccount(feeVault(curveKey(data, 'creator'), quoteMint).address),
  ]
  const args = [amountRaw, side === 'buy' ? 1n : 0n, NO_SHARE_FEE].map((one) => intBytes(8, one))
  const tag = side === 'buy' ? BUY_EXACT_IN : SELL_EXACT_IN
  return { programId: LAUNCHLAB_PROGRAM, accounts, data: Buffer.concat([tag, ...args]) }
}

/** A new token on its curve; the mint signs too. */
export function launchOnBonk(token: {
  readonly mint: string
  readonly dev: string
  readonly name: string
  readonly symbol: string
  readonly uri: string
  readonly token2022: boolean
}): { readonly pool: string; readonly instruction: Instruction } {
  const { mint, dev, token2022 } = token
  const pool = launchPool(mint, NATIVE_MINT).address
  const head = [
    writableSigner(dev),
    readonlyAccount(dev),
    readonlyAccount(LAUNCH_GLOBAL_CONFIG),
    readonlyAccount(BONK_PLATFORM),
    readonlyAccount(LAUNCHLAB_AUTHORITY),
    writableAccount(pool),
    writableSigner(mint),
    readonlyAccount(NATIVE_MINT),
    writableAccount(launchVault(pool, mint).address),
    writableAccount(launchVault(pool, NATIVE_MINT).address),
  ]
  const middle = token2022
    ? [TOKEN_2022_PROGRAM, TOKEN_PROGRAM, SYSTEM_PROGRAM].map(readonlyAccount)
    : [
        writableAccount(metadataPda(mint).address),
        ...[TOKEN_PROGRAM, TOKEN_PROGRAM, TOKEN_METADATA_PROGRAM, SYSTEM_PROGRAM, RENT_SYSVAR].map(readonlyAccount),
      ]
  const tail = [launchEventAuthority().address, LAUNCHLAB_PROGRAM].map(readonlyAccount)
  const params = encodeLaunchParams({
    decimals: COIN_DECIMALS,
    name: token.name,
    symbol: token.symbol,
    uri: token.uri,
    curveVariant: CONSTANT_PRODUCT,
    supply: SUPPLY_RAW,
    totalBaseSell: FOR_SALE_RAW,
    totalQuoteFundRaising: RAISED_LAMPORTS,
    migrateType: MIGRATE_TO_CPMM,
    locked: 0n,
    cliff: 0n,
    unlock: 0n,
  })
  // The Token-2022 form ends with an absent transfer fee.
  const end = token2022 ? Uint8Array.of(FEES_IN_QUOTE, 0) : Uint8Array.of(FEES_IN_QUOTE)
  const tag = token2022 ? INITIALIZE_WITH_TOKEN_2022 : INITIALIZE_V2
  const data = Buffer.concat([tag, params, end])
  return { pool, instruction: { programId: LAUNCHLAB_PROGRAM, accounts: [...head, ...middle, ...tail], data } }
}

/** What the platform's wallet sends to turn a full curve into a CPMM pool. Null for curves that are none or not
 *  full. */
export function graduateOnBonk(
  chain: SandboxChain,
  baseMint: string,
): { readonly payer: string; readonly pool: string; readonly instructions: readonly Instruction[] } | null {
  const curve = launchPool(baseMint, NATIVE_MINT).address
  const data = readCurve(chain, curve)
  if (data === null || data[CURVE_AT.status] !== CURVE_STATUS.migrate) return null
  const quoteMint = NATIVE_MINT
  const config = ammConfigPda(0)
  const [mint0, mint1] = isFirstMint(baseMint, quoteMint) ? [baseMint, quoteMint] : [quoteMint, baseMint]
  const pool = cpmmPool(config, mint0, mint1).address
  const lpMint = cpmmLpMint(pool).address
  const payer = CPMM_MIGRATION_WALLET
  const accounts = accountUses(MIGRATE_TO_CPMM_ACCOUNTS, {
    payer,
    baseMint,
    quoteMint,
    platformConfig: curveKey(data, 'platformConfig'),
    cpswapProgram: CPMM_PROGRAM,
    cpswapPool: pool,
    cpswapAuthority: CPMM_AUTHORITY,
    cpswapLpMint: lpMint,
    cpswapBaseVault: cpmmVault(pool, baseMint).address,
    cpswapQuoteVault: cpmmVault(pool, quoteMint).address,
    cpswapConfig: config,
    cpswapCreatePoolFee: CPMM_CREATE_FEE_ACCOUNT,
    cpswapObservation: cpmmObservation(pool).address,
    lockProgram: LOCK_PROGRAM,
    lockAuthority: LOCK_AUTHORITY,
    lockLpVault: associatedTokenAddress(LOCK_AUTHORITY, lpMint),
    authority: LAUNCHLAB_AUTHORITY,
    poolState: curve,
    globalConfig: curveKey(data, 'globalConfig'),
    baseVault: curveKey(data, 'baseVault'),
    quoteVault: curveKey(data, 'quoteVault'),
    poolLpToken: associatedTokenAddress(LAUNCHLAB_AUTHORITY, lpMint),
    baseTokenProgram: tokenProgramOf(chain, baseMint),
    quoteTokenProgram: TOKEN_PROGRAM,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
    systemProgram: SYSTEM_PROGRAM,
    rentProgram: RENT_SYSVAR,
    metadataProgram: TOKEN_METADATA_PROGRAM,
  })
  return { payer, pool, instructions: [{ programId: LAUNCHLAB_PROGRAM, accounts, data: MIGRATE_TO_CPSWAP }] }
}
