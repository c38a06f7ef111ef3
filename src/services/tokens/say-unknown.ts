import type { Context } from '../../context.ts'
import { counted } from '../../contract/counted.ts'
import type { FullPair, TokenMetadataEntry, TokenPriceEntry } from '../../contract/token.ts'

/* What answers about tokens leave out where the provider is not configured that would know it, and which setting or
 * which node would give it. What a configured provider does not know is its word and not missing. */

const POOLS = 'DEXSCREENER_URL, or a node that allows getProgramAccounts (SOLANA_RPC_MORE_URLS), would find them'
const WINDOWS = 'DEXSCREENER_URL, or a tape that holds 24 hours, would know them'
const ASSETS = 'DAS_URL would give them'
const SEEN = 'tokens that the tape or the newest blocks saw traded: DEXSCREENER_URL would know all'
const BOOSTS = 'boosts and profiles: DEXSCREENER_URL would give them'

type Upstreams = Pick<Context, 'upstreams'>
type Sentences = readonly (string | null)[]

export function sayOfPrices(
  { upstreams: { pairs, prices } }: Upstreams,
  mints: readonly string[],
  entries: Readonly<Record<string, TokenPriceEntry>>,
): Sentences {
  if (pairs !== null) return []
  const rows = mints.map((mint) => entries[mint])
  const absent = rows.filter((row) => row === undefined).length
  const windows = { volume24h: pick('volume24h'), priceChange24h: pick('priceChange24h') }
  const worth = { liquidityUsd: pick('liquidityUsd'), marketCap: pick('marketCap'), fdv: pick('fdv') }
  const known = rows.filter((row) => row !== undefined)
  return [
    absent === 0 || prices !== null
      ? null
      : `prices of ${absent} of ${counted(mints.length, 'mint')} without a known pool: ${POOLS}`,
    sayNulls(known, windows, WINDOWS),
    sayNulls(known, worth, POOLS),
  ]
}

export function sayOfPairs(
  { upstreams: { pairs } }: Upstreams,
  mints: readonly string[],
  entries: Readonly<Record<string, FullPair | null>>,
): Sentences {
  if (pairs !== null) return []
  const known = mints.flatMap((mint) => entries[mint] ?? [])
  const absent = mints.length - known.length
  return [
    absent === 0 ? null : `pools of ${absent} of ${counted(mints.length, 'mint')}: ${POOLS}`,
    sayNulls(known, WINDOW_MEMBERS, WINDOWS),
    sayNulls(known, { pairCreatedAt: (pair: FullPair) => pair.pairCreatedAt }, 'DEXSCREENER_URL would know them'),
  ]
}

export function sayOfMetadata(
  { upstreams: { assets } }: Upstreams,
  mints: readonly string[],
  entries: Readonly<Record<string, TokenMetadataEntry>>,
): Sentences {
  if (assets !== null) return []
  const known = mints.flatMap((mint) => entries[mint] ?? [])
  return [sayNulls(known, { image: pick('image'), description: pick('description') }, ASSETS)]
}

/** Of a search: by a mint it finds all there is, by a name what is traded just now. */
export function sayOfSearch({ upstreams: { pairs, tokens } }: Upstreams, isByMint: boolean): Sentences {
  return pairs !== null || tokens !== null || isByMint ? [] : [`names are looked for among ${SEEN}`]
}

export function sayOfTrending(
  { upstreams: { pairs } }: Upstreams,
  tokens: readonly { readonly volume?: { readonly h24: number | null }; readonly volume24h?: number | null }[],
): Sentences {
  if (pairs !== null) return []
  const volume = { 'volume of 24 hours': (row: (typeof tokens)[number]) => row.volume?.h24 ?? row.volume24h ?? null }
  return [`ranked are ${SEEN}`, BOOSTS, sayNulls(tokens, volume, WINDOWS)]
}

const WINDOW_MEMBERS = {
  'volume.h24': ({ volume }: FullPair) => volume.h24,
  'priceChange.h24': ({ priceChange }: FullPair) => priceChange.h24,
  'txns.h24': ({ txns }: FullPair) => txns.h24,
}

/** The members that some of the rows do not know, and of how many rows; null where all know all. */
function sayNulls<Row>(
  rows: readonly Row[],
  members: Readonly<Record<string, (row: Row) => unknown>>,
  from: string,
): string | null {
  const names = Object.keys(members).filter((name) => rows.some((row) => members[name]!(row) === null))
  if (names.length === 0) return null
  const poor = rows.filter((row) => names.some((name) => members[name]!(row) === null)).length
  return `${names.join(', ')} of ${poor} of ${rows.length}: ${from}`
}

function pick<Name extends string>(name: Name) {
  return <Row extends Readonly<Record<Name, unknown>>>(row: Row): unknown => row[name]
}
