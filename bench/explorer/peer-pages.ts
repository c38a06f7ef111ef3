import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** Panels to swap with that others publish, each on a page that holds nothing else: bundled and minified together with what
 *  it imports, as its users have to do, and served compressed at the best quality, as the Explorer is. */
const HOME = fileURLToPath(new URL('./peers/', import.meta.url))

type Source = {
  readonly name: string
  readonly script: string
  /** Files that it fetches before it shows anything, by address; with the file of its package that is the same, if any. */
  readonly fetches?: Readonly<Record<string, string | null>>
}

/** The font's address gives rules that name further files, which a panel does not wait for. */
const fetchesOf = (name: string, host: string, version: string): Source['fetches'] => ({
  [`https://${host}/${version}-Tailwind.css`]: `node_modules/${name}/dist/global.css`,
  [`https://${host}/scoped-preflight-v4.css`]: null,
  [`https://${host}/${version}-Jupiter.css`]: `node_modules/${name}/dist/index.css`,
  'https://fonts.googleapis.com/': null,
})

/** Each as its documentation starts it. `rpcUrl` and `endpoint` are a node that answers nothing. */
const PANELS: readonly Source[] = [
  {
    name: '@kyberswap/widgets 2.0.0',
    script: `import { createRoot } from 'react-dom/client'
      import { Widget } from '@kyberswap/widgets'
      createRoot(document.getElementById('root')).render(
        <Widget client="bench" chainId={1} rpcUrl={location.origin + '/rpc'} connectedAccount={{ chainId: 1 }}
          onSubmitTx={async () => ''} onSwitchChain={() => {}} />)`,
  },
  {
    name: '@jup-ag/terminal 4.5.7',
    script: `import { init } from '@jup-ag/terminal'
      import '@jup-ag/terminal/css'
      init({ displayMode: 'integrated', integratedTargetId: 'root', endpoint: location.origin + '/rpc' })`,
    fetches: fetchesOf('@jup-ag/terminal', 'terminal.jup.ag', 'main-4.5.7'),
  },
  {
    name: '@jup-ag/plugin 1.0.16',
    script: `import { init } from '@jup-ag/plugin'
      import '@jup-ag/plugin/css'
      init({ displayMode: 'integrated', integratedTargetId: 'root' })`,
    fetches: fetchesOf('@jup-ag/plugin', 'plugin.jup.ag', 'plugin-1.0.16'),
  },
]

type File = { readonly contentType: string; readonly body: Buffer; readonly brotli: Buffer }
type PeerPage = {
  readonly name: string
  readonly url: string
  readonly files: number
  readonly bytes: number
  readonly gzipBytes: number
}

/** The pages of the panels, and `stop` for their server; null, after a message, where the packages cannot be installed. */
export async function servePeers(): Promise<{ readonly pages: readonly PeerPage[]; stop(): void } | null> {
  if (!install()) return null
  const files = new Map<string, File>()
  const described: Omit<PeerPage, 'url'>[] = []
  for (const [place, panel] of PANELS.entries()) {
    const own = await bundlePanel(panel)
    for (const [name, file] of own) files.set(`/${place}/${name}`, file)
    const sum = (of: (file: File) => number): number => [...own.values()].reduce((total, file) => total + of(file), 0)
    described.push({
      name: panel.name,
      files: own.size,
      bytes: sum(({ body }) => body.length),
      gzipBytes: sum(({ body }) => gzipSync(body, { level: 9 }).length),
    })
  }
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (file === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': file.contentType, 'Content-Encoding': 'br' }).end(file.brotli)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const pages = described.map((one, place) => ({ ...one, url: `http://127.0.0.1:${port}/${place}/index.html` }))
  return {
    pages,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function install(): boolean {
  const isThere = (): boolean => existsSync(join(HOME, 'node_modules/@jup-ag/plugin'))
  if (isThere()) return true
  console.log('installing the panels of others (bench/explorer/peers) ...')
  const args = ['install', '--prefix', HOME, '--no-package-lock', '--ignore-scripts', '--legacy-peer-deps']
  spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (!isThere()) console.log('panels of others cannot be installed here; their rows are skipped')
  return isThere()
}

type Built = { readonly outputFiles: readonly { readonly path: string; readonly contents: Uint8Array }[] }
type Esbuild = { build(options: object): Promise<Built> }

async function bundlePanel({ script, fetches = {} }: Source): Promise<ReadonlyMap<string, File>> {
  const { build } = createRequire(new URL('../../explorer/build.ts', import.meta.url))('esbuild') as Esbuild
  const { outputFiles } = await build({
    stdin: { contents: script, loader: 'jsx', resolveDir: HOME },
    ...{ bundle: true, minify: true, format: 'esm', target: ['es2022'], jsx: 'automatic', legalComments: 'none' },
    ...{ write: false, outdir: HOME, logLevel: 'error' },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'globalThis' },
  })
  const files = new Map(
    outputFiles.map(({ path, contents }): [string, File] => {
      const isStyle = path.endsWith('.css')
      return [
        isStyle ? 'panel.css' : 'panel.js',
        fileOf(isStyle ? 'text/css' : 'text/javascript', Buffer.from(contents)),
      ]
    }),
  )
  for (const [place, source] of Object.values(fetches).entries()) {
    const text = source === null ? Buffer.alloc(0) : readFileSync(join(HOME, source))
    files.set(`fetched-${place}.css`, fileOf('text/css', text))
  }
  const style = files.has('panel.css') ? '<link rel="stylesheet" href="panel.css">' : ''
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Panel</title>${style}
<script>${fetchHere(Object.keys(fetches))}</script><script type="module" src="panel.js"></script></head><body><div id="root"></div></body></html>`
  return files.set('index.html', fileOf('text/html; charset=utf-8', Buffer.from(page)))
}

/** In the page: what the panel fetches from its own hosts comes from this server, over the same line. */
function fetchHere(addresses: readonly string[]): string {
  return `const addresses = ${JSON.stringify(addresses)}, there = fetch
window.fetch = (address, options) => {
  const place = addresses.findIndex((one) => String(address).startsWith(one))
  return there(place < 0 ? address : 'fetched-' + place + '.css', options)
}`
}

function fileOf(contentType: string, body: Buffer): File {
  return { contentType, body, brotli: brotliCompressSync(body) }
}
