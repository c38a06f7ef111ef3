import { existsSync } from 'node:fs'
import { arch, platform } from 'node:process'
import { fileURLToPath } from 'node:url'

const MODULES = new URL('./node_modules/', import.meta.url)
/** As the packages of the node name the architectures of Node. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** The file of an installed package, by its name and path. */
export function packageFile(path: string): URL {
  return new URL(path, MODULES)
}

/** The program of the node; null where its package is not installed, or not for this platform. Costs one look at a path. */
export function findNodeProgram(): string | null {
  const program = packageFile(`@foundry-rs/anvil-${platform}-${ARCHITECTURES[arch] ?? arch}/bin/anvil`)
  return existsSync(program) ? fileURLToPath(program) : null
}
