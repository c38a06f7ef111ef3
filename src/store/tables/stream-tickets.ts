import { STREAM_TICKETS } from '../../config/stream-tickets.ts'
import { decodeDurable, encodeDurable } from '../codec.ts'
import type { Environment, Table } from '../environment.ts'
import { readOrMakeSecret } from '../own-secret.ts'
import { isAlive, markOfName } from '../process-mark.ts'
import type { OpenedTicket, StreamTicketsTable } from '../store.ts'

/** Emptied with the volatile environment. */
export const TICKETS_USED_TABLE = 'streamTicketsUsed.v1'
export const TICKETS_HELD_TABLE = 'streamTicketsHeld.v1'

/** The two secrets and what has become of tickets. Event streams outlive a restart, so their secret and their first
 *  uses are durable. WebSocket tickets are used once: their secret dies with the list of the used ones, or a restart
 *  would make them good again. */
export function openStreamTickets(options: {
  readonly durable: Environment
  readonly volatile: Environment
  /** Of this opening of the store among the holders of the volatile environment. */
  readonly ownName: string
}): StreamTicketsTable {
  const { durable, volatile, ownName } = options
  const secrets = durable.table<string>('streamTicketSecrets.v1')
  const opened = durable.table<[number, string]>('streamTicketsOpened.v1')
  const used = volatile.table<string>(TICKETS_USED_TABLE)

  return {
    eventsSecret: readOrMakeSecret(durable, secrets),
    webSocketSecret: readOrMakeSecret(volatile, used),
    useOnce: (id) =>
      volatile.writeNow(() => {
        if (used.doesExist(id)) return false
        used.put(id, Buffer.alloc(1))
        return true
      }),
    forgetUsed: (beforeId) =>
      volatile.writeNow(() => {
        const keys = used.getKeys({ end: beforeId, limit: STREAM_TICKETS.prunedPerWrite })
        for (const key of Array.from(keys)) used.remove(key)
      }),
    opened(keyId, id) {
      const row = opened.get([keyId, id])
      return row === undefined ? undefined : decodeDurable<OpenedTicket>(row)
    },
    remember: (keyId, id, first, oldestId) =>
      durable.write(() => {
        const known = opened.get([keyId, id])
        if (known !== undefined) return decodeDurable<OpenedTicket>(known)
        prune(opened, keyId, oldestId)
        opened.put([keyId, id], encodeDurable(first))
        return first
      }),
    ...openHolds(volatile, ownName),
  }
}

/** Which connection of which process lives on a ticket. */
function openHolds(
  volatile: Environment,
  ownName: string,
): Pick<StreamTicketsTable, 'hold' | 'isHeld' | 'holds' | 'letGo'> {
  const held = volatile.table<string>(TICKETS_HELD_TABLE)

  const holderOf = (id: string): { readonly process: string; readonly connection: string } | undefined => {
    const row = held.get(id)
    return row === undefined ? undefined : decodeDurable(row)
  }

  const isHeld = (id: string): boolean => {
    const holder = holderOf(id)
    const mark = holder === undefined ? undefined : markOfName(holder.process)
    return mark !== undefined && isAlive(mark)
  }

  return {
    hold: (id, connection, mayReplace) =>
      volatile.writeNow(() => {
        if (!mayReplace && isHeld(id)) return false
        held.put(id, encodeDurable({ process: ownName, connection }))
        return true
      }),
    isHeld(id) {
      volatile.refresh()
      return isHeld(id)
    },
    holds(id, connection) {
      volatile.refresh()
      return holderOf(id)?.connection === connection
    },
    letGo: (id, connection) =>
      volatile.writeNow(() => {
        if (holderOf(id)?.connection === connection) held.remove(id)
      }),
  }
}

/** Rows of the key that are over the age, and its oldest when there are too many. */
function prune(opened: Table<[number, string]>, keyId: number, oldestId: string): void {
  const start: [number, string] = [keyId, '']
  const end: [number, string] = [keyId, '~']
  const surplus = opened.getKeysCount({ start, end }) + 1 - STREAM_TICKETS.openedPerKey
  const keys = Array.from(opened.getKeys({ start, end, limit: STREAM_TICKETS.prunedPerWrite }))
  for (const [at, key] of keys.entries()) if (at < surplus || key[1] < oldestId) opened.remove(key)
}
