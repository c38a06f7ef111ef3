import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { preloadOption } from '../../test/support/preload-stripped.ts'
import type { Mutant } from './mutants.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COPIED = ['src', 'sandbox', 'eval', 'test', 'docs', 'examples', 'package.json', 'tsconfig.json']
/** Where a tree keeps its modules without types, which is most of what starting a test costs otherwise. */
const STRIPPED = '.stripped'

/** What tests need of the repository, copied to a new `folder`; packages by a link. */
export function copyTree(folder: string): void {
  mkdirSync(folder)
  const filter = (path: string) => basename(path) !== 'node_modules'
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const strip = [join(folder, 'test/support/strip-sources.ts'), join(folder, STRIPPED)]
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...strip], { cwd: folder })
}

/** The option of node that loads the modules of a copied tree without their types. */
export function preloadOf(folder: string): string {
  return preloadOption(join(folder, STRIPPED), folder)
}

/** Makes a fault in a copied tree; the returned function takes it out again. */
export function breakTree(folder: string, { file, source, start, end, text }: Mutant): () => void {
  const path = join(folder, file)
  write(source.slice(0, start) + text + source.slice(end))
  return () => write(source)

  function write(changed: string): void {
    writeFileSync(path, changed)
    const stripped = join(folder, STRIPPED, file)
    if (existsSync(stripped)) writeFileSync(stripped, stripTypeScriptTypes(changed))
  }
}
