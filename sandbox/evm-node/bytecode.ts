import { readFileSync } from 'node:fs'
import { packageFile } from './installed.ts'

/** Codes of creation, in hex, by contract. */
export type Bytecode = {
  readonly v2Factory: string
  readonly v2Router: string
  readonly v3Factory: string
  readonly v3Router: string
  readonly v3Positions: string
  readonly v3Quoter: string
  readonly wrapped: string
  readonly multicall: string
  readonly tokens: Readonly<Record<TokenContract, string>>
}

export type TokenContract = 'NamedTrap' | 'NamedHealthy' | 'NamedSilent' | 'NamedReflecting'

/** The published contracts from their packages, and those of `contracts.json`, which
 *  `test/differential/evm-security/compile.mjs` writes. Throws where the packages are not installed. */
export function readBytecode(): Bytecode {
  const own = read(new URL('./contracts.json', import.meta.url)) as Record<TokenContract | 'Multicall', string>
  const { Multicall, ...tokens } = own
  const v3 = (name: string): string =>
    published(`@uniswap/v3-periphery/artifacts/contracts/${name}.sol/${name.split('/').at(-1)}.json`)
  return {
    v2Factory: published('@uniswap/v2-core/build/UniswapV2Factory.json'),
    v2Router: published('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
    wrapped: published('@uniswap/v2-periphery/build/WETH9.json'),
    v3Factory: published('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
    v3Router: v3('SwapRouter'),
    v3Positions: v3('NonfungiblePositionManager'),
    v3Quoter: v3('lens/QuoterV2'),
    multicall: Multicall,
    tokens,
  }
}

/** Packages write it with 0x or without. */
function published(path: string): string {
  const { bytecode } = read(packageFile(path)) as { readonly bytecode: string }
  return `0x${bytecode.replace(/^0x/, '')}`
}

function read(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
