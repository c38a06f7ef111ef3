import Type from 'typebox'
import { FIRST_PARTY, type FirstPartyWindow } from '../../config/first-party.ts'
import { fail, ok } from '../../contract/outcome.ts'
import { clampedInt, lowerBoundNumber, oneOf, optionalEpochMs, type Rule, text } from '../../contract/params.ts'

/** An address of any chain that the tape may come to follow; whether it is one of the chain that the path names, the
 *  service says. */
const ADDRESS_OF_SOME_CHAIN = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/

function tapeAddress(message: string): Rule<string> {
  return {
    schema: Type.String({ pattern: ADDRESS_OF_SOME_CHAIN.source, description: 'Address on the chain of the path.' }),
    required: true,
    aliases: [],
    parse: (raw) => {
      const value = raw?.trim() ?? ''
      return ADDRESS_OF_SOME_CHAIN.test(value) ? ok(value) : fail('invalid_request', message)
    },
    canonical: (value) => value,
  }
}

const chain = text({ maxChars: 64, description: 'Any spelling of a followed chain.', required: 'chain required' })

export const TapeWalletParams = { chain, wallet: tapeAddress('invalid wallet') }
export const TapeTokenParams = { chain, address: tapeAddress('invalid address') }

/** Of both routes that list trades. */
export const TAPE_TRADES_QUERY = {
  side: oneOf(['any', 'buy', 'sell'], { default: 'any' }),
  minUsd: lowerBoundNumber({
    min: 0,
    default: 0,
    description: 'Leaves out trades of lower or unknown value; 0 lists all.',
  }),
  from: optionalEpochMs('Oldest block time that counts; what the tape no longer keeps is left out.'),
  to: optionalEpochMs('Newest block time that counts; now when absent or in the future.'),
  limit: clampedInt({ min: 1, ...FIRST_PARTY.trades, description: 'Trades.' }),
  cursor: text({ maxChars: 64, description: '`nextCursor` of an earlier answer, or any cursor of the tape.' }),
}

export const tapeRows = clampedInt({ min: 1, ...FIRST_PARTY.rows, description: 'Rows.' })

export const COVERAGE_TEXT =
  'Over the days that the tape keeps (`INGEST_TAPE_DAYS`). An empty list with `window.complete: true` means that there was no trade, with false that the tape may have missed some. A chain that is not followed is 501 with the reason. What a fork took back is gone from the answer.'

/** Windows that sums may cover, as callers name them. */
export const WINDOWS = ['5m', '1h', '6h', '24h', '7d', '14d'] as const satisfies readonly FirstPartyWindow[]
