import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { compileV0Message, signMessage } from '../../../src/chain/solana/compile-message.ts'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSeed } from '../../../src/chain/solana/keypair.ts'
import { feePayerOf } from '../../../src/services/recovery/fee-payer.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { FAST_SLOT_MS } from '../../support/fast-slots.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { askNode } from '../../support/read-chain.ts'
import { type MadeWallet, makeWallets, signAs } from '../../support/recovery-truth.ts'
import { successOf } from '../../support/reply-check.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'
import { until } from '../../support/until.ts'

const CONFIRMED = { commitment: 'confirmed' }
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** The one key whose owner has a fee wallet and a license. */
export const BUILDER_KEY = 'mg_test_builder'

export type RecoveryLab = {
  readonly sandbox: StartedSandbox
  readonly server: OpenServer
  /** A server on the same chain with settings of its own; ends with the lab. */
  open(env: Readonly<Record<string, string>>): Promise<OpenServer>
  check(body: unknown, key?: string): Promise<ApiReply['json']>
  close(body: unknown, key?: string): Promise<ApiReply['json']>
  /** Wallets that no one else has. */
  wallets(params: Readonly<Record<string, unknown>>): Promise<readonly MadeWallet[]>
  /** A wallet of so many empty token accounts, and so much SOL. */
  emptyWallet(accounts: number, lamports: bigint): Promise<{ keypair: Keypair; accounts: readonly string[] }>
  airdrop(address: string, lamports: bigint): Promise<void>
  lamportsOf(address: string): Promise<bigint>
  // biome-ignore lint/suspicious/noExplicitAny: a node's answers are looked at by hand
  rpc(method: string, params?: readonly unknown[]): Promise<any>
  /** Signs and sends what close built for a wallet; the signatures when all are confirmed. */
  land(keypair: Keypair, list: readonly { readonly transaction: string }[], version?: 0 | 1): Promise<string[]>
  confirmed(signature: string): Promise<void>
  send(payer: Keypair, instructions: readonly Instruction[], signers?: readonly Keypair[]): Promise<string>
  stop(): Promise<void>
}

const checked = successOf('POST /api/v1/check')
const closed = successOf('POST /api/v1/close')

export async function openRecoveryLab(env: Readonly<Record<string, string>> = {}): Promise<RecoveryLab> {
  const sandbox = await startSandbox({ SANDBOX_SLOT_MS: String(FAST_SLOT_MS) })
  const url = sandbox.urls['rpc']!
  const servers: OpenServer[] = []
  const open: RecoveryLab['open'] = async (more) => {
    const server = await openServer({ SANDBOX_URL: url, ...more })
    servers.push(server)
    return server
  }
  const server = await open(env)
  const rpc: RecoveryLab['rpc'] = (method, params = []) => askNode(url, method, params)
  let made = 0

  async function confirmed(signature: string): Promise<void> {
    await until(async () => {
      const { value } = await rpc('getSignatureStatuses', [[signature]])
      return ['confirmed', 'finalized'].includes(value[0]?.confirmationStatus)
    }, `${signature} is confirmed`)
  }
  const airdrop: RecoveryLab['airdrop'] = async (address, lamports) => {
    if (lamports > 0n) await sandbox.control('POST', '/airdrop', { address, lamports: String(lamports) })
  }

  return {
    sandbox,
    server,
    open,
    rpc,
    airdrop,
    check: async (body, key) => checked(await server.post('/api/v1/check', body, key === undefined ? {} : { key })),
    close: async (body, key) => closed(await server.post('/api/v1/close', body, key === undefined ? {} : { key })),
    wallets: (params) => makeWallets(sandbox, { seed: `lab ${made++}`, ...params }),
    async emptyWallet(accounts, lamports) {
      const keypair = keypairFromSeed(randomBytes(32))
      await airdrop(keypair.address, lamports)
      const before = new Set(await accountsOf(keypair.address))
      // The control port makes associated accounts, one a mint: empty ones, of the world's tokens.
      const mints = await mintsOf()
      for (const mint of mints.slice(0, accounts))
        await sandbox.control('POST', '/tokens', { address: keypair.address, mint, amountRaw: '0' })
      const all = await accountsOf(keypair.address)
      assert.equal(all.length - before.size, accounts, 'so many accounts were made')
      return { keypair, accounts: all }
    },
    confirmed,
    lamportsOf: async (address) => BigInt((await rpc('getBalance', [address, CONFIRMED])).value),
    async land(keypair, list, version = 0) {
      const signatures: string[] = []
      for (const { transaction } of list) {
        const { wire, signature } = signAs(keypair, transaction, version)
        await rpc('sendTransaction', [wire, { encoding: 'base64', preflightCommitment: 'confirmed' }])
        signatures.push(signature)
      }
      for (const signature of signatures) await confirmed(signature)
      return signatures
    },
    async send(payer, instructions, signers = []) {
      const { value } = await rpc('getLatestBlockhash', [CONFIRMED])
      const message = compileV0Message({ payer: payer.address, blockhash: value.blockhash, instructions })
      const { wire, signature } = signMessage(message, [payer, ...signers])
      await rpc('sendTransaction', [Buffer.from(wire).toString('base64'), { encoding: 'base64' }])
      await confirmed(signature)
      return signature
    },
    async stop() {
      for (const one of servers) await one.stop()
      await sandbox.stop()
    },
  }

  async function accountsOf(owner: string): Promise<readonly string[]> {
    const { value } = await rpc('getTokenAccountsByOwner', [
      owner,
      { programId: TOKEN_PROGRAM },
      { ...CONFIRMED, encoding: 'base64' },
    ])
    return value.map(({ pubkey }: { pubkey: string }) => pubkey)
  }

  /** Mints of the classic program. */
  async function mintsOf(): Promise<readonly string[]> {
    const info = (await (await fetch(`${url}/info`)).json()) as { tokens: { mint: string }[] }
    const { value } = await rpc('getMultipleAccounts', [
      info.tokens.map(({ mint }) => mint).slice(0, 100),
      { encoding: 'base64', dataSlice: { offset: 0, length: 0 } },
    ])
    return info.tokens.flatMap(({ mint }, at) => (value[at]?.owner === TOKEN_PROGRAM ? [mint] : []))
  }
}

/** The fee payer's address, with so much SOL. */
export async function fundedFeePayer(lab: RecoveryLab, server: OpenServer, lamports = 1_000_000_000n): Promise<string> {
  const payer = feePayerOf(server.ctx)
  assert(payer.ok && payer.value !== null)
  await lab.airdrop(payer.value.address, lamports)
  return payer.value.address
}
