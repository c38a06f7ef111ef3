import { PUMPSWAP_EVENT_AUTHORITY, PUMPSWAP_PROGRAM } from '../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import type { PumpSwapPool } from '../../../src/chain/solana/dexes/pumpswap/state.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import type { ScriptOp } from '../../chain/types.ts'
import { announce } from '../anchor-script.ts'

export function announceSwap(event: Uint8Array): ScriptOp[] {
  const { bump } = findProgramAddress([Buffer.from('__event_authority')], PUMPSWAP_PROGRAM)
  const self = { programId: PUMPSWAP_PROGRAM, eventAuthority: PUMPSWAP_EVENT_AUTHORITY, eventAuthorityBump: bump }
  return announce(self, event)
}

/** Seeds with which a pool signs for its vaults and its LP mint. */
export function poolSeeds(
  pool: Pick<PumpSwapPool, 'index' | 'creator' | 'baseMint' | 'quoteMint' | 'poolBump'>,
): readonly Uint8Array[] {
  return [
    Buffer.from('pool'),
    Uint8Array.of(pool.index & 255, pool.index >> 8),
    addressBytes(pool.creator),
    addressBytes(pool.baseMint),
    addressBytes(pool.quoteMint),
    Uint8Array.of(pool.poolBump),
  ]
}
