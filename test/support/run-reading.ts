import { inflateRawSync } from 'node:zlib'
import type { Position } from '../../src/chain/holdings-port.ts'
import type { Reading } from '../../src/chain/solana/positions/reader.ts'
import type { AccountView } from '../../src/chain/solana/rpc.ts'

/** An account as vectors keep it: its bytes deflated, in base64. */
export type KeptAccount = { readonly owner: string; readonly data: string }

export function accountsFrom(kept: Readonly<Record<string, KeptAccount>>): ReadonlyMap<string, AccountView> {
  return new Map(
    Object.entries(kept).map(([address, { owner, data }]) => {
      const bytes = new Uint8Array(inflateRawSync(Buffer.from(data, 'base64')))
      return [address, { address, owner, lamports: 1n, executable: false, data: bytes }]
    }),
  )
}

/** What a reading finds in accounts that are all there. */
export function runReading(reading: Reading | null, accounts: ReadonlyMap<string, AccountView>): readonly Position[] {
  if (reading === null) return []
  let step = reading.next()
  while (!step.done) step = reading.next(new Map(step.value.map((address) => [address, accounts.get(address) ?? null])))
  return step.value
}
