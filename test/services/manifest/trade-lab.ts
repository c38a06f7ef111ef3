import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { compileV0Message, signMessage } from '../../../src/chain/solana/compile-message.ts'
import {
  createAccount,
  createAccountWithSeed,
  type Instruction,
  initializeNonce,
  initializeTokenAccount,
  transferTokensChecked,
} from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSeed, signBytes } from '../../../src/chain/solana/keypair.ts'
import type { Context } from '../../../src/context.ts'
import { readNonce } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { seedOfMint, tokenAccountsOf } from '../../../src/services/trade-plan/token-accounts.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { type OpenServer, openServer } from '../../support/open-server.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'

export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const USDT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'
export const LAB_KEY = 'rt_lab_trade'

const ROOMY_LAMPORTS = 5_000_000_000_000
const NONCE_BYTES = 80
const CONFIRM_STEPS = 3
/** A blockhash lives 150 slots, and the server's is some seconds old: slots must not pass in no time. */
const SLOT_PAUSE_MS = 20

/** What a node tells of a transaction that is on the chain. */
export type SeenTransaction = {
  readonly slot: number
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } }
  readonly meta: {
    readonly err: unknown
    readonly fee: number
    readonly logMessages: readonly string[]
    readonly preBalances: readonly number[]
    readonly postBalances: readonly number[]
    readonly preTokenBalances: readonly SeenTokens[]
    readonly postTokenBalances: readonly SeenTokens[]
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  }
}
type SeenTokens = {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly uiTokenAmount: { readonly amount: string }
}

/** A sandbox of a test's own whose slots pass only when told to, and a server on it with a key that may do everything:
 *  between a manifest and the chain nothing happens but what the test does. With SANDBOX_PROGRAMS_DIR the programs that
 *  are there run as they do on mainnet, and manifests of their pools are made by our own runtime. */
export type TradeLab = {
  readonly sandbox: StartedSandbox
  readonly server: OpenServer
  readonly ctx: Context
  readonly tokens: readonly PublishedToken[]
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiReply>
  rpc<T>(method: string, params?: readonly unknown[]): Promise<T>
  /** Lets slots pass until what was sent is confirmed. */
  confirm(): Promise<void>
  step(count: number): Promise<void>
  transactionCount(): Promise<number>
  airdrop(address: string, lamports?: number): Promise<void>
  giveTokens(address: string, mint: string, amountRaw: bigint): Promise<void>
  wallet(lamports?: number): Promise<Keypair>
  /** Signs and sends the lab's own transaction; fails when it does not go through. */
  run(payer: Keypair, instructions: readonly Instruction[], signers?: readonly Keypair[]): Promise<void>
  /** Puts a wallet's signature into an unsigned transaction and sends it. Its signature. */
  sendSigned(wire: Uint8Array, owner: Keypair): Promise<string>
  /** A durable nonce of the wallet's. */
  nonceOf(owner: Keypair): Promise<string>
  nonceValue(account: string): Promise<string>
  /** Moves tokens from a wallet's associated account into its seed-derived one, which is made. */
  moveToSeedAccount(owner: Keypair, mint: string, tokenProgram: string, amountRaw: bigint): Promise<void>
  transaction(signature: string): Promise<SeenTransaction>
  stop(): Promise<void>
}

export async function openTradeLab(env: Readonly<Record<string, string>> = {}): Promise<TradeLab> {
  const programs = process.env['SANDBOX_PROGRAMS_DIR']
  const sandbox = await startSandbox(programs === undefined ? {} : { SANDBOX_PROGRAMS_DIR: programs })
  const server = await openServer({ SANDBOX_URL: sandbox.urls['rpc']!, ...env })
  server.ctx.store.apiKeys.addVolatile(LAB_KEY, {
    label: 'lab',
    tier: 'enterprise',
    scopes: ['read', 'trade', 'wallet', 'fee_routing'],
    limitPer10s: 1_000_000,
  })
  await sandbox.control('POST', '/slots/pause')

  async function rpc<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const reply = await fetch(sandbox.urls['rpc']!, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { 'content-type': 'application/json' },
    })
    const { result, error } = (await reply.json()) as { result: T; error?: { message: string; data?: unknown } }
    assert.equal(error, undefined, `${method}: ${error?.message} ${JSON.stringify(error?.data)}`)
    return result
  }
  const step = async (count: number): Promise<void> => {
    await sandbox.control('POST', '/slots/step', { count })
    await delay(count * SLOT_PAUSE_MS)
  }
  const send = (wire: Uint8Array): Promise<string> =>
    rpc('sendTransaction', [Buffer.from(wire).toString('base64'), { encoding: 'base64', skipPreflight: true }])

  async function run(payer: Keypair, instructions: readonly Instruction[], signers: readonly Keypair[] = []) {
    const { value } = await rpc<{ value: { blockhash: string } }>('getLatestBlockhash', [{ commitment: 'processed' }])
    const message = compileV0Message({ payer: payer.address, blockhash: value.blockhash, instructions })
    const { wire, signature } = signMessage(message, [payer, ...signers])
    await send(wire)
    await step(CONFIRM_STEPS)
    const { err } = (await lab.transaction(signature)).meta
    assert.equal(err, null, `the lab's own transaction failed: ${JSON.stringify(err)}`)
  }

  const lab: TradeLab = {
    sandbox,
    server,
    ctx: server.ctx,
    tokens: await publishedTokens(sandbox),
    post: (path, body, headers = {}) =>
      server.post(path, body, { key: null, headers: { Authorization: `Bearer ${LAB_KEY}`, ...headers } }),
    rpc,
    step,
    confirm: () => step(CONFIRM_STEPS),
    async transactionCount() {
      return (await sandbox.control<{ transactionCount: number }>('GET', '/state')).transactionCount
    },
    async airdrop(address, lamports = ROOMY_LAMPORTS) {
      await sandbox.control('POST', '/airdrop', { address, lamports })
    },
    async giveTokens(address, mint, amountRaw) {
      await sandbox.control('POST', '/tokens', { address, mint, amountRaw: String(amountRaw) })
    },
    async wallet(lamports = ROOMY_LAMPORTS) {
      const keypair = keypairFromSeed(randomBytes(32))
      await lab.airdrop(keypair.address, lamports)
      return keypair
    },
    run,
    sendSigned: (wire, owner) => send(signedBy(wire, owner)),
    async nonceOf(owner) {
      const nonce = keypairFromSeed(randomBytes(32))
      const lamports = BigInt(await rpc<number>('getMinimumBalanceForRentExemption', [NONCE_BYTES]))
      const account = nonce.address
      const made = { payer: owner.address, account, lamports, dataBytes: NONCE_BYTES, owner: '1'.repeat(32) }
      await run(owner, [createAccount(made), initializeNonce({ nonce: account, authority: owner.address })], [nonce])
      return account
    },
    async nonceValue(account) {
      const { value } = await rpc<{ value: { data: [string] } }>('getAccountInfo', [
        account,
        { encoding: 'base64', commitment: 'processed' },
      ])
      return encodeBase58(readNonce(Buffer.from(value.data[0], 'base64'))!.value)
    },
    async moveToSeedAccount(owner, mint, tokenProgram, amountRaw) {
      const { standard, seedDerived } = tokenAccountsOf(owner.address, mint, tokenProgram)
      const { value } = await rpc<{ value: { data: [string] } }>('getAccountInfo', [standard, { encoding: 'base64' }])
      const dataBytes = Buffer.from(value.data[0], 'base64').length
      const lamports = BigInt(await rpc<number>('getMinimumBalanceForRentExemption', [dataBytes]))
      const decimals = (await rpc<{ value: { decimals: number } }>('getTokenSupply', [mint])).value.decimals
      const move = { mint, amountRaw, decimals, tokenProgram }
      const place = { payer: owner.address, account: seedDerived, seed: seedOfMint(mint) }
      await run(owner, [
        createAccountWithSeed({ ...place, lamports, dataBytes, owner: tokenProgram }),
        initializeTokenAccount({ account: seedDerived, mint, owner: owner.address, tokenProgram }),
        transferTokensChecked({ ...move, from: standard, to: seedDerived, authority: owner.address }),
      ])
    },
    async transaction(signature) {
      const seen = await rpc<SeenTransaction | null>('getTransaction', [
        signature,
        { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 1 },
      ])
      assert(seen !== null, `${signature} is not on the chain`)
      return seen
    },
    async stop() {
      await server.stop()
      await sandbox.stop()
    },
  }
  return lab
}

/** A copy with the one signature that it has room for. */
export function signedBy(unsigned: Uint8Array, owner: Keypair): Uint8Array {
  const wire = new Uint8Array(unsigned)
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok, 'not a transaction')
  const { messageStart, messageEnd, signatureOffset } = placesOf(wire, parsed.transaction.messageStart)
  wire.set(signBytes(owner, wire.subarray(messageStart, messageEnd)), signatureOffset)
  return wire
}

/** Version 1 begins with its message, the older ones with their signatures. */
function placesOf(wire: Uint8Array, messageStart: number) {
  return messageStart === 0
    ? { messageStart, messageEnd: wire.length - 64, signatureOffset: wire.length - 64 }
    : { messageStart, messageEnd: wire.length, signatureOffset: 1 }
}
