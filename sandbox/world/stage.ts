import type { LookupTable } from '../../src/chain/solana/compile-message.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { Market } from '../providers/market.ts'
import type { KeyRing } from './key-ring.ts'
import type { TokenFaces } from './token-faces.ts'

/** Everything needed to act in the world. */
export type WorldStage = {
  readonly chain: SandboxChain
  readonly keys: KeyRing
  readonly market: Market
  readonly faces: TokenFaces
  /** Tables that version 0 transactions may use. */
  readonly lookupTables: LookupTable[]
  /** Tables of one service or team, by label. */
  readonly labelledTables: Map<string, LookupTable>
}
