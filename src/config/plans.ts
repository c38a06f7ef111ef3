import type { Scope, Tier } from '../contract/api-key.ts'

export type Plan = {
  /** Prefix of newly made keys. */
  readonly keyPrefix: 'mg_' | 'rt_'
  readonly webSocketConnections: number
  readonly webSocketTopics: number
  readonly scopes: readonly Scope[]
  /** May have others' wallets and any token's pools searched for on the chain: scans, which cost the node seconds. */
  readonly mayScan: boolean
}

/** Caps of spec section 8; a tier with no connections is denied at the WebSocket upgrade. */
export const PLANS: Readonly<Record<Tier, Plan>> = {
  free: { keyPrefix: 'mg_', webSocketConnections: 0, webSocketTopics: 0, scopes: ['read'], mayScan: false },
  preview: { keyPrefix: 'mg_', webSocketConnections: 0, webSocketTopics: 0, scopes: ['read'], mayScan: false },
  builder: { keyPrefix: 'rt_', webSocketConnections: 2, webSocketTopics: 2, scopes: ['read'], mayScan: true },
  scale: { keyPrefix: 'rt_', webSocketConnections: 20, webSocketTopics: 15, scopes: ['read'], mayScan: true },
  enterprise: { keyPrefix: 'rt_', webSocketConnections: 50, webSocketTopics: 50, scopes: ['read'], mayScan: true },
  data: { keyPrefix: 'mg_', webSocketConnections: 20, webSocketTopics: 30, scopes: ['read'], mayScan: true },
}
