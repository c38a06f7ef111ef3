import type { Config } from '../../src/config/env.ts'
import type { Clock } from '../../src/runtime/clock.ts'
import type { Logger } from '../../src/runtime/log.ts'
import type { EvmSandboxChain } from './evm-chain.ts'
import { findNodeProgram } from './installed.ts'

/** The chains of the settings, running, or none where the node is not installed: nothing is loaded then. One that does not
 *  start is left out, and the log says why. `firstPort`: of one port for each, when they are free; 0 takes free ones. */
export async function openEvmChains(
  { evm, seed, agents }: Pick<Config['sandbox'], 'evm' | 'seed' | 'agents'>,
  { firstPort, clock, log }: { readonly firstPort: number; readonly clock: Clock; readonly log: Logger },
): Promise<readonly EvmSandboxChain[]> {
  const program = evm.chains.length === 0 ? null : findNodeProgram()
  if (program === null) return []
  const { openEvmChain } = await import('./evm-chain.ts')
  const opened = await Promise.all(
    evm.chains.map(async (chain, at) => {
      const port = firstPort === 0 ? 0 : firstPort + at
      const options = { chain, program, seed, port, blockMs: evm.blockMs, agents, clock, log }
      return openEvmChain(options).catch((error: unknown) => {
        log.error({ err: error, chain }, 'the sandbox plays this chain not: its node did not start')
        return null
      })
    }),
  )
  const chains = opened.filter((one) => one !== null)
  for (const chain of chains) chain.start()
  return chains
}

/** Where the server finds them, by the names that `pointAtSandbox` reads. */
export function urlsOfChains(chains: readonly EvmSandboxChain[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    chains.flatMap(({ chain, url, wsUrl }) => [
      [chain, url],
      [`${chain}Ws`, wsUrl],
    ]),
  )
}
