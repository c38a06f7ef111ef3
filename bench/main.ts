import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `npm run bench -- <area>` runs every `*.bench.ts` of that folder, one process each, one after the other. */
const HERE = fileURLToPath(new URL('.', import.meta.url))

/** Areas that bring others along: the HTTP comparison ends with the worker pool's round trip. */
const ALSO: Readonly<Record<string, readonly string[]>> = { http: ['workers'] }

const areas = [...new Set(globSync('*/**/*.bench.ts', { cwd: HERE }).map((file) => file.split('/')[0]!))].sort()
/** `--rounds=9` and `--quick` go on to the benches that know them. */
const flags = process.argv.slice(2).filter((arg) => arg.startsWith('--'))
const asked = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
if (asked.length === 0 || asked.some((area) => !areas.includes(area))) {
  console.error(`usage: npm run bench -- <area> ... [--rounds=<n>] [--quick]; areas: ${areas.join(', ')}`)
  process.exit(2)
}

/** How memory is kept is part of the service, so the benches run with what its unit sets. */
const unit = readFileSync(new URL('../systemd/mintglass.service', import.meta.url), 'utf8')
const allocator = Object.fromEntries([...unit.matchAll(/(MALLOC_\w+)=(\d+)/g)].map(([, name, value]) => [name, value]))
const env = { ...process.env, ...allocator }

let failed = false
for (const area of new Set(asked.flatMap((one) => [one, ...(ALSO[one] ?? [])]))) {
  for (const file of globSync(`${area}/**/*.bench.ts`, { cwd: HERE }).sort()) {
    console.log(`\n# ${file}`)
    const { status } = spawnSync(process.execPath, [join(HERE, file), ...flags], { stdio: 'inherit', env })
    if (status !== 0) failed = true
  }
}
process.exit(failed ? 1 : 0)
