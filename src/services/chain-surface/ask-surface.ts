import type { CatalogChain } from '../../chain/catalog/chains.ts'
import { CHAIN_TIERS } from '../../config/chains.ts'
import type { Context } from '../../context.ts'
import type { ChainTier } from '../../contract/chain-catalog.ts'
import type { Freshness, SurfacePayload } from '../../contract/chain-surface.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import {
  endpointNamed,
  isTapeEndpoint,
  type TapeEndpoint,
  tapeChainOf,
  whyNotProvided,
} from '../chain-tiers/endpoints.ts'
import { chainNamed } from '../chain-tiers/read-chain.ts'
import { askChain, checkAddress } from './ask-chain.ts'
import { EVM_EXECUTED } from './evm-security.ts'
import { PROVIDED } from './provided-surface.ts'
import { SOLANA } from './solana-surface.ts'
import type { Answer, Asked, Sourced, SurfaceName, SurfaceQuestion } from './surface.ts'
import { TAPE_SURFACE } from './tape-surface.ts'

/** What a route takes from its request; addresses as they were sent. */
export type RawQuestion = Partial<SurfaceQuestion> & { readonly addressKind?: 'address' | 'pool' }

const NO_QUESTION: SurfaceQuestion = {
  address: '',
  addresses: [],
  limit: 0,
  cursor: '',
  window: '24h',
  period: '1h',
  amount: 0,
  fromMs: null,
  toMs: null,
  minLiquidityUsd: 0,
  dex: '',
  text: '',
  sort: 'volume',
  fresh: false,
  swap: null,
  quote: {},
  taker: '',
}

export type SurfaceAnswer<N extends SurfaceName> = SurfacePayload<N> & {
  chain: string
  tier: ChainTier
  freshness: Freshness
}

/** Answers one question about one chain. Fails `not_found` for an unknown chain (with suggestions) or thing,
 *  `invalid_request` for what is no address of the chain, `unsupported_on_chain` with the evidence, and as its source fails. */
export async function askSurface<N extends SurfaceName>(
  ctx: Context,
  { chainText, name, raw, signal }: { chainText: string; name: N; raw: RawQuestion; signal: AbortSignal },
): Promise<Outcome<SurfaceAnswer<N>>> {
  const found = chainNamed(chainText)
  if (!found.ok) return found
  const { chain } = found.value
  const read = readQuestion(chain, raw)
  if (!read.ok) return read
  const question = read.value
  const asked = await askChain(ctx, chain, name)
  if (!asked.ok) return asked
  const { tier, unmet } = asked.value
  const answer = await answerOf({ ctx, chain, question, signal, unmet }, name)
  if (!answer.ok) return answer
  const freshness = freshnessOf(answer.value, ctx.clock.nowMs())
  return ok({ chain: chain.key, tier, freshness, ...answer.value.payload })
}

/** The question with all its addresses in their canonical forms; of a list, those that are addresses. */
function readQuestion(chain: CatalogChain, { addressKind, ...given }: RawQuestion): Outcome<SurfaceQuestion> {
  const question: { -readonly [M in keyof SurfaceQuestion]: SurfaceQuestion[M] } = { ...NO_QUESTION, ...given }
  if (addressKind !== undefined) {
    const address = checkAddress(chain, question.address, addressKind)
    if (!address.ok) return address
    question.address = address.value
  }
  if (given.addresses !== undefined) {
    const good = given.addresses.map((text) => checkAddress(chain, text)).filter((one) => one.ok)
    if (good.length === 0) return checkAddress(chain, '') as Outcome<never>
    question.addresses = [...new Set(good.map(({ value }) => value))]
  }
  if (given.swap != null) {
    const inputToken = checkAddress(chain, given.swap.inputToken, 'inputToken')
    if (!inputToken.ok) return inputToken
    const outputToken = checkAddress(chain, given.swap.outputToken, 'outputToken')
    if (!outputToken.ok) return outputToken
    question.swap = { ...given.swap, inputToken: inputToken.value, outputToken: outputToken.value }
  }
  return ok(question)
}

/** Own services of Solana, what nodes of EVM chains execute, and what the tape has of other followed chains, stand before
 *  the providers; what they lack, the providers serve there too. */
async function answerOf<N extends SurfaceName>(asked: Asked, name: N): Promise<Awaited<Answer<N>>> {
  const own = asked.chain.key === 'solana' ? SOLANA[name] : undefined
  const provided = PROVIDED[name] as ((asked: Asked) => Answer<N>) | undefined
  if (own !== undefined) return own(asked) as Answer<N>
  const executed = EVM_EXECUTED[name] as ((asked: Asked) => Answer<N> | null) | undefined
  const tried = executed === undefined ? null : executed(asked)
  if (tried !== null) return tried
  const found = isTapeEndpoint(name) ? await askTape(asked, name) : null
  if (found !== null) return found as Awaited<Answer<N>>
  const isProvided = provided !== undefined && whyNotProvided(asked.ctx, asked.chain, endpointNamed(name)) === null
  return isProvided ? provided(asked) : fail('not_found', `the tape of ${asked.chain.key} has nothing of it`)
}

async function askTape(asked: Asked, name: TapeEndpoint): Promise<Outcome<Sourced<unknown>> | null> {
  const tapeChain = tapeChainOf(asked.ctx, asked.chain)
  return tapeChain === null ? null : TAPE_SURFACE[name]({ ...asked, tapeChain })
}

function freshnessOf(answer: Sourced<unknown>, nowMs: number): Freshness {
  const { source, ageUnderMs = null, block = null, fetchedAtMs, stale = false } = answer
  // A fact from a future beyond the skew of clocks has no age.
  const isPast = answer.sourceAtMs !== null && answer.sourceAtMs <= nowMs + CHAIN_TIERS.clockSkewMs
  const sourceAtMs = isPast ? answer.sourceAtMs : null
  const ageMs = sourceAtMs === null ? null : Math.max(0, Math.round(nowMs - sourceAtMs))
  const sinceFetchMs = Math.max(0, nowMs - fetchedAtMs)
  return {
    sourceAt: sourceAtMs,
    ageMs,
    ageUnderMs: ageUnderMs === null ? null : ageUnderMs + sinceFetchMs,
    block,
    source,
    fetchedAt: fetchedAtMs,
    stale,
  }
}
