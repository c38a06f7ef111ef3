import { connect, type Socket } from 'node:net'

export type WireReply = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** When the request was handed to the socket and when its answer was whole, by `performance.now()`. */
  readonly sentMs: number
  readonly receivedMs: number
}

/** One connection that is kept and may carry several requests at once, with the times at which things happened. */
export type Wire = {
  /** Rejects with `WireLost` when the connection ends before the answer is whole. */
  get(path: string, key?: string): Promise<WireReply>
  readonly isOpen: boolean
  close(): void
}

/** `hadBytes`: part of an answer had arrived. `answered`: whole answers this connection had given before. */
export class WireLost extends Error {
  readonly hadBytes: boolean
  readonly answered: number
  constructor(cause: Error | undefined, hadBytes: boolean, answered: number) {
    super('the connection ended before the answer', { cause })
    this.hadBytes = hadBytes
    this.answered = answered
  }
}

type Waiting = { readonly sentMs: number; resolve(reply: WireReply): void; reject(error: Error): void }

const HEAD_END = Buffer.from('\r\n\r\n')

/** Rejects with the socket's error when no one listens. */
export function openWire(port: number): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(wireOf(socket))
    })
  })
}

function wireOf(socket: Socket): Wire {
  const waiting: Waiting[] = []
  let held: Buffer = Buffer.alloc(0)
  let failure: Error | undefined
  let isOpen = true
  let answered = 0
  socket.on('error', (error) => {
    failure = error
  })
  // A server that ends its side answers nothing more here.
  socket.on('end', () => {
    isOpen = false
  })
  socket.on('close', () => {
    isOpen = false
    waiting.splice(0).forEach((one, at) => {
      one.reject(new WireLost(failure, at === 0 && held.byteLength > 0, answered))
    })
  })
  socket.on('data', (chunk: Buffer) => {
    held = held.byteLength === 0 ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      const reply = takeReply(held)
      if (reply === null) return
      held = reply.rest
      answered++
      if (reply.headers.get('connection') === 'close') isOpen = false
      const { sentMs, resolve } = waiting.shift()!
      resolve({ ...reply, sentMs, receivedMs: performance.now() })
    }
  })
  return {
    get isOpen() {
      return isOpen
    },
    get(path, key) {
      return new Promise((resolve, reject) => {
        if (!isOpen) return reject(new WireLost(failure, false, answered))
        waiting.push({ sentMs: performance.now(), resolve, reject })
        const credential = key === undefined ? '' : `X-API-Key: ${key}\r\n`
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${credential}\r\n`)
      })
    },
    close: () => socket.destroy(),
  }
}

function takeReply(bytes: Buffer): (Pick<WireReply, 'status' | 'headers' | 'body'> & { readonly rest: Buffer }) | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const [first, ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )
  const bodyAt = headEnd + HEAD_END.byteLength
  const end = bodyAt + Number(headers.get('content-length') ?? 0)
  if (bytes.byteLength < end) return null
  return { status: Number(first!.split(' ')[1]), headers, body: bytes.subarray(bodyAt, end), rest: bytes.subarray(end) }
}

/** The server process behind a connection: the part of its request ids that is its own. */
export async function processBehind(wire: Wire): Promise<string> {
  const { headers } = await wire.get('/health')
  return headers.get('x-request-id')!.split('-')[0]!
}

/** New connections to one port until the kernel has given each of `processes` processes `perProcess` of them. */
export async function openWires(port: number, processes: number, perProcess: number): Promise<Wire[][]> {
  const byProcess = new Map<string, Wire[]>()
  const mostTries = 50 * processes * perProcess
  for (let i = 0; i < mostTries; i++) {
    const wire = await openWire(port)
    const process = await processBehind(wire)
    const wires = byProcess.get(process) ?? []
    byProcess.set(process, wires)
    if (wires.length < perProcess) wires.push(wire)
    else wire.close()
    const sizes = Array.from(byProcess.values(), ({ length }) => length)
    if (sizes.length === processes && sizes.every((size) => size === perProcess)) return [...byProcess.values()]
  }
  throw new Error(`${mostTries} new connections reached ${byProcess.size} of ${processes} processes`)
}
