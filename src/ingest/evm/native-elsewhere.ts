import type { EvmPort } from './evm-port.ts'

type Telling = Pick<EvmPort, 'chain' | 'nativeUsd'>

/** Dollars that the pools of the other chains say the native coin is worth at a time: the first one that knows. Ethereum
 *  and Base have the same one, ether. `ports` may grow; null while none of them knows. */
export function nativeElsewhere(
  ports: readonly Telling[],
  chain: Telling['chain'],
): (timeSec: number) => number | null {
  return (timeSec) => {
    for (const port of ports) {
      const usd = port.chain === chain ? null : port.nativeUsd(timeSec)
      if (usd !== null) return usd
    }
    return null
  }
}
