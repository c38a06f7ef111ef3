import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One call of `curl` as a page makes it, and its answer. */
export type CurlCall = {
  readonly method: string
  readonly url: URL
  readonly status: number
  readonly body: string
}
export type ShellRun = {
  readonly code: number | null
  readonly stderr: string
  /** What each block printed, in their order. */
  readonly printed: readonly string[]
  /** The calls of each block. */
  readonly calls: readonly (readonly CurlCall[])[]
  /** Variables that each block sets and that are empty after it: what was looked for was not there. */
  readonly variables: readonly (readonly string[])[]
  /** Files that the blocks left in the folder they ran in. */
  readonly left: readonly string[]
}

const REAL_CURL = '/usr/bin/curl'
const WAIT_MS = 480_000
const EMPTY = 'empty-variables'
const MARK = '\u001eblock-ends'

/** Pastes blocks into a new shell, one after another, in an empty folder. `curl` is the real one, whose calls are written
 *  down; `npm run mintglass` starts our program without the second that npm needs for it. */
export async function pasteInto(
  blocks: readonly string[],
  options: { root: string; env: Readonly<Record<string, string>> },
): Promise<ShellRun> {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-paste-'))
  try {
    const work = join(folder, 'work')
    for (const name of ['bin', 'calls', 'work']) mkdirSync(join(folder, name))
    writeStandIns(folder, options.root)
    const script = blocks.map((text, at) => asPasted(text, `${folder}/calls/${at}`)).join('\n')
    const { PATH = '' } = process.env
    const env = { ...options.env, PATH: `${folder}/bin:${options.env['PATH'] ?? PATH}`, HOME: work }
    const { code, stdout, stderr } = await runShell(script, { cwd: work, env })
    return {
      code,
      stderr,
      printed: stdout.split(`\n${MARK}\n`).slice(0, blocks.length),
      calls: blocks.map((_, at) => readCalls(`${folder}/calls/${at}`)),
      variables: blocks.map((_, at) => readEmpty(`${folder}/calls/${at}`)),
      left: readdirSync(work).filter((name) => !name.startsWith('.')),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The block, then the names of its variables that are empty, then the mark that ends what it printed. */
function asPasted(text: string, folder: string): string {
  const names = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
  return `mkdir -p '${folder}'; export PASTE_CALLS='${folder}'
${text}
for name in ${names.join(' ')}; do [ -n "\${!name}" ] || echo "$name" >> '${folder}/${EMPTY}'; done
printf '\\n${MARK}\\n'`
}

function readEmpty(folder: string): readonly string[] {
  const file = join(folder, EMPTY)
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

function writeStandIns(folder: string, root: string): void {
  const curl = `#!/bin/bash
set -o pipefail
call=$(mktemp -d "$PASTE_CALLS/$(date +%s%N)-XXXX")
printf '%s\\0' "$@" > "$call/args"
# A bound, as a reader has patience.
${REAL_CURL} --max-time 60 -D "$call/head" "$@" | tee "$call/body"
`
  const npm = `#!/bin/bash
case "$1 $2 $3" in
  'run -s mintglass'|'run mintglass --') shift 2; while [ "$1" = mintglass ] || [ "$1" = -- ]; do shift; done
    exec '${process.execPath}' '${root}src/cli/main.ts' "$@" ;;
  'run example --') exec '${process.execPath}' '${root}'"$4" ;;
  'exec -- node') shift 3; exec '${process.execPath}' "$@" ;;
esac
echo "no stand-in for: npm $*" >&2
exit 97
`
  for (const [name, text] of Object.entries({ curl, npm })) {
    writeFileSync(join(folder, 'bin', name), text)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
}

function runShell(
  script: string,
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', script], { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: WAIT_MS })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

function readCalls(folder: string): readonly CurlCall[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name !== EMPTY)
    .sort()
    .flatMap((name) => {
      const at = (file: string): string => readFileSync(join(folder, name, file), 'utf8')
      const args = at('args').split('\0').slice(0, -1)
      const address = args.find((one) => /^https?:\/\//.test(one))
      if (address === undefined) return []
      const method = args.includes('-X') ? args[args.indexOf('-X') + 1]! : args.includes('-d') ? 'POST' : 'GET'
      return [{ method, url: new URL(address), status: statusOf(() => at('head')), body: at('body') }]
    })
}

/** Of the last head: an interim one may come before it. 0 without an answer. */
function statusOf(readHead: () => string): number {
  try {
    return Number([...readHead().matchAll(/^HTTP\/\S+ (\d+)/gm)].at(-1)?.[1] ?? 0)
  } catch {
    return 0
  }
}
