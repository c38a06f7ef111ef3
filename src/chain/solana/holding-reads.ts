import { fail } from '../../contract/outcome.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import type { HoldingReads } from '../holdings-port.ts'
import { readOwnedNfts } from './nfts/owned-nfts.ts'
import { findPositions } from './positions/find-positions.ts'
import { createPoolsOfShares } from './positions/find-share-pools.ts'
import { POSITION_PROTOCOLS } from './positions/index.ts'
import { readPositionAt } from './positions/position-at.ts'
import type { SolanaRpc } from './rpc.ts'
import { readIdentities, readStakeHoldings } from './stake/read-stake-accounts.ts'
import { readValidatorNames } from './stake/validator-names.ts'

export function createHoldingReads(rpc: SolanaRpc): HoldingReads {
  const shares = createPoolsOfShares(rpc)
  return {
    async stakeOf(wallet, signal) {
      if (!isBase58Of32(wallet)) return fail('invalid_request', 'invalid wallet address')
      return await readStakeHoldings(rpc, wallet, signal)
    },
    validatorsOf: (votes, signal) => readIdentities(rpc, votes, signal),
    validatorNames: () => readValidatorNames(rpc),
    isAddress: isBase58Of32,
    nftsOf: (wallet, options) => readOwnedNfts(rpc, { wallet, ...options }),
    positionProtocols: POSITION_PROTOCOLS,
    positionAt: (address, { nowSec, signal }) => readPositionAt(rpc, { address, nowSec, signal }),
    async positionsOf(wallet, { nowSec, signal }) {
      if (!isBase58Of32(wallet)) return fail('invalid_request', 'invalid wallet')
      return await findPositions(rpc, shares, { wallet, nowSec, signal })
    },
  }
}
