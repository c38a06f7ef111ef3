import type { Config, ProviderConfig } from '../config/env.ts'
import { PROVIDERS, type ProviderName } from '../config/providers.ts'
import { OPEN_LIMITS, RELAY_LIMITS, type UpstreamLimits, upstreamLimitsOf } from '../config/upstream-limits.ts'
import type { Clock } from './clock.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Origins } from './origins.ts'
import { redactUrl } from './redact-url.ts'

export type ClientParts = {
  readonly config: Pick<Config, 'providers'>
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
  return openClient(parts, name, configured, { label: name, limits: upstreamLimitsOf(name) })
}

/** A client of the same provider for calls that callers wrote themselves: the same connections, but a narrower gate, a
 *  queue and a breaker of its own. What callers ask can be slow or make the provider fail; neither must keep our own
 *  calls out. */
export function createRelayClient(parts: ClientParts, name: ProviderName): HttpClient | null {
  return createLane(parts, name, { label: `${name} relay`, limits: RELAY_LIMITS })
}

/** The same for calls of those without a key. */
export function createOpenClient(parts: ClientParts, name: ProviderName): HttpClient | null {
  return createLane(parts, name, { label: `${name} open`, limits: OPEN_LIMITS })
}

type Lane = { readonly label: string; readonly limits: UpstreamLimits }

function createLane(parts: ClientParts, name: ProviderName, lane: Lane): HttpClient | null {
  const configured = parts.config.providers[name]
  return configured === undefined ? null : openClient(parts, name, configured, lane)
}

function openClient(
  parts: ClientParts,
  name: ProviderName,
  configured: ProviderConfig,
  { label, limits }: Lane,
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
    ...(limits.maxReplyBytes === undefined ? {} : { maxReplyBytes: limits.maxReplyBytes }),
    // Published rates are those of the public service; what answers on this machine has its own.
    ...(published === undefined || isLoopback(configured.url) ? {} : { perMinute: published }),
  })
}

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
