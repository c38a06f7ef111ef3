import { statusOf } from '../../src/contract/failures.ts'
import type { ControlPort } from './control-port.ts'

const ID_CHARS = 12
const NAMED = /^\/w\/([^/]*)(\/.*)$/
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** What the control port of a world is called: under its port's address. Worlds of other servers, and the next one on
 *  the same port, have another. */
export function controlPathOf(genesisHash: string): string {
  return `/w/${genesisHash.slice(0, ID_CHARS)}`
}

/** Takes commands that change the world only under its name: ports are found and used again by chance, and a command
 *  with a wrong one must not reach a world that no one meant. What only reads may leave the name out. */
export function withWorldName(control: ControlPort, genesisHash: string): ControlPort {
  const id = genesisHash.slice(0, ID_CHARS)
  return async (request) => {
    const [, named, path] = NAMED.exec(request.path) ?? []
    if (named === id && path !== undefined) return control({ ...request, path })
    if (named === undefined && request.method === 'GET') return control(request)
    const error = `this is the world ${id}${named === undefined ? '' : `, not ${named.slice(0, ID_CHARS)}`}: take the address of its control port from GET /api/sandbox of its server, or GET /info of its RPC port (upstreams.control)`
    return {
      dropped: false,
      status: statusOf('conflict'),
      headers: HEADERS,
      body: `${JSON.stringify({ error })}\n`,
      truncatedTo: null,
    }
  }
}
