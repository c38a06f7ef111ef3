import assert from 'node:assert/strict'
import type { ExecutedTransaction, SandboxChain } from '../../../sandbox/chain/types.ts'
import { createJupiterTrading } from '../../../sandbox/providers/jupiter-trading/index.ts'
import type { MarketPool } from '../../../sandbox/providers/market.ts'
import { heldRaw } from '../../../sandbox/world/holdings.ts'
import type { World } from '../../../sandbox/world/world.ts'
import { type Keypair, keypairFromText, signBytes } from '../../../src/chain/solana/keypair.ts'
import { SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { WSOL_MINT } from '../../../src/contract/mints.ts'
import { parseWireTransaction } from '../../../src/hot-paths/wire-transaction.ts'
import { sharedTestWorld } from '../../support/build-test-world.ts'

/* A world of its own with the aggregator in front of it, and a trader who signs what it builds. */

export type Landed = { readonly err: unknown; readonly executed: ExecutedTransaction }
export type Answer<T> = { readonly status: number; readonly body: T }
/** Members of a quote that the tests look at; it goes back as it came. */
export type Quote = {
  readonly outputMint: string
  readonly outAmount: string
  readonly otherAmountThreshold: string
  readonly priceImpactPct: string
  readonly platformFee?: unknown
  readonly loadedLongtailToken?: boolean
  readonly routePlan: readonly {
    readonly percent: number
    readonly swapInfo: Readonly<
      Record<'inputMint' | 'outputMint' | 'inAmount' | 'outAmount' | 'label' | 'ammKey', string>
    >
  }[]
  readonly mostReliableAmmsQuoteReport: { readonly info: Readonly<Record<string, string>> }
}
/** What a build answers, of whichever API. */
export type Built = {
  readonly swapTransaction: string
  readonly computeUnitLimit: number
  readonly computeUnitPrice: string
  readonly prioritizationFeeLamports: number
  readonly simulationError: { readonly errorCode: string } | null
  readonly errorCode?: string
}
export type JupiterLab = {
  readonly chain: SandboxChain
  readonly world: World
  readonly trader: Keypair
  get<T>(path: string, query?: Record<string, string>, headers?: Record<string, string>): Answer<T>
  post<T>(path: string, body: unknown, headers?: Record<string, string>): Answer<T>
  raw(method: string, path: string, body: string): Answer<unknown>
  /** Signs as `signer` and lands it in a slot of its own. */
  land(base64: string, signer?: Keypair): Landed
  /** Base units: lamports for SOL, else what the associated account holds. */
  held(mint: string, wallet?: string): bigint
  fund(wallet: string, lamports: bigint): void
  poolOf(dex: string, hasProgram?: (pool: MarketPool) => boolean): MarketPool
}

const FUNDS = 100_000_000_000_000n

export function openJupiterLab(): JupiterLab {
  const { chain, world } = sharedTestWorld()
  const trader = keypairFromText('jupiter lab trader')
  const answer = createJupiterTrading({ chain, market: world.market, monotonicMs: () => 0 })
  const call = (request: {
    method: string
    path: string
    query?: Record<string, string>
    headers?: Record<string, string>
    body?: Buffer
  }) => {
    const { method, path, query = {}, headers = {}, body = Buffer.alloc(0) } = request
    const reply = answer({ method, path, query: new URLSearchParams(query), headers, body })
    return reply as Answer<never>
  }
  const fund = (wallet: string, lamports: bigint): void =>
    chain.setAccount(wallet, { lamports, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false })
  fund(trader.address, FUNDS)
  chain.advanceSlot()
  return {
    chain,
    world,
    trader,
    get: (path, query, headers) => call({ method: 'GET', path, query: query ?? {}, headers: headers ?? {} }),
    post: (path, body, headers) =>
      call({ method: 'POST', path, headers: headers ?? {}, body: Buffer.from(JSON.stringify(body)) }),
    raw: (method, path, body) => call({ method, path, body: Buffer.from(body) }),
    land(base64, signer = trader) {
      const sent = chain.send(signWire(base64, signer), { skipPreflight: true })
      assert(sent.ok, sent.ok ? '' : sent.message)
      chain.advanceSlot()
      return { err: sent.transaction.err, executed: sent.transaction }
    },
    held: (mint, wallet = trader.address) =>
      mint === WSOL_MINT ? (chain.account(wallet)?.lamports ?? 0n) : heldRaw(chain, wallet, mint),
    fund,
    poolOf(dex, isWanted = () => true) {
      const pool = world.market
        .pools()
        .find(
          (one) => one.dex === dex && one.quoteMint === WSOL_MINT && world.market.state(one) !== null && isWanted(one),
        )
      assert(pool, `a pool of ${dex}`)
      return pool
    },
  }
}

/** Puts one signature in its place. */
export function signWire(base64: string, signer: Keypair): Uint8Array {
  const wire = new Uint8Array(Buffer.from(base64, 'base64'))
  const parsed = parseWireTransaction(wire)
  assert(parsed.ok, parsed.ok ? '' : parsed.reason)
  const { messageStart, messageEnd, signaturesOffset, requiredSignatures } = parsed.transaction
  assert.equal(requiredSignatures, 1)
  wire.set(signBytes(signer, wire.subarray(messageStart, messageEnd)), signaturesOffset)
  return wire
}
