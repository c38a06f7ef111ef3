/** Actions. The log holds these texts; never rename or reuse one. */
export const AUDIT_ACTIONS = [
  'key.create',
  'key.register',
  'key.grant',
  'key.revoke',
  'key.regenerate',
  'key.domains',
  'key.fee-wallet',
  'key.fee-wallet-undo',
  'key.fee-wallet-lock',
  'key.branding',
  'key.recover',
  'wallet.create',
  'wallet.recover',
  'wallet.withdraw',
  'wallet.withdraw-end',
  'fee.override',
  'store.upgrade',
  'store.rejected',
  'store.backup',
  'store.restore',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Who did it, as far as the server knows: the operator at the command line, the owner by a session, a wallet by a
 *  signature, a caller by an API key, anyone through a route without proof, or the server of itself. */
export const AUDIT_ACTORS = ['operator', 'owner', 'wallet', 'key', 'anybody', 'server'] as const
export type AuditActor = (typeof AUDIT_ACTORS)[number]

export type AuditValue = string | number | boolean | null | readonly string[]
/** Only what changed, by the names of the record. Never a key, a digest, a token or a seed. */
export type AuditValues = Readonly<Record<string, AuditValue>>

const KEY_TEXT = /(mg|rt)_[A-Za-z0-9_-]{43}/

/** A key of ours: a prefix and 32 random bytes. */
export function holdsKey(text: string): boolean {
  return KEY_TEXT.test(text)
}

/** Text of a client as the log may hold it: one that reads like a key stays out of it. */
export function withoutKey(text: string): string {
  return holdsKey(text) ? '(reads like a key)' : text
}

/** What the caller of a change says about it. */
export type AuditNote = {
  readonly actor: AuditActor
  readonly action: AuditAction
  /** Client address as limits count it (`addressBucket`): an IPv4 address or an IPv6 /64; null at the command line. */
  readonly addressBucket: string | null
}

export type AuditEntry = AuditNote & {
  readonly atMs: number
  /** `key:12`, `wallet:<address>`, `fees:<key id>`, `store`. */
  readonly subject: string
  /** Null where there was nothing. */
  readonly before: AuditValues | null
  readonly after: AuditValues | null
}

/** Ids ascend in the order of the commits, without a hole. */
export type AuditRow = AuditEntry & { readonly id: number }

export type AuditFilter = {
  readonly limit: number
  /** Only rows older than this one. */
  readonly beforeId?: number
  readonly subject?: string
}

/** The log of changes to keys, accounts and what costs money, in the durable environment. The newest
 *  `AUDIT.keptRows` rows are kept. */
export type AuditTable = {
  /** Durable before it resolves. For changes that are no record of ours: those write their row in their own
   *  transaction. Rejects with `StoreError` when the disk refuses. */
  append(entry: AuditEntry): Promise<AuditRow>
  /** Newest first; as they lie there (`verify` says whether they are genuine). Those of one subject are found by an
   *  index without codes: anyone who can write to the store can hide a row there, and `verify` reports it. */
  page(filter: AuditFilter): readonly AuditRow[]
  /** Holds the whole chain against its codes. Throws `StoreError` (`locked`) when they cannot be computed. */
  verify(): AuditVerdict
}

/** What is wrong with the log, oldest first; nothing when `findings` is empty. */
export type AuditVerdict = {
  readonly rows: number
  /** The newest row that the log should have, and its link in hex: written down elsewhere, it shows later whether the
   *  store was put back. Null when the head is gone or forged. */
  readonly head: { readonly id: number; readonly linkHex: string } | null
  readonly findings: readonly { readonly row: number | null; readonly what: string }[]
  /** The link of a row in hex; undefined when there is no such row. */
  linkOf(id: number): string | undefined
}
