import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileV0Message, signMessage } from '../../src/chain/solana/compile-message.ts'
import type { Instruction } from '../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSeed } from '../../src/chain/solana/keypair.ts'
import { readConfig } from '../../src/config/env.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createLogger } from '../../src/runtime/log.ts'
import { openKeyStore } from '../../src/store/open.ts'
import { openTape } from '../../src/store/tape/tape.ts'
import { signUnsigned } from '../routes/trading/trade-lab.ts'
import { freePort } from '../support/free-port.ts'
import { askNode } from '../support/read-chain.ts'
import { type StartedSandbox, startSandbox } from '../support/start-sandbox.ts'
import { SHORT_PAST } from '../support/start-server.ts'
import { startProcess } from './server-process.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look at answers by hand
export type Json = any
export type Sent = { readonly wire: string; readonly signature: string }
export type LedgerTransaction = {
  readonly signature: string
  readonly outcome: 'succeeded' | 'failed' | 'not_executed'
  readonly feeLamports: string
  readonly lamports: readonly { readonly address: string; readonly change: string }[]
  readonly tokens: readonly {
    readonly account: string
    readonly owner: string
    readonly mint: string
    readonly change: string
  }[]
}
export type LedgerBlock = {
  readonly slot: number
  readonly bank: number
  readonly blockhash: string
  readonly transactions: readonly LedgerTransaction[]
}

/** A sandbox whose slots pass when a test says so, and a server on it that is a process of its own. */
export type LateChainLab = Awaited<ReturnType<typeof openLateChainLab>>

export async function openLateChainLab() {
  const sandbox = await startSandbox()
  await sandbox.control('POST', '/slots/pause')
  const dataDir = mkdtempSync(join(tmpdir(), 'mintglass-late-'))
  const port = await freePort()
  const env = {
    PORT: String(port),
    MINTGLASS_MODE: 'sandbox',
    MINTGLASS_DATA_DIR: dataDir,
    MINTGLASS_MAP_SIZE_GIB: '1',
    MINTGLASS_PIN_THREADS: '0',
    SANDBOX_URL: sandbox.urls['rpc']!,
    ...SHORT_PAST,
  }
  const store = await openKeyStore({ config: readConfig(env), clock: systemClock() })
  const { key } = await store.apiKeys.create({
    label: 'late',
    tier: 'enterprise',
    scopes: ['read', 'trade', 'wallet'],
    limitPer10s: 1_000_000,
  })
  let server = startProcess(env)
  await server.ready()
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'X-API-Key': key, Authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, json: (await reply.json()) as Json }
  }
  const rpc = (method: string, params: readonly unknown[] = []): Promise<Json> =>
    askNode(sandbox.urls['rpc']!, method, params)
  return {
    sandbox,
    port,
    key,
    rpc,
    get: (path: string, headers?: Record<string, string>) => ask('GET', path, undefined, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) => ask('POST', path, body, headers),
    step: (count: number) => sandbox.control('POST', '/slots/step', { count }),
    addBank: () => sandbox.control('POST', '/slots/bank'),
    errors: () => server.errors,
    ledger: async (from: number) =>
      (await sandbox.control<{ blocks: readonly LedgerBlock[] }>('POST', '/ledger', { from })).blocks,
    /** What the server has written; read when it is dead. */
    openTape: () =>
      openTape({
        folder: join(dataDir, 'sandbox', 'tape'),
        mapBytes: 1024 ** 3,
        clock: systemClock(),
        log: createLogger({ level: 'silent', process: 'test' }),
        writes: false,
        keepDays: 14,
        keepBytes: Number.POSITIVE_INFINITY,
      }),
    async kill() {
      await server.kill()
    },
    async start() {
      server = startProcess(env)
      await server.ready()
    },
    async stop() {
      await server.kill()
      await store.close()
      await sandbox.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    ...walletsOf(sandbox, rpc),
  }
}

function walletsOf(sandbox: StartedSandbox, rpc: (method: string, params?: readonly unknown[]) => Promise<Json>) {
  const offer = async (wire: string): Promise<string> =>
    rpc('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }])
  return {
    async wallet(lamports = 100_000_000_000n): Promise<Keypair> {
      const keypair = keypairFromSeed(randomBytes(32))
      await sandbox.control('POST', '/airdrop', { address: keypair.address, lamports: String(lamports) })
      return keypair
    },
    offer,
    async send(payer: Keypair, instructions: readonly Instruction[]): Promise<string> {
      const { value } = await rpc('getLatestBlockhash', [{ commitment: 'confirmed' }])
      const message = compileV0Message({ payer: payer.address, blockhash: value.blockhash, instructions })
      return offer(Buffer.from(signMessage(message, [payer]).wire).toString('base64'))
    },
  }
}

/** A swap that the server built for a wallet that signs for itself, signed and not sent. */
export async function buildBuy(lab: LateChainLab, keypair: Keypair, mint: string, sol: number): Promise<Sent> {
  const order = { mint, client_signs: true, wallet: keypair.address, amount_in: sol, slippage_bps: 5_000 }
  const built = await lab.post('/v1/trade/buy', { ...order, mev_tip_lamports: 0 })
  assert.equal(built.status, 200, JSON.stringify(built.json))
  return signUnsigned(keypair, built.json.data.unsigned_tx_base64)
}
