import { type EvmContracts, type EvmVenue, NATIVE_TOKEN } from '../../chain/evm/contracts.ts'
import { callAll } from '../../chain/evm/multicall.ts'
import type { EthCall, EvmRpc } from '../../chain/evm/rpc.ts'
import type { OwnPool, ProbeVenue } from '../../chain/evm/security/probe-call.ts'
import { addressAt, toWord, uintAt, wordsIn } from '../../chain/evm/words.ts'
import { EVM_HOP_QUOTES, EVM_SECURITY } from '../../config/evm-security.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import type { EvmTapeChain } from '../../contract/tape-event.ts'
import type { EvmClient } from './evm-clients.ts'
import { findManagedPools, type ManagedCandidate } from './find-managed-pools.ts'

const CALL = {
  getPair: '0xe6a43905',
  getPoolByFee: '0x1698ee82',
  getPoolBySpacing: '0x28af8d0b',
  getPoolByStable: '0x79bc57d5',
  balanceOf: '0x70a08231',
} as const
/** Those that each factory has had from its beginning, in millionths, and PancakeSwap's own. */
const FEES = [100, 500, 2_500, 3_000, 10_000]
const SPACINGS = [1, 50, 100, 200, 2_000]
const V2_FEE_PPM = 3_000
const PANCAKE_V2_FEE_PPM = 2_500
const NO_ADDRESS = `0x${'0'.repeat(40)}`

/** Where a token is tried: its deepest pool on a followed DEX. */
export type TokenVenue = {
  readonly dex: string
  /** Its address, or its id where a manager has it. */
  readonly pool: string
  readonly venue: ProbeVenue
  readonly quote: string
  /** The deepest pool of the quote and the wrapped native coin; null where the quote is that coin or the native one. */
  readonly hop: OwnPool | null
  /** What lies there of the quote, in wei of the native coin. */
  readonly depthWei: bigint
}

type Candidate = { readonly dex: string; readonly venue: OwnPool; readonly token: string; readonly quote: string }

/** The deepest pool by its quote, as the factories name pools; null when none of them knows one that holds anything. Pools
 *  of v4 and Infinity are asked for where those hold less than a coin: what lies in a pool of a manager is not known, and
 *  who has a little may make it look deep. Fails when no node answers. */
export async function findVenue(
  client: EvmClient,
  { chain, token, head }: { readonly chain: EvmTapeChain; readonly token: string; readonly head: number },
  signal: AbortSignal,
): Promise<Outcome<TokenVenue | null>> {
  const { rpc, contracts } = client
  const { wrappedNative: wrapped } = contracts
  const others = [...contracts.stables, ...contracts.otherQuotes].map(({ address }) => address)
  const quotes = [wrapped, ...others, ...EVM_HOP_QUOTES[chain]]
  const own = quotes.filter((quote) => quote !== token).flatMap((quote) => questionsOf(contracts, token, quote))
  const hops = quotes.slice(1).flatMap((quote) => questionsOf(contracts, wrapped, quote))
  const pools = await askPools(rpc, contracts, [...own, ...hops], signal)
  if (!pools.ok) return pools
  const balances = await askBalances(rpc, contracts, pools.value, signal)
  if (!balances.ok) return balances
  const hopOf = deepestHops(balances.value, wrapped)
  const best = deepest(balances.value, { token, wrapped, hopOf })
  if (best !== null && best.depthWei >= EVM_SECURITY.ownPoolWei) return ok(best)
  const managed = await findManagedPools(client, { token, quotes, head }, signal)
  if (!managed.ok) return best === null ? managed : ok(best)
  return ok(deepestManaged(managed.value, { wrapped, hopOf, best }))
}

type Question = Omit<Candidate, 'venue'> & {
  readonly call: EthCall
  readonly kind: OwnPool['kind']
  readonly feePpm: number
}

function questionsOf(contracts: EvmContracts, token: string, quote: string): readonly Question[] {
  return contracts.venues.flatMap(({ dex, address, creation, swap }) => {
    const of = (kind: OwnPool['kind'], feePpm: number, selector: string, member?: number | boolean): Question => {
      const words = [token, quote, ...(member === undefined ? [] : [member])].map(toWord).join('')
      return { dex, token, quote, kind, feePpm, call: { to: address, data: `${selector}${words}` } }
    }
    if (creation === 'v2') return [of('v2', feeOf(dex), CALL.getPair)]
    if (creation === 'aerodrome') return [true, false].map((stable) => of('aerodrome', 0, CALL.getPoolByStable, stable))
    if (creation === 'slipstream') return SPACINGS.map((spacing) => of('v3', 0, CALL.getPoolBySpacing, spacing))
    return creation === 'v3' && swap !== 'v4' ? FEES.map((fee) => of('v3', 0, CALL.getPoolByFee, fee)) : []
  })
}

function feeOf(dex: EvmVenue['dex']): number {
  return dex === 'pancake_v2' ? PANCAKE_V2_FEE_PPM : V2_FEE_PPM
}

async function askPools(
  rpc: Pick<EvmRpc, 'ethCall' | 'ethCalls'>,
  { multicall }: EvmContracts,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<Outcome<readonly Candidate[]>> {
  const answers = await callAll(
    rpc,
    multicall,
    questions.map(({ call }) => call),
    signal,
  )
  if (!answers.ok) return answers
  return ok(
    questions.flatMap(({ dex, token, quote, kind, feePpm }, at) => {
      const said = answers.value[at] ?? null
      const pool = said !== null && wordsIn(said) === 1 ? addressAt(said, 0) : null
      return pool === null || pool === NO_ADDRESS ? [] : [{ dex, token, quote, venue: { pool, kind, feePpm } }]
    }),
  )
}

type Held = Candidate & { readonly ofToken: bigint; readonly ofQuote: bigint }

async function askBalances(
  rpc: Pick<EvmRpc, 'ethCall' | 'ethCalls'>,
  { multicall }: EvmContracts,
  pools: readonly Candidate[],
  signal: AbortSignal,
): Promise<Outcome<readonly Held[]>> {
  const calls = pools.flatMap(({ token, quote, venue }) =>
    [token, quote].map((to) => ({ to, data: `${CALL.balanceOf}${toWord(venue.pool)}` })),
  )
  const answers = calls.length === 0 ? ok([]) : await callAll(rpc, multicall, calls, signal)
  if (!answers.ok) return answers
  const amount = (at: number): bigint => {
    const said = answers.value[at] ?? null
    return said !== null && wordsIn(said) === 1 ? uintAt(said, 0) : 0n
  }
  return ok(pools.map((pool, at) => ({ ...pool, ofToken: amount(2 * at), ofQuote: amount(2 * at + 1) })))
}

type Hops = ReadonlyMap<string, Held>

/** By quote: where most of the wrapped coin lies. */
function deepestHops(held: readonly Held[], wrapped: string): Hops {
  const hops = new Map<string, Held>()
  for (const pool of held.filter((one) => one.token === wrapped && one.quote !== wrapped)) {
    const other = hops.get(pool.quote)
    if (pool.ofToken > (other?.ofToken ?? 0n) && pool.ofQuote > 0n) hops.set(pool.quote, pool)
  }
  return hops
}

/** In wei of the native coin. */
function worthOf(amount: bigint, hop: Held | null): bigint {
  return hop === null ? amount : (amount * hop.ofToken) / hop.ofQuote
}

type Choice = { readonly token: string; readonly wrapped: string; readonly hopOf: Hops }

function deepest(held: readonly Held[], { token, wrapped, hopOf }: Choice): TokenVenue | null {
  let best: TokenVenue | null = null
  for (const { token: of, dex, venue, quote, ofQuote, ofToken } of held) {
    const hop = quote === wrapped ? null : hopOf.get(quote)
    if (of !== token || hop === undefined || ofQuote === 0n || ofToken === 0n) continue
    const depthWei = worthOf(ofQuote, hop)
    if (depthWei > (best?.depthWei ?? 0n))
      best = { dex, pool: venue.pool, venue, quote, hop: hop?.venue ?? null, depthWei }
  }
  return best
}

function deepestManaged(
  pools: readonly ManagedCandidate[],
  { wrapped, hopOf, best }: Omit<Choice, 'token'> & { readonly best: TokenVenue | null },
): TokenVenue | null {
  let deeper = best
  for (const { dex, poolId, venue, quote } of pools) {
    const hop = quote === wrapped || quote === NATIVE_TOKEN ? null : hopOf.get(quote)
    if (hop === undefined) continue
    const depthWei = worthOf(venue.depthRaw, hop)
    if (depthWei > (deeper?.depthWei ?? 0n))
      deeper = { dex, pool: poolId, venue, quote, hop: hop?.venue ?? null, depthWei }
  }
  return deeper
}
