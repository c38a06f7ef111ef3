import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** `node bench/properties/run.ts [--times 20] [--seed <n>] [<file> ...]`
 *
 *  Runs the property tests of the tape and of money (or the files that are named) again and again, each time under a
 *  new seed, which is printed. Ends with exit code 1 at the first counterexample, with the words of fast-check: its
 *  seed and path, in the test itself, show it again. `--seed` runs every file once under that seed. The suite draws
 *  some values a run; this draws as many as one has patience for. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '20' }, seed: { type: 'string' } },
})
const PLACES = [
  'test/ingest/**/*.test.ts',
  'test/push/**/*.test.ts',
  'test/store/**/*.test.ts',
  'test/chain/**/*.test.ts',
  'test/services/recovery/**/*.test.ts',
  'test/routes/recovery/**/*.test.ts',
  'test/hot-paths/{base58,event-block,wire-transaction}.test.ts',
  'test/runtime/{exact-json,json-rows-reader}.test.ts',
  'test/sandbox/chain/**/*.test.ts',
]
const MAX_SEED = 2 ** 31
const PRELOAD = fileURLToPath(new URL('./seed-properties.ts', import.meta.url))

const files = positionals.length > 0 ? positionals : globSync(PLACES).filter(hasProperty).sort()
const times = values.seed === undefined ? Number(values.times) : 1
if (files.length === 0 || !Number.isSafeInteger(times) || times < 1) {
  console.error('usage: node bench/properties/run.ts [--times 20] [--seed <n>] [<file> ...]')
  process.exit(2)
}
const startMs = performance.now()
let runs = 0
for (let round = 1; round <= times; round++)
  for (const file of files) {
    const seed = values.seed === undefined ? randomInt(MAX_SEED) : Number(values.seed)
    const fromMs = performance.now()
    const { code, said } = await runOnce(file, seed)
    const seconds = ((performance.now() - fromMs) / 1_000).toFixed(1)
    runs++
    console.log(`${code === 0 ? 'held  ' : 'BROKEN'} ${round}/${times} seed ${seed} ${seconds} s ${file}`)
    if (code === 0) continue
    console.log(said)
    process.exit(1)
  }
console.log(`${runs} runs of ${files.length} files held, ${Math.round((performance.now() - startMs) / 1_000)} s`)

function hasProperty(file: string): boolean {
  return /\bfc\.(assert|check)\(/.test(readFileSync(file, 'utf8'))
}

function runOnce(file: string, seed: number): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    const args = ['--import', PRELOAD, '--test-reporter=spec', '--test-reporter-destination=stdout', file]
    const child = spawn(process.execPath, args, { env: { ...process.env, PROPERTY_SEED: String(seed) } })
    let said = ''
    child.stdout.on('data', (piece) => (said += piece))
    child.stderr.on('data', (piece) => (said += piece))
    child.once('close', (code) => resolve({ code: code ?? 1, said }))
  })
}
