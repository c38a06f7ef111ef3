import Type, { type Static } from 'typebox'
import { closed, nullable, Text } from './shapes.ts'

/** What trades of a token of an EVM chain proved that a node executed without sending them. */

const Amount = Type.String({ description: 'Raw units, decimal text.' })
const Bps = nullable(
  Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'Hundredths of a percent; null: the trade did not go through.',
  }),
)

const ExecutedTrade = closed({
  at: Type.Enum(['now', 'later']),
  case: Type.String({ description: 'What was tried; docs/evm.md lists the cases.' }),
  result: Type.String({
    description:
      '`done`, or the step that failed: `approve`, `transfer`, `pull` (a router takes the token), `nothingArrived`, `swap`, `pay`, `short`, `broken` (out of gas); `nothingHeld` and `skipped` were not tried.',
  }),
  sent: Amount,
  arrived: Amount,
  left: Amount,
  expected: Amount,
  got: Amount,
  reason: nullable(Type.String({ maxLength: 300, description: 'What the contract said, without control characters.' })),
})
export type ExecutedTrade = Static<typeof ExecutedTrade>

export const ExecutionReport = closed(
  {
    block: Type.Integer({ minimum: 0, description: 'All trades start from the state of this block.' }),
    blockTimeSec: Type.Integer({ minimum: 0 }),
    later: nullable(
      closed(
        { block: Type.Integer({ minimum: 0 }), blockTimeSec: Type.Integer({ minimum: 0 }) },
        'The block and time that the trades `later` ran as; null: the node does not run that.',
      ),
    ),
    pool: Type.String({
      description: 'Address, or the id of 32 bytes of a pool of Uniswap v4 or PancakeSwap Infinity.',
    }),
    dex: Text,
    quote: Type.String({ description: 'What the pool is paid with; the zero address is the native coin.' }),
    hopPool: nullable(Type.String({ description: 'Gave the quote for the wrapped native coin.' })),
    probe: Type.String({ description: 'Address of the contract that traded, drawn for this answer.' }),
    sender: Text,
    earlierBuyers: Type.Array(Type.String(), { maxItems: 3, description: 'Whose balances were sold as well.' }),
    owner: nullable(Type.String({ description: 'As the token names it; null: it names none.' })),
    verdict: Type.Enum(['sellable', 'honeypot', 'unknown'], {
      description: '`honeypot`: no way to sell is left, or a sale returns less than a tenth of what is due.',
    }),
    taxesBps: closed({ buy: Bps, sell: Bps, transfer: Bps }),
    findings: Type.Array(
      closed({
        id: Text,
        severity: Type.Enum(['danger', 'warning', 'info']),
        label: Text,
        shownBy: Type.Array(Type.String(), { description: 'The trades that show it, by `at` and `case`.' }),
      }),
    ),
    trades: Type.Array(ExecutedTrade, { maxItems: 64 }),
  },
  'Trades that a node executed without sending them.',
)
export type ExecutionReport = Static<typeof ExecutionReport>

/** What the provider says, where execution has the last word. */
export const ProviderWord = closed({
  provider: Text,
  honeypot: nullable(Type.Boolean()),
  buyPct: nullable(Type.Number()),
  sellPct: nullable(Type.Number()),
  score: nullable(Type.Number()),
})
