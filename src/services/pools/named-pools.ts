import type { AccountView } from '../../chain/solana/rpc.ts'
import { POOLS } from '../../config/pools.ts'
import type { Context } from '../../context.ts'
import { ok } from '../../contract/outcome.ts'
import { decodeBase58, isBase58Of32 } from '../../hot-paths/base58.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import type { Scan } from './scan-programs.ts'

type Filters = Parameters<Scan>[1]['filters']

/** Pools that others name, for nodes that do not scan: those of the market-data provider's pairs and those of the
 *  tape's latest trades. Only where to look is taken from them; what a pool is, its account says. */
export type NamedPools = {
  /** Accounts of this program among them that a scan with these filters would find. Never fails: no one may know
   *  any. */
  find(mint: string, program: string, filters: Filters): Promise<readonly AccountView[]>
}

export function createNamedPools(ctx: Context): NamedPools {
  const flights = createSingleFlight<readonly AccountView[]>()
  return {
    async find(mint, program, filters) {
      const named = await flights.join(mint, () => readNamed(ctx, mint)).result
      return named.filter((account) => account.owner === program && isFound(account, filters))
    },
  }
}

async function readNamed(ctx: Context, mint: string): Promise<readonly AccountView[]> {
  const addresses = await addressesOf(ctx, mint)
  if (ctx.chain.rpc === null || addresses.length === 0) return []
  const read = await ctx.chain.rpc.accounts(addresses, { signal: AbortSignal.timeout(POOLS.namedMs) })
  return read.ok ? read.value.accounts.filter((account) => account !== null) : []
}

async function addressesOf({ store, upstreams }: Context, mint: string): Promise<readonly string[]> {
  const { pairs } = upstreams
  const said =
    pairs === null
      ? null
      : await store.memo<readonly string[]>('namedPools', mint, async () => {
          const answer = await pairs.pairsByMints([mint])
          return answer.ok ? ok((answer.value.get(mint) ?? []).map(({ pairAddress }) => pairAddress)) : answer
        })
  const { trades } = store.tape.trades({ by: 'mint', address: mint }, { limit: POOLS.namingTrades })
  const named = [...(said?.ok ? said.value : []), ...trades.map(({ pool }) => pool)]
  return [...new Set(named.filter(isBase58Of32))].slice(0, POOLS.addressesPerScan)
}

function isFound({ data }: AccountView, filters: Filters): boolean {
  return filters.every((filter) => {
    if ('dataSize' in filter) return data.length === filter.dataSize
    const { offset, bytes } = filter.memcmp
    const wanted = decodeBase58(bytes)
    return wanted !== null && Buffer.compare(data.subarray(offset, offset + wanted.length), wanted) === 0
  })
}
