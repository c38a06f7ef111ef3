import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const STRIP = fileURLToPath(new URL('./strip-sources.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What `strip-sources.ts` makes of `load-stripped.ts`. */
const LOADER = 'load-stripped.mjs'

/** Makes `folder` what `load-stripped.ts` reads, and `cache` what a start of the product leaves for the next one;
 *  answers the option of node that preloads the former. */
export async function preloadStripped(folder: string, cache: string): Promise<string> {
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', STRIP, folder, cache])
  return preloadOption(folder, ROOT)
}

/** The option of node that loads the modules of the project in `root` from a `folder` that `strip-sources.ts` made. */
export function preloadOption(folder: string, root: string): string {
  const loader = pathToFileURL(join(folder, LOADER))
  loader.searchParams.set('root', join(root, '/'))
  loader.searchParams.set('folder', folder)
  return `--import=${loader.href}`
}
