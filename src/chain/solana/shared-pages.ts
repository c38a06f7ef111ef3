import { type Outcome, ok } from '../../contract/outcome.ts'
import type { SignatureRow, SolanaRpc } from './rpc.ts'
import { SIGNATURES_PER_PAGE } from './signature-pages.ts'

type Rows = Outcome<readonly SignatureRow[]>
type Newest = { readonly limit: number; readonly rows: readonly SignatureRow[]; readonly atMs: number }
type PageOptions = NonNullable<Parameters<SolanaRpc['signaturesOf']>[1]>
type ManyOptions = Parameters<SolanaRpc['signaturesOfMany']>[1]

/** One question: its node, since when a newest page counts as new, and whom to tell of calls. */
export type Asking = {
  readonly node: SolanaRpc
  readonly sinceMs: number
  readonly count: (method: string, times: number) => void
}
export type SharedPages = {
  of(asking: Asking, address: string, options: PageOptions): Promise<Rows>
  ofMany(asking: Asking, addresses: readonly string[], options: ManyOptions): Promise<readonly Rows[]>
}

const METHOD = 'getSignaturesForAddress'

/** Pages of signatures that were read: the newest of each address, which serves every shorter question, and those
 *  further back by where they begin. `noted` sees every row. */
export function createSharedPages(nowMs: () => number, noted: (rows: readonly SignatureRow[]) => void): SharedPages {
  const newest = createNewestPages(noted)
  const older = new Map<string, Promise<Rows>>()

  async function olderOf({ node, count }: Asking, address: string, options: PageOptions): Promise<Rows> {
    const { limit = SIGNATURES_PER_PAGE, before, until } = options
    const key = `${address} ${before} ${until} ${limit}`
    for (let reading = older.get(key); reading !== undefined; reading = older.get(key)) {
      const held = await reading
      if (held.ok) return held
      if (older.get(key) === reading) older.delete(key)
    }
    count(METHOD, 1)
    const reading = noting(noted, node.signaturesOf(address, options))
    older.set(key, reading)
    return reading
  }

  function readNewest(
    { count }: Asking,
    addresses: readonly string[],
    limit: number,
    read: () => Promise<readonly Rows[]>,
  ) {
    count(METHOD, addresses.length)
    const atMs = nowMs()
    return newest.read(addresses, { limit, atMs }, read())
  }

  return {
    async of(asking, address, options) {
      if (options.before !== undefined || options.until !== undefined) return olderOf(asking, address, options)
      const { limit = SIGNATURES_PER_PAGE } = options
      while (newest.isRead([address])) await newest.endOf([address])
      const held = newest.get(asking, address, limit)
      if (held !== null) return ok(held)
      const read = async () => [await asking.node.signaturesOf(address, options)]
      return (await readNewest(asking, [address], limit, read))[0]!
    },
    async ofMany(asking, addresses, options) {
      const { limit } = options
      while (newest.isRead(addresses)) await newest.endOf(addresses)
      const missing = [...new Set(addresses)].filter((address) => newest.get(asking, address, limit) === null)
      const answers =
        missing.length === 0
          ? []
          : await readNewest(asking, missing, limit, () => asking.node.signaturesOfMany(missing, options))
      const failed = new Map(missing.map((address, i) => [address, answers[i]!]))
      return addresses.map((address) => {
        const rows = newest.get(asking, address, limit)
        return rows === null ? failed.get(address)! : ok(rows)
      })
    },
  }
}

/** The newest page of each address. Between `isRead` and `read` nothing is awaited, so that no one else begins
 *  there. */
function createNewestPages(noted: (rows: readonly SignatureRow[]) => void) {
  const newest = new Map<string, Newest>()
  const underWay = new Map<string, Promise<unknown>>()
  return {
    get({ sinceMs }: Asking, address: string, limit: number): readonly SignatureRow[] | null {
      const page = newest.get(address)
      if (page === undefined || page.atMs < sinceMs || (page.limit < limit && page.rows.length >= page.limit))
        return null
      return page.rows.slice(0, limit)
    },
    isRead: (addresses: readonly string[]): boolean => addresses.some((address) => underWay.has(address)),
    endOf: (addresses: readonly string[]): Promise<unknown> =>
      Promise.allSettled(addresses.map((address) => underWay.get(address))),
    async read(
      addresses: readonly string[],
      { limit, atMs }: Pick<Newest, 'limit' | 'atMs'>,
      reading: Promise<readonly Rows[]>,
    ): Promise<readonly Rows[]> {
      for (const address of addresses) underWay.set(address, reading)
      try {
        const answers = await reading
        for (const [i, answer] of answers.entries()) {
          if (!answer.ok) continue
          noted(answer.value)
          newest.set(addresses[i]!, { limit, rows: answer.value, atMs })
        }
        return answers
      } finally {
        for (const address of addresses) if (underWay.get(address) === reading) underWay.delete(address)
      }
    },
  }
}

async function noting(noted: (rows: readonly SignatureRow[]) => void, reading: Promise<Rows>): Promise<Rows> {
  const answer = await reading
  if (answer.ok) noted(answer.value)
  return answer
}
