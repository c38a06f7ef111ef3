/** The object behind the compared answers, the same in every server: rows as `GET /api/v2/tokens/trending` has them, as
 *  many as make up the size. Seeded, so that all runs send the same bytes. */
export function benchReply(kilobytes: number): { readonly mint: string; readonly rows: readonly object[] } {
  const next = seeded(20_261_120)
  const rows: object[] = []
  const reply = { mint: BENCH_MINT, rows }
  while (JSON.stringify(reply).length < kilobytes * 1_000) rows.push(trendingRow(rows.length + 1, next))
  return reply
}

function trendingRow(rank: number, next: () => number): object {
  const windows = (scale: number) => ({
    m5: next() * scale,
    h1: next() * scale * 3,
    h6: next() * scale * 7,
    h24: next() * scale * 11,
  })
  const counts = () => ({ buys: Math.floor(next() * 4_000), sells: Math.floor(next() * 4_000) })
  const priceUsd = next() / 977
  return {
    mint: BENCH_MINT.slice(0, 40) + String(1_000 + rank),
    symbol: `TOK${rank}`,
    name: `Token number ${rank}`,
    image: `https://images.example.org/tokens/${BENCH_MINT}/${rank}.png`,
    priceUsd,
    priceChange: windows(20),
    volume: windows(91_234),
    txns: { m5: counts(), h1: counts(), h6: counts(), h24: counts() },
    liquidityUsd: next() * 123_457,
    marketCap: priceUsd * 999_998_731.25,
    fdv: priceUsd * 1_000_000_000,
    pairCreatedAt: 1_763_600_000_000 + Math.floor(next() * 1e9),
    dex: 'pumpswap',
    pairAddress: BENCH_MINT.slice(0, 40) + String(5_000 + rank),
    labels: [],
    boosts: rank % 5,
    rank,
    rankChange1h: rank % 7,
  }
}

/** Park and Miller's generator, 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export const BENCH_MINT = 'So11111111111111111111111111111111111111112'
export const BENCH_KEY = 'mg_bench_0123456789abcdefghijklmnopqrstuvwxyzABCD'
export const BENCH_PATH = `/api/v2/tokens/${BENCH_MINT}/bench`
/** Codings that clients of the benches ask for; null asks for none. */
export type BenchCoding = 'gzip' | 'zstd'
export const BENCH_REQUEST = benchRequest(null)

/** The request as it goes over the wire. */
export function benchRequest(coding: BenchCoding | null): string {
  const lines = [
    `GET ${BENCH_PATH} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-API-Key: ${BENCH_KEY}`,
    'Accept: application/json',
    'User-Agent: bench',
    ...(coding === null ? [] : [`Accept-Encoding: ${coding}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
