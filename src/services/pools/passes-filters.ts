import type { AccountView } from '../../chain/solana/rpc.ts'
import { decodeBase58 } from '../../hot-paths/base58.ts'
import type { Scan } from './scan-programs.ts'

/** Whether a scan with these filters would find an account. */
export function passesFilters({ data }: AccountView, filters: Parameters<Scan>[1]['filters']): boolean {
  return filters.every((filter) => {
    if ('dataSize' in filter) return data.length === filter.dataSize
    const { offset, bytes } = filter.memcmp
    const wanted = decodeBase58(bytes)
    return wanted !== null && Buffer.compare(data.subarray(offset, offset + wanted.length), wanted) === 0
  })
}
