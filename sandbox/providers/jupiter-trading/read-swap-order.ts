import type { SandboxChain } from '../../chain/types.ts'
import type { Json } from '../../rpc/json.ts'
import { isObject } from '../../rpc/json.ts'
import { TIP_ACCOUNTS } from '../../world/tip-accounts.ts'
import type { Market } from '../market.ts'
import type { SwapOrder } from './build-swap.ts'
import type { SwapGeneration } from './quote-swap.ts'
import { asAddress, asUint, member } from './read-values.ts'
import { legOf, otherMint, type SwapLeg } from './swap-legs.ts'
import { badBody, refusedWith, swapFault } from './swap-replies.ts'

const BPS = 10_000n
const MAX_LEGS = 4
/** Members that v2 wants back though nothing documents them: a quote that lost them cannot be built. */
const UNDOCUMENTED = ['mostReliableAmmsQuoteReport', 'loadedLongtailToken', 'transactionVersion'] as const

/** What `/swap` is asked for, in either generation. Throws a `RequestFault`. */
export function readSwapOrder(chain: SandboxChain, market: Market, body: Json, generation: SwapGeneration): SwapOrder {
  const quote = member(body, 'quoteResponse')
  if (!isObject(quote)) throw badBody('missing field `quoteResponse`')
  const user = wantedAddress(body, generation === 'v1' ? 'userPublicKey' : 'taker')
  const [destination, nativeDestination] = [
    optionalAddress(body, 'destinationTokenAccount'),
    optionalAddress(body, 'nativeDestinationAccount'),
  ]
  if (destination !== null && nativeDestination !== null)
    throw refusedWith('destinationTokenAccount and nativeDestinationAccount are mutually exclusive')
  const platformFee = member(quote, 'platformFee')
  const feeBps = platformFee === undefined ? 0n : asUint(member(platformFee, 'feeBps'), BPS)
  const feeAccount = optionalAddress(body, 'feeAccount')
  const slippageBps = asUint(member(quote, 'slippageBps'), BPS)
  const [inRaw, quotedOutRaw] = [asUint(member(quote, 'inAmount')), asUint(member(quote, 'outAmount'))]
  if (inRaw === null || quotedOutRaw === null || slippageBps === null || feeBps === null)
    throw badBody('quoteResponse: invalid amount')
  if (feeBps > 0n && feeAccount === null) throw refusedWith('feeAccount is required when platformFeeBps is set')
  if (generation === 'v2') for (const name of UNDOCUMENTED) if (!(name in quote)) throw new LostMembers(name)
  return {
    user,
    payer: optionalAddress(body, 'payer') ?? user,
    legs: readLegs(chain, market, quote, user),
    inRaw,
    quotedOutRaw,
    slippageBps: Number(slippageBps),
    feeBps: Number(feeBps),
    feeAccount,
    wrapAndUnwrapSol: member(body, 'wrapAndUnwrapSol') !== false,
    destinationTokenAccount: destination,
    nativeDestinationAccount: nativeDestination,
    tip: readTip(body, user),
    instructionVersion: member(quote, 'instructionVersion') === 'V2' ? 2 : 1,
  }
}

/** A quote that came back without what v2 sent: the live service answers 500. */
export class LostMembers extends Error {}

function readLegs(chain: SandboxChain, market: Market, quote: Json, user: string): SwapLeg[] {
  const plan = member(quote, 'routePlan')
  if (!Array.isArray(plan) || plan.length === 0 || plan.length > MAX_LEGS) throw swapFault('NO_ROUTES_FOUND')
  let mint = member(quote, 'inputMint')
  const legs = plan.map((step: Json) => {
    const info = member(step, 'swapInfo')
    const [address, amountRaw] = [asAddress(member(info, 'ammKey')), asUint(member(info, 'inAmount'))]
    const pool = address === null ? undefined : market.pool(address)
    if (pool === undefined || (mint !== pool.baseMint && mint !== pool.quoteMint)) throw swapFault('MARKET_NOT_FOUND')
    if (amountRaw === null) throw badBody('quoteResponse: invalid amount')
    const inputMint = mint
    mint = otherMint(pool, inputMint)
    const leg = legOf(chain, pool, { inputMint, amountRaw, wallet: user })
    if (leg === null) throw swapFault('FAILED_TO_GET_SWAP_AND_ACCOUNT_METAS')
    return leg
  })
  if (mint !== member(quote, 'outputMint')) throw swapFault('MARKET_NOT_FOUND')
  return legs
}

const MIN_TIP_LAMPORTS = 1_000_000n

function readTip(body: Json, user: string): SwapOrder['tip'] {
  const to = TIP_ACCOUNTS[0]!
  const asked = member(body, 'tipAmount')
  if (asked !== undefined) {
    const lamports = asUint(asked)
    if (lamports === null || lamports < MIN_TIP_LAMPORTS)
      throw refusedWith(`tipAmount must be at least ${MIN_TIP_LAMPORTS}`)
    return { from: user, to, lamports }
  }
  const fee = member(body, 'prioritizationFeeLamports')
  const plain = asUint(member(fee, 'jitoTipLamports'))
  if (plain !== null) return { from: user, to, lamports: plain }
  const paid = member(fee, 'jitoTipLamportsWithPayer')
  if (paid === undefined) return null
  const [lamports, from] = [asUint(member(paid, 'lamports')), asAddress(member(paid, 'payer'))]
  if (lamports === null || from === null) throw badBody('prioritizationFeeLamports: invalid tip')
  return { from, to, lamports }
}

function wantedAddress(body: Json, name: string): string {
  const value = member(body, name)
  if (value === undefined) throw badBody(`missing field \`${name}\``)
  const address = asAddress(value)
  if (address === null) throw badBody(`${name}: Invalid`)
  return address
}

function optionalAddress(body: Json, name: string): string | null {
  return member(body, name) === undefined ? null : wantedAddress(body, name)
}
