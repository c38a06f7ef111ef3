import { accountList } from '../../../src/chain/solana/account-list.ts'
import { decodeLayout, encodeLayout, type Layout } from '../../../src/chain/solana/borsh-layout.ts'
import { metadataPda } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { mintTokens, setTokenAuthority } from '../../../src/chain/solana/instructions.ts'
import {
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_METADATA_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/chain/solana/program-ids.ts'
import type { EmulatorCall, ScriptOp } from '../../chain/types.ts'
import {
  ANCHOR,
  checkAddresses,
  emitCpi,
  invoke,
  isRefusal,
  type Refusal,
  readAccounts,
  refuse,
} from '../anchor-script.ts'
import { intBytes, keyAt, putInt, putKey } from '../byte-fields.ts'
import { makeClassicMint, makeSelfDescribingMint } from '../launch-mint.ts'
import { createMetadata } from '../metadata-emulator.ts'
import { openAccount } from '../open-account.ts'
import { type LoadedMint, loadMint, loadOwned } from '../pumpfun/pump-accounts.ts'
import { keyBytes, makeVault } from '../token-moves.ts'
import {
  configU64,
  DBC_AT,
  DBC_AUTHORITY,
  DBC_CONFIG_AT,
  DBC_ERRORS,
  DBC_EVENT_AUTHORITY,
  DBC_POOL_BYTES,
  DBC_POOL_TAG,
  DBC_PROGRAM,
  dbcPoolPda,
  dbcVaultPda,
  readDbcConfig,
} from './layout.ts'

const HEAD = [
  'config',
  'poolAuthority',
  'creator:s',
  'baseMint:ws',
  'quoteMint',
  'pool:w',
  'baseVault:w',
  'quoteVault:w',
] as const
const TAIL = ['payer:ws', 'tokenQuoteProgram', 'tokenProgram', 'systemProgram', 'eventAuthority', 'program'] as const
export const DBC_LAUNCH_ACCOUNTS = {
  spl: accountList([...HEAD, 'mintMetadata:w', 'metadataProgram', ...TAIL]),
  token2022: accountList([...HEAD, ...TAIL]),
}
type At = Readonly<Record<(typeof DBC_LAUNCH_ACCOUNTS)['token2022']['names'][number], string>>
export type DbcLaunchForm = keyof typeof DBC_LAUNCH_ACCOUNTS

const PARAMS = { name: 'string', symbol: 'string', uri: 'string' } as const satisfies Layout
const INITIALIZE_POOL_EVENT = Buffer.from('e432f655cb428625', 'hex')
/** What the protocol takes of the liquidity of a token that moves on, in basis points. */
const MIGRATION_FEE_BPS = 20
const TOKEN_TYPE: Readonly<Record<DbcLaunchForm, number>> = { spl: 0, token2022: 1 }

type Launch = {
  readonly call: EmulatorCall
  readonly at: At
  readonly form: DbcLaunchForm
  readonly config: Uint8Array
  readonly quote: LoadedMint
  readonly text: { readonly name: string; readonly symbol: string; readonly uri: string }
  readonly activationPoint: bigint
}

export function encodeDbcLaunch(text: Launch['text']): Uint8Array {
  return encodeLayout(PARAMS, text)
}

/** `initialize_virtual_pool_with_spl_token` and `_with_token2022`: a token, its whole supply and its curve. Emulated for
 *  configurations of a fixed supply, whose tokens nobody may describe anew. */
export function runDbcLaunch(call: EmulatorCall, form: DbcLaunchForm): readonly ScriptOp[] | Refusal {
  const text = decodeLayout(PARAMS, call.data, 8)?.value
  if (text === undefined) return refuse(ANCHOR.didNotDeserialize)
  const read =
    form === 'spl' ? readAccounts(call, DBC_LAUNCH_ACCOUNTS.spl) : readAccounts(call, DBC_LAUNCH_ACCOUNTS.token2022)
  if (isRefusal(read)) return read
  const at = read.at as At
  const config = loadOwned(call, at.config, { name: 'config', owner: DBC_PROGRAM, decode: readDbcConfig })
  if (isRefusal(config)) return config
  const quote = loadMint(call, at.quoteMint, 'quoteMint')
  if (isRefusal(quote)) return quote
  const fault = checkAccounts(read.at, form, { config, quote })
  if (fault !== null) return fault
  if (config[DBC_CONFIG_AT.tokenType] !== TOKEN_TYPE[form]) return refuse(DBC_ERRORS.tokenType)
  if (config[DBC_CONFIG_AT.isFixedSupply] !== 1) return refuse(DBC_ERRORS.supply)
  const activationPoint = BigInt(config[DBC_CONFIG_AT.activationType] === 0 ? call.slot : call.unixTimeSec)
  const launch = { call, at, form, config, quote, text, activationPoint }
  return [...issue(launch), ...openCurve(launch), announce(launch)]
}

function checkAccounts(
  at: At & { readonly mintMetadata?: string; readonly metadataProgram?: string },
  form: DbcLaunchForm,
  { config, quote }: Pick<Launch, 'config' | 'quote'>,
): Refusal | null {
  const pool = dbcPoolPda(at.config, at.baseMint, at.quoteMint).address
  const described = [
    ['mintMetadata', at.mintMetadata ?? '', metadataPda(at.baseMint).address],
    ['metadataProgram', at.metadataProgram ?? '', TOKEN_METADATA_PROGRAM, ANCHOR.address],
  ] as const
  return checkAddresses([
    ['quoteMint', at.quoteMint, keyAt(config, DBC_CONFIG_AT.quoteMint), ANCHOR.hasOne],
    ['poolAuthority', at.poolAuthority, DBC_AUTHORITY.address, ANCHOR.address],
    ['pool', at.pool, pool],
    ['baseVault', at.baseVault, dbcVaultPda(at.baseMint, pool).address],
    ['quoteVault', at.quoteVault, dbcVaultPda(at.quoteMint, pool).address],
    ...(form === 'spl' ? described : []),
    ['tokenQuoteProgram', at.tokenQuoteProgram, quote.tokenProgram, ANCHOR.programId],
    ['tokenProgram', at.tokenProgram, form === 'spl' ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM, ANCHOR.programId],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, DBC_EVENT_AUTHORITY.address],
    ['program', at.program, DBC_PROGRAM, ANCHOR.address],
  ])
}

/** The mint, the vault that gets all of it, and no one who could mint more. */
function issue({ call, at, form, config, text }: Launch): ScriptOp[] {
  const { address: authority, seeds } = DBC_AUTHORITY
  const { baseMint: mint, payer, tokenProgram } = at
  const token = { call, signer: DBC_AUTHORITY, mint, payer, decimals: config[DBC_CONFIG_AT.decimals]!, ...text }
  const vault = { payer, account: at.baseVault, mint, authority, tokenProgram }
  const amountRaw = configU64(config, 'supplyBefore')
  // In the program a second call of the metadata program gives the record away.
  const record = { mint, mintAuthority: authority, payer, updateAuthority: SYSTEM_PROGRAM, ...text }
  const noMinter = { account: mint, authority, type: 'mintTokens', newAuthority: null, tokenProgram } as const
  return [
    ...(form === 'spl' ? makeClassicMint(token) : makeSelfDescribingMint(token)),
    ...makeVault(call, vault, dbcVaultPda(mint, at.pool).seeds),
    ...(form === 'spl' ? [invoke(createMetadata(record), seeds)] : []),
    invoke(mintTokens({ mint, to: at.baseVault, authority, amountRaw, tokenProgram }), seeds),
    invoke(setTokenAuthority(noMinter), seeds),
  ]
}

/** The curve's account and the vault for what is raised. */
function openCurve(launch: Launch): ScriptOp[] {
  const { call, at, quote } = launch
  const { payer, pool } = at
  const vault = { payer, account: at.quoteVault, mint: at.quoteMint, authority: DBC_AUTHORITY.address }
  const { seeds } = dbcPoolPda(at.config, at.baseMint, at.quoteMint)
  return [
    ...openAccount(call, { payer, account: pool, dataBytes: DBC_POOL_BYTES, owner: DBC_PROGRAM, seeds }),
    ...makeVault(call, { ...vault, tokenProgram: quote.tokenProgram }, dbcVaultPda(at.quoteMint, pool).seeds),
    { op: 'write', address: pool, offset: 0, bytes: newCurve(launch) },
  ]
}

function newCurve({ at, form, config, activationPoint }: Launch): Uint8Array {
  const bytes = new Uint8Array(DBC_POOL_BYTES)
  bytes.set(DBC_POOL_TAG)
  const keys = [
    ['config', at.config],
    ['creator', at.creator],
    ['baseMint', at.baseMint],
    ['baseVault', at.baseVault],
    ['quoteVault', at.quoteVault],
  ] as const
  for (const [field, key] of keys) putKey(bytes, DBC_AT[field], key)
  putInt(bytes, DBC_AT.baseReserve, 8, configU64(config, 'supplyBefore'))
  bytes.set(config.subarray(DBC_CONFIG_AT.startSqrtPrice, DBC_CONFIG_AT.startSqrtPrice + 16), DBC_AT.sqrtPrice)
  putInt(bytes, DBC_AT.activationPoint, 8, activationPoint)
  bytes[DBC_AT.poolType] = TOKEN_TYPE[form]
  putInt(bytes, DBC_AT.migrationFeeBps, 2, MIGRATION_FEE_BPS)
  return bytes
}

function announce({ at, form, activationPoint }: Launch): ScriptOp {
  const event = Buffer.concat([
    INITIALIZE_POOL_EVENT,
    ...[at.pool, at.config, at.creator, at.baseMint].map((key) => keyBytes(key)),
    Uint8Array.of(TOKEN_TYPE[form]),
    intBytes(8, activationPoint),
  ])
  return emitCpi(DBC_PROGRAM, DBC_EVENT_AUTHORITY, event)
}
