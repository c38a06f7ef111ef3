import { EVM_CONTRACTS, type EvmChain, type EvmToken } from '../../src/chain/evm/contracts.ts'
import { EVM_ROUTERS } from '../../src/config/evm-security.ts'

/** Where contracts stand. */
export type Places = {
  readonly chainId: number
  readonly v2Factory: string
  readonly v2Router: string
  readonly v3Factory: string
  readonly v3Router: string
  readonly v3Positions: string
  readonly v3Quoter: string
  readonly wrapped: string
  readonly multicall: string
  readonly stable: EvmToken
}

/** Routers and position managers that the product does not name. Sources: package @uniswap/sdk-core 7.19.4, and
 *  docs.uniswap.org ("Ethereum Deployments") for the router and the quoter of Ethereum. The router of Base is of another
 *  package: the one that stands there is that of Ethereum, at an address of its own. */
const PERIPHERY: Readonly<Record<EvmChain, Pick<Places, 'v3Router' | 'v3Positions' | 'v3Quoter'>>> = {
  ethereum: {
    v3Router: '0xe592427a0aece92de3edee1f18e0157c05861564',
    v3Positions: '0xc36442b4a4522e871399cd717abdd847ab11fe88',
    v3Quoter: '0x61ffe014ba17989e743c5f6cb21bf9697530b21e',
  },
  base: {
    v3Router: `0x${'5a'.repeat(20)}`,
    v3Positions: '0x03a520b32c04bf3beef7beb72e919cf822ed34f1',
    v3Quoter: '0x3d4e44eb1374240ce5f1b871ab261cd16335b76a',
  },
}

/** Those that the product believes (`src/chain/evm/contracts.ts`), and the ones around them. */
export function placesOf(chain: EvmChain): Places {
  const { chainId, venues, wrappedNative, multicall, stables } = EVM_CONTRACTS[chain]
  const factory = (dex: string): string => venues.find((venue) => venue.dex === dex)!.address
  return {
    ...{ chainId, wrapped: wrappedNative, multicall, stable: stables[0]! },
    v2Factory: factory('uniswap_v2'),
    v3Factory: factory('uniswap_v3'),
    v2Router: EVM_ROUTERS[chain]['uniswap_v2']!,
    ...PERIPHERY[chain],
  }
}
