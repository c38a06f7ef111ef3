import type { Config } from '../config/env.ts'

/** Where a browser or a command on this machine reaches the server. An address that means "all" is reached at
 *  loopback. */
export function serverUrl({ host, port, tls }: Pick<Config, 'host' | 'port' | 'tls'>): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${tls === null ? 'http' : 'https'}://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
