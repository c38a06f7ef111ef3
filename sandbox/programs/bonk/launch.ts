import { accountList } from '../../../src/chain/solana/account-list.ts'
import { decodeLayout, encodeLayout, type Layout, type LayoutValue } from '../../../src/chain/solana/borsh-layout.ts'
import { LAUNCHLAB_AUTHORITY, LAUNCHLAB_PROGRAM } from '../../../src/chain/solana/dexes/bonk/addresses.ts'
import { metadataPda } from '../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { mintTokens, setTokenAuthority } from '../../../src/chain/solana/instructions.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import {
  RENT_SYSVAR,
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
import { keyAt, MAX_U64, uintAt } from '../byte-fields.ts'
import { makeClassicMint, makeSelfDescribingMint } from '../launch-mint.ts'
import { createMetadata } from '../metadata-emulator.ts'
import { openAccount } from '../open-account.ts'
import { type LoadedMint, loadMint } from '../pumpfun/pump-accounts.ts'
import { makeVault } from '../token-moves.ts'
import { loadConfigs } from './accounts.ts'
import { virtualReserves } from './curve.ts'
import { curveBytes } from './curve-bytes.ts'
import { LAUNCHLAB_ERRORS } from './errors.ts'
import {
  CONSTANT_PRODUCT,
  CURVE_BYTES,
  FEE_RATE_DENOMINATOR,
  GLOBAL_AT,
  launchAuthority,
  launchEventAuthority,
  launchPool,
  launchVault,
  MIGRATE_TO_CPMM,
} from './layout.ts'

const HEAD = [
  'payer:ws',
  'creator',
  'globalConfig',
  'platformConfig',
  'authority',
  'poolState:w',
  'baseMint:ws',
  'quoteMint',
  'baseVault:w',
  'quoteVault:w',
] as const
const CLASSIC = accountList([
  ...HEAD,
  'metadataAccount:w',
  'baseTokenProgram',
  'quoteTokenProgram',
  'metadataProgram',
  'systemProgram',
  'rentProgram',
  'eventAuthority',
  'program',
])
const SELF_DESCRIBING = accountList([
  ...HEAD,
  'baseTokenProgram',
  'quoteTokenProgram',
  'systemProgram',
  'eventAuthority',
  'program',
])
type At = Readonly<Record<(typeof SELF_DESCRIBING)['names'][number], string>>

/** Mint, curve (constant product only) and vesting parameters. */
const PARAMS = {
  decimals: 'u8',
  name: 'string',
  symbol: 'string',
  uri: 'string',
  curveVariant: 'u8',
  supply: 'u64',
  totalBaseSell: 'u64',
  totalQuoteFundRaising: 'u64',
  migrateType: 'u8',
  locked: 'u64',
  cliff: 'u64',
  unlock: 'u64',
} as const satisfies Layout
export type LaunchParams = LayoutValue<typeof PARAMS>
type Launch = LaunchParams & {
  readonly call: EmulatorCall
  readonly at: At
  readonly quote: LoadedMint
  /** Whether fees of the later pool are in the quote (0) or in both tokens (1). */
  readonly ammFeeOn: number
  readonly migrateFee: bigint
  readonly virtual: { readonly virtualBase: bigint; readonly virtualQuote: bigint }
  readonly tokenProgram: string
}
export type LaunchForm = 'v1' | 'v2' | 'token_2022'

const MAX_NAME_BYTES = 32
const MAX_SYMBOL_BYTES = 10
const MAX_URI_BYTES = 200
const COIN_DECIMALS = 6
const LAST_FEE_MODE = 1

export function encodeLaunchParams(params: LaunchParams): Uint8Array {
  return encodeLayout(PARAMS, params)
}

/** `initialize`, `initialize_v2` and `initialize_with_token_2022`: a token, its whole supply and its curve. */
export function runLaunch(call: EmulatorCall, form: LaunchForm): readonly ScriptOp[] | Refusal {
  const params = readParams(call.data, form)
  if (params === null) return refuse(ANCHOR.didNotDeserialize)
  const isClassic = form !== 'token_2022'
  const read = isClassic ? readAccounts(call, CLASSIC) : readAccounts(call, SELF_DESCRIBING)
  if (isRefusal(read)) return read
  const { at } = read
  const fault = isClassic ? checkClassic(at as Readonly<Record<(typeof CLASSIC)['names'][number], string>>) : null
  if (fault !== null) return fault
  const launch = loadLaunch(call, at, params, isClassic ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM)
  if (isRefusal(launch)) return launch
  return [...openCurve(launch), ...announceLaunch(launch), ...issue(launch), writeCurve(launch)]
}

function readParams(data: Uint8Array, form: LaunchForm): (LaunchParams & { ammFeeOn: number; hasFee: boolean }) | null {
  const read = decodeLayout(PARAMS, data, 8)
  if (read === null) return null
  const extra = form === 'v1' ? 0 : form === 'v2' ? 1 : 2
  if (data.length < read.end + extra || read.end < data.length - MAX_TRAILING_BYTES) return null
  const ammFeeOn = extra === 0 ? 0 : data[read.end]!
  const hasFee = extra === 2 && data[read.end + 1] === 1
  return ammFeeOn > LAST_FEE_MODE ? null : { ...read.value, ammFeeOn, hasFee }
}

/** Fee mode, option, basis points and maximum. */
const MAX_TRAILING_BYTES = 12

function checkClassic(at: Readonly<Record<(typeof CLASSIC)['names'][number], string>>): Refusal | null {
  return checkAddresses([
    ['metadataAccount', at.metadataAccount, metadataPda(at.baseMint).address],
    ['metadataProgram', at.metadataProgram, TOKEN_METADATA_PROGRAM, ANCHOR.address],
    ['rentProgram', at.rentProgram, RENT_SYSVAR, ANCHOR.address],
  ])
}

function loadLaunch(
  call: EmulatorCall,
  at: At,
  params: LaunchParams & { readonly ammFeeOn: number; readonly hasFee: boolean },
  tokenProgram: string,
): Launch | Refusal {
  const configs = loadConfigs(call, at)
  if (isRefusal(configs)) return configs
  const quote = loadMint(call, at.quoteMint, 'quoteMint')
  if (isRefusal(quote)) return quote
  const { global } = configs
  const pool = launchPool(at.baseMint, at.quoteMint).address
  const fault = checkAddresses([
    ['authority', at.authority, LAUNCHLAB_AUTHORITY],
    ['poolState', at.poolState, pool],
    ['quoteMint', at.quoteMint, keyAt(global, GLOBAL_AT.quoteMint), ANCHOR.address],
    ['baseVault', at.baseVault, launchVault(pool, at.baseMint).address],
    ['quoteVault', at.quoteVault, launchVault(pool, at.quoteMint).address],
    ['baseTokenProgram', at.baseTokenProgram, tokenProgram, ANCHOR.address],
    ['quoteTokenProgram', at.quoteTokenProgram, quote.tokenProgram, ANCHOR.programId],
    ['systemProgram', at.systemProgram, SYSTEM_PROGRAM, ANCHOR.programId],
    ['eventAuthority', at.eventAuthority, launchEventAuthority().address],
    ['program', at.program, LAUNCHLAB_PROGRAM, ANCHOR.address],
  ])
  if (fault !== null) return fault
  if (params.hasFee) return refuse(LAUNCHLAB_ERRORS.noSupportExtension)
  const migrateFee = uintAt(global, GLOBAL_AT.migrateFee, 8)
  const virtual = checkParams(params, global, migrateFee)
  return isRefusal(virtual) ? virtual : { ...params, call, at, quote, migrateFee, virtual, tokenProgram }
}

function checkParams(params: LaunchParams, global: Uint8Array, migrateFee: bigint): Launch['virtual'] | Refusal {
  const limit = (field: keyof typeof GLOBAL_AT): bigint => uintAt(global, GLOBAL_AT[field], 8)
  const shareOf = (rate: bigint): bigint => (params.supply * rate) / FEE_RATE_DENOMINATOR
  if (params.curveVariant !== CONSTANT_PRODUCT || global[GLOBAL_AT.curveType] !== CONSTANT_PRODUCT)
    return refuse(LAUNCHLAB_ERRORS.curveMismatch)
  const left = params.supply - params.totalBaseSell - params.locked
  const isSound =
    params.decimals === COIN_DECIMALS &&
    Buffer.byteLength(params.name) <= MAX_NAME_BYTES &&
    Buffer.byteLength(params.symbol) <= MAX_SYMBOL_BYTES &&
    Buffer.byteLength(params.uri) <= MAX_URI_BYTES &&
    params.migrateType <= MIGRATE_TO_CPMM &&
    params.supply >= limit('minSupply') * 10n ** BigInt(COIN_DECIMALS) &&
    params.totalBaseSell >= shareOf(limit('minSellRate')) &&
    left >= shareOf(limit('minMigrateRate')) &&
    params.totalQuoteFundRaising >= limit('minFundRaising')
  if (!isSound) return refuse(LAUNCHLAB_ERRORS.invalidInput)
  if (params.locked > shareOf(limit('maxLockRate'))) return refuse(LAUNCHLAB_ERRORS.vestingTooHigh)
  const virtual = virtualReserves({ ...params, migrateFee })
  const fits = virtual !== null && virtual.virtualBase <= MAX_U64 && virtual.virtualQuote <= MAX_U64
  return fits ? virtual : refuse(LAUNCHLAB_ERRORS.invalidInput)
}

/** The curve's account and the vault for what is raised. */
function openCurve({ call, at, quote }: Launch): ScriptOp[] {
  const { payer } = at
  const vault = { payer, account: at.quoteVault, mint: at.quoteMint, authority: LAUNCHLAB_AUTHORITY }
  return [
    ...openAccount(call, {
      payer,
      account: at.poolState,
      dataBytes: CURVE_BYTES,
      owner: LAUNCHLAB_PROGRAM,
      seeds: launchPool(at.baseMint, at.quoteMint).seeds,
    }),
    ...makeVault(call, { ...vault, tokenProgram: quote.tokenProgram }, launchVault(at.poolState, at.quoteMint).seeds),
  ]
}

const CREATE_EVENT_TAG = Buffer.from('97d7e20976a173ae', 'hex')

function announceLaunch(launch: Launch): ScriptOp[] {
  const { at, ammFeeOn } = launch
  const event = Buffer.concat([
    CREATE_EVENT_TAG,
    ...[at.poolState, at.creator, at.globalConfig].map(addressBytes),
    encodeLaunchParams(launch),
    Uint8Array.of(ammFeeOn),
  ])
  return [emitCpi(LAUNCHLAB_PROGRAM, launchEventAuthority(), event), { op: 'logData', bytes: event }]
}

/** The mint, the vault that gets all of it, and no one who could mint more. */
function issue(launch: Launch): ScriptOp[] {
  const { call, at, supply, tokenProgram, name, symbol, uri } = launch
  const authority = LAUNCHLAB_AUTHORITY
  const mint = at.baseMint
  const token = { ...launch, signer: launchAuthority(), mint, payer: at.payer }
  const vault = { payer: at.payer, account: at.baseVault, mint, authority, tokenProgram }
  const signed = launchAuthority().seeds
  const isClassic = tokenProgram === TOKEN_PROGRAM
  const record = { mint, mintAuthority: authority, payer: at.payer, updateAuthority: authority, name, symbol, uri }
  return [
    ...(isClassic ? makeClassicMint(token) : makeSelfDescribingMint(token)),
    ...makeVault(call, vault, launchVault(at.poolState, mint).seeds),
    invoke(mintTokens({ mint, to: at.baseVault, authority, amountRaw: supply, tokenProgram }), signed),
    ...(isClassic ? [invoke(createMetadata(record), signed)] : []),
    invoke(
      setTokenAuthority({ account: mint, authority, type: 'mintTokens', newAuthority: null, tokenProgram }),
      signed,
    ),
  ]
}

function writeCurve(launch: Launch): ScriptOp {
  const { at } = launch
  const bytes = curveBytes({
    ...launch,
    ...at,
    ...launch.virtual,
    slot: launch.call.slot,
    quoteDecimals: launch.quote.decimals,
    isToken2022: launch.tokenProgram === TOKEN_2022_PROGRAM,
  })
  return { op: 'write', address: at.poolState, offset: 0, bytes }
}
