import { inBackground } from '../../src/runtime/background.ts'
import { type TemplatedApp, type us_listen_socket, uws, type WebSocket } from '../../src/runtime/uws-library.ts'
import { answerRpc, NO_FAULTS, type NodeFaults, RpcRefusal } from './answer-rpc.ts'
import { quantity } from './hex.ts'
import { headerJson } from './json.ts'
import { createEvmWorld, type EvmWorld, type SandboxBlock, type WorldOptions } from './world.ts'

export type EvmNode = {
  readonly world: EvmWorld
  readonly url: string
  readonly wsUrl: string
  /** May be changed at any time. */
  readonly faults: NodeFaults
  /** Mines and tells subscribers. */
  mine(count?: number): void
  reorg(depth: number): void
  /** Number of the newest final block; by default it trails the head by `FINAL_DEPTH`. */
  finalize(number: number): void
  close(): void
}

export type NodeOptions = WorldOptions & {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** Of a node that was closed, to go on with: the same world behind another start. */
  readonly world?: EvmWorld
}

type SocketData = { isSubscribed: boolean }
type Request = { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown }

const FINAL_DEPTH = 64
const MAX_BODY_BYTES = 4 * 1024 ** 2
const SUBSCRIPTION = '0x9cef478923ff08bf67fde6c64013158d'
/** Without it two servers share a port and answer in turns. */
const EXCLUSIVE = 1

/** A node of an emulated EVM chain on the loopback: JSON-RPC over HTTP and, at the same port, over a WebSocket with
 *  `eth_subscribe newHeads`. Rejects when the port cannot be had. */
export async function startEvmNode(options: NodeOptions): Promise<EvmNode> {
  const world = options.world ?? createEvmWorld(options)
  const faults: NodeFaults = { ...NO_FAULTS }
  let finalNumber: number | null = null
  const sockets = new Set<WebSocket<SocketData>>()
  const view = {
    world,
    faults,
    finalNumber: () => finalNumber ?? (world.blocks().at(-1)?.number ?? 0) - FINAL_DEPTH,
  }
  const answer = (text: string): string => answerText(text, (method, params) => answerRpc(view, method, params))
  const app = uws.App()
  mountSocket(app, sockets, answer)
  mountHttp(app, answer)
  const socket = await listen(app, options.port ?? 0)
  const port = uws.us_socket_local_port(socket as never)
  const tell = (blocks: readonly SandboxBlock[]): void => {
    for (const block of blocks) for (const one of sockets) if (one.getUserData().isSubscribed) one.send(notice(block))
  }
  return {
    ...{ world, faults },
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    mine(count = 1) {
      world.mine(count)
      tell(world.blocks().slice(-count))
    },
    reorg(depth) {
      world.reorg(depth)
      tell(world.blocks().slice(-depth))
    },
    finalize(number) {
      finalNumber = number
    },
    close: () => app.close(),
  }
}

/** The typings leave out the form with host and options that the native side takes. */
function listen(app: TemplatedApp, port: number): Promise<us_listen_socket> {
  const listenWith = app.listen.bind(app) as unknown as (
    host: string,
    port: number,
    options: number,
    done: (socket: us_listen_socket | false) => void,
  ) => void
  return new Promise((resolve, reject) =>
    listenWith('127.0.0.1', port, EXCLUSIVE, (socket) =>
      socket === false ? reject(new Error(`port ${port} is taken`)) : resolve(socket),
    ),
  )
}

function mountHttp(app: TemplatedApp, answer: (text: string) => string): void {
  app.post('/*', (res) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let isOver = false
    res.onAborted(() => {
      isOver = true
    })
    res.onData((chunk, isLast) => {
      if (isOver) return
      bytes += chunk.byteLength
      if (bytes > MAX_BODY_BYTES) {
        isOver = true
        res.cork(() => res.writeStatus('413 Payload Too Large').end('', true))
        return
      }
      chunks.push(Buffer.from(new Uint8Array(chunk)))
      if (!isLast) return
      const text = answer(Buffer.concat(chunks).toString('utf8'))
      res.cork(() => res.writeHeader('content-type', 'application/json').end(text))
    })
  })
}

function mountSocket(app: TemplatedApp, sockets: Set<WebSocket<SocketData>>, answer: (text: string) => string): void {
  app.ws<SocketData>('/*', {
    maxPayloadLength: MAX_BODY_BYTES,
    upgrade: (res, req, context) =>
      res.upgrade<SocketData>(
        { isSubscribed: false },
        req.getHeader('sec-websocket-key'),
        req.getHeader('sec-websocket-protocol'),
        req.getHeader('sec-websocket-extensions'),
        context,
      ),
    open(ws) {
      sockets.add(ws)
    },
    close(ws) {
      sockets.delete(ws)
    },
    message(ws, message) {
      const text = Buffer.from(message).toString('utf8')
      const request = parseOrNull(text) as Request | null
      const isSubscribing = request?.method === 'eth_subscribe'
      if (isSubscribing) ws.getUserData().isSubscribed = true
      ws.send(isSubscribing ? JSON.stringify({ jsonrpc: '2.0', id: request.id, result: SUBSCRIPTION }) : answer(text))
    },
  })
}

function notice(block: SandboxBlock): string {
  const params = { subscription: SUBSCRIPTION, result: { ...headerJson(block), number: quantity(block.number) } }
  return JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params })
}

/** One request or several. */
function answerText(text: string, call: (method: string, params: readonly unknown[]) => unknown): string {
  const parsed = parseOrNull(text)
  if (parsed === null) return JSON.stringify(refused(null, -32700, 'parse error'))
  if (Array.isArray(parsed)) return JSON.stringify(parsed.map((one) => answerOne(one as Request, call)))
  return JSON.stringify(answerOne(parsed as Request, call))
}

function answerOne(
  { id, method, params = [] }: Request,
  call: (method: string, params: readonly unknown[]) => unknown,
) {
  try {
    if (typeof method !== 'string' || !Array.isArray(params)) return refused(id ?? null, -32600, 'invalid request')
    return { jsonrpc: '2.0', id, result: call(method, params) }
  } catch (error) {
    if (error instanceof RpcRefusal) return refused(id ?? null, error.code, error.message)
    inBackground('emulated node', () => {
      throw error
    })
    return refused(id ?? null, -32603, 'internal error')
  }
}

function refused(id: unknown, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // The caller answers what nodes answer to what is no JSON.
    return null
  }
}
