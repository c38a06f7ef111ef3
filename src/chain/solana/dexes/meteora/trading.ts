import { fail } from '../../../../contract/outcome.ts'
import type { DexTrading, ReadAccounts } from '../trading.ts'
import { DAMM_V1_PROGRAM, DLMM_PROGRAM } from './addresses.ts'
import { dammV1Trading } from './damm-v1-trading.ts'
import { dlmmTrading } from './dlmm-trading.ts'

/** Both programs: the owner of the pool's account shows which. */
export const meteoraTrading: DexTrading = {
  wants(address, read, mint) {
    return read.has(address) ? (tradingOf(address, read)?.wants(address, read, mint) ?? []) : [address]
  },
  readPool(address, read, mint) {
    return tradingOf(address, read)?.readPool(address, read, mint) ?? fail('no_route', 'not a pool of Meteora')
  },
}

function tradingOf(address: string, read: ReadAccounts): DexTrading | null {
  const owner = read.get(address)?.owner
  if (owner === DLMM_PROGRAM) return dlmmTrading
  return owner === DAMM_V1_PROGRAM ? dammV1Trading : null
}
