import { openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../src/cli/run-command.ts'
import type { CliRequest } from './run-cli.ts'

/** A process that runs one command after the other, each as `src/cli/main.ts` would with these words in this
 *  environment: `node cli-host.ts <folder>`, started by `run-cli.ts`. It ends when its parent has. */

const [folder] = process.argv.slice(2)
const requests = openSync(join(folder!, 'requests'), 'r')
const bytes = Buffer.alloc(1 << 16)
let text = ''

for (let request = nextRequest(); request !== null; request = nextRequest()) {
  const { number, words, env } = request
  process.env = { ...env }
  const code = await runCommand(words).catch((error: unknown) => {
    console.error(error)
    return 1
  })
  const path = join(folder!, `reply-${number}`)
  writeFileSync(`${path}.part`, String(code))
  renameSync(`${path}.part`, path)
}
process.exit(0)

/** Waits without turns of the loop; null when no one can ask any more. */
function nextRequest(): CliRequest | null {
  while (!text.includes('\n')) {
    const count = readSync(requests, bytes)
    if (count === 0) return null
    text += bytes.toString('utf8', 0, count)
  }
  const end = text.indexOf('\n')
  const line = text.slice(0, end)
  text = text.slice(end + 1)
  return JSON.parse(line) as CliRequest
}
