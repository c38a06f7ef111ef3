import { type EvmNode, type NodeOptions, startEvmNode } from '../../../sandbox/evm/start-node.ts'
import type { CacheName } from '../../../src/config/cache-ttls.ts'
import type { DecodedBlock } from '../../../src/contract/tape-event.ts'
import { createEvmPort, type EvmPort } from '../../../src/ingest/evm/evm-port.ts'
import { type Clock, systemClock } from '../../../src/runtime/clock.ts'
import { createLogger } from '../../../src/runtime/log.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import type { Store } from '../../../src/store/store.ts'

const log = createLogger({ level: 'silent', process: 'test' })

/** What a store keeps of pools, as long as the test runs. */
export function keptInMemory(): Pick<Store, 'memo' | 'peek'> & { forget(): void } {
  const kept = new Map<string, unknown>()
  return {
    async memo(cache, key, load) {
      const loaded = await load()
      if (loaded.ok) kept.set(`${cache} ${key}`, loaded.value)
      return loaded
    },
    peek: <T>(cache: CacheName, key: string) => kept.get(`${cache} ${key}`) as T | undefined,
    forget: () => kept.clear(),
  }
}

/** A port over nodes by their addresses. */
export function portOver(
  chain: 'ethereum' | 'base',
  urls: readonly string[],
  {
    wsUrl = null,
    store = keptInMemory(),
    clock = systemClock(),
  }: { wsUrl?: string | null; store?: Pick<Store, 'memo' | 'peek'>; clock?: Clock } = {},
): EvmPort {
  return createEvmPort({
    chain,
    config: { urls, wsUrl },
    ctx: { clock, log, metrics: createMetrics(), store },
  })
}

export type PortLab = {
  readonly node: EvmNode
  readonly port: EvmPort
  readonly reader: ReturnType<EvmPort['read']>
  /** Lets time pass at once. */
  pass(ms: number): void
  /** Decoded blocks from one number to another. */
  decode(from: number, to: number): Promise<DecodedBlock[]>
  close(): Promise<void>
}

/** An emulated node and a port that reads it. */
export async function openPortLab(options: NodeOptions & { store?: Pick<Store, 'memo' | 'peek'> }): Promise<PortLab> {
  const node = await startEvmNode(options)
  const system = systemClock()
  let aheadMs = 0
  const clock = { ...system, monotonicMs: () => system.monotonicMs() + aheadMs }
  const port = portOver(options.chain, [node.url], {
    clock,
    wsUrl: node.wsUrl,
    ...(options.store && { store: options.store }),
  })
  const stopping = new AbortController()
  const reader = port.read({ log, signal: stopping.signal })
  return {
    ...{ node, port, reader },
    pass(ms) {
      aheadMs += ms
    },
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
