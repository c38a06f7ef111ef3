import type { Dex, Pool } from '../../chain/solana/dexes/dex.ts'
import { isMoney } from '../../chain/solana/dexes/quote-mints.ts'
import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { type Failure, fail, ok } from '../../contract/outcome.ts'
import type { NamedPools } from './named-pools.ts'
import type { Scan } from './scan-programs.ts'

/** Money is looked for in pairs only: half of a program would answer a scan for one kind of it. */
export type Sought = { readonly mint: string; readonly pairedWith: readonly string[] }

export type Searched = {
  readonly pools: readonly Pool[]
  /** Why there may be more: the node refuses a scan that finds them, or one failed this time. */
  readonly unsought: 'refused' | 'failed' | null
  /** Accounts could not be read. Null where only a scan failed: the node itself may be well. */
  readonly failure: Failure | null
}

/** Pools of a mint on one DEX: at derived addresses, and by scans as far as these are answered. For one that is not,
 *  those stand in that others name. */
export async function searchDex(
  dex: Dex,
  sought: Sought,
  parts: {
    readonly rpc: SolanaRpc
    readonly scan: Scan
    readonly named: NamedPools
    readonly signal?: AbortSignal
  },
): Promise<Searched> {
  const { rpc, scan, named, signal } = parts
  let unsought: Searched['unsought'] = null
  const noting: Scan = async (program, options) => {
    const scanned = await scan(program, options)
    if (scanned.ok) return scanned
    if (unsought !== 'failed') unsought = scanned.code === 'upstream_refused' ? 'refused' : 'failed'
    return signal?.aborted ? scanned : ok(await named.find(sought.mint, program, options.filters))
  }
  let failure: Failure | null = null
  const accounts: SolanaRpc['accounts'] = async (addresses, options) => {
    const read = await rpc.accounts(addresses, options)
    if (!read.ok) failure = read
    return read
  }
  const programAccounts = isMoney(sought.mint) ? pairScan(noting, sought) : noting
  const found = await dex.findPools({ ...rpc, accounts, programAccounts }, sought.mint, signal)
  if (found.ok) return { pools: found.value, unsought, failure: null }
  // A DEX whose addresses cannot be derived fails with a scan that no one waits for, and with one for a single kind of
  // money.
  return { pools: [], unsought: failure === null ? (unsought ?? 'failed') : 'failed', failure }
}

/** A DEX scans twice, with the mint in the place of either of a pool's two. Each scan is narrowed to the pairs by the
 *  other place, which the other scan names. */
function pairScan(scan: Scan, { mint, pairedWith }: Sought): Scan {
  const places = new Map<string, Set<number>>()
  return async (program, options) => {
    const place = options.filters.flatMap((one) =>
      'memcmp' in one && one.memcmp.bytes === mint ? one.memcmp.offset : [],
    )[0]
    const known = places.get(program) ?? new Set<number>()
    places.set(program, known)
    if (place !== undefined) known.add(place)
    // Both scans are begun in one go.
    await Promise.resolve()
    const other = [...known].find((one) => one !== place)
    if (place === undefined || other === undefined || pairedWith.length === 0)
      return fail('upstream_refused', 'one kind of money alone is not scanned for')
    const scans = await Promise.all(
      pairedWith.map((bytes) =>
        scan(program, { ...options, filters: [...options.filters, { memcmp: { offset: other, bytes } }] }),
      ),
    )
    const failure = scans.find((one) => !one.ok)
    return failure ?? ok(scans.flatMap((one) => (one.ok ? one.value : [])))
  }
}
