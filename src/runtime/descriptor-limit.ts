import { readFileSync } from 'node:fs'

/** Files and sockets that this process may have open at once (RLIMIT_NOFILE, the soft limit); infinite when unlimited,
 *  null where the system does not say. */
export function descriptorLimit(file = '/proc/self/limits'): number | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null
  }
  const soft = /^Max open files\s+(\S+)/m.exec(text)?.[1]
  if (soft === 'unlimited') return Number.POSITIVE_INFINITY
  return soft !== undefined && /^\d+$/.test(soft) ? Number(soft) : null
}
