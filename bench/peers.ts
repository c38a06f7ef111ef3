import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** Whether a peer package is there, after trying to install the peers once; false with a message when it cannot be. */
export function hasPeer(name: string): boolean {
  const home = join(HERE, 'node_modules', name)
  if (existsSync(home)) return true
  console.log(`installing the packages we compare with (bench/package.json) ...`)
  const { status } = spawnSync('npm', ['install', '--prefix', HERE, '--no-package-lock', '--ignore-scripts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0 && existsSync(home)) return true
  console.log(`${name} cannot be installed here; its cases are skipped`)
  return false
}
