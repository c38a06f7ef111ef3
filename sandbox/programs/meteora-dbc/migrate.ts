import { accountList, accountUses } from '../../../src/chain/solana/account-list.ts'
import { burnTokens, setTokenAuthority, transferLamports } from '../../../src/chain/solana/instructions.ts'
import { TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { TOKEN_ACCOUNT_BYTES } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, keyAt, uintAt, writeChanges } from '../byte-fields.ts'
import {
  DAMM_V2_DYNAMIC_ACCOUNTS,
  dammV2ConfigPoolPda,
  dammV2PositionPdas,
  dammV2VaultPda,
} from '../meteora-damm-v2/create-pool.ts'
import {
  COLLECT_BOTH,
  COLLECT_COMPOUNDING,
  COLLECT_ONLY_B,
  DAMM_V2_AUTHORITY,
  DAMM_V2_EVENT_AUTHORITY,
  DAMM_V2_MAX_SQRT_PRICE,
  DAMM_V2_MIN_SQRT_PRICE,
  DAMM_V2_POOL_BYTES,
  DAMM_V2_POSITION_BYTES,
  DAMM_V2_PROGRAM,
} from '../meteora-damm-v2/layout.ts'
import { type LoadedMint, loadBalance, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { ceilDiv, smaller } from '../wide-math.ts'
import {
  configU64,
  DBC_AT,
  DBC_AUTHORITY,
  DBC_CONFIG_AT,
  DBC_ERRORS,
  DBC_PROGRAM,
  PROGRESS,
  poolKey,
  poolU64,
  readDbcConfig,
  readDbcPool,
} from './layout.ts'

export const MIGRATE_TO_DAMM_V2_ACCOUNTS = accountList([
  'virtualPool:w',
  'migrationMetadata',
  'config',
  'poolAuthority:w',
  'pool:w',
  'firstPositionNftMint:ws',
  'firstPositionNftAccount:w',
  'firstPosition:w',
  'secondPositionNftMint',
  'secondPositionNftAccount',
  'secondPosition',
  'dammPoolAuthority',
  'ammProgram',
  'baseMint:w',
  'quoteMint:w',
  'tokenAVault:w',
  'tokenBVault:w',
  'baseVault:w',
  'quoteVault:w',
  'payer:ws',
  'tokenBaseProgram',
  'tokenQuoteProgram',
  'token2022Program',
  'dammEventAuthority',
  'systemProgram',
])
type At = Readonly<Record<(typeof MIGRATE_TO_DAMM_V2_ACCOUNTS)['names'][number], string>>
type Migration = {
  readonly call: EmulatorCall
  readonly at: At
  /** Of DAMM v2. */
  readonly dammConfig: string
  readonly config: Uint8Array
  readonly before: Uint8Array
  readonly base: LoadedMint
  readonly heldBaseRaw: bigint
  readonly sqrtPrice: bigint
  readonly liquidity: bigint
}

const CREATE_TAG = Buffer.from('955248c5fdfc440f', 'hex')
const DAMM_V2_OPTION = 1
const BPS = 10_000n
/** Billionths of a basis point. */
const RATE_PER_BPS = 100_000n
const BY_TIMESTAMP = 1
/** In the quote alone, in what goes out, compounding: the pool counts them in another order. */
const COLLECT_MODES = [COLLECT_ONLY_B, COLLECT_BOTH, COLLECT_COMPOUNDING] as const
/** Bytes of the mint of a position's NFT with its metadata, and of what the extensions of a vault take, at most. */
const NFT_MINT_BYTES = 600
const WIDEST_VAULT_BYTES = 300

/** `migration_damm_v2`: what a full curve raised and kept becomes a DAMM v2 pool, whose one position is the creator's;
 *  what was not sold and not needed is burned. Emulated for configurations whose creators get all of the liquidity;
 *  locking it is not. */
export function runMigrateToDammV2(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, MIGRATE_TO_DAMM_V2_ACCOUNTS)
  if (isRefusal(read)) return read
  const dammConfig = read.remaining[0]?.address
  if (dammConfig === undefined) return refuse(DBC_ERRORS.missingConfig)
  const migration = loadMigration(call, read.at, dammConfig)
  if (isRefusal(migration)) return migration
  const { at, before } = migration
  const after = Uint8Array.from(before)
  after[DBC_AT.isMigrated] = 1
  after[DBC_AT.progress] = PROGRESS.migrated
  const { address: authority, seeds } = DBC_AUTHORITY
  const ownership = {
    account: at.firstPositionNftAccount,
    authority,
    type: 'accountOwner',
    newAuthority: poolKey(before, 'creator'),
    tokenProgram: TOKEN_2022_PROGRAM,
  } as const
  return [
    invoke(createPool(migration), seeds),
    invoke(transferLamports({ from: at.payer, to: authority, lamports: newPoolLamports(migration) })),
    invoke(setTokenAuthority(ownership), seeds),
    ...burnRest(migration),
    ...writeChanges(at.virtualPool, before, after),
  ]
}

function loadMigration(call: EmulatorCall, at: At, dammConfig: string): Migration | Refusal {
  const before = loadOwned(call, at.virtualPool, { name: 'virtualPool', owner: DBC_PROGRAM, decode: readDbcPool })
  if (isRefusal(before)) return before
  const config = loadOwned(call, at.config, { name: 'config', owner: DBC_PROGRAM, decode: readDbcConfig })
  if (isRefusal(config)) return config
  const base = loadMint(call, at.baseMint, 'baseMint')
  if (isRefusal(base)) return base
  const heldBaseRaw = loadBalance(call, at.baseVault, { name: 'baseVault', mint: at.baseMint })
  if (isRefusal(heldBaseRaw)) return heldBaseRaw
  const nft = dammV2PositionPdas(at.firstPositionNftMint)
  const pool = dammV2ConfigPoolPda(dammConfig, at.baseMint, at.quoteMint).address
  const fault = checkAddresses([
    ['config', at.config, poolKey(before, 'config'), ANCHOR.hasOne],
    ['baseVault', at.baseVault, poolKey(before, 'baseVault'), ANCHOR.hasOne],
    ['quoteVault', at.quoteVault, poolKey(before, 'quoteVault'), ANCHOR.hasOne],
    ['poolAuthority', at.poolAuthority, DBC_AUTHORITY.address, ANCHOR.address],
    ['pool', at.pool, pool],
    ['firstPositionNftAccount', at.firstPositionNftAccount, nft.account.address],
    ['firstPosition', at.firstPosition, nft.position.address],
    ['tokenAVault', at.tokenAVault, dammV2VaultPda(at.baseMint, pool).address],
    ['tokenBVault', at.tokenBVault, dammV2VaultPda(at.quoteMint, pool).address],
    ['dammPoolAuthority', at.dammPoolAuthority, DAMM_V2_AUTHORITY.address, ANCHOR.address],
    ['dammEventAuthority', at.dammEventAuthority, DAMM_V2_EVENT_AUTHORITY.address],
    ['ammProgram', at.ammProgram, DAMM_V2_PROGRAM, ANCHOR.address],
    ['quoteMint', at.quoteMint, keyAt(config, DBC_CONFIG_AT.quoteMint), ANCHOR.tokenMint],
    ['tokenBaseProgram', at.tokenBaseProgram, base.tokenProgram, ANCHOR.programId],
  ])
  if (fault !== null) return fault
  const isReady = before[DBC_AT.progress] === PROGRESS.readyToMigrate
  if (!isReady || config[DBC_CONFIG_AT.migrationOption] !== DAMM_V2_OPTION) return refuse(DBC_ERRORS.notPermitted)
  const sqrtPrice = uintAt(config, DBC_CONFIG_AT.migrationSqrtPrice, 16)
  const liquidity = liquidityOf(before, config, sqrtPrice)
  return { call, at, dammConfig, config, before, base, heldBaseRaw, sqrtPrice, liquidity }
}

/** What both sums are worth together over the whole price range, less the protocol's part. */
function liquidityOf(pool: Uint8Array, config: Uint8Array, price: bigint): bigint {
  const kept = BPS - uintAt(pool, DBC_AT.migrationFeeBps, 2)
  const part = (raw: bigint): bigint => (raw * kept) / BPS
  const [baseRaw, quoteRaw] = [part(configU64(config, 'baseThreshold')), part(configU64(config, 'quoteThreshold'))]
  const [min, max] = [DAMM_V2_MIN_SQRT_PRICE, DAMM_V2_MAX_SQRT_PRICE]
  return smaller((baseRaw * price * max) / (max - price), (quoteRaw << 128n) / (price - min))
}

/** The program's authority lends what the pool's accounts take, and the sender gives it back: here a little more. */
function newPoolLamports({ call }: Migration): bigint {
  const sizes = [NFT_MINT_BYTES, TOKEN_ACCOUNT_BYTES, WIDEST_VAULT_BYTES, WIDEST_VAULT_BYTES]
  return [...sizes, DAMM_V2_POOL_BYTES, DAMM_V2_POSITION_BYTES].reduce(
    (sum, bytes) => sum + call.minimumBalanceLamports(bytes),
    0n,
  )
}

function createPool({ at, dammConfig, config, sqrtPrice, liquidity }: Migration) {
  const accounts = accountUses(DAMM_V2_DYNAMIC_ACCOUNTS, {
    creator: at.poolAuthority,
    positionNftMint: at.firstPositionNftMint,
    positionNftAccount: at.firstPositionNftAccount,
    payer: at.poolAuthority,
    poolCreatorAuthority: at.poolAuthority,
    config: dammConfig,
    poolAuthority: at.dammPoolAuthority,
    pool: at.pool,
    position: at.firstPosition,
    tokenAMint: at.baseMint,
    tokenBMint: at.quoteMint,
    tokenAVault: at.tokenAVault,
    tokenBVault: at.tokenBVault,
    payerTokenA: at.baseVault,
    payerTokenB: at.quoteVault,
    tokenAProgram: at.tokenBaseProgram,
    tokenBProgram: at.tokenQuoteProgram,
    token2022Program: at.token2022Program,
    systemProgram: at.systemProgram,
    eventAuthority: at.dammEventAuthority,
    program: at.ammProgram,
  })
  const cliff = uintAt(config, DBC_CONFIG_AT.migratedFeeBps, 2) * RATE_PER_BPS
  const data = Buffer.concat([
    CREATE_TAG,
    intBytes(8, cliff),
    // The fee stays; nothing is compounded; nothing hangs on how the price moves.
    new Uint8Array(19 + 2 + 1 + 1),
    ...[DAMM_V2_MIN_SQRT_PRICE, DAMM_V2_MAX_SQRT_PRICE].map((price) => intBytes(16, price)),
    intBytes(1, 0),
    ...[liquidity, sqrtPrice].map((value) => intBytes(16, value)),
    Uint8Array.of(BY_TIMESTAMP, COLLECT_MODES[config[DBC_CONFIG_AT.migratedCollectFeeMode]!] ?? COLLECT_ONLY_B, 0),
  ])
  return { programId: at.ammProgram, accounts, data }
}

/** Of what no one bought, as much as the configuration lets the supply shrink. */
function burnRest({ at, config, before, base, heldBaseRaw, sqrtPrice, liquidity }: Migration): ScriptOp[] {
  const owedRaw = (['protocolBaseFee', 'partnerBaseFee', 'creatorBaseFee'] as const).reduce(
    (sum, field) => sum + poolU64(before, field),
    0n,
  )
  const max = DAMM_V2_MAX_SQRT_PRICE
  const pooledRaw = ceilDiv(liquidity * (max - sqrtPrice), sqrtPrice * max)
  const protocolRaw = (configU64(config, 'baseThreshold') * uintAt(before, DBC_AT.migrationFeeBps, 2)) / BPS
  const leftRaw = heldBaseRaw - pooledRaw - owedRaw - protocolRaw
  const amountRaw = smaller(leftRaw, configU64(config, 'supplyBefore') - configU64(config, 'supplyAfter'))
  if (amountRaw <= 0n) return []
  const { address: authority, seeds } = DBC_AUTHORITY
  const burned = { account: at.baseVault, mint: at.baseMint, authority, amountRaw, tokenProgram: base.tokenProgram }
  return [invoke(burnTokens(burned), seeds)]
}
