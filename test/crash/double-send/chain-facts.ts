import assert from 'node:assert/strict'
import type { StartedSandbox } from '../../support/start-sandbox.ts'
import type { ChainFacts } from './judge.ts'

export type AskChain = <T>(method: string, params?: readonly unknown[]) => Promise<T>

const PAGE = 1_000
const STATUSES_PER_CALL = 256
const ACCOUNTS_PER_CALL = 100

export function chainAsker(sandbox: StartedSandbox): AskChain {
  return async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const reply = await fetch(sandbox.urls['rpc']!, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { 'content-type': 'application/json' },
    })
    const { result, error } = (await reply.json()) as { result: T; error?: { message: string } }
    assert.equal(error, undefined, `${method}: ${error?.message}`)
    return result
  }
}

/** Reads everything the judge wants to know, straight from the node. `before`: signatures that are older than the
 *  run. */
export async function readChainFacts(
  ask: AskChain,
  wanted: {
    readonly addresses: readonly string[]
    readonly signatures: readonly string[]
    readonly before: ReadonlySet<string>
  },
): Promise<ChainFacts & { slotOf(signature: string): number | null }> {
  const paid = new Map<string, string[]>()
  for (const address of new Set(wanted.addresses)) {
    const rows = await signaturesOf(ask, address)
    paid.set(
      address,
      rows
        .filter(({ err, signature }) => err === null && !wanted.before.has(signature))
        .map(({ signature }) => signature),
    )
  }
  const fates = new Map<string, { readonly slot: number; readonly err: unknown }>()
  for (const chunk of chunks([...new Set(wanted.signatures)], STATUSES_PER_CALL)) {
    const { value } = await ask<{ value: ({ slot: number; err: unknown } | null)[] }>('getSignatureStatuses', [
      chunk,
      { searchTransactionHistory: true },
    ])
    value.forEach((status, at) => {
      if (status !== null) fates.set(chunk[at]!, status)
    })
  }
  const lamports = new Map<string, bigint>()
  for (const chunk of chunks([...paid.keys()], ACCOUNTS_PER_CALL)) {
    const { value } = await ask<{ value: ({ lamports: number } | null)[] }>('getMultipleAccounts', [
      chunk,
      { encoding: 'base64', dataSlice: { offset: 0, length: 0 } },
    ])
    value.forEach((account, at) => void lamports.set(chunk[at]!, BigInt(account?.lamports ?? 0)))
  }
  return {
    paid: (address) => paid.get(address) ?? [],
    fate(signature) {
      const status = fates.get(signature)
      return status === undefined ? 'absent' : status.err === null ? 'succeeded' : 'failed'
    },
    lamports: (address) => lamports.get(address) ?? 0n,
    slotOf: (signature) => fates.get(signature)?.slot ?? null,
  }
}

type Row = { readonly signature: string; readonly err: unknown }

/** Newest first, all of them. */
export async function signaturesOf(ask: AskChain, address: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (;;) {
    const before = rows.at(-1)?.signature
    const page = await ask<Row[]>('getSignaturesForAddress', [
      address,
      { limit: PAGE, commitment: 'confirmed', ...(before === undefined ? {} : { before }) },
    ])
    rows.push(...page)
    if (page.length < PAGE) return rows
  }
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
}
