import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Clients that only these tests need, with packages of their own (`package.json` beside this file). */

const INSTALL = 'npm run test:clients (installs the packages) and, as root, apt-get install -y chromium'
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Why tests that need these clients are skipped; false when all are there. */
export function skipWithout(packages: readonly string[], { browser = false } = {}): string | false {
  const missing = packages.filter((name) => !existsSync(new URL(`node_modules/${name}/package.json`, import.meta.url)))
  if (browser && !existsSync(CHROMIUM)) missing.push(CHROMIUM)
  return missing.length === 0 ? false : `${missing.join(', ')} not installed: ${INSTALL}`
}

/** The module of an installed package. The name is a value, so that types are checked without the package, too. */
export async function importClient<T>(name: string): Promise<T> {
  return (await import(name)) as T
}

export const PAGE_FILE = fileURLToPath(new URL('page.html', import.meta.url))
