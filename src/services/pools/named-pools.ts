import type { AccountView } from '../../chain/solana/rpc.ts'
import { POOLS, SOL_POOLS } from '../../config/pools.ts'
import type { Context } from '../../context.ts'
import { USDC_MINT, USDT_MINT, WSOL_MINT } from '../../contract/mints.ts'
import { ok } from '../../contract/outcome.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { createSingleFlight } from '../../runtime/single-flight.ts'
import { passesFilters } from './passes-filters.ts'
import type { Scan } from './scan-programs.ts'

type Filters = Parameters<Scan>[1]['filters']

/** Pools that others name, for nodes that do not scan: those of the market-data provider's pairs, those of the tape's
 *  latest trades and, where neither knows any, those that the mint's own newest transactions traded in. Only where to
 *  look is taken from them; what a pool is, its account says. */
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
      return named.filter((account) => account.owner === program && passesFilters(account, filters))
    },
  }
}

async function readNamed(ctx: Context, mint: string): Promise<readonly AccountView[]> {
  const addresses = await addressesOf(ctx, mint)
  if (ctx.chain.rpc === null || addresses.length === 0) return []
  const read = await ctx.chain.rpc.accounts(addresses, { signal: AbortSignal.timeout(POOLS.namedMs) })
  return read.ok ? read.value.accounts.filter((account) => account !== null) : []
}

async function addressesOf(ctx: Context, mint: string): Promise<readonly string[]> {
  const { store, upstreams } = ctx
  const { pairs } = upstreams
  const said =
    pairs === null
      ? null
      : await store.memo<readonly string[]>('namedPools', mint, async () => {
          const answer = await pairs.pairsByMints([mint])
          return answer.ok ? ok((answer.value.get(mint) ?? []).map(({ pairAddress }) => pairAddress)) : answer
        })
  const { trades } = store.tape.trades({ by: 'mint', address: mint }, { limit: POOLS.namingTrades })
  const known = [...(said?.ok ? said.value : []), ...trades.map(({ pool }) => pool)]
  const named = known.length > 0 ? known : await tradedLately(ctx, mint)
  return [...new Set(named.filter(isBase58Of32))].slice(0, POOLS.addressesPerScan)
}

/** SOL is in nearly every transaction; what it is traded for dollars in, dollars name. */
async function tradedLately(ctx: Context, mint: string): Promise<readonly string[]> {
  const { pastReads } = ctx.parts
  const named = mint === WSOL_MINT ? [...SOL_POOLS] : []
  for (const address of mint === WSOL_MINT ? [USDC_MINT, USDT_MINT] : [mint]) {
    const listed = await pastReads.signatures(address, { limit: POOLS.namingTransactions })
    if (!listed.ok) continue
    const read = await pastReads.transactions(listed.value.filter(({ err }) => err === null))
    const trades = read.flatMap((one) => one?.trades ?? [])
    for (const { pool, baseMint, quoteMint } of trades) if (baseMint === mint || quoteMint === mint) named.push(pool)
    if (named.length > SOL_POOLS.length) break
  }
  return named
}
