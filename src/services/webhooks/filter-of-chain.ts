import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { isDexOf, type TapeChain } from '../../contract/tape-event.ts'
import { shownName } from '../../contract/unknown-name.ts'
import type { WebhookFilter } from '../../contract/webhook.ts'
import { readTapeAddress, readTapePool } from '../chains/tape-address.ts'

const LISTS = ['tokens', 'wallets', 'pools'] as const

/** The filter with addresses as the tape of the chain spells them, each once. Fails `invalid_request` for what is no
 *  address, or no DEX, of the chain. */
export function filterOfChain(chain: TapeChain, filter: WebhookFilter): Outcome<WebhookFilter> {
  const read = { tokens: [] as string[], wallets: [] as string[], pools: [] as string[] }
  for (const list of LISTS)
    for (const [at, text] of filter[list].entries()) {
      const address = list === 'pools' ? readTapePool(chain, text) : readTapeAddress(chain, text)
      if (address === null) return fail('invalid_request', `filter.${list}[${at}]: no address of ${chain}`)
      if (!read[list].includes(address)) read[list].push(address)
    }
  const strange = filter.dex.find((dex) => !isDexOf(chain, dex))
  if (strange !== undefined) return fail('invalid_request', `filter.dex: ${shownName(strange)} is no DEX of ${chain}`)
  return ok({ ...filter, ...read })
}
