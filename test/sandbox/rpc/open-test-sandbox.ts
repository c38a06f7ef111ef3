import { openSandboxChain } from '../../../sandbox/chain/open-chain.ts'
import type { SandboxChain } from '../../../sandbox/chain/types.ts'
import { type AgentsControl, createControlPort } from '../../../sandbox/control/control-port.ts'
import { createFaults, type Faults } from '../../../sandbox/control/faults.ts'
import type { SlotsControl } from '../../../sandbox/control/slots-control.ts'
import type { AssetDirectory } from '../../../sandbox/das/asset-directory.ts'
import { createDasMethods } from '../../../sandbox/das/das-methods.ts'
import type { HttpHandler } from '../../../sandbox/http-handler.ts'
import { createRpcWorld } from '../../../sandbox/rpc/create-world.ts'
import { createRpcEndpoint } from '../../../sandbox/rpc/endpoint.ts'
import { createPubSub, type PubSub } from '../../../sandbox/rpc/pubsub.ts'
import { type SandboxServer, serve } from '../../../sandbox/serve.ts'
import { type CompiledMessage, compileLegacyMessage, signMessage } from '../../../src/chain/solana/compile-message.ts'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createLogger } from '../../../src/runtime/log.ts'

export const START_SLOT = 460_000_000
export const START_SEC = 1_795_000_000

export type TestSandbox = {
  readonly chain: SandboxChain
  readonly server: SandboxServer
  readonly faults: Faults
  readonly pubsub: PubSub
  readonly agents: AgentsControl & { readonly calls: string[] }
  readonly slots: SlotsControl
  /** One JSON-RPC call; the whole answer. */
  call(method: string, params?: unknown): Promise<RpcAnswer>
  /** The result of a call that must succeed. */
  result(method: string, params?: unknown): Promise<Any>
  /** Seals slots while `work` goes on, as the running sandbox does. */
  whileTicking<T>(work: () => Promise<T>): Promise<T>
  close(): void
}
// biome-ignore lint/suspicious/noExplicitAny: tests walk wire JSON by hand
export type Any = any
export type RpcAnswer = {
  readonly result?: Any
  readonly error?: { code: number; message: string; data?: Any }
  readonly id: Any
}

/** A bare chain behind real ports of its own. Slots pass only when a test says so. */
export async function openTestSandbox(
  options: { directory?: AssetDirectory; routes?: readonly HttpHandler[]; port?: number } = {},
): Promise<TestSandbox> {
  const chain = openSandboxChain({
    genesisHash: keypairFromText('test genesis').address,
    slotMs: 400,
    programsDir: null,
    clockStart: { slot: START_SLOT, unixTimeSec: START_SEC },
  })
  chain.advanceSlot()
  const clock = systemClock()
  const log = createLogger({ level: 'silent', process: 'test' })
  const faults = createFaults(() => clock.monotonicMs())
  const world = createRpcWorld(chain)
  const pubsub = createPubSub({ chain, faults, log })
  const agents = fakeAgents()
  const slots = manualSlots(chain)
  const das = createDasMethods({ chain, directory: options.directory ?? { metadata: () => null } })
  const server = await serve({
    host: '127.0.0.1',
    port: options.port ?? 0,
    routes: options.routes ?? [],
    rpc: createRpcEndpoint({ world, das, faults, log }),
    pubsub,
    control: createControlPort({ chain, agents, slots, faults, pubsub }),
    faults,
    clock,
    log,
  })
  world.listening = { rpc: `127.0.0.1:${server.port}`, pubsub: `127.0.0.1:${server.pubsubPort}` }
  const call = async (method: string, params?: unknown): Promise<RpcAnswer> => {
    const reply = await fetch(server.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) }),
    })
    return (await reply.json()) as RpcAnswer
  }
  return {
    chain,
    server,
    faults,
    pubsub,
    agents,
    slots,
    call,
    async result(method, params) {
      const answer = await call(method, params)
      if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`)
      return answer.result
    },
    async whileTicking(work) {
      const timer = setInterval(() => chain.advanceSlot(), 10)
      try {
        return await work()
      } finally {
        clearInterval(timer)
      }
    },
    close() {
      pubsub.close()
      server.close()
    },
  }
}

function fakeAgents(): TestSandbox['agents'] {
  const calls: string[] = []
  let isPaused = false
  return {
    calls,
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
    },
    step(count) {
      calls.push(`step ${count}`)
      return []
    },
    isPaused: () => isPaused,
  }
}

function manualSlots(chain: SandboxChain): SlotsControl {
  let isPaused = true
  return {
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
    },
    step(count) {
      for (let i = 0; i < count; i++) chain.advanceSlot()
    },
    isPaused: () => isPaused,
  }
}

/** A wallet with SOL. */
export function fundedWallet(chain: SandboxChain, name: string, lamports = 100_000_000_000n): Keypair {
  const keypair = keypairFromText(`test wallet ${name}`)
  chain.setAccount(keypair.address, { lamports, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false })
  return keypair
}

/** Signs, sends and expects success. Returns the signature. */
export function land(chain: SandboxChain, instructions: readonly Instruction[], signers: readonly Keypair[]): string {
  const message = compileLegacyMessage({
    payer: signers[0]!.address,
    blockhash: chain.latestBlockhash('confirmed').blockhash,
    instructions,
  })
  return landMessage(chain, message, signers)
}

export function landMessage(chain: SandboxChain, message: CompiledMessage, signers: readonly Keypair[]): string {
  const sent = chain.send(signMessage(message, signers).wire)
  if (!sent.ok) throw new Error(`${sent.message} ${sent.logs.join('\n')}`)
  return sent.signature
}
