import { addressBytes } from '../../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import type { AccountView, SolanaRpc } from '../../../../src/chain/solana/rpc.ts'
import { fail, ok } from '../../../../src/contract/outcome.ts'
import { decodeBase58 } from '../../../../src/hot-paths/base58.ts'

/** A node with some accounts that honours the filters of a scan, and may refuse scans or everything. */
export function poolNode(
  accounts: readonly AccountView[],
  refuses: { readonly scans?: boolean; readonly reads?: boolean } = {},
): { readonly rpc: SolanaRpc; readonly scans: string[] } {
  const scans: string[] = []
  const rpc = {
    async accounts(addresses: readonly string[]) {
      if (refuses.reads) return fail('upstream_failed', 'down')
      const found = addresses.map((address) => accounts.find((account) => account.address === address) ?? null)
      return ok({ slot: 1, accounts: found })
    },
    async programAccounts(program: string, { filters }: Parameters<SolanaRpc['programAccounts']>[1]) {
      scans.push(program)
      if (refuses.scans) return fail('upstream_failed', 'scans are off')
      const matches = ({ data }: AccountView) =>
        filters.every((filter) => {
          if ('dataSize' in filter) return data.length === filter.dataSize
          const wanted = decodeBase58(filter.memcmp.bytes)!
          const { offset } = filter.memcmp
          return Buffer.compare(data.subarray(offset, offset + wanted.length), wanted) === 0
        })
      return ok(accounts.filter((account) => account.owner === program && matches(account)))
    },
  }
  return { rpc: rpc as unknown as SolanaRpc, scans }
}

export function account(address: string, owner: string, data: Uint8Array): AccountView {
  return { address, owner, data, lamports: 1n, executable: false }
}

/** A token account that holds some of a mint. */
export function vault(address: string, mint: string, owner: string, amountRaw: bigint): AccountView {
  const data = new Uint8Array(165)
  data.set(addressBytes(mint), 0)
  data.set(addressBytes(owner), 32)
  new DataView(data.buffer).setBigUint64(64, amountRaw, true)
  data[108] = 1
  return account(address, TOKEN_PROGRAM, data)
}
