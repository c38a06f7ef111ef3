import { CLOCK_SYSVAR, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../src/chain/solana/rpc.ts'
import { fail, ok } from '../../src/contract/outcome.ts'
import { decodeBase58, decodeBase58Fixed } from '../../src/hot-paths/base58.ts'

export type HeldAccount = { readonly owner: string; readonly data: Uint8Array }

/** A node that holds some accounts and answers scans of them, or refuses these. */
export function scanNode(
  accounts: ReadonlyMap<string, HeldAccount>,
  { refusesScans = false, nowSec = 1_790_000_000 }: { refusesScans?: boolean; nowSec?: number } = {},
) {
  const scanned: string[] = []
  const view = (address: string): AccountView | null => {
    const held = address === CLOCK_SYSVAR ? clock(nowSec) : accounts.get(address)
    return held === undefined ? null : { address, lamports: 1n, executable: false, ...held }
  }
  const rpc = {
    accounts: async (addresses) => ok({ slot: 1, accounts: addresses.map(view) }),
    signaturesOf: async () => ok([]),
    programAccounts: async (program, { filters }) => {
      scanned.push(program)
      if (refusesScans) return fail('upstream_failed', 'scans are refused')
      const matching = [...accounts].filter(
        ([, { owner, data }]) =>
          owner === program &&
          filters.every((filter) => {
            if ('dataSize' in filter) return data.length === filter.dataSize
            const { offset, bytes } = filter.memcmp
            const wanted = decodeBase58(bytes)!
            return Buffer.from(data.subarray(offset, offset + wanted.length)).equals(wanted)
          }),
      )
      return ok(matching.map(([address]) => view(address)!))
    },
  } as Partial<SolanaRpc> as SolanaRpc
  return { rpc, scanned }
}

/** A token account of the classic program. */
export function tokenAccount(mint: string, owner: string, amountRaw: bigint): HeldAccount {
  const data = Buffer.alloc(165)
  data.set(decodeBase58Fixed(mint, 32)!, 0)
  data.set(decodeBase58Fixed(owner, 32)!, 32)
  data.writeBigUInt64LE(amountRaw, 64)
  data[108] = 1
  return { owner: TOKEN_PROGRAM, data }
}

export function mintAccount(supplyRaw: bigint): HeldAccount {
  const data = Buffer.alloc(82)
  data.writeBigUInt64LE(supplyRaw, 36)
  data[45] = 1
  return { owner: TOKEN_PROGRAM, data }
}

function clock(nowSec: number): HeldAccount {
  const data = Buffer.alloc(40)
  data.writeBigUInt64LE(400_000_000n, 0)
  data.writeBigInt64LE(BigInt(nowSec), 32)
  return { owner: 'Sysvar1111111111111111111111111111111111111', data }
}
