/** The object behind the compared answers, the same in every server: rows of a token list, as many as make up the size.
 *  Seeded by position, so that all runs send the same bytes. */
export function benchReply(kilobytes: number): { readonly mint: string; readonly rows: readonly object[] } {
  const rows: object[] = []
  const reply = { mint: BENCH_MINT, rows }
  while (JSON.stringify(reply).length < kilobytes * 1_000) {
    const i = rows.length
    rows.push({
      rank: i + 1,
      address: BENCH_MINT.slice(0, 40) + String(1_000 + i),
      symbol: `TOK${i}`,
      priceUsd: 1 / (i + 3),
      liquidityUsd: 1_000 * (i + 7.25),
      change24hPct: ((i * 37) % 200) - 100,
      verified: i % 3 === 0,
    })
  }
  return reply
}

export const BENCH_MINT = 'So11111111111111111111111111111111111111112'
export const BENCH_KEY = 'mg_bench_0123456789abcdefghijklmnopqrstuvwxyzABCD'
export const BENCH_PATH = `/api/v2/tokens/${BENCH_MINT}/bench`
export const BENCH_REQUEST = `GET ${BENCH_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${BENCH_KEY}\r\nAccept: application/json\r\nUser-Agent: bench\r\n\r\n`
