import { LAUNCHLAB_PROGRAM } from '../../../../../src/chain/solana/dexes/bonk/addresses.ts'
import { bonk } from '../../../../../src/chain/solana/dexes/bonk/index.ts'
import { decodeLaunchPool } from '../../../../../src/chain/solana/dexes/bonk/state.ts'
import type { AccountView } from '../../../../../src/chain/solana/rpc.ts'
import { base64Account, type PoolCase, replayCase } from '../replay-case.ts'

export type LaunchCase = PoolCase & {
  readonly epoch: number
  readonly pool: string
  readonly config: string
  readonly platform: string
  /** Of the token and of its quote. */
  readonly mints: readonly [MintBytes, MintBytes]
}
type MintBytes = { readonly owner: string; readonly data: string }

export function replayLaunchCase(one: LaunchCase): number {
  return replayCase(bonk, one, accountsOfLaunch(one), one.epoch)
}

/** What a node would have of the case. */
export function accountsOfLaunch(one: LaunchCase): readonly AccountView[] {
  const { globalConfig, platformConfig } = decodeLaunchPool(Buffer.from(one.pool, 'base64'))!
  const [coin, quote] = one.mints
  return [
    base64Account(one.address, LAUNCHLAB_PROGRAM, one.pool),
    base64Account(globalConfig, LAUNCHLAB_PROGRAM, one.config),
    base64Account(platformConfig, LAUNCHLAB_PROGRAM, one.platform),
    base64Account(one.base, coin.owner, coin.data),
    base64Account(one.quote, quote.owner, quote.data),
  ]
}
