import { type Instruction, withdrawNonce, withdrawStake } from '../instructions.ts'
import { closeLookupTable, closeProgramBuffer } from './reclaim-instructions.ts'
import type { Reclaimable, ReclaimKind } from './reclaimable.ts'

/** The instruction by which a wallet gets what a ready account holds for it. */
export function reclaim(kind: ReclaimKind, { account, lamports }: Reclaimable, wallet: string): Instruction {
  switch (kind) {
    case 'lookup_tables':
      return closeLookupTable({ table: account, authority: wallet, to: wallet })
    case 'buffers':
      return closeProgramBuffer({ buffer: account, authority: wallet, to: wallet })
    case 'nonces':
      return withdrawNonce({ nonce: account, authority: wallet, to: wallet, lamports })
    case 'stake':
      return withdrawStake({ stake: account, withdrawer: wallet, to: wallet, lamports })
  }
}
