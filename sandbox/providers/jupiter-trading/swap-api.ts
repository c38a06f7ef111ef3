import { type Instruction, setComputeUnitLimit, setComputeUnitPrice } from '../../../src/chain/solana/instructions.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import type { HttpRequest } from '../../http-handler.ts'
import type { Json } from '../../rpc/json.ts'
import { readJson } from '../../rpc/json.ts'
import type { ProviderReply } from '../provider-reply.ts'
import { assembleSwap, type Budget, type SwapGroups, type SwapOrder, swapGroups } from './build-swap.ts'
import type { Routing } from './find-route.ts'
import { priceOfV1, priceOfV2, priorityLamports } from './priority-fee.ts'
import { programLabels, quoteSwap, type SwapGeneration } from './quote-swap.ts'
import { LostMembers, readSwapOrder } from './read-swap-order.ts'
import { answering, found, member } from './read-values.ts'
import { badBody, refusedWith } from './swap-replies.ts'

const MAX_UNITS = 1_400_000
/** A limit from a simulation leaves room for what may change until it lands. */
const UNIT_MARGIN = 1.25
const NOT_FOUND: ProviderReply = { status: 404, body: { error: 'Route not found' } }
const PATH = /^\/swap\/(v1|v2)\/(quote|swap|swap-instructions|program-id-to-label)$/

export type SwapApiParts = Routing & { readonly monotonicMs: () => number }

/** The Swap API of both generations: quotes over the sandbox's own pools and unsigned transactions through the router.
 *  Source: the provider's OpenAPI documents, and its page on the two calls of v2. */
export function createSwapApi(parts: SwapApiParts): (request: HttpRequest) => ProviderReply {
  return (request) => {
    const [, generation, name] = (PATH.exec(request.path) ?? []) as [string?, SwapGeneration?, string?]
    if (generation === undefined || name === undefined) return NOT_FOUND
    // The second generation is served to keys only.
    if (generation === 'v2' && (request.headers['x-api-key'] ?? '') === '')
      return { status: 401, body: { code: 401, message: 'Unauthorized' } }
    return answering(() => {
      if (name === 'quote') return get(request, () => found(quoteSwap(parts, request.query, { ...parts, generation })))
      if (name === 'program-id-to-label')
        return generation === 'v1' ? get(request, () => found(programLabels())) : NOT_FOUND
      return post(request, (body) => build(parts, body, { generation, asGroups: name === 'swap-instructions' }))
    })
  }
}

function get({ method }: HttpRequest, answer: () => ProviderReply): ProviderReply {
  return method === 'GET' ? answer() : { status: 405, body: { error: 'Method Not Allowed' } }
}

function post({ method, body }: HttpRequest, answer: (body: Json) => ProviderReply): ProviderReply {
  if (method !== 'POST') return { status: 405, body: { error: 'Method Not Allowed' } }
  const json = readJson(body)
  if (json === undefined) throw badBody('expected value')
  return answer(json)
}

function build(
  parts: SwapApiParts,
  body: Json,
  { generation, asGroups }: { readonly generation: SwapGeneration; readonly asGroups: boolean },
): ProviderReply {
  try {
    const order = readSwapOrder(parts.chain, parts.market, body, generation)
    const groups = swapGroups(parts.chain, order)
    return asGroups
      ? answerGroups(parts, body, { generation, groups })
      : answerSwap(parts, body, { generation, order, groups })
  } catch (error) {
    if (error instanceof LostMembers) return { status: 500, body: { error: 'Internal server error' } }
    throw error
  }
}

type Built = { readonly generation: SwapGeneration; readonly order: SwapOrder; readonly groups: SwapGroups }

function answerSwap({ chain }: SwapApiParts, body: Json, { generation, order, groups }: Built): ProviderReply {
  const { blockhash, lastValidBlockHeight } = chain.latestBlockhash('confirmed')
  const legacy = generation === 'v1' && member(body, 'asLegacyTransaction') === true
  const assemble = (budget: Budget): Uint8Array => {
    const wire = assembleSwap(order, groups, { blockhash, budget, legacy })
    if (wire === null) throw refusedWith('Transaction too large')
    return wire
  }
  const dynamic = generation === 'v1' && member(body, 'dynamicComputeUnitLimit') === true
  const tried = dynamic ? simulate(chain, assemble({ unitLimit: MAX_UNITS, unitPriceMicroLamports: 0n })) : null
  const unitLimit = tried?.unitLimit ?? MAX_UNITS
  const price = generation === 'v1' ? priceOfV1(body, unitLimit) : priceOfV2(body)
  const wire = assemble({ unitLimit, unitPriceMicroLamports: price })
  const common = {
    swapTransaction: Buffer.from(wire).toString('base64'),
    lastValidBlockHeight,
    prioritizationFeeLamports: Number(priorityLamports(unitLimit, price)),
  }
  if (generation === 'v2') return found({ ...common, computeUnitPrice: String(price) })
  return found({
    ...common,
    computeUnitLimit: unitLimit,
    prioritizationType: {
      computeBudget: { microLamports: Number(price), estimatedMicroLamports: Number(price) },
    },
    simulationSlot: tried === null ? null : chain.slot(),
    dynamicSlippageReport: null,
    simulationError: tried?.error ?? null,
    addressesByLookupTableAddress: null,
  })
}

/** Units that the transaction takes, with room; the whole limit when it fails. */
function simulate(
  chain: SwapApiParts['chain'],
  wire: Uint8Array,
): { readonly unitLimit: number; readonly error: Record<string, string> | null } {
  const run = chain.simulate(wire, { sigVerify: false, replaceRecentBlockhash: true })
  if (run.err === null)
    return { unitLimit: Math.min(MAX_UNITS, Math.ceil(Number(run.unitsConsumed) * UNIT_MARGIN)), error: null }
  const error = { errorCode: 'TRANSACTION_ERROR', error: `Error processing Instruction: ${JSON.stringify(run.err)}` }
  return { unitLimit: MAX_UNITS, error }
}

function answerGroups(
  { chain }: SwapApiParts,
  body: Json,
  { generation, groups }: Pick<Built, 'generation' | 'groups'>,
): ProviderReply {
  const { setup, swap, cleanup, tip, lookupTables } = groups
  const { blockhash, lastValidBlockHeight } = chain.latestBlockhash('confirmed')
  const price = generation === 'v1' ? priceOfV1(body, MAX_UNITS) : priceOfV2(body)
  const common = {
    computeBudgetInstructions: [setComputeUnitLimit(MAX_UNITS), setComputeUnitPrice(price)].map(written),
    setupInstructions: setup.map(written),
    swapInstruction: written(swap),
    cleanupInstruction: cleanup === null ? null : written(cleanup),
  }
  if (generation === 'v1')
    return found({
      ...common,
      otherInstructions: tip === null ? [] : [written(tip)],
      addressLookupTableAddresses: lookupTables.map(({ address }) => address),
    })
  return found({
    ...common,
    otherInstructions: [],
    tipInstruction: tip === null ? null : written(tip),
    addressesByLookupTableAddress: Object.fromEntries(
      lookupTables.map(({ address, addresses }) => [address, addresses]),
    ),
    blockhashWithMetadata: { blockhash: [...addressBytes(blockhash)], lastValidBlockHeight },
  })
}

function written({ programId, accounts, data }: Instruction) {
  return {
    programId,
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({ pubkey: address, isSigner, isWritable })),
    data: Buffer.from(data).toString('base64'),
  }
}
