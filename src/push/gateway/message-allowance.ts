import { GATEWAY } from '../../config/gateway.ts'
import type { Connection } from './connection.ts'

/** One `rate` error for so many refused messages in a row. */
const REFUSALS_PER_ERROR = 50

/** What becomes of a message: `taken`, `refused` (over the rate), `refusedWithError` (the client is to hear of it), or
 *  `tooMany`, which ends the connection. */
export type Allowance = 'taken' | 'refused' | 'refusedWithError' | 'tooMany'

/** Takes one message of the connection's token bucket. */
export function takeAllowance(connection: Connection, nowMs: number): Allowance {
  const back = ((nowMs - connection.allowanceAtMs) / 1_000) * GATEWAY.messagesPerSec
  connection.allowance = Math.min(GATEWAY.messageBurst, connection.allowance + back)
  connection.allowanceAtMs = nowMs
  if (connection.allowance >= 1) {
    connection.allowance--
    connection.refused = 0
    return 'taken'
  }
  connection.refused++
  if (connection.refused > GATEWAY.refusedMessages) return 'tooMany'
  return connection.refused % REFUSALS_PER_ERROR === 1 ? 'refusedWithError' : 'refused'
}
