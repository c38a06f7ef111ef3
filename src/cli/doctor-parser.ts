import { probeParser } from '../http/probe-parser.ts'
import { uwsBinary } from '../runtime/uws-library.ts'
import type { Finding } from './finding.ts'

/** What the HTTP parser makes of header values, seen in this process: the server looks for itself when it starts, and
 *  logs what it does not like. */
export async function askParser(): Promise<Finding> {
  const { headerBytes, lost } = await probeParser()
  const name = 'HTTP parser'
  const { kind, why } = uwsBinary
  if (headerBytes === 'whole') return { name, state: 'live', why: `header values arrive whole (${kind} binary)` }
  const because = why === null ? '' : `; ${why}`
  return {
    name,
    state: 'degraded',
    why: `loses bytes of ${lost.join(', ')} (${kind} binary${because}): X-User-Ref and Idempotency-Key are refused as headers`,
  }
}
