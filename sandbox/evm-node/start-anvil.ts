import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { Clock } from '../../src/runtime/clock.ts'
import { createNodeCalls, type NodeCalls } from './node-calls.ts'

export type Anvil = {
  readonly url: string
  readonly wsUrl: string
  readonly calls: NodeCalls
  /** Resolves, with what it said last, when the program has ended. */
  readonly ended: Promise<string>
  close(): void
}

export type AnvilOptions = {
  readonly program: string
  readonly chainId: number
  /** Time of block 0, in seconds. */
  readonly startSec: number
  /** Of the loopback; another one is taken when it is not free. 0 takes a free one. */
  readonly port: number
  readonly clock: Clock
}

/** States that stay in memory: no fork and no question reaches further back. */
const KEPT_STATES = 192
/** Blocks that keep their transactions: half an hour of Base. One of Ethereum takes 200 KB of memory. */
const KEPT_BLOCKS = 1_024
const BLOCK_GAS = 60_000_000
const START_MS = 10_000
const POLL_MS = 10
const SAID_CHARS = 2_000

/** Ends the node with this process, however this one ends: the pipe at its input closes. The shell leaves its output to
 *  the node alone, so that the end of that output is the end of the node. */
const SCRIPT = '"$@" & node=$!; exec >&- 2>&-; cat >/dev/null 2>&1; kill "$node"; wait "$node"'

/** A node of a chain that is empty but for block 0, which mines when it is told to and sends transactions of every
 *  account without a key. Rejects when it does not start. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const port = await freePort(options.port)
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'sh', options.program, ...argumentsOf(options, port)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const said = lastWords(child)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.stdout!.once('close', () => {
      child.stdin!.destroy()
      resolve(said())
    })
  })
  // Closing the pipe is how it ends: a pipe that is closed already is no error.
  child.stdin!.on('error', () => undefined)
  const url = `http://127.0.0.1:${port}`
  const anvil: Anvil = {
    ...{ url, wsUrl: `ws://127.0.0.1:${port}`, ended, calls: createNodeCalls(url) },
    close: () => child.stdin!.destroy(),
  }
  await awaitStart(anvil, options)
  return anvil
}

function argumentsOf({ chainId, startSec }: AnvilOptions, port: number): readonly string[] {
  const values = {
    host: '127.0.0.1',
    port,
    'chain-id': chainId,
    timestamp: startSec,
    accounts: 0,
    order: 'fifo',
    hardfork: 'prague',
    'gas-limit': BLOCK_GAS,
    'base-fee': 0,
    'prune-history': KEPT_STATES,
    'transaction-block-keeper': KEPT_BLOCKS,
  }
  const named = Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)])
  return [...named, '--no-mining', '--auto-impersonate', '--no-cors', '--silent']
}

/** The end of what it prints. */
function lastWords(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (bytes: Buffer) => {
      text = `${text}${bytes.toString('utf8')}`.slice(-SAID_CHARS)
    })
  return () => text.trim()
}

async function awaitStart({ calls, ended, close }: Anvil, { chainId, startSec, clock }: AnvilOptions): Promise<void> {
  let words: string | null = null
  ended.then((said) => {
    words = said
  })
  const deadlineMs = clock.monotonicMs() + START_MS
  for (;;) {
    if (words !== null) throw new Error(`the EVM node ended before it listened: ${words}`)
    if (clock.monotonicMs() > deadlineMs) {
      close()
      throw new Error(`the EVM node did not listen within ${START_MS} ms`)
    }
    const found = await Promise.all([
      calls.call('eth_chainId'),
      calls.call('eth_getBlockByNumber', '0x0', false),
    ]).catch(() => null)
    if (found !== null) {
      const [id, block] = found as [string, { readonly timestamp: string }]
      if (Number(id) === chainId && Number(block.timestamp) === startSec) return
      close()
      throw new Error('another node answers at the address of the EVM node')
    }
    await clock.sleep(POLL_MS)
  }
}

/** The wanted port when it is free, else another one. */
async function freePort(wanted: number): Promise<number> {
  return (await tryPort(wanted)) ?? (await tryPort(0))!
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address() as { readonly port: number }
      server.close(() => resolve(address.port))
    })
  })
}
