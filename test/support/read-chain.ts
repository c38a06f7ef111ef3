import assert from 'node:assert/strict'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'

/** What is on a chain, asked of its node and taken apart here by offsets, without the code under test. */

export const WSOL = 'So11111111111111111111111111111111111111112'
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const PUMPSWAP = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'
const POOL_BASE_AT = 43
const POOL_QUOTE_AT = 75

export type ChainAccount = { readonly owner: string; readonly data: Buffer }
export type ChainMint = { readonly program: string; readonly supplyRaw: bigint; readonly decimals: number }
export type ChainHolding = { readonly owner: string; readonly amountRaw: bigint; readonly accounts: number }
export type ChainPool = {
  readonly address: string
  readonly dex: string
  readonly priceNative: number
  readonly quote: string
}

// biome-ignore lint/suspicious/noExplicitAny: a node's answers are looked at by hand
export async function askNode(url: string, method: string, params: readonly unknown[]): Promise<any> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await reply.json()) as { result?: unknown; error?: unknown }
  assert(answer.error === undefined, `${method}: ${JSON.stringify(answer.error)}`)
  return answer.result
}

export async function readAccount(url: string, address: string): Promise<ChainAccount | null> {
  const { value } = await askNode(url, 'getAccountInfo', [address, { encoding: 'base64', commitment: 'confirmed' }])
  return value === null ? null : { owner: value.owner, data: Buffer.from(value.data[0], 'base64') }
}

export async function readChainMint(url: string, mint: string): Promise<ChainMint> {
  const account = await readAccount(url, mint)
  assert(account !== null && TOKEN_PROGRAMS.includes(account.owner), `${mint} is no mint`)
  return { program: account.owner, supplyRaw: account.data.readBigUInt64LE(36), decimals: account.data[44]! }
}

/** Every owner of every mint: all token accounts of both token programs, asked for without any filter. Largest first,
 *  equal amounts by address. */
export async function enumerateHolders(url: string): Promise<ReadonlyMap<string, readonly ChainHolding[]>> {
  const byMint = new Map<string, Map<string, { amountRaw: bigint; accounts: number }>>()
  for (const program of TOKEN_PROGRAMS) {
    const rows = await askNode(url, 'getProgramAccounts', [program, { encoding: 'base64', commitment: 'confirmed' }])
    for (const { account } of rows) {
      const data = Buffer.from(account.data[0], 'base64')
      const isTokenAccount = data.length === 165 || (data.length > 165 && data[165] === 2)
      const amountRaw = isTokenAccount ? data.readBigUInt64LE(64) : 0n
      if (amountRaw === 0n) continue
      const mint = encodeBase58(data.subarray(0, 32))
      const owner = encodeBase58(data.subarray(32, 64))
      const owners = byMint.get(mint) ?? new Map<string, { amountRaw: bigint; accounts: number }>()
      const held = owners.get(owner) ?? { amountRaw: 0n, accounts: 0 }
      owners.set(owner, { amountRaw: held.amountRaw + amountRaw, accounts: held.accounts + 1 })
      byMint.set(mint, owners)
    }
  }
  return new Map([...byMint].map(([mint, owners]) => [mint, ranked(owners)]))
}

function ranked(owners: ReadonlyMap<string, { amountRaw: bigint; accounts: number }>): ChainHolding[] {
  return [...owners]
    .map(([owner, held]) => ({ owner, ...held }))
    .sort((a, b) => (a.amountRaw === b.amountRaw ? (a.owner < b.owner ? -1 : 1) : a.amountRaw > b.amountRaw ? -1 : 1))
}

/** The pool as its reserves stand, by the layouts the two pump programs publish. Null when nothing is left in it. */
export async function readChainPool(url: string, address: string): Promise<ChainPool | null> {
  const account = await readAccount(url, address)
  assert(account !== null, `no pool ${address}`)
  const { data } = account
  if (account.owner !== PUMPSWAP) {
    const [tokens, lamports] = [data.readBigUInt64LE(8), data.readBigUInt64LE(16)]
    if (tokens === 0n || data[48] === 1) return null
    // Curve tokens have six decimals, SOL nine.
    return { address, dex: 'pumpfun', priceNative: Number(lamports) / 1e9 / (Number(tokens) / 1e6), quote: WSOL }
  }
  const base = addressAt(data, POOL_BASE_AT)
  const quote = addressAt(data, POOL_QUOTE_AT)
  const [baseVault, quoteVault] = await Promise.all([139, 171].map((at) => readAccount(url, addressAt(data, at))))
  const baseRaw = baseVault!.data.readBigUInt64LE(64)
  const quoteRaw = quoteVault!.data.readBigUInt64LE(64) + data.readBigUInt64LE(245)
  if (baseRaw === 0n || quoteRaw === 0n) return null
  const [baseMint, quoteMint] = await Promise.all([readChainMint(url, base), readChainMint(url, quote)])
  const priceNative = Number(quoteRaw) / 10 ** quoteMint.decimals / (Number(baseRaw) / 10 ** baseMint.decimals)
  return { address, dex: 'pumpswap', priceNative, quote }
}

/** What the SOL/USDC pools say of SOL: the price of the one with the most USDC in it. */
export async function readChainSolPriceUsd(url: string): Promise<number> {
  const memcmp = (offset: number, bytes: string) => ({ memcmp: { offset, bytes } })
  const filters = [memcmp(POOL_BASE_AT, WSOL), memcmp(POOL_QUOTE_AT, USDC)]
  const rows = await askNode(url, 'getProgramAccounts', [
    PUMPSWAP,
    { encoding: 'base64', commitment: 'confirmed', filters },
  ])
  assert.equal(rows.length, 1, 'the world has one SOL/USDC pool')
  const pool = await readChainPool(url, rows[0].pubkey)
  assert(pool !== null)
  return pool.priceNative
}

function addressAt(data: Buffer, at: number): string {
  return encodeBase58(data.subarray(at, at + 32))
}

/** The DEXs whose pools `readChainPool` takes apart by hand. Tokens that trade elsewhere are compared with the
 *  arithmetic of their programs in `test/sandbox/programs`. */
const READ_DEXES: ReadonlySet<string | null> = new Set([null, 'pumpfun', 'pumpswap'])

export function isPoolReadable({ dex }: { readonly dex: string | null }): boolean {
  return READ_DEXES.has(dex)
}
