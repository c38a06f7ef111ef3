import type { Config } from '../config/env.ts'

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** The configured nodes of an EVM chain that are on this machine; null where there is none. */
export function localNodesOf({ evm }: Pick<Config, 'evm'>, chain: keyof Config['evm']): Config['evm'][typeof chain] {
  const own = evm[chain]
  if (own === null) return null
  const urls = own.urls.filter(isOnLoopback)
  const wsUrl = own.wsUrl !== null && isOnLoopback(own.wsUrl) ? own.wsUrl : null
  return urls.length === 0 ? null : { ...own, urls, wsUrl }
}

function isOnLoopback(url: string): boolean {
  return LOOPBACK_HOSTS.has(new URL(url).hostname)
}
