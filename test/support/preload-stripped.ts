import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const STRIP = fileURLToPath(new URL('./strip-sources.ts', import.meta.url))

/** Makes `folder` what `load-stripped.ts` reads, and answers the option of node that preloads it. */
export function preloadStripped(folder: string): string {
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', STRIP, folder], { stdio: 'inherit' })
  const loader = new URL('./load-stripped.ts', import.meta.url)
  loader.searchParams.set('folder', folder)
  return `--import=${loader.href}`
}
