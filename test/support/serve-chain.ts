import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { createAnswerer } from '../../src/sandbox/answer-request.ts'
import type { SandboxChain } from '../../src/sandbox/chain/types.ts'
import { createFaults } from '../../src/sandbox/control/faults.ts'
import { EMPTY_DIRECTORY } from '../../src/sandbox/das/asset-directory.ts'
import { createDasMethods } from '../../src/sandbox/das/das-methods.ts'
import type { HttpHandler } from '../../src/sandbox/http-handler.ts'
import { createRpcWorld } from '../../src/sandbox/rpc/create-world.ts'
import { createRpcEndpoint } from '../../src/sandbox/rpc/endpoint.ts'
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
