import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Preloaded (`--import`) into the processes of a whole run and the programs they start: the project's own modules come
 *  from the folder that `strip-sources.ts` made, in which this one lies as plain JavaScript; its address names that folder
 *  and the project's own. Node would look for each of them and take its types out again in every process and thread,
 *  which is most of what starting a server costs. What is not there is loaded as ever. */

const OURS = /^\.{1,2}\/.*\.ts$/
const { searchParams } = new URL(import.meta.url)
const root = pathToFileURL(searchParams.get('root')!).href
const folder = `${searchParams.get('folder')}/`

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL
    if (!OURS.test(specifier) || from === undefined || !isOurs(from)) return next(specifier, context)
    return { url: new URL(specifier, from).href, format: 'module-typescript', shortCircuit: true }
  },
  load(url, context, next) {
    const source = context.format === 'module-typescript' && isOurs(url) ? strippedSource(url) : null
    return source === null ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})

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
