import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

/** A loopback port that no one listens on right now. A server that shares its port must be told one: uWebSockets.js
 *  shares only ports that were named. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
