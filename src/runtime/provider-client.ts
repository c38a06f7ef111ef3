import type { Config, ProviderConfig } from '../config/env.ts'
import { PROVIDERS, type ProviderName, type UpstreamLimits } from '../config/providers.ts'
import {
  LANE_HASTE,
  NODE_LANES,
  NODE_SHARES,
  type NodeLane,
  OPEN_LIMITS,
  RELAY_LIMITS,
  SCAN_LIMITS,
  TRADING_LIMITS,
  TRADING_SCAN_LIMITS,
} from '../config/upstream-limits.ts'
import type { Clock } from './clock.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import type { ClientQuota, Haste } from './http-exchange.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import { createNodeQuota, type NodeQuota } from './node-quota.ts'
import type { Origins } from './origins.ts'
import { redactUrl } from './redact-url.ts'

export type ClientParts = {
  readonly config: Pick<Config, 'providers'> & { readonly node?: Partial<Config['node']> }
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly origins: Origins
}

/** The client of one configured provider, with its key and within its limits; null when it is not configured. One
 *  client serves all adapters of a provider, because they share its rate. */
export function createProviderClient(parts: ClientParts, name: ProviderName): HttpClient | null {
  const configured = parts.config.providers[name]
  if (configured === undefined) return null
  parts.log.info({ provider: name, at: redactUrl(configured.url), keyed: configured.apiKey !== null }, 'provider')
  return openClient(parts, name, configured, { label: name, limits: PROVIDERS[name].limits })
}

/** The clients of a node: one for each lane, over the same connections. What one lane asks can be slow, make the node
 *  fail or be refused for haste; the others have their own gate, queue, breaker and pauses. */
export type LaneClients = Readonly<Record<NodeLane, HttpClient>> & {
  /** The node refused this lane for haste: those that are cheaper make room. */
  refused(lane: NodeLane): void
  /** Calls of one JSON-RPC array, where the node allows few; as many as usual when absent. */
  readonly maxArray?: number
}

/** One node among those that are configured. */
export type NodeAddress = ProviderConfig & {
  /** In logs and metrics. */
  readonly label: string
  /** Calls that it allows in 10 s, dealt out over all lanes: one address counts them together. */
  readonly per10s: number | null
  /** Another node can be asked: what this one fails is not tried here again. */
  readonly hasOthers: boolean
}

/** Every configured node, the preferred first. */
export function nodeAddresses({ config: { providers, node } }: Pick<ClientParts, 'config'>): readonly NodeAddress[] {
  const first = providers.solanaRpc
  if (first === undefined) return []
  const all = [{ ...first, per10s: node?.per10s ?? null }, ...(node?.more ?? [])]
  return all.map((one, at) => ({
    ...one,
    label: at === 0 ? 'solanaRpc' : `solanaRpc ${at + 1}`,
    hasOthers: all.length > 1,
  }))
}

export function createLaneClients(parts: ClientParts, address: NodeAddress): LaneClients {
  const { label: node, per10s, hasOthers } = address
  parts.log.info({ provider: node, at: redactUrl(address.url), keyed: address.apiKey !== null }, 'provider')
  const refused = (by: NodeLane): void => {
    for (const cheaper of NODE_LANES.slice(NODE_LANES.indexOf(by) + 1))
      clients[cheaper].rest(LANE_HASTE[cheaper].restMs)
  }
  const shared = per10s === null ? null : createNodeQuota(per10s, () => parts.clock.monotonicMs())
  const quotaOf = (lane: NodeLane, { take, waitMs }: NodeQuota): ClientQuota => {
    const shareOf = (background: boolean) =>
      background && !lane.startsWith('trading') ? NODE_SHARES.background : NODE_SHARES[lane]
    return {
      take: (calls, background) => take(calls, shareOf(background)),
      waitMs: (calls, background) => waitMs(calls, shareOf(background)),
    }
  }
  const open = (lane: NodeLane): HttpClient => {
    const { label, limits } = LANES[lane]
    const haste = {
      ...LANE_HASTE[lane],
      ...(hasOthers ? { maxAttempts: 1 } : {}),
      onRefused: () => refused(lane),
    }
    return openClient(parts, 'solanaRpc', address, {
      label: `${node}${label}`,
      limits: limits ?? PROVIDERS.solanaRpc.limits,
      haste,
      ...(shared === null ? {} : { quota: quotaOf(lane, shared) }),
    })
  }
  const clients = Object.fromEntries(NODE_LANES.map((lane) => [lane, open(lane)])) as Record<NodeLane, HttpClient>
  return { ...clients, refused, ...(shared === null ? {} : { maxArray: shared.maxArray }) }
}

/** Names of the lanes in logs and metrics. */
const LANES: Readonly<Record<NodeLane, { readonly label: string; readonly limits?: UpstreamLimits }>> = {
  trading: { label: ' trading', limits: TRADING_LIMITS },
  tradingScans: { label: ' trading scans', limits: TRADING_SCAN_LIMITS },
  reads: { label: '' },
  scans: { label: ' scans', limits: SCAN_LIMITS },
  relay: { label: ' relay', limits: RELAY_LIMITS },
  open: { label: ' open', limits: OPEN_LIMITS },
}

type Client = {
  readonly label: string
  readonly limits: UpstreamLimits
  readonly haste?: Haste
  readonly quota?: ClientQuota
}

function openClient(
  parts: ClientParts,
  name: ProviderName,
  configured: ProviderConfig,
  { label, limits, haste, quota }: Client,
): HttpClient {
  const { keyHeader, keyHeaderByHost, keyPrefix, callCostUsd } = PROVIDERS[name]
  const published = configured.apiKey === null ? (limits.perMinuteWithoutKey ?? limits.perMinute) : limits.perMinute
  return createHttpClient({
    ...parts,
    provider: label,
    baseUrl: configured.url,
    apiKey: configured.apiKey,
    keyHeader: keyHeaderByHost[new URL(configured.url).hostname] ?? keyHeader,
    keyPrefix,
    callCostUsd,
    maxConnections: limits.maxConcurrent,
    maxQueue: limits.maxQueued,
    ...(limits.ofOne === undefined
      ? {}
      : { maxConnectionsOfOne: limits.ofOne.maxConcurrent, maxQueueOfOne: limits.ofOne.maxQueued }),
    isForFreeOnly: limits.isForFreeOnly === true,
    ...(haste === undefined ? {} : { haste }),
    ...(quota === undefined ? {} : { quota }),
    ...(limits.maxReplyBytes === undefined ? {} : { maxReplyBytes: limits.maxReplyBytes }),
    // Published rates are those of the public service; what answers on this machine has its own.
    ...(published === undefined || isLoopback(configured.url) ? {} : { perMinute: published }),
  })
}

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
