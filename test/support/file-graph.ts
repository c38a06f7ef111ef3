import { posix } from 'node:path'

/** Which files of the project a file uses, as far as its text says so: what it imports, and every text in it that names
 *  a file or a folder, from where it stands or from the project's folder. A program that a test starts by its address,
 *  a fixture, a document and a fault that is preloaded are used as much as an import. */

/** `import type` is gone when the code runs; the type checker sees to it. */
const TYPE_IMPORT = /^\s*(?:import|export) type\b[^'"]*?from\s+'[^']*'/gm
/** Comments tell of other files; they use none. */
const COMMENT = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm
/** A text without blanks, in any quotes. */
const TEXT = /'([^'\s]+)'|"([^"\s]+)"|`([^`\s]+)`/g
/** Where what only running tells begins: a name that is put in, or a pattern. */
const OPEN_END = /\$\{|\*/
/** From where the text stands; another one with a slash is from the project's folder. */
const FROM_HERE = /^\.{1,2}\//
/** A file beside the one that names it: `new URL('worker.ts', import.meta.url)`. */
const BESIDE = /^[\w.-]+\.[a-z0-9]+$/
/** A folder nearer to the top holds nearly everything. */
const LEAST_DEPTH = 2
const CODE = /\.(ts|mts|mjs)$/

/** The files that `path`, whose text is `text`, uses. `files` are those of the project, from its folder. */
export function usesOf(path: string, text: string, files: FileSet): ReadonlySet<string> {
  const used = new Set<string>()
  if (!CODE.test(path)) return used
  for (const [, single, double, template] of text.replace(COMMENT, '').replace(TYPE_IMPORT, '').matchAll(TEXT)) {
    const name = single ?? double ?? template!
    for (const found of files.named(name, posix.dirname(path))) if (found !== path) used.add(found)
  }
  return used
}

export type FileSet = {
  /** The files that a text in a file of `folder` names. */
  named(text: string, folder: string): readonly string[]
}

export function createFileSet(paths: Iterable<string>): FileSet {
  const all = new Set(paths)
  const byFolder = new Map<string, string[]>()
  for (const path of all)
    for (let folder = posix.dirname(path); depthOf(folder) >= LEAST_DEPTH; folder = posix.dirname(folder))
      addTo(byFolder, folder, path)
  const within = (folder: string): readonly string[] => byFolder.get(folder.replace(/\/$/, '')) ?? []
  const at = (text: string, base: string): readonly string[] => {
    const [known = ''] = text.split(OPEN_END)
    if (known === text) {
      const path = posix.join(base, text)
      return all.has(path) ? [path] : within(path)
    }
    // What is put in, or a pattern, stands for any name: all of the folder whose names begin and end so.
    if (!known.includes('/')) return []
    const begin = posix.join(base, known)
    const end = /[\w.]*$/.exec(text)![0]
    const folder = begin.slice(0, begin.lastIndexOf('/') + 1)
    return within(folder).filter((path) => path.startsWith(begin) && path.endsWith(end))
  }
  return {
    named(text, folder) {
      if (FROM_HERE.test(text)) return at(text, folder)
      if (text.includes('/')) return at(text, '.')
      if (!BESIDE.test(text)) return []
      return [...at(text, folder), ...at(text, '.')]
    },
  }
}

function depthOf(folder: string): number {
  return folder === '.' ? 0 : folder.split('/').length
}

/** How many steps it is from each file to the nearest of `changed`, along what uses what; absent where none leads
 *  there. */
export function stepsTo(
  changed: Iterable<string>,
  uses: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, number> {
  const usedBy = new Map<string, string[]>()
  for (const [path, used] of uses) for (const one of used) addTo(usedBy, one, path)
  const steps = new Map([...changed].map((path) => [path, 0]))
  // A Map's loop sees what is added to it meanwhile.
  for (const [path, count] of steps)
    for (const user of usedBy.get(path) ?? []) if (!steps.has(user)) steps.set(user, count + 1)
  return steps
}

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
