import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { SandboxChain } from '../../../sandbox/chain/types.ts'
import type { CreateRequest } from '../../../sandbox/world/dex-trades/dex-trades.ts'
import { cpmmTrades } from '../../../sandbox/world/dex-trades/raydium-cpmm.ts'
import { compileV0Message, signMessage } from '../../../src/chain/solana/compile-message.ts'
import type { DexName } from '../../../src/chain/solana/dexes/dex.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromSeed, signBytes } from '../../../src/chain/solana/keypair.ts'
import { SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { TRADING } from '../../../src/config/trading.ts'
import type { Scope } from '../../../src/contract/api-key.ts'
import { decodeBase58, encodeBase58 } from '../../../src/hot-paths/base58.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import type { ApiReply } from '../../support/api-client.ts'
import { FAST_SLOT_MS } from '../../support/fast-slots.ts'
import { type PublishedToken, publishedTokens } from '../../support/published-tokens.ts'
import { askNode } from '../../support/read-chain.ts'
import { successOf } from '../../support/reply-check.ts'
import { type StartedSandbox, startSandbox } from '../../support/start-sandbox.ts'
import { until } from '../../support/until.ts'
import { usedSandbox } from '../../support/used-sandbox.ts'
import { FULL_KEY, SOL, type TradingServer, tradingServer } from './trading-server.ts'

const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const CONFIRMED = { commitment: 'confirmed' }
const LAMPORTS_PER_SIGNATURE = 5_000n
const NONCE_BYTES = 80
const POOL_UNITS = 600_000
/** With the scope `fee_routing`, and one without `wallet`. */
export const ROUTING_KEY = 'rt_test_fee_routing'
export const TRADE_KEY = 'rt_test_trade_only'

export type TradeRoute = 'buy' | 'sell' | 'buy-multi-hop' | 'sell-multi-hop'
export type Asker = { readonly key?: string | null; readonly userRef?: string; readonly idempotencyKey?: string }
export type Token = { readonly mint: string; readonly pool: string; readonly symbol: string }

/** What an owner has: its own lamports, and those in its token accounts beside them. */
export type Holdings = {
  readonly lamports: bigint
  readonly accounts: ReadonlyMap<string, { readonly mint: string; readonly raw: bigint; readonly lamports: bigint }>
  tokens(mint: string): bigint
}

/** One transaction as the chain recorded it. */
export type ChainRecord = {
  readonly version: 'legacy' | 0 | 1
  readonly slot: number
  readonly err: unknown
  readonly feeLamports: bigint
  /** Of its compute budget; the limit times the price is the priority fee. */
  readonly unitLimit: bigint
  readonly unitPrice: bigint
  /** Lamports in accounts that it made and that belong to no one's tokens. */
  readonly deposits: bigint
  /** By how much the lamports of an account changed. */
  change(address: string): bigint
}

export type Nonce = {
  readonly account: string
  /** At first. */
  readonly value: string
  /** Now. */
  read(): Promise<string>
}

/** A sandbox of a test's own with short slots, and a server on it whose keys may trade as often as they like. */
export type TradeLab = {
  readonly sandbox: StartedSandbox
  readonly api: TradingServer
  /** One token against SOL of each DEX. */
  readonly coins: ReadonlyMap<DexName, Token>
  /** The mint of the world's token of that symbol. */
  coin(symbol: string): Promise<string>
  /** A durable nonce that this address may advance. */
  nonce(authority: string): Promise<Nonce>
  // biome-ignore lint/suspicious/noExplicitAny: a node's answers are looked at by hand
  rpc(method: string, params?: readonly unknown[]): Promise<any>
  trade(route: TradeRoute, body: unknown, asker?: Asker): Promise<ApiReply>
  post(path: string, body: unknown, asker?: Asker): Promise<ApiReply>
  /** The address of a user's custodial wallet, with so much SOL. */
  user(userRef: string, lamports?: bigint, key?: string): Promise<string>
  /** A wallet of a caller who signs, with 100 SOL. */
  wallet(): Promise<Keypair>
  giveTokens(address: string, mint: string, amountRaw: bigint): Promise<void>
  holdings(owner: string): Promise<Holdings>
  record(signature: string): Promise<ChainRecord>
  rent(bytes: number): Promise<bigint>
  /** Signs what the service built, sends it through the node and waits until it is confirmed. */
  signAndSend(keypair: Keypair, unsigned: string): Promise<string>
  /** A new pool of Raydium's CPMM, of two mints of the classic token program; its address. The clock jumps over the
   *  second in which it may not be traded yet: to be called before the server has looked at it. */
  openPool(pool: Pick<CreateRequest, 'baseMint' | 'quoteMint' | 'baseRaw' | 'quoteRaw'>): Promise<string>
  /** Signs a transaction of these instructions, sends it and waits until it is confirmed. */
  send(payer: Keypair, instructions: readonly make.Instruction[], signers?: readonly Keypair[]): Promise<string>
  confirmed(signature: string): Promise<void>
  /** Lets so many slots pass at once, and so much time that the server believes none of the blockhashes before. */
  pass(slots: number): Promise<void>
  stop(): Promise<void>
}

const replies = Object.fromEntries(
  (['buy', 'sell', 'buy-multi-hop', 'sell-multi-hop'] as const).map((route) => [
    route,
    successOf(`POST /v1/trade/${route}`),
  ]),
) as Record<TradeRoute, (reply: ApiReply) => ApiReply['json']>
const quoteReply = successOf('POST /v1/trade/quote')

export async function openTradeLab(
  env: Readonly<Record<string, string>> = {},
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<TradeLab> {
  const slots = { SANDBOX_SLOT_MS: String(FAST_SLOT_MS) }
  const sandbox = await (isNew ? startSandbox(slots) : usedSandbox('trades', slots))
  const api = await tradingServer(sandbox, env)
  const addKey = (key: string, scopes: readonly Scope[]) =>
    api.ctx.store.apiKeys.addVolatile(key, { label: key, tier: 'enterprise', scopes, limitPer10s: 1_000_000 })
  addKey(ROUTING_KEY, ['read', 'trade', 'wallet', 'fee_routing'])
  addKey(TRADE_KEY, ['read', 'trade'])
  const url = sandbox.urls['rpc']!
  const rpc: TradeLab['rpc'] = (method, params = []) => askNode(url, method, params)
  const post: TradeLab['post'] = (path, body, { key = FULL_KEY, userRef, idempotencyKey } = {}) =>
    api.server.post(path, body, {
      key: null,
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(userRef === undefined ? {} : { 'X-User-Ref': userRef }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
    })

  async function confirmed(signature: string): Promise<void> {
    await until(async () => {
      const { value } = await rpc('getSignatureStatuses', [[signature]])
      return ['confirmed', 'finalized'].includes(value[0]?.confirmationStatus)
    }, `${signature} is confirmed`)
  }

  const send = async (payer: Keypair, instructions: readonly make.Instruction[], signers: readonly Keypair[] = []) => {
    const { value } = await rpc('getLatestBlockhash', [CONFIRMED])
    const message = compileV0Message({ payer: payer.address, blockhash: value.blockhash, instructions })
    const { wire, signature } = signMessage(message, [payer, ...signers])
    await rpc('sendTransaction', [Buffer.from(wire).toString('base64'), { encoding: 'base64' }])
    await confirmed(signature)
    return signature
  }

  const wallet = async (): Promise<Keypair> => {
    const keypair = keypairFromSeed(randomBytes(32))
    await sandbox.control('POST', '/airdrop', { address: keypair.address, lamports: 100_000_000_000 })
    return keypair
  }
  const giveTokens: TradeLab['giveTokens'] = async (address, mint, amountRaw) => {
    await sandbox.control('POST', '/tokens', { address, mint, amountRaw: String(amountRaw) })
  }
  const tokens = await publishedTokens(sandbox)

  return {
    sandbox,
    api,
    coins: coinsOf(tokens),
    async coin(symbol) {
      const found = tokens.find((token) => token.symbol === symbol)
      assert(found, `a coin ${symbol}`)
      return found.mint
    },
    async nonce(authority) {
      const [payer, nonce] = [await wallet(), keypairFromSeed(randomBytes(32))]
      const account = nonce.address
      const lamports = BigInt(await rpc('getMinimumBalanceForRentExemption', [NONCE_BYTES]))
      const parts = { payer: payer.address, account, lamports, dataBytes: NONCE_BYTES, owner: SYSTEM_PROGRAM }
      await send(payer, [make.createAccount(parts), make.initializeNonce({ nonce: account, authority })], [nonce])
      const read = async () => {
        const { value } = await rpc('getAccountInfo', [account, { ...CONFIRMED, encoding: 'base64' }])
        return encodeBase58(Buffer.from(value.data[0], 'base64').subarray(40, 72))
      }
      return { account, value: await read(), read }
    },
    send,
    rpc,
    post,
    trade: (route, body, asker) => post(`/v1/trade/${route}`, body, asker),
    async user(userRef, lamports = 100_000_000_000n, key = FULL_KEY) {
      const made = await post('/v1/wallets', { user_ref: userRef }, { key })
      assert([200, 201].includes(made.status), made.text)
      const { address } = made.json.wallet
      if (lamports > 0n) await sandbox.control('POST', '/airdrop', { address, lamports: String(lamports) })
      return address
    },
    wallet,
    giveTokens,
    async openPool(params) {
      const creator = await wallet()
      for (const [mint, raw] of [
        [params.baseMint, params.baseRaw],
        [params.quoteMint, params.quoteRaw],
      ] as const)
        if (mint === SOL) await sandbox.control('POST', '/airdrop', { address: creator.address, lamports: String(raw) })
        else await giveTokens(creator.address, mint, raw)
      // Of the chain only the mints' programs are asked for, and what is not there counts as the classic one.
      const chain = { account: () => null } as unknown as SandboxChain
      const made = cpmmTrades.createPool!(chain, { ...params, creator: creator.address })
      assert(made !== null)
      for (const instructions of made.transactions)
        await send(creator, [make.setComputeUnitLimit(POOL_UNITS), ...instructions])
      await sandbox.control('POST', '/clock/advance', { seconds: 3 })
      return made.pool
    },
    holdings: (owner) => readHoldings(rpc, owner),
    record: async (signature) => toRecord(await rpc('getTransaction', [signature, RECORD])),
    rent: async (bytes) => BigInt(await rpc('getMinimumBalanceForRentExemption', [bytes])),
    async signAndSend(keypair, unsigned) {
      const { wire, signature } = signUnsigned(keypair, unsigned)
      await rpc('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }])
      await confirmed(signature)
      return signature
    },
    confirmed,
    async pass(slots) {
      await sandbox.control('POST', '/slots/step', { count: slots })
      api.server.clock.push(TRADING.blockhashMaxAgeMs)
    },
    async stop() {
      await api.server.stop()
      await sandbox.stop()
    },
  }
}

/** The body of a success, in the shape its route declares. */
export function traded(route: TradeRoute, reply: ApiReply): ApiReply['json'] {
  return replies[route](reply)
}

/** What an amount yields, as the service quotes it. */
export async function quoteOf(
  lab: TradeLab,
  side: 'buy' | 'sell',
  mint: string,
  amountRaw: bigint,
): Promise<ApiReply['json']> {
  const [input_mint, output_mint] = side === 'buy' ? [SOL, mint] : [mint, SOL]
  return quoteReply(await lab.api.post('/v1/trade/quote', { input_mint, output_mint, amount: String(amountRaw) }))
}

/** The one signature of a transaction that the service built, put into its place. */
export function signUnsigned(
  keypair: Keypair,
  unsigned: string,
): { readonly wire: string; readonly signature: string } {
  const wire = Buffer.from(unsigned, 'base64')
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok, 'what was built parses')
  const { messageStart, messageEnd, signatures, version, keys } = parsed.transaction
  assert.equal(signatures.length, 1)
  assert(
    signatures[0]!.every((byte) => byte === 0),
    'it is not signed',
  )
  assert.equal(encodeBase58(keys[0]!), keypair.address)
  const signature = signBytes(keypair, wire.subarray(messageStart, messageEnd))
  wire.set(signature, version === 1 ? messageEnd : 1)
  return { wire: wire.toString('base64'), signature: encodeBase58(signature) }
}

/** Signature and priority, as the budget of the transaction says. */
export function chainFee({ unitLimit, unitPrice }: ChainRecord): bigint {
  return LAMPORTS_PER_SIGNATURE + (unitLimit * unitPrice + 999_999n) / 1_000_000n
}

/** An address of no one's. */
export function nobody(): string {
  return encodeBase58(randomBytes(32))
}

function coinsOf(tokens: readonly PublishedToken[]): ReadonlyMap<DexName, Token> {
  const found = new Map<DexName, Token>()
  for (const { dex, pool, mint, symbol, archetype } of tokens)
    if (pool !== null && !found.has(dex as DexName) && archetype !== 'stablecoin')
      found.set(dex as DexName, { mint, pool, symbol })
  return found
}

async function readHoldings(rpc: TradeLab['rpc'], owner: string): Promise<Holdings> {
  const { value: lamports } = await rpc('getBalance', [owner, CONFIRMED])
  const accounts = new Map<string, { mint: string; raw: bigint; lamports: bigint }>()
  for (const programId of TOKEN_PROGRAMS) {
    const { value } = await rpc('getTokenAccountsByOwner', [owner, { programId }, { ...CONFIRMED, encoding: 'base64' }])
    for (const { pubkey, account } of value) {
      const data = Buffer.from(account.data[0], 'base64')
      const mint = encodeBase58(data.subarray(0, 32))
      accounts.set(pubkey, { mint, raw: data.readBigUInt64LE(64), lamports: BigInt(account.lamports) })
    }
  }
  const tokens = (mint: string): bigint =>
    [...accounts.values()].reduce((sum, account) => (account.mint === mint ? sum + account.raw : sum), 0n)
  return { lamports: BigInt(lamports), accounts, tokens }
}

const RECORD = { ...CONFIRMED, encoding: 'json', maxSupportedTransactionVersion: 1 }
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'

function toRecord(raw: ApiReply['json']): ChainRecord {
  assert(raw !== null, 'the chain has the transaction')
  const { meta, transaction, version, slot } = raw
  const { message } = transaction
  const keys: readonly string[] = [
    ...message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ]
  const [pre, post] = [meta.preBalances.map(BigInt), meta.postBalances.map(BigInt)] as [bigint[], bigint[]]
  const tokenAt = new Set<number>(
    meta.postTokenBalances.map(({ accountIndex }: { accountIndex: number }) => accountIndex),
  )
  let deposits = 0n
  for (const at of keys.keys()) if (pre[at] === 0n && !tokenAt.has(at)) deposits += post[at]!
  const budget = { unitLimit: 0n, unitPrice: 0n }
  for (const { programIdIndex, data } of message.instructions) {
    if (keys[programIdIndex] !== COMPUTE_BUDGET) continue
    const bytes = Buffer.from(decodeBase58(data)!)
    if (bytes[0] === 2) budget.unitLimit = BigInt(bytes.readUInt32LE(1))
    if (bytes[0] === 3) budget.unitPrice = bytes.readBigUInt64LE(1)
  }
  const change = (address: string): bigint => {
    const at = keys.indexOf(address)
    return at < 0 ? 0n : post[at]! - pre[at]!
  }
  return { version, slot, err: meta.err, feeLamports: BigInt(meta.fee), ...budget, deposits, change }
}

/** What a trade did to its wallet: tokens, and lamports with those in its token accounts counted in and the chain's fee
 *  and the programs' own deposits left out. */
export function moved(before: Holdings, after: Holdings, record: ChainRecord | null) {
  const wealth = ({ lamports, accounts }: Holdings): bigint =>
    [...accounts.values()].reduce((sum, account) => sum + account.lamports, lamports)
  const costs = record === null ? 0n : record.feeLamports + record.deposits
  return {
    lamports: wealth(after) - wealth(before) + costs,
    tokens: (mint: string): bigint => after.tokens(mint) - before.tokens(mint),
  }
}
