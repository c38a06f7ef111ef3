import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Preloaded (`--import`) into the processes of a whole run and the programs they start: the project's own modules come
 *  from the folder that `strip-sources.ts` made, in which this one lies as plain JavaScript; its address names that folder
 *  and the project's own. Node would look for each of them and take its types out again in every process and thread,
 *  which is most of what starting a server costs. What is not there is loaded as ever.
 *
 *  Modules of typebox import each other by their whole paths: Node need not look for them either. They are a quarter of
 *  all that a server loads. */

const OURS = /^\.{1,2}\/.*\.ts$/
const PLAIN = /^\.{1,2}\/.*\.mjs$/
const { searchParams } = new URL(import.meta.url)
const root = pathToFileURL(searchParams.get('root')!).href
const folder = `${searchParams.get('folder')}/`
const typebox = `${root}node_modules/typebox/`

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL ?? ''
    const format = formatOf(specifier, from)
    return format === null
      ? next(specifier, context)
      : { url: new URL(specifier, from).href, format, shortCircuit: true }
  },
  load(url, context, next) {
    if (url.startsWith(typebox) && context.format === 'module')
      return { format: 'module', source: readFileSync(new URL(url), 'utf8'), shortCircuit: true }
    const source = context.format === 'module-typescript' && isOurs(url) ? strippedSource(url) : null
    return source === null ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})

/** How a module is loaded that need not be looked for; null for any other. */
function formatOf(specifier: string, from: string): string | null {
  if (from.startsWith(typebox)) return PLAIN.test(specifier) ? 'module' : null
  return OURS.test(specifier) && isOurs(from) ? 'module-typescript' : null
}

function isOurs(url: string): boolean {
  return url.startsWith(root) && !url.includes('/node_modules/')
}

function strippedSource(url: string): string | null {
  try {
    return readFileSync(folder + decodeURI(url.slice(root.length)), 'utf8')
  } catch {
    return null
  }
}
