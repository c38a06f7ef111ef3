import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DEXES } from '../src/chain/solana/dexes/index.ts'
import { TAPE_DEXES } from '../src/contract/tape-event.ts'
import { PARTS } from '../src/create-parts.ts'
import { ROUTE_FAMILIES } from '../src/routes/index.ts'
import { fakeContext } from './support/fake-context.ts'
import { FAMILIES } from './support/service-families.ts'

/** Lists in the documentation that must name all there is. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(ROOT + path, 'utf8')
/** The packages that benches compare with lie below bench when they are installed. */
const OWN = globSync('{docs,src,bench,client,eval,examples,explorer,ops,sandbox,systemd,test}/**/*.md', {
  cwd: ROOT,
}).filter((path) => !path.includes('node_modules/'))
const PAGES = ['README.md', 'CONTRIBUTING.md', ...OWN]

test('the folder table of docs/architecture.md names every folder of src and no other', () => {
  const rows = read('docs/architecture.md').matchAll(/^\| `src\/([a-z-]+)` \|/gm)
  const folders = readdirSync(`${ROOT}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.deepEqual(Array.from(rows, ([, name]) => name!).sort(), folders.map(({ name }) => name).sort())
})

/** Of the tree: what npm, a build or a running server makes is none of it. */
const NOT_OURS = /^(\.|node_modules$|data$|src$)/

test('the table below it names every folder beside src and no other', () => {
  const section = read('docs/architecture.md').split('Beside `src`')[1]!.split('\n### ')[0]!
  const rows = Array.from(section.matchAll(/^\| ([^|]+) \|/gm), ([, names]) => names!)
  const named = rows.flatMap((names) => Array.from(names.matchAll(/`([a-z]+)`/g), ([, name]) => name!))
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !NOT_OURS.test(entry.name),
  )
  assert.deepEqual(named.sort(), folders.map(({ name }) => name).sort())
})

test('the family table of docs/architecture.md has the rows of FAMILIES, in their order', () => {
  const section = read('docs/architecture.md').split('### Families of services')[1]!.split('\n## ')[0]!
  const rows = Array.from(section.matchAll(/^\| `([a-z-]+)` \| [^|]+ \|([^|]*)\|$/gm), ([, family, imports]) => [
    family,
    Array.from(imports!.matchAll(/`([a-z-]+)`/g), ([, name]) => name),
  ])
  assert.deepEqual(
    rows,
    Object.entries(FAMILIES).map(([family, { imports }]) => [family, imports]),
  )
})

test('the table of state in docs/architecture.md has every part, in its order, with how many there are and whether it ends', () => {
  const section = read('docs/architecture.md').split('### State in memory')[1]!.split('\n## ')[0]!
  const rows = Array.from(section.matchAll(/^\| `(\w+)` \| [^|]+ \| (\w+) \|([^|]*)\|$/gm), ([, name, per, end]) => [
    name,
    per,
    end!.trim() !== '',
  ])
  const { parts } = fakeContext({ parts: { chain: { rpc: null } } }).ctx
  const built = Object.entries(PARTS).map(([name, { per }]) => [
    name,
    per,
    'close' in parts[name as keyof typeof PARTS],
  ])
  assert.deepEqual(rows, built)
  const named = Array.from(read('src/parts.ts').matchAll(/^ {2}readonly (\w+):/gm), ([, name]) => name)
  assert.deepEqual(named, Object.keys(PARTS))
})

test('src/store/README.md names every table that the store opens and no other', () => {
  const tablesIn = (text: string, quote: string) =>
    Array.from(text.matchAll(new RegExp(`${quote}([a-zA-Z]+\\.v\\d+)${quote}`, 'g')), ([, name]) => name!)
  const sources = globSync('src/store/**/*.ts', { cwd: ROOT }).flatMap((path) => tablesIn(read(path), "'"))
  assert(sources.length > 60, 'table names are string literals in src/store')
  assert.deepEqual([...new Set(tablesIn(read('src/store/README.md'), '`'))].sort(), [...new Set(sources)].sort())
})

const NUMBERS = ['six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

test('the number of DEXs is right wherever it is written, and the pages of DEXs and of trading name each', () => {
  const many = TAPE_DEXES.length
  const rules = globSync('test/rules/*.ts', { cwd: ROOT })
  for (const page of [...PAGES, ...rules])
    for (const [phrase, number] of read(page).matchAll(/\b(\w+) DEXs\b/g))
      if (NUMBERS.includes(number!.toLowerCase()))
        assert.equal(NUMBERS.indexOf(number!.toLowerCase()) + 6, many, `${page}: ${phrase}; there are ${many}`)
  for (const page of ['docs/dexes.md', 'docs/trading.md'])
    for (const name of TAPE_DEXES)
      assert.match(read(page), new RegExp(`(\\| |\`)${name}(\`| \\|)`), `${page} does not name ${name}`)
})

/** Of a page: from a heading to the next of its rank or a higher one. */
function sectionOf(page: string, heading: string): string {
  const text = read(page).split(`\n${heading}\n`)[1]
  assert(text, `${page} has no ${heading}`)
  const rank = heading.indexOf(' ')
  return text.split(new RegExp(`^#{1,${rank}} `, 'm'))[0]!
}

/** Of the names, those that the interface specification has. */
const SPECIFIED_DEXES = 8

test('docs/dexes.md has the evidence of each DEX: rows of what is decoded, one of its quotes, and how new its name is', () => {
  const decoders = sectionOf('docs/dexes.md', '## Decoders')
  const quotes = sectionOf('docs/dexes.md', '### Evidence by program').toLowerCase()
  const names = sectionOf('docs/dexes.md', '## Names')
  const missing = DEXES.flatMap(({ name, label, trading }) => [
    ...(new RegExp(`^\\| ${name}( \\(.+\\))? \\|`, 'm').test(decoders) ? [] : [`Decoders: ${name}`]),
    ...(trading === undefined || quotes.includes(`\n| ${label.toLowerCase()}`)
      ? []
      : [`Evidence by program: ${label}`]),
    ...(TAPE_DEXES.indexOf(name) < SPECIFIED_DEXES || names.includes(`\`${name}\``) ? [] : [`Names: ${name}`]),
  ])
  assert.deepEqual(missing, [])
})

test('the pages say of each DEX what a sandwich cost and whether its LP tokens are read', () => {
  // Raydium's programs share the first word.
  const isNamed = (text: string, label: string): boolean => text.includes(label.split(' ').at(-1)!)
  const sandwiches = sectionOf('docs/wallets.md', '## What a sandwich cost')
  const positions = sectionOf('docs/dexes.md', '## Positions')
  const liquidity = /^- \*\*Liquidity in positions\.\*\*[\s\S]*?(?=^- )/m.exec(read('docs/engines.md'))?.[0] ?? ''
  const missing = DEXES.flatMap(({ label, lpTokens }) => [
    ...(isNamed(sandwiches, label) ? [] : [`docs/wallets.md, What a sandwich cost: ${label}`]),
    ...(lpTokens === undefined || isNamed(positions, label) ? [] : [`docs/dexes.md, Positions: ${label}`]),
    ...(lpTokens === undefined || isNamed(liquidity, label)
      ? []
      : [`docs/engines.md, Liquidity in positions: ${label}`]),
  ])
  assert.deepEqual(missing, [])
})

test('README has a route of every family, so that a new family is not left out', () => {
  const text = read('README.md')
  const shown = Array.from(text.matchAll(/\/[\w{}/.-]+/g), ([path]) => path.replace(/\{\w+\}/g, '{}'))
  const isShown = (path: string): boolean => shown.some((one) => one === path.replace(/\{\w+\}/g, '{}'))
  const missing = ROUTE_FAMILIES.filter(({ routes }) => !routes.some(({ path }) => isShown(path)))
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
    'the table of routes in README.md names none of them',
  )
})

test('every relative link in the documentation leads to a file, and every anchor to a heading', () => {
  const anchorsOf = (path: string): Set<string> =>
    new Set(Array.from(read(path).matchAll(/^#+ (.+)$/gm), ([, heading]) => anchorOf(heading!)))
  const broken: string[] = []
  for (const page of PAGES) {
    for (const [, target] of read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const { pathname, hash } = new URL(target!, `file:///${page}`)
      const path = decodeURIComponent(pathname).slice(1).replace(/\/$/, '')
      const isThere = globSync(path, { cwd: ROOT }).length === 1
      const isNamed = !isThere || hash === '' || !path.endsWith('.md') || anchorsOf(path).has(hash.slice(1))
      if (!isThere || !isNamed) broken.push(`${page}: ${target}`)
    }
  }
  assert.deepEqual(broken, [])
})

/** Pages also name files from a folder of their own subject. */
const STARTS = ['', 'src/', 'src/services/', 'src/chain/', 'test/chain/solana/dexes/'] as const

test('every source file that the documentation names is there', () => {
  const gone: string[] = []
  for (const page of PAGES) {
    for (const [, path] of read(page).matchAll(/`([\w.-]+\/[\w/.-]+\.tsx?)`/g))
      if (![...STARTS, `${dirname(page)}/`].some((start) => existsSync(`${ROOT}${start}${path}`)))
        gone.push(`${page}: ${path}`)
  }
  assert.deepEqual(gone, [])
})

/** As GitHub makes them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
