import type { EventsTicket } from './stream-ticket.ts'

/** Plans of the spec (5 and 8). `data` is an operator-granted data key; `preview` the public builder key without a
 *  record. */
export const TIERS = ['free', 'preview', 'builder', 'scale', 'enterprise', 'data'] as const
export type Tier = (typeof TIERS)[number]

export const SCOPES = ['read', 'trade', 'wallet', 'automation', 'admin', 'fee_routing', 'quests'] as const
export type Scope = (typeof SCOPES)[number]

/** A key as it is stored: never the key itself, only its SHA-256 digest. */
export type ApiKeyRecord = {
  readonly id: number
  /** Lower-case hex of SHA-256 over the key's UTF-8 text. */
  readonly digestHex: string
  /** First characters of the key, for lists (`mg_1a2b`). */
  readonly keyPrefix: string
  readonly label: string
  readonly tier: Tier
  readonly scopes: readonly Scope[]
  readonly ownerWallet: string | null
  /** Where the builder's share of fees goes; null means to the owner. Records from before it existed read as null. */
  readonly feeWallet: string | null
  /** A change made without the owner's session that does not count yet. Once its time has come it is the fee wallet,
   *  although `feeWallet` still has the old one: ask `effectiveFeeWallet`. */
  readonly pendingFeeWallet: PendingFeeWallet | null
  /** The owner allows changes of the fee wallet by the own session only. */
  readonly feeWalletLocked: boolean
  /** Requests per 10 s when the key has its own limit. */
  readonly limitPer10s: number | null
  /** Host names, optionally with a leading `*.`; empty means any. */
  readonly allowedDomains: readonly string[]
  readonly hasBrandingLicense: boolean
  readonly brandingLicenseTx: string | null
  readonly createdAtMs: number
  readonly revokedAtMs: number | null
  /** The key before the last regeneration, while it is still good. */
  readonly retiredKey: RetiredKey | null
  /** 128 bits in hex that the key's wallets are derived from: another key never reaches them. */
  readonly walletNamespace: string
}

export type PendingFeeWallet = { readonly wallet: string; readonly effectiveAtMs: number }

export type RetiredKey = { readonly digestHex: string; readonly keyPrefix: string; readonly validUntilMs: number }

/** Who is asking. The preview key is a caller without a record (spec 4.6: 401 `no key context` on stats). */
export type Caller =
  | { readonly kind: 'public' }
  | { readonly kind: 'key'; readonly key: ApiKeyRecord }
  | { readonly kind: 'preview'; readonly limitPer10s: number | null }
  | { readonly kind: 'session'; readonly keyId: number | null; readonly wallet: string }
  | { readonly kind: 'ticket'; readonly key: ApiKeyRecord; readonly ticket: EventsTicket }
