import { createConfig } from 'ponder'
import { parseAbi } from 'viem'

// Every contract that emits these topics: no look at factories, no tokens, no prices, which is less than what the follower
// does.
const startBlock = Number(process.env.FIRST_BLOCK)
const chain = 'emulated'
export default createConfig({
  database: { kind: 'pglite' },
  chains: { [chain]: { id: 1, rpc: process.env.NODE_URL, disableCache: true } },
  contracts: {
    V2: {
      chain,
      startBlock,
      abi: parseAbi([
        'event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
      ]),
    },
    V3: {
      chain,
      startBlock,
      abi: parseAbi([
        'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
      ]),
    },
  },
})
