import { keypairFromText } from '../../src/chain/solana/keypair.ts'
import { SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../chain/types.ts'
import type { RpcWorld } from './world.ts'

/** What the faucet starts with: 500 million SOL, about the supply of a test network. */
const FAUCET_LAMPORTS = 500_000_000_000_000_000n

/** The state behind the JSON-RPC methods. Funds the faucet, whose keys are the same in every sandbox: they are worth
 *  nothing anywhere else. */
export function createRpcWorld(chain: SandboxChain): RpcWorld {
  const faucet = keypairFromText('mintglass sandbox faucet')
  if (chain.account(faucet.address) === null)
    chain.setAccount(faucet.address, {
      lamports: FAUCET_LAMPORTS,
      owner: SYSTEM_PROGRAM,
      data: new Uint8Array(0),
      executable: false,
    })
  const identity = keypairFromText('mintglass sandbox node').address
  return { chain, faucet, identity, listening: null, airdrops: 0 }
}
