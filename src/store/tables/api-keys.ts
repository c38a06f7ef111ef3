import { randomBytes, timingSafeEqual } from 'node:crypto'
import { BRANDING } from '../../config/accounts.ts'
import { PLANS } from '../../config/plans.ts'
import { STORAGE } from '../../config/storage.ts'
import type { ApiKeyRecord, Tier } from '../../contract/api-key.ts'
import { guarded } from '../../runtime/background.ts'
import type { Clock } from '../../runtime/clock.ts'
import { digestKey } from '../../runtime/digest-key.ts'
import type { AuditNote, AuditRow, AuditValues } from '../audit-rows.ts'
import type { Environment } from '../environment.ts'
import type { Integrity } from '../integrity.ts'
import type { ApiKeyPatch, ApiKeysTable, BrandingClaimKind, BrandingPayment, NewApiKey } from '../store.ts'
import type { OpenAudit } from './audit.ts'
import { openBrandingRows } from './branding-rows.ts'
import { openKeyRows } from './key-rows.ts'
import { createVolatileKeys } from './volatile-keys.ts'

const KEY_BYTES = 32
/** `mg_` and four characters: enough to recognise a key in a list, useless for guessing it. */
const SHOWN_CHARS = 7

/** `stop` ends the watch for changes made by other processes. */
export type OpenApiKeys = { readonly table: ApiKeysTable; stop(): void }

export function openApiKeys(
  env: Environment,
  parts: { readonly clock: Clock; readonly audit: OpenAudit; readonly integrity: Integrity },
): OpenApiKeys {
  const { clock, audit, integrity } = parts
  const rows = openKeyRows(env, integrity)
  const branding = openBrandingRows(env, BRANDING.tails)
  const volatile = createVolatileKeys()
  // The version is asked on every request, so it is a number in memory; a timer follows what other processes change.
  let storedVersion = rows.version()
  // Ours only increases, whatever the store holds: a snapshot from before our own change moves it once more.
  let changes = 0
  let lookedAtMs = clock.nowMs()
  let forgottenAtMs = clock.monotonicMs()
  const followVersion = (): void => {
    const [version, nowMs, sinceMs] = [rows.version(), clock.nowMs(), clock.monotonicMs() - forgottenAtMs]
    const hasEnded =
      rows.anyEnded(lookedAtMs, nowMs) || volatile.list().some((key) => endsWithin(key, lookedAtMs, nowMs))
    // The stored version has no code, so anyone who can write to the store can freeze it: memory has an age as well.
    if (version !== storedVersion || hasEnded || sinceMs >= STORAGE.keyMemoryMs) {
      changes++
      forgottenAtMs = clock.monotonicMs()
    }
    storedVersion = version
    lookedAtMs = nowMs
  }
  const timer = setInterval(guarded('key version', followVersion), STORAGE.keyVersionEveryMs)
  timer.unref()

  const read = (id: number): ApiKeyRecord | undefined => (id < 0 ? volatile.findById(id) : rows.read(id))
  const isGood = (key: ApiKeyRecord, digestHex: string): boolean =>
    sameDigest(key.digestHex, digestHex) ||
    (key.retiredKey !== null &&
      clock.nowMs() < key.retiredKey.validUntilMs &&
      sameDigest(key.retiredKey.digestHex, digestHex))

  /** The version moves in the same transaction as the keys, and in memory only once that is committed: a reader of the
   *  new version before that could keep the old record under it. The same goes for keys that are in memory only. */
  async function change<T>(work: (put: (after: ApiKeyRecord) => void) => T): Promise<T> {
    const inMemory: ApiKeyRecord[] = []
    const done = await env.write(() => {
      let isChanged = false
      const result = work((after) => {
        isChanged = true
        if (after.id < 0) inMemory.push(after)
        else rows.put(after)
      })
      // What was refused leaves everyone's memory good.
      return { result, version: isChanged ? rows.moveVersion() : null }
    })
    for (const record of inMemory) volatile.put(record)
    if (done.version !== null) {
      storedVersion = done.version
      changes++
    }
    return done.result
  }

  function note(before: ApiKeyRecord | null, after: ApiKeyRecord, said: AuditNote | undefined): AuditRow | null {
    const changed = changesOf(before, after)
    if (said === undefined || changed === null) return null
    return audit.write({ ...said, atMs: clock.nowMs(), subject: `key:${after.id}`, ...changed })
  }

  const findByOwner = (ownerWallet: string): ApiKeyRecord | undefined => {
    const [oldest] = rows
      .idsOfOwner(ownerWallet)
      .flatMap((id) => rows.read(id) ?? [])
      .filter((key) => key.ownerWallet === ownerWallet && key.revokedAtMs === null)
      .sort((one, other) => one.createdAtMs - other.createdAtMs || one.id - other.id)
    return oldest ?? volatile.list().find((key) => key.ownerWallet === ownerWallet && key.revokedAtMs === null)
  }

  function make(
    input: NewApiKey,
    put: (after: ApiKeyRecord) => void,
    said: AuditNote | undefined,
    id: number = rows.newId(),
  ) {
    const key = makeKey(input.tier)
    const walletNamespace = integrity.namespaceOf(id)
    const record = recordOf({ id, key, input, nowMs: rows.newTime(clock.nowMs()), walletNamespace })
    put(record)
    note(null, record, said)
    return { key, record }
  }

  /** A key that lives and belongs to that wallet. */
  const ownedKey = (id: number, ownerWallet: string): ApiKeyRecord | undefined => {
    const record = read(id)
    return record?.ownerWallet === ownerWallet && record.revokedAtMs === null ? record : undefined
  }

  const table: ApiKeysTable = {
    create: (input, said) => change((put) => make(input, put, said)),
    recover: (id, input, said) =>
      change((put) => (rows.read(id) !== undefined ? undefined : make(input, put, said, id))),
    register: (input, { maxKeys, note: said }) =>
      change((put) => {
        if (findByOwner(input.ownerWallet) !== undefined) return 'has_key'
        return rows.count() >= maxKeys ? 'too_many' : make(input, put, said)
      }),
    regenerate: (id, { ownerWallet, graceMs, note: said }) =>
      change((put) => {
        const before = ownedKey(id, ownerWallet)
        if (before === undefined) return undefined
        const key = makeKey(before.tier)
        const { digestHex, keyPrefix } = before
        const retiredKey = graceMs > 0 ? { digestHex, keyPrefix, validUntilMs: clock.nowMs() + graceMs } : null
        const record = { ...before, digestHex: digestKey(key), keyPrefix: shownPart(key), retiredKey }
        put(record)
        note(before, record, said)
        return { key, record }
      }),
    findByDigest(digestHex) {
      const inMemory = volatile.findByDigest(digestHex)
      if (inMemory !== undefined) return isGood(inMemory, digestHex) ? inMemory : undefined
      const id = rows.idOfDigest(digestHex)
      const record = id === undefined ? undefined : rows.read(id)
      return record !== undefined && isGood(record, digestHex) ? record : undefined
    },
    findById: read,
    findByOwner,
    isOwned: (id, ownerWallet) =>
      id < 0 ? volatile.findById(id)?.ownerWallet === ownerWallet : rows.isOwned(id, ownerWallet),
    list: () => [...rows.list(), ...volatile.list()],
    async update(id, patch, said) {
      return change((put) => {
        const before = read(id)
        if (before === undefined) return undefined
        const after = { ...before, ...definedOnly(patch) }
        put(after)
        note(before, after, said)
        return after
      })
    },
    alter: (id, decide, said) =>
      change((put) => {
        const before = read(id)
        const patch = before === undefined ? null : decide(before)
        if (before === undefined || patch === null) return undefined
        const after = { ...before, ...definedOnly(patch) }
        put(after)
        return { before, after, row: note(before, after, said) }
      }),
    activateBranding: (id, { ownerWallet, signature, claim, payers, note: said }) =>
      change((put) => {
        const before = ownedKey(id, ownerWallet)
        if (before === undefined) return 'no_key'
        if (before.hasBrandingLicense) return 'already_active'
        const counted = branding.payment(signature)
        if (counted !== undefined) {
          const holder = read(counted.keyId)
          if (!isTaken(counted, claim, holder, payers)) return 'signature_used'
          if (holder?.brandingLicenseTx === signature) {
            const without = { ...holder, hasBrandingLicense: false, brandingLicenseTx: null }
            put(without)
            note(holder, without, said)
          }
        }
        branding.putPayment(signature, { keyId: id, atMs: clock.nowMs(), claim })
        const after = { ...before, hasBrandingLicense: true, brandingLicenseTx: signature }
        put(after)
        note(before, after, said)
        return 'activated'
      }),
    brandingPayment: (signature) => branding.payment(signature),
    keyOfBrandingTail: (tailLamports) => branding.keyOfTail(tailLamports),
    async brandingTail(id) {
      const nowMs = clock.nowMs()
      return branding.freshTail(id, nowMs) ?? env.write(() => branding.takeTail(id, nowMs))
    },
    addVolatile(key, input) {
      const id = volatile.idFor(digestKey(key))
      const walletNamespace = integrity.problem() === null ? integrity.namespaceOf(id) : ''
      const record = recordOf({ id, key, input, nowMs: clock.nowMs(), walletNamespace })
      volatile.put(record)
      return record
    },
    version: () => changes + volatile.changes(),
  }
  return { table, stop: () => clearInterval(timer) }
}

/** The payer's claim ends one that was no one's in particular, unless that was for the payer's own key. */
function isTaken(
  counted: BrandingPayment,
  claim: BrandingClaimKind,
  holder: ApiKeyRecord | undefined,
  payers: readonly string[],
): boolean {
  if (claim !== 'payer' || counted.claim !== 'open') return false
  return holder?.ownerWallet == null || !payers.includes(holder.ownerWallet)
}

function makeKey(tier: Tier): string {
  return PLANS[tier].keyPrefix + randomBytes(KEY_BYTES).toString('base64url')
}

function shownPart(key: string): string {
  return key.slice(0, SHOWN_CHARS)
}

type NewRecord = { id: number; key: string; input: NewApiKey; nowMs: number; walletNamespace: string }

function recordOf({ id, key, input, nowMs, walletNamespace }: NewRecord): ApiKeyRecord {
  const record: ApiKeyRecord = {
    id,
    digestHex: digestKey(key),
    keyPrefix: shownPart(key),
    label: input.label,
    tier: input.tier,
    scopes: input.scopes ?? PLANS[input.tier].scopes,
    ownerWallet: input.ownerWallet ?? null,
    feeWallet: input.feeWallet ?? null,
    pendingFeeWallet: null,
    feeWalletLocked: false,
    limitPer10s: input.limitPer10s ?? null,
    allowedDomains: input.allowedDomains ?? [],
    hasBrandingLicense: input.hasBrandingLicense ?? false,
    brandingLicenseTx: null,
    createdAtMs: nowMs,
    revokedAtMs: null,
    retiredKey: null,
    walletNamespace,
  }
  return record
}

function endsWithin({ retiredKey }: ApiKeyRecord, afterMs: number, untilMs: number): boolean {
  return retiredKey !== null && retiredKey.validUntilMs > afterMs && retiredKey.validUntilMs <= untilMs
}

const FEE_WALLET_FIELDS: readonly string[] = ['feeWallet', 'pendingFeeWallet', 'feeWalletEffectiveAtMs']

/** What the log may show of a record: everything but digests, and what follows from the id. */
function auditedFields(record: ApiKeyRecord): AuditValues {
  const { digestHex: _, id: _id, createdAtMs: _created, walletNamespace: _namespace, ...rest } = record
  const { retiredKey, pendingFeeWallet, ...shown } = rest
  return {
    ...shown,
    pendingFeeWallet: pendingFeeWallet?.wallet ?? null,
    feeWalletEffectiveAtMs: pendingFeeWallet?.effectiveAtMs ?? null,
    oldKeyValidUntilMs: retiredKey?.validUntilMs ?? null,
  }
}

/** The fields that differ, as they were and as they are; null when none does. */
function changesOf(
  before: ApiKeyRecord | null,
  after: ApiKeyRecord,
): { readonly before: AuditValues | null; readonly after: AuditValues } | null {
  const now = auditedFields(after)
  if (before === null) return { before: null, after: now }
  const was = auditedFields(before)
  const differs = (name: string) => JSON.stringify(now[name]) !== JSON.stringify(was[name])
  // A pending fee wallet means nothing without the one that counts until then, so the three are written together.
  const isPendingMoved = FEE_WALLET_FIELDS.slice(1).some(differs)
  const names = Object.keys(now).filter((name) => differs(name) || (isPendingMoved && FEE_WALLET_FIELDS.includes(name)))
  if (names.length === 0) return null
  const only = (values: AuditValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: only(was), after: only(now) }
}

function sameDigest(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1'))
}

function definedOnly(patch: ApiKeyPatch): ApiKeyPatch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
