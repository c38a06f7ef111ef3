import Type, { type Static } from 'typebox'
import { AddressSchema } from './params.ts'
import { closed, NullableInteger, NullableText, nullable } from './shapes.ts'
import { ManifestReply } from './trade.ts'

/* Swaps, limit orders and DCA through the aggregator (spec 2.5 and 4.5). */

/** Our own member of a quote: which generation of the aggregator made it. Taken out again before it goes back. */
export const GENERATION_MEMBER = 'mintglassGeneration'

/** An object of another service: what it holds beyond these members is handed on as it came. */
function relayed<P extends Parameters<typeof Type.Object>[0]>(properties: P, description: string) {
  return Type.Object(properties, { additionalProperties: true, 'x-relayed': true, description })
}

const baseUnits = (of: string) => Type.String({ pattern: '^[0-9]+$', description: `${of} Base units.` })
const isoTime = (of: string) => nullable(Type.String({ description: `${of} ISO 8601.` }))
const transaction = (of: string) => Type.String({ description: `Base64, unsigned: ${of}` })

export const SwapQuote = relayed(
  {
    inputMint: AddressSchema,
    inAmount: baseUnits('What is given.'),
    outputMint: AddressSchema,
    outAmount: baseUnits('What the route yields after its fees.'),
    otherAmountThreshold: baseUnits('The least output that the slippage allows.'),
    swapMode: Type.Optional(Type.String()),
    slippageBps: Type.Optional(Type.Number()),
    platformFee: Type.Optional(nullable(relayed({}, 'Amount and rate, where one was asked for.'))),
    priceImpactPct: Type.Optional(Type.String({ description: 'A ratio: 0.001 is a tenth of a percent.' })),
    routePlan: Type.Optional(Type.Array(relayed({}, 'One step.'))),
    [GENERATION_MEMBER]: Type.Enum(['v1', 'v2'], {
      description: 'Which generation of the aggregator made it, and will build it. Leave it where it is.',
    }),
  },
  "The aggregator's quote with every member and digit it came with. The whole object goes into build.",
)

export const SwapQuoteReply = closed({ quote: SwapQuote })

export const BuiltSwapReply = closed({
  swapTransaction: transaction('the swap, for its wallet to sign and send.'),
  lastValidBlockHeight: nullable(Type.Integer({ description: 'It can land until then.' })),
  prioritizationFeeLamports: nullable(Type.Integer({ description: 'What it offers for being taken sooner.' })),
  computeUnitLimit: NullableInteger,
  simulationError: nullable(relayed({}, "Result of the aggregator's own simulation, where that failed.")),
  manifest: nullable(ManifestReply),
})

const fillsOf = (output: string) =>
  Type.Array(
    closed({
      signature: Type.String(),
      inputAmount: baseUnits('Given.'),
      outputAmount: baseUnits(output),
      feeMint: NullableText,
      feeAmount: nullable(baseUnits('Fee of the aggregator.')),
      confirmedAt: isoTime('When it was confirmed.'),
    }),
    { description: 'What was executed, one by one.' },
  )
const Signatures = {
  openSignature: nullable(Type.String({ description: 'Transaction that opened it.' })),
  closeSignature: nullable(Type.String({ description: 'Transaction that ended it.' })),
}
const Times = { createdAt: isoTime('Opened.'), updatedAt: isoTime('Last changed.') }
const Mints = { inputMint: Type.String(), outputMint: Type.String() }

export const LimitOrderRow = closed({
  publicKey: Type.String({ description: 'The order account: `order` of cancel.' }),
  account: closed({
    maker: Type.String(),
    ...Mints,
    oriMakingAmount: baseUnits('Offered at first.'),
    oriTakingAmount: baseUnits('Asked for it at first.'),
    makingAmount: baseUnits('Offered still.'),
    takingAmount: baseUnits('Asked for that.'),
    slippageBps: NullableInteger,
    expiredAt: isoTime('When it expires.'),
    ...Times,
  }),
  status: Type.String({ description: "The aggregator's word: Open, Completed, Cancelled, ..." }),
  ...Signatures,
  fills: fillsOf('Bought, the fee still in it.'),
})
export type LimitOrderRow = Static<typeof LimitOrderRow>

export const DcaPositionRow = closed({
  publicKey: Type.String({ description: 'The position: `dca` of close.' }),
  account: closed({
    user: Type.String(),
    ...Mints,
    inDeposited: baseUnits('Put in, for all cycles.'),
    inWithdrawn: baseUnits('Of that taken back.'),
    inUsed: baseUnits('Of that spent.'),
    inAmountPerCycle: nullable(baseUnits('Spent each cycle.')),
    outReceived: baseUnits('Bought.'),
    outWithdrawn: baseUnits('Of that paid out.'),
    minOutAmount: nullable(baseUnits('Least that a cycle may buy.')),
    maxOutAmount: nullable(baseUnits('Most that a cycle may buy.')),
    cycleFrequency: nullable(Type.Integer({ description: 'Seconds between cycles.' })),
    ...Times,
  }),
  userClosed: nullable(Type.Boolean()),
  ...Signatures,
  fills: fillsOf('Bought, the fee taken off already.'),
})
export type DcaPositionRow = Static<typeof DcaPositionRow>

const isCut = Type.Boolean({ description: 'There are more than are listed.' })
const requestId = Type.String({ description: "The aggregator's own name for this transaction." })

export const LimitOrderCreated = closed({
  order: Type.String({ description: 'The order account.' }),
  tx: transaction('opens the order.'),
  requestId,
})
export type LimitOrderCreated = Static<typeof LimitOrderCreated>
export const LimitOrderCancelled = closed({ tx: transaction('ends the order.'), requestId })
export type LimitOrderCancelled = Static<typeof LimitOrderCancelled>
export const LimitOrderList = closed({ orders: Type.Array(LimitOrderRow), hasMoreData: isCut })
export type LimitOrderList = Static<typeof LimitOrderList>
export const LimitOrderHistory = closed({
  orders: Type.Array(LimitOrderRow),
  page: Type.Integer(),
  totalPages: Type.Integer(),
  hasMoreData: isCut,
})
export type LimitOrderHistory = Static<typeof LimitOrderHistory>
export const DcaCreated = closed({
  dca: Type.String({ description: 'The position.' }),
  tx: transaction('opens the position.'),
  requestId,
})
export type DcaCreated = Static<typeof DcaCreated>
export const DcaClosed = closed({ tx: transaction('ends the position.'), requestId })
export type DcaClosed = Static<typeof DcaClosed>
export const DcaList = closed({ positions: Type.Array(DcaPositionRow), hasMoreData: isCut })
export type DcaList = Static<typeof DcaList>
