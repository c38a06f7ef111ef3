import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { EXPLORER_FOLDER } from '../../src/http/explorer.ts'
import { type Browser, launchBrowser } from '../../test/clients/browser.ts'
import { skipWithout } from '../../test/clients/installed.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'
import { startServer } from '../../test/support/start-server.ts'
import { readBenchOptions } from '../options.ts'
import { servePeers } from './peer-pages.ts'

/** What the first page weighs, and when something is on it over a slow line and with a slow processor: first contentful and
 *  largest contentful paint as the browser reports them, and when what the page is for is there (the first token of ours,
 *  the first button of a panel). Cold cache, a new profile each round. Beside it, under the same conditions, the panels that
 *  others publish (`peer-pages.ts`); what they ask of their own servers is refused at once, so they wait for nothing. Needs
 *  what `npm run test:clients` installs, and `npm run build`. */
const { rounds } = readBenchOptions(5)
const GOAL_BYTES = 110 * 1_024
/** Lighthouse's slow 4G: 1.6 Mbit/s down, 150 ms round trip; processor 4 times slower. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const CPU_RATE = 4
const GIVE_UP_MS = 60_000
const skip = skipWithout(['playwright-core'], { browser: true })

/** When a page shows what it is for. Panels live in a tree of their own or in the page's. */
const OURS = `document.querySelector('main a[href^="/token/"]') !== null`
const PANEL = `document.querySelector('#root button') !== null ||
  [...document.querySelectorAll('#root *')].some(({ shadowRoot }) => shadowRoot?.querySelector('button'))`

const observe = (isShown: string): string => `window.paints = { firstMs: 0, largestMs: 0, shownMs: 0 }
new PerformanceObserver((list) => { for (const one of list.getEntriesByName('first-contentful-paint')) paints.firstMs = one.startTime }).observe({ type: 'paint', buffered: true })
new PerformanceObserver((list) => { for (const one of list.getEntries()) paints.largestMs = one.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
const look = () => {
  if (${isShown}) paints.shownMs = performance.now()
  else requestAnimationFrame(look)
}
requestAnimationFrame(look)`
/** A second after it is shown, nothing large comes any more. */
const WAIT = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('nothing is shown')), ${GIVE_UP_MS})
  const wait = () => paints.shownMs > 0 ? setTimeout(() => resolve(paints), 1_000) : setTimeout(wait, 50)
  wait()
})`

printWeight()
if (skip !== false) {
  console.log(`paint times skipped: ${skip}`)
  process.exit(0)
}
const sandbox = await startSandbox()
const server = await startServer({ env: { SANDBOX_URL: sandbox.urls['rpc']! } })
const browser = await launchBrowser()
const peers = await servePeers()
const pages = [
  { name: 'Explorer', url: server.url, isShown: OURS },
  ...(peers?.pages ?? []).map(({ name, url }) => ({ name, url, isShown: PANEL })),
]
try {
  for (const { name, files, bytes, gzipBytes } of peers?.pages ?? [])
    console.log(`${name} with what it imports: ${files} files, ${bytes} bytes, gzip ${gzipBytes}`)
  for (const [conditions, isSlow] of [
    ['this machine, loopback', false],
    ['slow 4G (1.6 Mbit/s, 150 ms), processor 4 times slower', true],
  ] as const) {
    console.log(`\n${conditions}`)
    const times = pages.map((): Paints[] => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [i, page] of pages.entries()) times[i]!.push(await visit(browser, page, isSlow))
    for (const [i, { name }] of pages.entries()) print(name, times[i]!)
  }
} finally {
  peers?.stop()
  await browser.close()
  await server.stop()
  await sandbox.stop()
}

function printWeight(): void {
  const page = readFileSync(join(EXPLORER_FOLDER, 'index.html'), 'utf8')
  const first = ['index.html', ...Array.from(page.matchAll(/\/explorer\/([\w.-]+)/g), ([, name]) => name!)]
  const all = readdirSync(EXPLORER_FOLDER).filter((name) => /\.(js|css|html|svg)$/.test(name))
  for (const [name, files] of [
    ['first page', [...new Set(first)]],
    ['all pages', all],
  ] as const) {
    const bodies = files.map((file) => readFileSync(join(EXPLORER_FOLDER, file)))
    const sum = (of: (body: Buffer) => number): number => bodies.reduce((total, body) => total + of(body), 0)
    const gzip = sum((body) => gzipSync(body, { level: 9 }).length)
    const goal = name === 'first page' ? `, goal ${GOAL_BYTES}: ${gzip <= GOAL_BYTES ? 'kept' : 'MISSED'}` : ''
    console.log(
      `${name}: ${files.length} files, ${sum(({ length }) => length)} bytes, gzip ${gzip}, brotli ${sum((body) => brotliCompressSync(body).length)}${goal}`,
    )
  }
}

type Paints = {
  readonly firstMs: number
  readonly largestMs: number
  /** What the page is for is there. */
  readonly shownMs: number
  readonly bytes: number
  readonly requests: number
}
type Session = {
  send(method: string, params?: object): Promise<unknown>
  on(event: 'Network.loadingFinished', take: (done: { encodedDataLength: number }) => void): void
}

async function visit(
  from: Browser,
  { url, isShown }: { readonly url: string; readonly isShown: string },
  isSlow: boolean,
): Promise<Paints> {
  const context = await from.newContext({ viewport: { width: 1_280, height: 900 } })
  const page = await context.newPage()
  const session = (await (context as unknown as { newCDPSession(of: unknown): Promise<Session> }).newCDPSession(
    page,
  )) as Session
  let bytes = 0
  let requests = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['https://*', 'wss://*'] })
  if (isSlow) {
    await session.send('Network.emulateNetworkConditions', LINE)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  }
  await page.addInitScript({ content: observe(isShown) })
  await page.goto(url)
  const paints = await page.evaluate<Omit<Paints, 'bytes' | 'requests'>>(WAIT)
  await context.close()
  return { ...paints, bytes, requests }
}

function print(name: string, times: readonly Paints[]): void {
  const median = (of: (one: Paints) => number): string =>
    String(Math.round(times.map(of).sort((a, b) => a - b)[Math.floor(times.length / 2)]!))
  console.log(
    `${name}: first contentful paint ${median(({ firstMs }) => firstMs)} ms, largest ${median(({ largestMs }) => largestMs)} ms, shown ${median(({ shownMs }) => shownMs)} ms; ${median(({ bytes }) => bytes)} bytes in ${median(({ requests }) => requests)} requests (medians of ${times.length})`,
  )
}
