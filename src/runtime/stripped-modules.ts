import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import { readOwnFile } from './own-file.ts'

/** Sources without their types, by the digest of each. */
export type StrippedSources = ReadonlyMap<string, string>

const OURS = /^\.{1,2}\/.*\.ts$/

/** Takes the modules that are loaded from now on without their types from what an earlier start left
 *  (`strip-modules.ts`): Node would take the types out of a thousand files again, and look for each of them, which is
 *  more than half of what loading costs. A file that has changed since, or is not there, is loaded as ever. Answers how
 *  to ask for the modules that were not there; all of them count where nothing was left. */
export function useStrippedModules(dir: string | null): { missing(): boolean } {
  const sources = dir === null ? null : readStrippedSources(dir)
  if (sources === null) return { missing: () => true }
  let misses = 0
  registerHooks({
    resolve(specifier, context, next) {
      const from = context.parentURL
      if (!OURS.test(specifier) || from === undefined || !isOurs(from)) return next(specifier, context)
      return { url: new URL(specifier, from).href, format: 'module-typescript', shortCircuit: true }
    },
    load(url, context, next) {
      if (context.format !== 'module-typescript' || !isOurs(url)) return next(url, context)
      const source = strippedSource(sources, url)
      if (source !== undefined) return { format: 'module', source, shortCircuit: true }
      misses++
      return next(url, context)
    },
  })
  return { missing: () => misses > 0 }
}

function isOurs(url: string): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/')
}

function strippedSource(sources: StrippedSources, url: string): string | undefined {
  try {
    return sources.get(digestOfSource(readFileSync(fileURLToPath(url), 'utf8')))
  } catch (error) {
    // Node says it better.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

export function digestOfSource(source: string): string {
  return hash('sha256', source, 'base64')
}

/** The file of these sources; another Node takes the types out in its own way. */
export function strippedSourcesFile(dir: string): string {
  return join(dir, `modules-${process.version}`)
}

function readStrippedSources(dir: string): StrippedSources | null {
  const read = readOwnFile(strippedSourcesFile(dir))
  return read.ok ? (deserialize(read.bytes) as StrippedSources) : null
}
