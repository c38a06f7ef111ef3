import { lookup, Resolver } from 'node:dns/promises'
import { WEBHOOKS } from '../config/webhooks.ts'
import type { ResolveHost } from './public-target.ts'

/** Asks the name servers, IPv4 and IPv6, within `WEBHOOKS.resolveMs`. The system's own look-up would hold one of the
 *  process's few threads for as long as a name server likes; it answers for local names (`localhost`) only. */
export function createResolveHost(): ResolveHost {
  const resolver = new Resolver({ timeout: WEBHOOKS.resolveMs / 2, tries: 2 })
  return async (host) => {
    if (host === 'localhost') return (await lookup(host, { all: true })).map(({ address }) => address)
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    throw (answers[0] as PromiseRejectedResult).reason
  }
}
