import Type from 'typebox'
import { RECOVERY } from '../../config/recovery.ts'
import { closedBody } from '../../contract/closed-body.ts'
import { readDecimal, readMembers, WrittenNumber } from '../../contract/exact-amount.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { AddressSchema, type BodyRule, isAddress, isSignature, SignatureSchema } from '../../contract/params.ts'
import { SOL_DECIMALS } from '../../contract/units.ts'
import type { CheckParams } from '../../services/recovery/check.ts'
import type { CloseParams } from '../../services/recovery/close.ts'
import type { Reported } from '../../services/recovery/confirm.ts'

/* The bodies of the recovery routes (spec 4.8). A member that is null counts as absent; unknown members are ignored, but
 * refused where transactions are made: what was misspelt there sends lamports elsewhere. */

type Members = Readonly<Record<string, unknown>>

const WalletAddresses = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: RECOVERY.walletsMax,
  description: 'Wallets. What is no address fails by itself; repeated ones count once.',
})

export const checkBody: BodyRule<CheckParams> = {
  schema: Type.Object({
    walletAddresses: WalletAddresses,
    includeAccounts: Type.Optional(Type.Boolean({ default: false, description: 'List the accounts, too.' })),
  }),
  parse(json) {
    if (!isObject(json)) return refuse('expected a JSON object')
    const wallets = readWallets(json)
    if (!wallets.ok) return wallets
    const includeAccounts = readFlag(json, 'includeAccounts')
    if (!includeAccounts.ok) return includeAccounts
    return ok({ wallets: wallets.value, includeAccounts: includeAccounts.value })
  },
}

const closeRule: BodyRule<CloseParams> = {
  schema: Type.Object({
    walletAddresses: WalletAddresses,
    refundWallet: Type.Optional({ ...AddressSchema, description: 'Where the lamports go; by default each owner.' }),
    burnAccounts: Type.Optional(
      Type.Boolean({ default: false, description: 'Burn the tokens of selectedTokens and close those accounts, too.' }),
    ),
    selectedTokens: Type.Optional(
      Type.Array(AddressSchema, {
        maxItems: RECOVERY.selectedTokensMax,
        description: 'Mints that may be burnt. None by default: then nothing is.',
      }),
    ),
    burnValuable: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Burn also tokens that are worth more than the threshold of this server, or whose worth could not be read.',
      }),
    ),
    maxTransactionVersion: Type.Optional(
      Type.Enum([0, 1], {
        default: 0,
        description: 'With 1 the transactions are of version 1 and hold more accounts.',
      }),
    ),
  }),
  parse(json) {
    if (!isObject(json)) return refuse('expected a JSON object')
    const wallets = readWallets(json)
    if (!wallets.ok) return wallets
    const refundWallet = json['refundWallet'] ?? null
    if (refundWallet !== null && refundWallet !== '' && !isAddress(refundWallet)) return refuse('invalid refundWallet')
    const burnAccounts = readFlag(json, 'burnAccounts')
    if (!burnAccounts.ok) return burnAccounts
    const burnValuable = readFlag(json, 'burnValuable')
    if (!burnValuable.ok) return burnValuable
    const selectedTokens = readMints(json['selectedTokens'] ?? [])
    if (!selectedTokens.ok) return selectedTokens
    const version = json['maxTransactionVersion'] ?? 0
    if (version !== 0 && version !== 1) return refuse('maxTransactionVersion must be 0 or 1')
    return ok({
      wallets: wallets.value,
      refundWallet: refundWallet === '' ? null : refundWallet,
      burnAccounts: burnAccounts.value,
      burnValuable: burnValuable.value,
      selectedTokens: selectedTokens.value,
      version,
    })
  },
}

export const closeBody = closedBody(closeRule)

export const confirmBody: BodyRule<Reported> = {
  schema: Type.Object({
    walletAddress: AddressSchema,
    signature: SignatureSchema,
    accountsClosed: Type.Optional(Type.Integer({ minimum: 0, maximum: RECOVERY.claimedAccountsMax, default: 0 })),
    solRecovered: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: RECOVERY.claimedSolMax,
        default: 0,
        description: 'SOL; digits below a lamport are dropped.',
      }),
    ),
  }),
  parse(json, text) {
    if (!isObject(json)) return refuse('expected a JSON object')
    const { walletAddress, signature } = json
    if (walletAddress == null || walletAddress === '') return refuse('walletAddress required')
    if (!isAddress(walletAddress)) return refuse('invalid wallet')
    if (signature == null || signature === '') return refuse('signature required')
    if (!isSignature(signature)) return refuse('invalid signature')
    const accountsClosed = json['accountsClosed'] ?? 0
    if (!isCount(accountsClosed))
      return refuse(`accountsClosed must be a whole number from 0 to ${RECOVERY.claimedAccountsMax}`)
    const members = readMembers(text)
    if (!members.ok) return members
    const lamports = readLamports(members.value['solRecovered'] ?? null)
    if (lamports === null) return refuse(`solRecovered must be a number of SOL from 0 to ${RECOVERY.claimedSolMax}`)
    return ok({ walletAddress, signature, accountsClosed, lamports })
  },
}

/** More digits than a lamport has are what sums of doubles leave behind: dropped, not refused. */
const SUM_DECIMALS = 30

function readLamports(value: unknown): bigint | null {
  if (value === null) return 0n
  const text = value instanceof WrittenNumber ? value : null
  const fine = readDecimal(text, SUM_DECIMALS)
  if (fine === null) return null
  const lamports = fine / 10n ** BigInt(SUM_DECIMALS - SOL_DECIMALS)
  return lamports <= BigInt(RECOVERY.claimedSolMax) * 10n ** BigInt(SOL_DECIMALS) ? lamports : null
}

function readWallets(json: Members): Outcome<readonly string[]> {
  const value = json['walletAddresses']
  if (value == null) return refuse('walletAddresses required')
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (!isList || value.length < 1 || value.length > RECOVERY.walletsMax)
    return refuse(`walletAddresses must be an array of 1 to ${RECOVERY.walletsMax} wallet addresses`)
  return ok(value)
}

function readMints(value: unknown): Outcome<readonly string[]> {
  if (!Array.isArray(value) || value.length > RECOVERY.selectedTokensMax)
    return refuse(`selectedTokens must be an array of at most ${RECOVERY.selectedTokensMax} mints`)
  return value.every(isAddress) ? ok([...new Set(value)]) : refuse('invalid mint')
}

function readFlag(json: Members, name: string): Outcome<boolean> {
  const value = json[name] ?? false
  return typeof value === 'boolean' ? ok(value) : refuse(`${name} must be true or false`)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= RECOVERY.claimedAccountsMax
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(message: string) {
  return fail('invalid_request', message)
}
