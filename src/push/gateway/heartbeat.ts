import { CLOSE, GATEWAY } from '../../config/gateway.ts'
import { guarded } from '../../runtime/background.ts'
import type { Connection } from './connection.ts'

export type Heartbeat = {
  add(connection: Connection): void
  remove(connection: Connection): void
  stop(): void
}

/** Pings every connection once per period, a part of them at a time, and ends those that gave no sign since the ping
 *  before: no pong, no message, nothing taken of what waits for them. A ping waits after what a slow reader has not
 *  taken, like everything else, and is never left out. */
export function startHeartbeat(periodMs: number): Heartbeat {
  const parts = Array.from({ length: GATEWAY.beats }, () => new Set<Connection>())
  let next = 0
  const tick = (): void => {
    const part = parts[next]!
    next = (next + 1) % parts.length
    for (const connection of part) beat(connection)
  }
  const timer = setInterval(guarded('gateway heartbeat', tick), periodMs / GATEWAY.beats)
  timer.unref()
  const partOf = ({ serial }: Connection): Set<Connection> => parts[serial % parts.length]!
  return {
    add: (connection) => void partOf(connection).add(connection),
    remove: (connection) => void partOf(connection).delete(connection),
    stop: () => clearInterval(timer),
  }
}

function beat(connection: Connection): void {
  if (connection.isSilent) {
    connection.socket.end(CLOSE.noPong, 'no pong')
    return
  }
  connection.isSilent = true
  connection.socket.ping()
}
