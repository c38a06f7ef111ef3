import { CONNECTIONS } from '../config/connections.ts'
import type { Config } from '../config/env.ts'

/** The most connections that may be open: of all, and of one address. */
export type ConnectionBounds = { readonly total: number; readonly ofOneAddress: number }

/** What the settings and the descriptors of the process come to; 0 as the setting leaves it to the descriptors. */
export function connectionBounds(
  { maxConnections, maxConnectionsPerAddress }: Pick<Config, 'maxConnections' | 'maxConnectionsPerAddress'>,
  descriptors: number | null,
): ConnectionBounds {
  const { descriptorsForOthers, shareOfFewDescriptors, shareOfOneAddress } = CONNECTIONS
  const limit = descriptors ?? Number.POSITIVE_INFINITY
  const isFew = limit < 2 * descriptorsForOthers
  const fitting = isFew ? Math.floor(limit * shareOfFewDescriptors) : limit - descriptorsForOthers
  const total = maxConnections === 0 ? fitting : Math.min(maxConnections, fitting)
  return { total, ofOneAddress: Math.min(maxConnectionsPerAddress, Math.max(1, Math.floor(total * shareOfOneAddress))) }
}
