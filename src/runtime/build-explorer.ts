import { fork } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Logger } from './log.ts'

const EXPLORER = new URL('../../explorer/', import.meta.url)
/** Longer than any build takes; the server does not wait for it any further. */
const PATIENCE_MS = 20_000

/** Builds the Explorer when its sources are newer than what was built, or nothing was; a fraction of a second, beside the
 *  start of the sandbox. For the sandbox only: a live server runs no code beside its keys, its pages are built when it is
 *  installed. Resolves also when it fails, which is logged: the API works without its pages. */
export async function buildExplorer(log: Logger): Promise<void> {
  if (!isStale()) return
  await new Promise<void>((resolve) => {
    const child = fork(new URL('build.ts', EXPLORER), [], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(0, 2_000)
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    const finish = (failure: string | null): void => {
      clearTimeout(timer)
      if (failure !== null)
        log.warn({ reason: failure }, 'the Explorer was not built: / only links to the API reference')
      resolve()
    }
    child.once('error', (error) => finish(error.message))
    child.once('exit', (code) => finish(code === 0 ? null : said.trim() || `exit code ${code}`))
  })
}

function isStale(): boolean {
  const built = timeOf(new URL('dist/index.html', EXPLORER))
  if (built === null) return true
  const folder = fileURLToPath(new URL('src', EXPLORER))
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = [...names.map((name) => new URL(`src/${name}`, EXPLORER)), new URL('build.ts', EXPLORER)]
  return sources.some((source) => (timeOf(source) ?? 0) > built)
}

function timeOf(file: URL): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
}
