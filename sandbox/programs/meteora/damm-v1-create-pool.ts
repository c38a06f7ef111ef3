import { accountList, accountUses } from '../../../src/chain/solana/account-list.ts'
import { ZERO_KEY } from '../../../src/chain/solana/borsh-layout.ts'
import {
  createAssociatedTokenAccount,
  type Instruction,
  initializeMint,
  mintTokens,
} from '../../../src/chain/solana/instructions.ts'
import { associatedTokenAddress, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import { MINT_BYTES } from '../../../src/hot-paths/account-layouts.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import { ANCHOR, checkAddresses, invoke, isRefusal, type Refusal, readAccounts, refuse } from '../anchor-script.ts'
import { intBytes, MAX_U64, putInt, putKey, readArgs } from '../byte-fields.ts'
import { createMetadata } from '../metadata-emulator.ts'
import { loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { keyBytes, makeAccount, makeVault } from '../token-moves.ts'
import { integerSqrt } from '../wide-math.ts'
import {
  DAMM_V1_AT,
  DAMM_V1_ERRORS,
  DAMM_V1_POOL_BYTES,
  DAMM_V1_POOL_TAG,
  DAMM_V1_PROGRAM,
  dammV1LpMintPda,
  dammV1PoolPda,
  poolVaultLpPda,
  protocolFeePda,
  readDammV1Config,
  tokenVaultPda,
  VAULT_PROGRAM,
  vaultLpMintPda,
  vaultPda,
} from './damm-v1-layout.ts'
import { vaultMove } from './damm-v1-vault.ts'

const ACCOUNTS = accountList([
  'pool:w',
  'config',
  'lpMint:w',
  'tokenAMint',
  'tokenBMint',
  'aVault:w',
  'bVault:w',
  'aTokenVault:w',
  'bTokenVault:w',
  'aVaultLpMint:w',
  'bVaultLpMint:w',
  'aVaultLp:w',
  'bVaultLp:w',
  'payerTokenA:w',
  'payerTokenB:w',
  'payerPoolLp:w',
  'protocolTokenAFee:w',
  'protocolTokenBFee:w',
  'payer:ws',
  'rent',
  'mintMetadata:w',
  'metadataProgram',
  'vaultProgram',
  'tokenProgram',
  'associatedTokenProgram',
  'systemProgram',
])
export const CREATE_DAMM_V1_POOL_TAG = Buffer.from('07a68aabceabecf4', 'hex')
const POOL_CREATED_EVENT = Buffer.from('ca2c295868dc9d52', 'hex')
const PERMISSIONLESS = 1

type Accounts = Readonly<Record<(typeof ACCOUNTS)['names'][number], string>>

/** Every account of the instruction follows from the payer, the mints and the configuration. */
function accountsFor(from: {
  readonly payer: string
  readonly mintA: string
  readonly mintB: string
  readonly config: string
}): Accounts {
  const { payer, mintA, mintB, config } = from
  const pool = dammV1PoolPda(mintA, mintB, config).address
  const lpMint = dammV1LpMintPda(pool).address
  const [aVault, bVault] = [vaultPda(mintA).address, vaultPda(mintB).address]
  const metadataSeeds = [Buffer.from('metadata'), keyBytes(TOKEN_METADATA_PROGRAM), keyBytes(lpMint)]
  return {
    pool,
    config,
    lpMint,
    tokenAMint: mintA,
    tokenBMint: mintB,
    aVault,
    bVault,
    aTokenVault: tokenVaultPda(aVault).address,
    bTokenVault: tokenVaultPda(bVault).address,
    aVaultLpMint: vaultLpMintPda(aVault).address,
    bVaultLpMint: vaultLpMintPda(bVault).address,
    aVaultLp: poolVaultLpPda(aVault, pool).address,
    bVaultLp: poolVaultLpPda(bVault, pool).address,
    payerTokenA: associatedTokenAddress(payer, mintA),
    payerTokenB: associatedTokenAddress(payer, mintB),
    payerPoolLp: associatedTokenAddress(payer, lpMint),
    protocolTokenAFee: protocolFeePda(mintA, pool).address,
    protocolTokenBFee: protocolFeePda(mintB, pool).address,
    payer,
    rent: RENT_SYSVAR,
    mintMetadata: findProgramAddress(metadataSeeds, TOKEN_METADATA_PROGRAM).address,
    metadataProgram: TOKEN_METADATA_PROGRAM,
    vaultProgram: VAULT_PROGRAM,
    tokenProgram: TOKEN_PROGRAM,
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM,
    systemProgram: SYSTEM_PROGRAM,
  }
}

/** A pool with the fees of a configuration. Both mints need their vaults. */
export function buildDammV1CreatePool(
  input: Parameters<typeof accountsFor>[0] & { readonly amountA: bigint; readonly amountB: bigint },
): Instruction {
  return {
    programId: DAMM_V1_PROGRAM,
    accounts: accountUses(ACCOUNTS, accountsFor(input)),
    data: Buffer.concat([CREATE_DAMM_V1_POOL_TAG, intBytes(8, input.amountA), intBytes(8, input.amountB)]),
  }
}

/** `initialize_permissionless_constant_product_pool_with_config`. */
export function runDammV1CreatePool(call: EmulatorCall): readonly ScriptOp[] | Refusal {
  const read = readAccounts(call, ACCOUNTS)
  if (isRefusal(read)) return read
  const { at } = read
  const args = readArgs(call.data)
  const [amountA, amountB] = [args.uint(8), args.uint(8)]
  if (args.isShort()) return refuse(ANCHOR.didNotDeserialize)
  const config = loadOwned(call, at.config, { name: 'config', owner: DAMM_V1_PROGRAM, decode: readDammV1Config })
  if (isRefusal(config)) return config
  for (const name of ['tokenAMint', 'tokenBMint'] as const) {
    const mint = loadMint(call, at[name], name)
    if (isRefusal(mint)) return mint
    if (mint.tokenProgram !== TOKEN_PROGRAM) return refuse(ANCHOR.wrongOwner, name)
  }
  if (at.tokenAMint === at.tokenBMint) return refuse(DAMM_V1_ERRORS.wrongMint)
  const expected = accountsFor({ payer: at.payer, mintA: at.tokenAMint, mintB: at.tokenBMint, config: at.config })
  const free: ReadonlySet<string> = new Set(['payerTokenA', 'payerTokenB'])
  const fault = checkAddresses(
    ACCOUNTS.names.filter((name) => !free.has(name)).map((name) => [name, at[name], expected[name]] as const),
  )
  if (fault !== null) return fault
  if (amountA === 0n || amountB === 0n) return refuse(DAMM_V1_ERRORS.zeroTokens)
  const lpTokens = integerSqrt(amountA * amountB)
  return lpTokens > MAX_U64
    ? refuse(DAMM_V1_ERRORS.overflow)
    : createPool(call, at, { config, amountA, amountB, lpTokens })
}

function createPool(
  call: EmulatorCall,
  at: Accounts,
  made: {
    readonly config: Uint8Array
    readonly amountA: bigint
    readonly amountB: bigint
    readonly lpTokens: bigint
  },
): readonly ScriptOp[] {
  const { payer, pool, lpMint } = at
  const tokenProgram = TOKEN_PROGRAM
  const lpSeeds = poolVaultLpPda(at.aVault, pool).seeds
  const sides = [
    {
      mint: at.tokenAMint,
      vault: at.aVault,
      tokenVault: at.aTokenVault,
      vaultLpMint: at.aVaultLpMint,
      vaultLp: at.aVaultLp,
      fee: at.protocolTokenAFee,
      from: at.payerTokenA,
      amount: made.amountA,
    },
    {
      mint: at.tokenBMint,
      vault: at.bVault,
      tokenVault: at.bTokenVault,
      vaultLpMint: at.bVaultLpMint,
      vaultLp: at.bVaultLp,
      fee: at.protocolTokenBFee,
      from: at.payerTokenB,
      amount: made.amountB,
    },
  ]
  const poolPda = dammV1PoolPda(at.tokenAMint, at.tokenBMint, at.config)
  const decimals = loadMint(call, at.tokenAMint, 'tokenAMint')
  return [
    makeAccount(call, { payer, account: pool, dataBytes: DAMM_V1_POOL_BYTES, owner: DAMM_V1_PROGRAM }, poolPda.seeds),
    makeAccount(
      call,
      { payer, account: lpMint, dataBytes: MINT_BYTES, owner: tokenProgram },
      dammV1LpMintPda(pool).seeds,
    ),
    invoke(
      initializeMint({
        mint: lpMint,
        decimals: isRefusal(decimals) ? 0 : decimals.decimals,
        mintAuthority: at.aVaultLp,
      }),
    ),
    ...sides.flatMap(({ mint, vault, vaultLpMint, vaultLp, fee }) => [
      ...makeVault(
        call,
        { payer, account: vaultLp, mint: vaultLpMint, authority: at.aVaultLp, tokenProgram },
        poolVaultLpPda(vault, pool).seeds,
      ),
      ...makeVault(
        call,
        { payer, account: fee, mint, authority: at.aVaultLp, tokenProgram },
        protocolFeePda(mint, pool).seeds,
      ),
    ]),
    invoke(createAssociatedTokenAccount({ payer, owner: payer, mint: lpMint })),
    invoke(
      createMetadata({
        mint: lpMint,
        mintAuthority: at.aVaultLp,
        payer,
        updateAuthority: at.aVaultLp,
        name: 'Meteora LP',
        symbol: 'MLP',
        uri: '',
      }),
      lpSeeds,
    ),
    ...sides.map(({ vault, tokenVault, vaultLpMint, vaultLp, from, amount }) =>
      invoke(
        vaultMove(
          'deposit',
          { vault, tokenVault, lpMint: vaultLpMint, userToken: from, userLp: vaultLp, user: payer },
          amount,
        ),
      ),
    ),
    invoke(mintTokens({ mint: lpMint, to: at.payerPoolLp, authority: at.aVaultLp, amountRaw: made.lpTokens }), lpSeeds),
    { op: 'write', address: pool, offset: 0, bytes: newPool(call, at, made.config) },
    {
      op: 'logData',
      bytes: Buffer.concat([
        POOL_CREATED_EVENT,
        ...[lpMint, at.tokenAMint, at.tokenBMint].map((key) => keyBytes(key)),
        Uint8Array.of(PERMISSIONLESS),
        keyBytes(pool),
      ]),
    },
  ]
}

function newPool(call: EmulatorCall, at: Accounts, config: Uint8Array): Uint8Array {
  const pool = new Uint8Array(DAMM_V1_POOL_BYTES)
  pool.set(DAMM_V1_POOL_TAG)
  putKey(pool, DAMM_V1_AT.lpMint, at.lpMint)
  putKey(pool, DAMM_V1_AT.mintA, at.tokenAMint)
  putKey(pool, DAMM_V1_AT.mintB, at.tokenBMint)
  putKey(pool, DAMM_V1_AT.vaultA, at.aVault)
  putKey(pool, DAMM_V1_AT.vaultB, at.bVault)
  putKey(pool, DAMM_V1_AT.vaultLpA, at.aVaultLp)
  putKey(pool, DAMM_V1_AT.vaultLpB, at.bVaultLp)
  pool[DAMM_V1_AT.vaultLpABump] = poolVaultLpPda(at.aVault, at.pool).seeds.at(-1)![0]!
  pool[DAMM_V1_AT.enabled] = 1
  putKey(pool, DAMM_V1_AT.protocolFeeA, at.protocolTokenAFee)
  putKey(pool, DAMM_V1_AT.protocolFeeB, at.protocolTokenBFee)
  putInt(pool, DAMM_V1_AT.protocolFeeB + 32, 8, call.unixTimeSec)
  // Trade and protocol fee, numerators and denominators, stand first in the configuration.
  pool.set(config.subarray(8, 40), DAMM_V1_AT.fees)
  pool[DAMM_V1_AT.poolType] = PERMISSIONLESS
  putKey(pool, DAMM_V1_AT.poolType + 1, ZERO_KEY)
  putKey(pool, DAMM_V1_AT.creator, at.payer)
  return pool
}
