import type { RawTransaction, SignatureRow, SolanaRpc } from '../../chain/solana/rpc.ts'
import { SIGNATURES_PER_PAGE } from '../../chain/solana/signature-pages.ts'
import { UPSTREAM_BATCHES } from '../../config/upstream-limits.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'

/** A node as one gathering uses it. */
export type SharedReads = {
  readonly rpc: SolanaRpc
  /** Calls made so far by method; a call inside an array counts as one. */
  calls(): Readonly<Record<string, number>>
}
type Page = { readonly limit: number; readonly rows: readonly SignatureRow[] }

/** Reads each transaction, page of signatures and block once, however many parts of a gathering ask for it. Kept only
 *  what the node answered; failures are asked again. Lives as long as the gathering. */
export function shareReads(node: SolanaRpc): SharedReads {
  const transactions = new Map<string, Outcome<RawTransaction>>()
  const newest = new Map<string, Page>()
  const older = new Map<string, readonly SignatureRow[]>()
  const blocks = new Map<string, Outcome<unknown>>()
  const counts = new Map<string, number>()
  const count = (method: string, times = 1): void => void counts.set(method, (counts.get(method) ?? 0) + times)

  const kept = (address: string, limit: number): readonly SignatureRow[] | null => {
    const page = newest.get(address)
    if (page === undefined || (page.limit < limit && page.rows.length >= page.limit)) return null
    return page.rows.slice(0, limit)
  }
  const keep = (address: string, limit: number, rows: readonly SignatureRow[]): void => {
    if ((newest.get(address)?.limit ?? 0) < limit) newest.set(address, { limit, rows })
  }

  const rpc: SolanaRpc = {
    ...node,
    async call<T>(method: string, params: readonly unknown[], options?: Parameters<SolanaRpc['call']>[2]) {
      const key = method === 'getBlock' ? JSON.stringify(params) : null
      const held = key === null ? undefined : blocks.get(key)
      if (held !== undefined) return held as Outcome<T>
      count(method)
      const answer = await node.call<T>(method, params, options)
      if (key !== null && answer.ok) blocks.set(key, answer)
      return answer
    },
    async callMany(calls, options) {
      for (const { method } of calls) count(method)
      return node.callMany(calls, options)
    },
    async accounts(addresses, options) {
      count('getMultipleAccounts', Math.ceil(addresses.length / UPSTREAM_BATCHES.rpcAccounts))
      return node.accounts(addresses, options)
    },
    async programAccounts(program, options) {
      count('getProgramAccounts')
      return node.programAccounts(program, options)
    },
    async transactions(signatures, options) {
      const missing = [...new Set(signatures)].filter((signature) => !transactions.has(signature))
      count('getTransaction', missing.length)
      const answers = missing.length === 0 ? [] : await node.transactions(missing, options)
      const failed = new Map<string, (typeof answers)[number]>()
      missing.forEach((signature, i) => {
        const answer = answers[i]!
        if (answer.ok && answer.value !== null) transactions.set(signature, ok(answer.value))
        else failed.set(signature, answer)
      })
      return signatures.map((signature) => transactions.get(signature) ?? failed.get(signature)!)
    },
    async signaturesOf(address, options = {}) {
      const { limit = SIGNATURES_PER_PAGE, before, until } = options
      const key = `${address} ${before} ${until} ${limit}`
      const isNewest = before === undefined && until === undefined
      const held = isNewest ? kept(address, limit) : (older.get(key) ?? null)
      if (held !== null) return ok(held)
      count('getSignaturesForAddress')
      const answer = await node.signaturesOf(address, options)
      if (!answer.ok) return answer
      if (isNewest) keep(address, limit, answer.value)
      else older.set(key, answer.value)
      return answer
    },
    async signaturesOfMany(addresses, options) {
      const missing = [...new Set(addresses)].filter((address) => kept(address, options.limit) === null)
      count('getSignaturesForAddress', missing.length)
      const answers = missing.length === 0 ? [] : await node.signaturesOfMany(missing, options)
      const failed = new Map<string, (typeof answers)[number]>()
      missing.forEach((address, i) => {
        const answer = answers[i]!
        if (answer.ok) keep(address, options.limit, answer.value)
        else failed.set(address, answer)
      })
      return addresses.map((address) => {
        const rows = kept(address, options.limit)
        return rows === null ? failed.get(address)! : ok(rows)
      })
    },
  }
  return { rpc, calls: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))) }
}
