import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareDocuments } from './compare-documents.ts'
import { compareReplies } from './compare-replies.ts'
import { printDocuments, printRecording, printReplies } from './print-differences.ts'
import { recordTree } from './record-tree.ts'
import { type Recording, readRecording, writeRecording } from './recording.ts'

const USAGE = `usage:
  node bench/frozen/main.ts record [--tree <checkout>] --out <file> [--seed frozen] [--port 18890] [--at <time>]
                                                         [--only <family>,<family>]
  node bench/frozen/main.ts compare <before> <after>     exit code 1 when a reply differs
  node bench/frozen/main.ts documents <before> <after>   of two recordings; exit code 1 when a class but tags, names,
                                                         descriptions and order differs
  node bench/frozen/main.ts show <file>`

/** All answers of a checkout in one frozen world, to be compared with those of another (README.md). */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tree: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
    out: { type: 'string' },
    seed: { type: 'string', default: 'frozen' },
    port: { type: 'string', default: '18890' },
    only: { type: 'string' },
    at: { type: 'string', default: '2026-11-23T12:00:00.000Z' },
  },
})
const say = (line: string): void => console.log(line)
const [word, ...files] = positionals
// Whoever ends this ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** The sandbox's certificate is good from a day before that time until 90 days after it, by the real clock. */
const CERTIFICATE_DAYS = 89
const DAY_MS = 86_400_000

if (word === 'record' && values.out !== undefined) await record(values.out)
else if (word === 'compare' && files.length === 2) compare(...pairOf(files))
else if (word === 'documents' && files.length === 2) process.exitCode = documents(...pairOf(files)) ? 0 : 1
else if (word === 'show' && files.length === 1) printRecording(readRecording(files[0]!), say)
else {
  say(USAGE)
  process.exitCode = 2
}

async function record(out: string): Promise<void> {
  const days = (Date.now() - Date.parse(values.at)) / DAY_MS
  if (!(days > -1 && days < CERTIFICATE_DAYS))
    throw new Error(
      `--at ${values.at}: expected a time of the last ${CERTIFICATE_DAYS} days, or webhooks find no receiver`,
    )
  const settings = {
    seed: values.seed,
    port: Number(values.port),
    at: new Date(values.at).toISOString(),
    only: values.only ?? '',
  }
  const recording = await recordTree(resolve(values.tree), settings, { only: values.only?.split(',') ?? null, say })
  writeRecording(out, recording)
  printRecording(recording, say)
}

function compare(before: Recording, after: Recording): void {
  for (const one of [before, after]) printRecording(one, say)
  const differences = compareReplies(before.replies, after.replies)
  printReplies(before, differences, say)
  documents(before, after)
  process.exitCode = differences.length === 0 ? 0 : 1
}

/** Whether nothing but what may change freely has changed. */
function documents(before: Recording, after: Recording): boolean {
  let isKept = true
  for (const name of ['openapi', 'asyncapi'] as const) {
    const differences = compareDocuments(before.documents[name], after.documents[name])
    printDocuments(name, differences, say)
    if (differences.some((one) => one.class === 'bodies' || one.class === 'others')) isKept = false
  }
  return isKept
}

function pairOf(paths: readonly string[]): [Recording, Recording] {
  const [before, after] = paths.map(readRecording) as [Recording, Recording]
  if (JSON.stringify(before.settings) !== JSON.stringify(after.settings))
    throw new Error('the recordings are of different worlds: record both with the same --seed, --port and --at')
  return [before, after]
}
