import { connect } from 'node:net'
import { PARSER_PROBE } from '../config/parser-probe.ts'
import { listen, type SocketHandlers, type SocketRequest } from './uws.ts'

/** What the parser of this process makes of header values that begin and end beyond ASCII. */
export type ParserFacts = {
  /** `whole`: they arrive as they were sent. `trimmed`: bytes are lost at their ends, or it could not be seen. */
  readonly headerBytes: 'whole' | 'trimmed'
  /** Headers that lost bytes, in lower case, or why it could not be seen; empty when all are whole. */
  readonly lost: readonly string[]
}

/** Headers that name money, people and the end of a body. */
const VALUES = ['x-user-ref', 'idempotency-key', 'authorization', 'x-api-key']
/** Bytes at both ends of each value: some that are not UTF-8, and some that are. */
const ENDS = ['\x80', '\xff', Buffer.from('é').toString('latin1'), Buffer.from('😀').toString('latin1')]

type Sent = { readonly bytes: string; readonly values: readonly (readonly [name: string, value: string])[] }

/** Sends such values to a listener of its own on a free loopback port and looks at what the handlers read. Takes a few
 *  milliseconds; never rejects. */
export async function probeParser(): Promise<ParserFacts> {
  const probes = [...ENDS.map(valuesBetween), ...ENDS.map(lengthBetween), ...ENDS.map(encodingBetween)]
  const lost = new Set<string>()
  let unseen = probes.length
  const look = (request: SocketRequest): void => {
    const probe = probes[Number(request.getUrl().slice(1))]
    if (probe === undefined) return
    unseen--
    // One character for each byte, whatever encoding they are in.
    for (const [name, value] of probe.values) if (request.getHeader(name) !== value) lost.add(name)
  }
  try {
    await exchange(
      probes.map(({ bytes }, i) => `POST /${i} HTTP/1.1\r\nHost: probe\r\n${bytes}`),
      look,
    )
  } catch (error) {
    return { headerBytes: 'trimmed', lost: [(error as Error).message] }
  }
  if (unseen > 0) return { headerBytes: 'trimmed', lost: [`${unseen} of ${probes.length} requests were not read`] }
  return { headerBytes: lost.size === 0 ? 'whole' : 'trimmed', lost: [...lost] }
}

function valuesBetween(end: string): Sent {
  const values = VALUES.map((name) => [name, `${end}a${end}`] as const)
  const lines = values.map(([name, value]) => `${name}: ${value}\r\n`)
  return { bytes: `${lines.join('')}\r\n`, values }
}

function lengthBetween(end: string): Sent {
  const value = `${end}0${end}`
  return { bytes: `Content-Length: ${value}\r\n\r\n`, values: [['content-length', value]] }
}

function encodingBetween(end: string): Sent {
  const value = `${end}chunked${end}`
  return { bytes: `Transfer-Encoding: ${value}\r\n\r\n0\r\n\r\n`, values: [['transfer-encoding', value]] }
}

/** Each request over a connection of its own, for the parser ends those whose framing it does not like. */
async function exchange(requests: readonly string[], look: (request: SocketRequest) => void): Promise<void> {
  const answer: SocketHandlers['get'] = (response, request) => {
    look(request)
    response.end('', true)
  }
  const server = await listen(
    { host: PARSER_PROBE.host, port: 0, shared: false, tls: null },
    { get: answer, other: answer },
  )
  try {
    await Promise.all(requests.map((bytes) => send(server.port, bytes)))
  } finally {
    server.closeAll()
  }
}

/** Resolves when the other side has ended the connection. */
function send(port: number, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: PARSER_PROBE.host, port })
    const timer = setTimeout(() => socket.destroy(new Error('no end in time')), PARSER_PROBE.timeoutMs)
    socket.once('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.once('connect', () => socket.write(Buffer.from(bytes, 'latin1')))
    socket.resume()
  })
}
