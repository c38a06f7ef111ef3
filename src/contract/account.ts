import Type, { type Static } from 'typebox'
import { TIERS } from './api-key.ts'
import { AddressSchema } from './params.ts'
import { KeyStats } from './recovery.ts'
import { closed, EpochMs, NullableText, nullable } from './shapes.ts'

/* Replies of the account routes (spec 4.7; the four that the specification leaves open follow our own design). */

const nullableAddress = (of: string) => nullable({ ...AddressSchema, description: of })
const AllowedDomains = nullable(
  Type.Array(Type.String(), { description: 'Hosts that browsers may use the key from, `*.` for any below one.' }),
)
const KeyId = Type.Integer({ description: 'Id of the key.' })
const ApiKeyText = Type.String({ description: 'The key. Shown this once; only its digest is kept.' })
const KeyPrefix = Type.String({ description: 'First characters of the key, to recognise it by.' })
const { stats: Stats, recentTransactions } = KeyStats.properties
const RecentTransactions = { ...recentTransactions, description: 'Up to 20, newest first.' }

export const ChallengeReply = closed({
  nonce: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Names the challenge; good for one try.' }),
  message: Type.String({ description: 'The wallet signs exactly these bytes (UTF-8).' }),
  expiresAt: EpochMs,
})

export const LoginReply = closed({
  sessionToken: Type.String({ description: 'For `X-Session-Token`. Shown this once.' }),
  expiresAt: EpochMs,
  apiKeyId: nullable(Type.Integer({ description: "The wallet's key; null when it has none." })),
})

export const RegisterReply = closed({
  apiKey: ApiKeyText,
  apiKeyId: KeyId,
  keyPrefix: KeyPrefix,
  allowedDomains: AllowedDomains,
})

export const RegenerateReply = closed({
  apiKey: ApiKeyText,
  oldKeyValidUntil: nullable(Type.Integer({ description: 'Epoch milliseconds; null when it is invalid from now on.' })),
})

export const DomainsReply = closed({ allowedDomains: AllowedDomains })

export const FeeWalletReply = closed({
  message: Type.String(),
  effectiveAt: { ...EpochMs, description: "When it counts: at once with the owner's session, later without." },
})

export const LockReply = closed({
  feeWallet: { ...AddressSchema, description: "Where the key's fees go." },
  feeWalletLocked: Type.Boolean({ description: "True: only the owner's session changes it." }),
})

export const UndoReply = closed({
  feeWallet: { ...AddressSchema, description: 'Where fees go again.' },
})

const PendingFeeWallet = {
  ...nullable(
    closed({
      feeWallet: { ...AddressSchema, description: 'Where the fees will go.' },
      effectiveAt: { ...EpochMs, description: 'From when on.' },
    }),
  ),
  description: "A change made without the owner's session that does not count yet; the owner can cancel it.",
}

export const PublicDashboard = closed({
  wallet: AddressSchema,
  hasKey: Type.Boolean(),
  apiKeyId: nullable(KeyId),
  tier: nullable(Type.Enum([...TIERS])),
  createdAt: nullable(EpochMs),
  feeWallet: nullableAddress("Where the key's fees go."),
  pendingFeeWallet: PendingFeeWallet,
  hasBrandingLicense: Type.Boolean(),
  brandingLicenseTx: { ...NullableText, description: 'The payment; null when the license is inactive.' },
  stats: Stats,
})
export type PublicDashboard = Static<typeof PublicDashboard>

const Change = closed({
  changeId: Type.Integer({ description: 'For undo-fee-wallet.' }),
  from: nullableAddress('The old value; null stands for the owner.'),
  to: nullableAddress('The new value.'),
  at: EpochMs,
  effectiveAt: { ...EpochMs, description: 'When it counts or counted; after `at` when it came without the session.' },
  byOwner: Type.Boolean({ description: "False when it came without the owner's session." }),
})

export const SessionDashboard = closed({
  wallet: AddressSchema,
  apiKeyId: KeyId,
  keyPrefix: KeyPrefix,
  label: Type.String(),
  tier: Type.Enum([...TIERS]),
  scopes: Type.Array(Type.String()),
  limitPer10s: nullable(Type.Integer({ description: "Null: the server's setting." })),
  createdAt: EpochMs,
  oldKeyValidUntil: nullable(
    Type.Integer({ description: 'Of the key before the last regeneration, while it is good.' }),
  ),
  hasBrandingLicense: Type.Boolean(),
  brandingLicenseTx: NullableText,
  feeWallet: AddressSchema,
  pendingFeeWallet: PendingFeeWallet,
  feeWalletLocked: Type.Boolean({ description: "True: only the owner's session changes the fee wallet." }),
  feeWalletBalance: nullable(Type.Integer({ description: 'Lamports; null when the node does not answer.' })),
  feeWalletChanges: Type.Array(Change, {
    description: 'Of the last 24 hours, newest first, up to 20: each can be undone.',
  }),
  allowedDomains: AllowedDomains,
  stats: Stats,
  recentTransactions: RecentTransactions,
})
export type SessionDashboard = Static<typeof SessionDashboard>

export const BrandingInfo = closed({
  cost: Type.Number({ description: 'SOL, for one key and for good.' }),
  paymentWallet: { ...AddressSchema, description: 'Where to pay it.' },
  features: Type.Array(Type.String(), { description: 'What it unlocks.' }),
  payment: Type.Optional({
    ...closed({
      apiKeyId: KeyId,
      lamports: Type.Integer({ description: 'The price and a few lamports that are given to this key alone.' }),
      amountSol: Type.Number({ description: 'The same in SOL.' }),
      memo: Type.String({ description: 'Names the key, whatever the amount is.' }),
    }),
    description: 'With `apiKeyId`: either of the two, the exact amount or the memo, makes it a payment for this key.',
  }),
})
export type BrandingInfo = Static<typeof BrandingInfo>

export const BrandingReply = closed({
  hasBrandingLicense: Type.Literal(true),
  alreadyActive: Type.Boolean({ description: 'The license was active before; no payment was checked.' }),
  brandingLicenseTx: NullableText,
})
export type BrandingReply = Static<typeof BrandingReply>

/** The part of a dashboard that recoveries fill, as the recovery API shows it. */
export type ShownRecoveries = Static<typeof KeyStats>
