import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Builds the Explorer into a folder (default `explorer/dist`): `index.html`, and scripts and styles under names that hold
 *  the hash of their content, each with a `.gz` and a `.br` beside it. A build replaces the folder as a whole, so that a
 *  server never reads half of one. */
const here = import.meta.dirname
const target = process.argv[2] ?? join(here, 'dist')
const ASSETS = '/explorer/'

const work = `${target}.${process.pid}.new`
await rm(work, { recursive: true, force: true })
await mkdir(work, { recursive: true })
try {
  const result = await build({
    absWorkingDir: here,
    entryPoints: { app: 'src/main.tsx', theme: 'src/theme.ts' },
    outdir: work,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022'],
    minify: true,
    metafile: true,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    publicPath: ASSETS,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  const style = await joinStyles()
  const styleName = `app-${createHash('sha256').update(style).digest('hex').slice(0, 8).toUpperCase()}.css`
  await writeFile(join(work, styleName), style)
  const entry = (name: string): { file: string; chunks: string[] } => {
    const found = Object.entries(result.metafile.outputs).find(([, { entryPoint }]) => entryPoint === `src/${name}`)
    if (found === undefined) throw new Error(`the build made no script of src/${name}`)
    const chunks = found[1].imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => baseName(path))
    return { file: baseName(found[0]), chunks }
  }
  const app = entry('main.tsx')
  await writeFile(join(work, 'index.html'), page({ app, theme: entry('theme.ts').file, style: styleName }))
  await compressAll(work)
  await putInPlace()
} finally {
  await rm(work, { recursive: true, force: true })
}

/** Two builds at the same time make the same files: the one that comes second has nothing to do. */
async function putInPlace(): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await rename(work, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** All style sheets in the order of their names: the first ones hold the colours and the elements. */
async function joinStyles(): Promise<string> {
  const folder = join(here, 'src/styles')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.css')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const { transform } = await import('esbuild')
  return (await transform(texts.join('\n'), { loader: 'css', minify: true, target: 'es2022' })).code
}

function page(files: { app: { file: string; chunks: string[] }; theme: string; style: string }): string {
  const preloads = files.app.chunks.map((chunk) => `<link rel="modulepreload" href="${ASSETS}${chunk}">`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="description" content="Solana tokens and wallets, from your own server.">
<title>Mintglass</title>
<link rel="icon" href="${ASSETS}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${ASSETS}${files.style}">
<script src="${ASSETS}${files.theme}"></script>
${preloads.join('\n')}
<script type="module" src="${ASSETS}${files.app.file}"></script>
</head>
<body>
<noscript>The Explorer needs JavaScript. The reference of the API is at <a href="/docs">/docs</a>.</noscript>
<div id="app"></div>
</body>
</html>
`
}

/** The icon is written here so that every file of the folder is made by one program. */
async function compressAll(folder: string): Promise<void> {
  const icon = await readFile(join(here, 'src/icon.svg'))
  await writeFile(join(folder, 'icon.svg'), icon)
  for (const name of await readdir(folder)) {
    const body = await readFile(join(folder, name))
    await writeFile(join(folder, `${name}.gz`), gzipSync(body, { level: 9 }))
    await writeFile(
      join(folder, `${name}.br`),
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
  }
}
