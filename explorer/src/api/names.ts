import { signal } from '@preact/signals'
import { call } from './client.ts'
import type { Metadata } from './types.ts'

/** Symbols and names by mint, of tokens that a row itself does not name: the launch of a second pool holds only the mint. */
export const names = signal<ReadonlyMap<string, Pick<Metadata, 'symbol' | 'name'>>>(new Map())

/** Mints of one request of the route. */
const MOST = 100
const KEPT = 1_000
const asked = new Set<string>()

/** Asks for each mint once. What the server cannot name stays without a name. */
export async function wantNames(mints: readonly string[]): Promise<void> {
  const fresh = [...new Set(mints)].filter((mint) => !asked.has(mint)).slice(0, MOST)
  if (fresh.length === 0) return
  if (asked.size > KEPT) asked.clear()
  for (const mint of fresh) asked.add(mint)
  const body = { mints: fresh }
  const options = { method: 'POST', body } as const
  const reply = await call<{ tokens: Readonly<Record<string, Metadata | null>> }>(
    '/api/v2/tokens/metadata',
    options,
  ).catch(() => null)
  if (reply === null) {
    // The next list that wants them asks again.
    for (const mint of fresh) asked.delete(mint)
    return
  }
  const next = new Map(names.value)
  for (const [mint, found] of Object.entries(reply.tokens)) if (found !== null) next.set(mint, found)
  while (next.size > KEPT) next.delete(next.keys().next().value as string)
  names.value = next
}
