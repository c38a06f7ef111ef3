import { CLOSE, GATEWAY } from '../../config/gateway.ts'
import { guarded } from '../../runtime/background.ts'
import type { Store } from '../../store/store.ts'
import type { Connection } from './connection.ts'
import type { KeySlots } from './key-slots.ts'

/** Looks now and then whether keys were revoked or moved to another plan while they are connected, and ends connections
 *  that they may no longer have. Returns how to stop. */
export function watchKeys(
  apiKeys: Pick<Store['apiKeys'], 'version' | 'findById'>,
  keys: KeySlots,
  end: (connection: Connection, code: number, reason: string) => void,
): () => void {
  let seenVersion = apiKeys.version()

  function dropRevoked(): void {
    const version = apiKeys.version()
    if (version === seenVersion) return
    seenVersion = version
    for (const slot of keys.all()) {
      const key = apiKeys.findById(slot.key.id)
      if (key !== undefined) slot.key = key
      if (key !== undefined && key.revokedAtMs === null && keys.capsOf(key).connections > 0) continue
      for (const connection of [...slot.connections]) end(connection, CLOSE.keyRevoked, 'key revoked')
    }
  }

  const timer = setInterval(guarded('gateway key check', dropRevoked), GATEWAY.keyCheckMs)
  timer.unref()
  return () => clearInterval(timer)
}
