import type { ControlPort } from './control/control-port.ts'
import { describeTruth } from './world/describe-truth.ts'
import type { World } from './world/world.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
const UNKNOWN_COMMAND = 404

/** Adds `GET /truth` to the control port: the owners of wallets and tokens. For tests only; nothing that the service
 *  can reach returns it. The port's own guard comes first. */
export function withTruth(control: ControlPort, world: World): ControlPort {
  return async (request) => {
    const answer = await control(request)
    const isTruth = request.method === 'GET' && request.path === '/truth'
    if (!isTruth || answer.dropped || answer.status !== UNKNOWN_COMMAND) return answer
    return { dropped: false, status: 200, headers: HEADERS, body: encodeTruth(world), truncatedTo: null }
  }
}

/** Lamports as decimal text. */
function encodeTruth(world: World): string {
  return JSON.stringify(describeTruth(world), (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
