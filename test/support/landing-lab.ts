import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  signMessage,
} from '../../src/chain/solana/compile-message.ts'
import * as make from '../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSeed } from '../../src/chain/solana/keypair.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { type OpenServer, openServer } from './open-server.ts'
import type { StartedSandbox } from './start-sandbox.ts'
import { usedSandbox } from './used-sandbox.ts'

/** A signed transaction. */
export type Signed = {
  readonly wire: Uint8Array
  readonly signature: string
  readonly lastValidBlockHeight: number
}
export type Draft = {
  readonly payer: Keypair
  readonly instructions: readonly make.Instruction[]
  readonly signers?: readonly Keypair[]
  readonly version?: 'legacy' | 0 | 1
  readonly blockhash?: string
}

/** A sandbox of a test's own, with servers on it. */
export type LandingLab = {
  readonly sandbox: StartedSandbox
  readonly server: OpenServer
  /** Another server over the same chain. */
  openServer(env?: Readonly<Record<string, string>>): Promise<OpenServer>
  rpc<T>(method: string, params?: readonly unknown[]): Promise<T>
  /** A wallet with 100 SOL. */
  wallet(): Promise<Keypair>
  sign(draft: Draft): Promise<Signed>
  /** A payment unlike every other one, with a tip when one is named. */
  pay(payment: {
    payer: Keypair
    to?: string
    lamports?: bigint
    tip?: bigint
    version?: 'legacy' | 0 | 1
  }): Promise<Signed>
  balance(address: string): Promise<bigint>
  /** Lets so many slots pass. */
  step(count: number): Promise<void>
  /** The work while no slot passes but those that it lets pass itself. */
  stepping<T>(work: () => Promise<T>): Promise<T>
  fault(spec: object): Promise<number>
  clearFaults(): Promise<void>
  /** The work while one fault is set; none afterwards. */
  withFault<T>(spec: object, work: () => Promise<T>): Promise<T>
  bundles(mode: string): Promise<void>
  stop(): Promise<void>
}

export const TIP_ACCOUNT = 'ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49'

export async function openLandingLab(env: Readonly<Record<string, string>> = {}): Promise<LandingLab> {
  const sandbox = await usedSandbox('landing', env)
  const servers: OpenServer[] = []
  const control = sandbox.control
  const open = async (settings: Readonly<Record<string, string>> = {}): Promise<OpenServer> => {
    const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, ...settings })
    servers.push(server)
    return server
  }
  const rpc = async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const reply = await fetch(sandbox.urls['rpc']!, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const { result, error } = (await reply.json()) as { result: T; error?: { message: string } }
    assert.equal(error, undefined, `${method}: ${error?.message}`)
    return result
  }
  let made = 0

  async function sign({ payer, instructions, signers = [], version = 0, blockhash }: Draft): Promise<Signed> {
    const { value } = await rpc<{ value: { blockhash: string; lastValidBlockHeight: number } }>('getLatestBlockhash', [
      { commitment: 'confirmed' },
    ])
    const input = { payer: payer.address, blockhash: blockhash ?? value.blockhash, instructions }
    const config = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 1 << 20 }
    const message =
      version === 'legacy'
        ? compileLegacyMessage(input)
        : version === 0
          ? compileV0Message({ ...input, lookupTables: [] })
          : compileV1Message({ ...input, config })
    return { ...signMessage(message, [payer, ...signers]), lastValidBlockHeight: value.lastValidBlockHeight }
  }

  const fault = async (spec: object) => (await control<{ id: number }>('POST', '/faults', spec)).id
  const clearFaults = async () => void (await control('DELETE', '/faults'))
  return {
    sandbox,
    server: await open(),
    openServer: open,
    rpc,
    async wallet() {
      const keypair = keypairFromSeed(randomBytes(32))
      await control('POST', '/airdrop', { address: keypair.address, lamports: 100_000_000_000 })
      return keypair
    },
    sign,
    pay({ payer, to = encodeBase58(randomBytes(32)), lamports = 1_000_000_000n, tip = 0n, version = 0 }) {
      const budget = version === 1 ? [] : [make.setComputeUnitLimit(100_000 + ++made)]
      const tips = tip === 0n ? [] : [make.transferLamports({ from: payer.address, to: TIP_ACCOUNT, lamports: tip })]
      const payment = make.transferLamports({ from: payer.address, to, lamports })
      return sign({ payer, version, instructions: [...budget, payment, ...tips] })
    },
    async balance(address) {
      return BigInt((await rpc<{ value: number }>('getBalance', [address, { commitment: 'processed' }])).value)
    },
    async step(count) {
      await control('POST', '/slots/step', { count })
    },
    async stepping(work) {
      await control('POST', '/slots/pause')
      try {
        return await work()
      } finally {
        await control('POST', '/slots/resume')
      }
    },
    fault,
    clearFaults,
    async withFault(spec, work) {
      await fault(spec)
      try {
        return await work()
      } finally {
        await clearFaults()
      }
    },
    async bundles(mode) {
      await control('POST', '/bundles', { mode })
    },
    async stop() {
      for (const server of servers) await server.stop()
      await sandbox.stop()
    },
  }
}
