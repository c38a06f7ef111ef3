import { timingSafeEqual } from 'node:crypto'
import { STORAGE } from '../../config/storage.ts'
import type { Caller } from '../../contract/api-key.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import { digestKey } from '../../runtime/digest-key.ts'
import type { ApiKeysTable } from '../../store/store.ts'

/** Longer text is no key of ours; hashing it would only cost. */
const MAX_KEY_CHARS = 128

/** Who presents a key; null for unknown and revoked ones.
 *
 *  A warm key costs about 0.4 microseconds: one SHA-256 (0.27) and a map lookup. A keyed 128-bit hash in JavaScript
 *  took longer (0.4), and a map by the plain key, which would save 0.25, would keep secrets in memory as text. What is
 *  looked up and compared are digests, so a lookup's timing reveals nothing about a key. */
export function createAuthenticate(deps: {
  readonly apiKeys: ApiKeysTable
  /** The public builder key of the spec; null switches it off. */
  readonly previewKey: string | null
}): (presentedKey: string) => Caller | null {
  const { apiKeys } = deps
  const preview = previewCaller(deps.previewKey)
  const warm = createBoundedMap<string, Caller>(STORAGE.warmKeys)
  let warmVersion = apiKeys.version()

  return (presentedKey) => {
    if (presentedKey === '' || presentedKey.length > MAX_KEY_CHARS) return null
    const version = apiKeys.version()
    if (version !== warmVersion) {
      warm.clear()
      warmVersion = version
    }
    const digestHex = digestKey(presentedKey)
    const known = warm.peek(digestHex)
    if (known !== undefined) return known
    const caller = preview?.matches(digestHex) ? preview.caller : lookUp(apiKeys, digestHex)
    // Strangers are not remembered: they could push the keys of callers out.
    if (caller !== null) warm.set(digestHex, caller)
    return caller
  }
}

function lookUp(apiKeys: ApiKeysTable, digestHex: string): Caller | null {
  const key = apiKeys.findByDigest(digestHex)
  return key === undefined || key.revokedAtMs !== null ? null : { kind: 'key', key }
}

function previewCaller(previewKey: string | null) {
  if (previewKey === null || previewKey === '') return undefined
  const digest = Buffer.from(digestKey(previewKey), 'latin1')
  const caller: Caller = { kind: 'preview', limitPer10s: null }
  return { caller, matches: (digestHex: string) => timingSafeEqual(Buffer.from(digestHex, 'latin1'), digest) }
}
