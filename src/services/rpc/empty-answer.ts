import { type Failure, fail } from '../../contract/outcome.ts'
import type { Relayed } from '../../contract/streamed.ts'

const TOO_LARGE = 413
/** What JSON has for blank: tab, line feed, carriage return, space. */
const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20])

/** Nodes and the proxies before them refuse some calls with a bare status, and a broken proxy says 200 and nothing:
 *  there is no envelope to hand on then. The failure that says so; null for an answer with something in it. */
export function emptyAnswer({ status, body, rest }: Relayed): Failure | null {
  if (rest !== undefined || !body.every((byte) => BLANKS.has(byte))) return null
  return status === TOO_LARGE
    ? fail('payload_too_large', 'the node refuses the call: it is too large (413)')
    : fail('upstream_failed', `the node answered ${status} without a body`)
}
