import { createAnswerer } from '../../sandbox/answer-request.ts'
import type { SandboxChain } from '../../sandbox/chain/types.ts'
import { createFaults } from '../../sandbox/control/faults.ts'
import { EMPTY_DIRECTORY } from '../../sandbox/das/asset-directory.ts'
import { createDasMethods } from '../../sandbox/das/das-methods.ts'
import type { HttpHandler } from '../../sandbox/http-handler.ts'
import { createRpcWorld } from '../../sandbox/rpc/create-world.ts'
import { createRpcEndpoint } from '../../sandbox/rpc/endpoint.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { startLocalServer } from './local-server.ts'

/** A chain's node, and the providers given, on a loopback port; slots do not pass. */
export async function serveChain(
  chain: SandboxChain,
  routes: readonly HttpHandler[] = [],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const clock = systemClock()
  const log = createLogger({ level: 'silent', process: 'test' })
  const faults = createFaults(() => clock.monotonicMs())
  const das = createDasMethods({ chain, directory: EMPTY_DIRECTORY })
  const rpc = createRpcEndpoint({ world: createRpcWorld(chain), das, faults, log })
  const answer = createAnswerer({ rpc, routes, faults, clock, log })
  return startLocalServer(async ({ method, url, body }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://chain')
    const wire = await answer({ method, path: pathname, query: searchParams, headers: {}, body: Buffer.from(body) })
    if (wire.dropped) return void response.destroy()
    response.writeHead(wire.status, wire.headers).end(wire.body)
  })
}
