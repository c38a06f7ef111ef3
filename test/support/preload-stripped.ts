import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const STRIP = fileURLToPath(new URL('./strip-sources.ts', import.meta.url))

/** Makes `folder` what `load-stripped.ts` reads, and answers the option of node that preloads it. */
export async function preloadStripped(folder: string): Promise<string> {
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', STRIP, folder])
  const loader = new URL('./load-stripped.ts', import.meta.url)
  loader.searchParams.set('folder', folder)
  return `--import=${loader.href}`
}
