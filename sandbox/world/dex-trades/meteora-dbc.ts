import { accountUses } from '../../../src/chain/solana/account-list.ts'
import { metadataPda } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import {
  type Instruction,
  readonlyAccount,
  readonlySigner,
  writableAccount,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import {
  INSTRUCTIONS_SYSVAR,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { intBytes, keyAt, uintAt } from '../../programs/byte-fields.ts'
import { dammV2ConfigPoolPda, dammV2PositionPdas, dammV2VaultPda } from '../../programs/meteora-damm-v2/create-pool.ts'
import { DAMM_V2_AUTHORITY, DAMM_V2_EVENT_AUTHORITY, DAMM_V2_PROGRAM } from '../../programs/meteora-damm-v2/layout.ts'
import { DAMM_V2_LAUNCH_CONFIG } from '../../programs/meteora-dbc/emulator.ts'
import { DBC_LAUNCH_ACCOUNTS, encodeDbcLaunch } from '../../programs/meteora-dbc/launch.ts'
import {
  configU64,
  DBC_AT,
  DBC_AUTHORITY,
  DBC_CONFIG_AT,
  DBC_EVENT_AUTHORITY,
  DBC_PROGRAM,
  dbcPoolPda,
  dbcVaultPda,
  FEE_MODE,
  PROGRESS,
  poolKey,
  poolU64,
  readDbcConfig,
  readDbcPool,
  stretchesOf,
} from '../../programs/meteora-dbc/layout.ts'
import { MIGRATE_TO_DAMM_V2_ACCOUNTS } from '../../programs/meteora-dbc/migrate.ts'
import { DBC_PLATFORMS } from '../../programs/meteora-dbc/platforms.ts'
import { tokenProgramOf } from '../holdings.ts'
import { aroundTrade } from './around-trade.ts'
import type { DexTrades, TradeRequest } from './dex-trades.ts'
import { extraSigner } from './extra-signer.ts'
import { priceOfRoot } from './price-root.ts'

const SWAP2 = Buffer.from('414b3f4ceb5b5b88', 'hex')
const LAUNCH_SPL = Buffer.from('8c55d7b06636684f', 'hex')
const LAUNCH_TOKEN_2022 = Buffer.from('a976334e916edc9b', 'hex')
const MIGRATION_DAMM_V2 = Buffer.from('9ca9e66735e45040', 'hex')
/** Purchases take less where the curve ends. */
const MODE = { buy: 1, sell: 0 } as const

type CurveState = { readonly pool: Uint8Array; readonly config: Uint8Array }

/** Curves of Meteora's launchpad; they are traded until they are full. */
export const dbcTrades: DexTrades = {
  dex: 'meteora_dbc',
  readPool(chain, { address }) {
    const state = readCurve(chain, address)
    if (state === null || state.pool[DBC_AT.progress] !== PROGRESS.bonding) return null
    const root = uintAt(state.pool, DBC_AT.sqrtPrice, 16)
    const stretches = stretchesOf(state.config)
    const { liquidity } = stretches.find(({ to }) => to > root) ?? stretches[stretches.length - 1]!
    const [raised, wanted] = [poolU64(state.pool, 'quoteReserve'), configU64(state.config, 'quoteThreshold')]
    return {
      baseReserveRaw: liquidity / root,
      quoteReserveRaw: (liquidity * root) >> 128n,
      quotePerBase: priceOfRoot(root),
      curveProgressPct: Math.min(100, Number((raised * 1_000_000n) / wanted) / 10_000),
    }
  },
  trade(chain, request) {
    const state = readCurve(chain, request.pool.address)
    if (state === null || state.pool[DBC_AT.progress] !== PROGRESS.bonding) return null
    return aroundTrade(chain, request, [swap(chain, request, state)])
  },
}

function readCurve(chain: Pick<SandboxChain, 'account'>, address: string): CurveState | null {
  const account = chain.account(address)
  const pool = account?.owner === DBC_PROGRAM ? readDbcPool(account.data) : null
  const terms = pool === null ? null : chain.account(poolKey(pool, 'config'))
  const config = terms?.owner === DBC_PROGRAM ? readDbcConfig(terms.data) : null
  return pool === null || config === null ? null : { pool, config }
}

function swap(
  chain: SandboxChain,
  { pool: { address, baseMint, quoteMint }, wallet, side, amountRaw }: TradeRequest,
  { pool, config }: CurveState,
): Instruction {
  const own = (mint: string) => writableAccount(associatedTokenAddress(wallet, mint, tokenProgramOf(chain, mint)))
  const [input, output] = side === 'buy' ? [quoteMint, baseMint] : [baseMint, quoteMint]
  const accounts = [
    readonlyAccount(DBC_AUTHORITY.address),
    readonlyAccount(poolKey(pool, 'config')),
    writableAccount(address),
    own(input),
    own(output),
    writableAccount(poolKey(pool, 'baseVault')),
    writableAccount(poolKey(pool, 'quoteVault')),
    readonlyAccount(baseMint),
    readonlyAccount(quoteMint),
    readonlySigner(wallet),
    readonlyAccount(tokenProgramOf(chain, baseMint)),
    readonlyAccount(tokenProgramOf(chain, quoteMint)),
    readonlyAccount(DBC_PROGRAM),
    readonlyAccount(DBC_EVENT_AUTHORITY.address),
    readonlyAccount(DBC_PROGRAM),
    ...(config[DBC_CONFIG_AT.feeMode] === FEE_MODE.limiter ? [readonlyAccount(INSTRUCTIONS_SYSVAR)] : []),
  ]
  const order = [intBytes(8, amountRaw), intBytes(8, side === 'buy' ? 1 : 0), Uint8Array.of(MODE[side])]
  return { programId: DBC_PROGRAM, accounts, data: Buffer.concat([SWAP2, ...order]) }
}

/** A new token on its curve; the mint signs too. */
export function launchOnDbc(token: {
  readonly mint: string
  readonly dev: string
  readonly name: string
  readonly symbol: string
  readonly uri: string
  readonly token2022: boolean
}): { readonly pool: string; readonly instruction: Instruction } {
  const { mint, dev, token2022 } = token
  const { config } = DBC_PLATFORMS[token2022 ? 1 : 0]
  const pool = dbcPoolPda(config, mint, NATIVE_MINT).address
  const at = {
    config,
    poolAuthority: DBC_AUTHORITY.address,
    creator: dev,
    baseMint: mint,
    quoteMint: NATIVE_MINT,
    pool,
    baseVault: dbcVaultPda(mint, pool).address,
    quoteVault: dbcVaultPda(NATIVE_MINT, pool).address,
    payer: dev,
    tokenQuoteProgram: TOKEN_PROGRAM,
    systemProgram: SYSTEM_PROGRAM,
    eventAuthority: DBC_EVENT_AUTHORITY.address,
    program: DBC_PROGRAM,
  }
  const accounts = token2022
    ? accountUses(DBC_LAUNCH_ACCOUNTS.token2022, { ...at, tokenProgram: TOKEN_2022_PROGRAM })
    : accountUses(DBC_LAUNCH_ACCOUNTS.spl, {
        ...at,
        mintMetadata: metadataPda(mint).address,
        metadataProgram: TOKEN_METADATA_PROGRAM,
        tokenProgram: TOKEN_PROGRAM,
      })
  const data = Buffer.concat([token2022 ? LAUNCH_TOKEN_2022 : LAUNCH_SPL, encodeDbcLaunch(token)])
  return { pool, instruction: { programId: DBC_PROGRAM, accounts, data } }
}

/** What anyone may send to turn a full curve into a DAMM v2 pool. Null for curves that are none or not full. */
export function graduateOnDbc(
  chain: SandboxChain,
  curve: string,
  payer: string,
): { readonly pool: string; readonly instructions: readonly Instruction[] } | null {
  const state = readCurve(chain, curve)
  if (state === null || state.pool[DBC_AT.progress] !== PROGRESS.readyToMigrate) return null
  const baseMint = poolKey(state.pool, 'baseMint')
  const quoteMint = keyAt(state.config, DBC_CONFIG_AT.quoteMint)
  const pool = dammV2ConfigPoolPda(DAMM_V2_LAUNCH_CONFIG, baseMint, quoteMint).address
  const nft = extraSigner('position-nft', pool)
  const { account, position } = dammV2PositionPdas(nft)
  const accounts = accountUses(
    MIGRATE_TO_DAMM_V2_ACCOUNTS,
    {
      virtualPool: curve,
      migrationMetadata: DBC_PROGRAM,
      config: poolKey(state.pool, 'config'),
      poolAuthority: DBC_AUTHORITY.address,
      pool,
      firstPositionNftMint: nft,
      firstPositionNftAccount: account.address,
      firstPosition: position.address,
      secondPositionNftMint: DBC_PROGRAM,
      secondPositionNftAccount: DBC_PROGRAM,
      secondPosition: DBC_PROGRAM,
      dammPoolAuthority: DAMM_V2_AUTHORITY.address,
      ammProgram: DAMM_V2_PROGRAM,
      baseMint,
      quoteMint,
      tokenAVault: dammV2VaultPda(baseMint, pool).address,
      tokenBVault: dammV2VaultPda(quoteMint, pool).address,
      baseVault: poolKey(state.pool, 'baseVault'),
      quoteVault: poolKey(state.pool, 'quoteVault'),
      payer,
      tokenBaseProgram: tokenProgramOf(chain, baseMint),
      tokenQuoteProgram: tokenProgramOf(chain, quoteMint),
      token2022Program: TOKEN_2022_PROGRAM,
      dammEventAuthority: DAMM_V2_EVENT_AUTHORITY.address,
      systemProgram: SYSTEM_PROGRAM,
    },
    [readonlyAccount(DAMM_V2_LAUNCH_CONFIG)],
  )
  return { pool, instructions: [{ programId: DBC_PROGRAM, accounts, data: MIGRATION_DAMM_V2 }] }
}
