import Type from 'typebox'
import { ACCOUNTS } from '../../config/accounts.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { AddressSchema, type BodyRule } from '../../contract/params.ts'
import { hasUnseen } from '../../contract/unseen-characters.ts'
import type { Purpose } from '../../services/account/challenge-nonce.ts'
import type { ChallengeParams } from '../../services/account/create-challenge.ts'
import { isWallet } from '../../services/account/is-wallet.ts'
import { normaliseDomains } from '../../services/account/normalise-domains.ts'
import type { Proof } from '../../services/account/prove-wallet.ts'
import { BAD_WALLET } from '../../services/account/public-dashboard.ts'
import type { KeyParams } from '../../services/account/register-key.ts'
import type { FeeWalletParams } from '../../services/account/update-fee-wallet.ts'
import type { BrandingClaim } from '../../services/account/verify-branding-payment.ts'

/* The bodies of the account routes. A member that is null counts as absent; unknown members are ignored. */

type Members = Readonly<Record<string, unknown>>

const PURPOSES: readonly Purpose[] = ['login', 'register']
/** No nonce, signature or address is longer. */
const MAX_CHARS = 128

const wallet = (of: string) => ({ ...AddressSchema, description: of })
const SIGNER = {
  ownerWallet: wallet('The wallet that signed.'),
  nonce: Type.String({ description: 'Of the challenge.' }),
  signature: Type.String({
    description: "The wallet's Ed25519 signature of the challenge's message: base58 or base64 of 64 bytes.",
  }),
}
const Domains = Type.Array(Type.String(), {
  description: `Host names, optionally with a leading \`*.\`; what is none is dropped, the first ${ACCOUNTS.domainsMax} count.`,
})
const KeyId = Type.Integer({ description: 'Id of the key.' })

export const challengeBody: BodyRule<ChallengeParams> = {
  schema: Type.Object({
    ownerWallet: wallet('The wallet that will sign.'),
    purpose: Type.Optional(Type.Enum([...PURPOSES], { default: 'login' })),
  }),
  parse(json) {
    if (!isObject(json)) return refuse('expected a JSON object')
    const missing = missingOf(json, ['ownerWallet'])
    if (missing !== null) return missing
    const { ownerWallet } = json
    if (!isWallet(ownerWallet)) return refuse(BAD_WALLET)
    const purpose = PURPOSES.find((one) => one === (json['purpose'] ?? 'login'))
    return purpose === undefined ? refuse('purpose: expected login or register') : ok({ ownerWallet, purpose })
  },
}

export const loginBody: BodyRule<Proof> = { schema: Type.Object(SIGNER), parse: readProof }

export const registerBody: BodyRule<KeyParams> = {
  schema: Type.Object({
    ...SIGNER,
    feeWallet: Type.Optional(wallet("Where the key's fees go; the owner when absent.")),
    label: Type.Optional(Type.String({ maxLength: ACCOUNTS.labelChars })),
    domains: Type.Optional(Domains),
  }),
  parse(json) {
    const proof = readProof(json)
    if (!proof.ok) return proof
    const members = json as Members
    const feeWallet = members['feeWallet'] ?? null
    if (feeWallet !== null && !isWallet(feeWallet)) return refuse(BAD_WALLET)
    const label = members['label'] ?? ''
    if (typeof label !== 'string' || [...label].length > ACCOUNTS.labelChars || hasUnseen(label))
      return refuse(`label: expected a text of at most ${ACCOUNTS.labelChars} characters`)
    const domains = members['domains'] ?? []
    if (!Array.isArray(domains)) return refuse('domains: expected a list')
    return ok({ ...proof.value, feeWallet, label: label.trim(), domains: normaliseDomains(domains) })
  },
}

export const regenerateBody: BodyRule<{ readonly graceSeconds: number }> = {
  schema: Type.Object({
    graceSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: ACCOUNTS.graceMaxSecs,
        default: 0,
        description: 'How long the old key stays good.',
      }),
    ),
  }),
  parse(json) {
    const members = json ?? {}
    if (!isObject(members)) return refuse('expected a JSON object')
    const graceSeconds = members['graceSeconds'] ?? 0
    return Number.isInteger(graceSeconds) && isWithin(graceSeconds as number, 0, ACCOUNTS.graceMaxSecs)
      ? ok({ graceSeconds: graceSeconds as number })
      : refuse(`graceSeconds: expected a whole number from 0 to ${ACCOUNTS.graceMaxSecs}`)
  },
}

export const domainsBody: BodyRule<readonly unknown[]> = {
  schema: Type.Object({ domains: Domains }),
  parse(json) {
    if (!isObject(json)) return refuse('expected a JSON object')
    const { domains } = json
    return Array.isArray(domains) ? ok(domains) : refuse('domains: expected a list')
  },
}

export const feeWalletBody: BodyRule<FeeWalletParams> = {
  schema: Type.Object({
    ownerWallet: wallet('Owner of the key.'),
    newFeeWallet: wallet("Where the key's fees go from now on."),
    apiKeyId: KeyId,
  }),
  parse(json) {
    if (!isObject(json)) return refuse('expected a JSON object')
    const missing = missingOf(json, ['ownerWallet', 'newFeeWallet', 'apiKeyId'])
    if (missing !== null) return missing
    const { ownerWallet, newFeeWallet, apiKeyId } = json
    if (!isWallet(ownerWallet) || !isWallet(newFeeWallet)) return refuse(BAD_WALLET)
    return typeof apiKeyId === 'number' ? ok({ ownerWallet, newFeeWallet, apiKeyId }) : refuse(BAD_ID)
  },
}

export const undoBody: BodyRule<{ readonly changeId: number | null }> = {
  schema: Type.Object({
    changeId: Type.Optional(
      Type.Integer({
        description:
          "The change to undo, of those that the dashboard shows. Without it all that was changed without the owner's session since the owner last changed it.",
      }),
    ),
  }),
  parse(json) {
    const members = json ?? {}
    if (!isObject(members)) return refuse('expected a JSON object')
    const changeId = members['changeId'] ?? null
    if (changeId === null) return ok({ changeId })
    return Number.isSafeInteger(changeId)
      ? ok({ changeId: changeId as number })
      : refuse('changeId: expected a whole number')
  },
}

export const lockBody: BodyRule<{ readonly locked: boolean }> = {
  schema: Type.Object({
    locked: Type.Optional(
      Type.Boolean({ default: true, description: 'False lets anybody who names the owner change it again.' }),
    ),
  }),
  parse(json) {
    const members = json ?? {}
    if (!isObject(members)) return refuse('expected a JSON object')
    const locked = members['locked'] ?? true
    return typeof locked === 'boolean' ? ok({ locked }) : refuse('locked: expected true or false')
  },
}

export const brandingBody: BodyRule<BrandingClaim> = {
  schema: Type.Object({
    ownerWallet: wallet('Owner of the key.'),
    transactionSignature: Type.String({ description: 'Of the payment.' }),
    apiKeyId: KeyId,
  }),
  parse(json) {
    if (!isObject(json)) return refuse('expected a JSON object')
    const missing = missingOf(json, ['ownerWallet', 'transactionSignature', 'apiKeyId'])
    if (missing !== null) return missing
    const { ownerWallet, transactionSignature, apiKeyId } = json
    if (!isWallet(ownerWallet)) return refuse(BAD_WALLET)
    if (!isText(transactionSignature)) return refuse('transactionSignature: expected a transaction signature')
    return typeof apiKeyId === 'number' ? ok({ ownerWallet, transactionSignature, apiKeyId }) : refuse(BAD_ID)
  },
}

const BAD_ID = 'apiKeyId: expected a number'

function readProof(json: unknown): Outcome<Proof> {
  if (!isObject(json)) return refuse('expected a JSON object')
  const missing = missingOf(json, ['ownerWallet', 'nonce', 'signature'])
  if (missing !== null) return missing
  const { ownerWallet, nonce, signature } = json
  if (!isWallet(ownerWallet)) return refuse(BAD_WALLET)
  if (!isText(nonce)) return refuse('nonce: expected a text')
  return isText(signature) ? ok({ ownerWallet, nonce, signature }) : refuse('signature: expected a text')
}

/** Names what is absent; an empty text is absent, too. */
function missingOf(json: Members, names: readonly string[]): Failure | null {
  const missing = names.filter((name) => json[name] === undefined || json[name] === null || json[name] === '')
  return missing.length === 0 ? null : refuse(`missing required fields: ${missing.join(', ')}`)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_CHARS
}

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(message: string): Failure {
  return fail('invalid_request', message)
}
