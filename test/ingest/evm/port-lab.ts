import { type EvmNode, type NodeOptions, startEvmNode } from '../../../sandbox/evm/start-node.ts'
import type { DecodedBlock } from '../../../src/contract/tape-event.ts'
import { createEvmPort, type EvmPort } from '../../../src/ingest/evm/evm-port.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createLogger } from '../../../src/runtime/log.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'

const log = createLogger({ level: 'silent', process: 'test' })

/** A port over nodes by their addresses. */
export function portOver(chain: 'ethereum' | 'base', urls: readonly string[], wsUrl: string | null = null): EvmPort {
  return createEvmPort({
    chain,
    config: { urls, wsUrl },
    ctx: { clock: systemClock(), log, metrics: createMetrics() },
  })
}

export type PortLab = {
  readonly node: EvmNode
  readonly port: EvmPort
  readonly reader: ReturnType<EvmPort['read']>
  /** Decoded blocks from one number to another. */
  decode(from: number, to: number): Promise<DecodedBlock[]>
  close(): Promise<void>
}

/** An emulated node and a port that reads it. */
export async function openPortLab(options: NodeOptions): Promise<PortLab> {
  const node = await startEvmNode(options)
  const port = portOver(options.chain, [node.url], node.wsUrl)
  const stopping = new AbortController()
  const reader = port.read({ log, signal: stopping.signal })
  return {
    ...{ node, port, reader },
    async decode(from, to) {
      const decoded: DecodedBlock[] = []
      while (from <= to) {
        const slots = Array.from({ length: Math.min(32, to - from + 1) }, (_, at) => from + at)
        const { fetched, missing } = await reader.fetchMany(slots)
        if (missing !== null) throw new Error(`block ${missing.slot}: ${missing.reason}`)
        for (const { block } of fetched) decoded.push(await port.decode(block!))
        from += fetched.length
      }
      return decoded
    },
    async close() {
      stopping.abort()
      await port.close()
      node.close()
    },
  }
}
