import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { EXPLORER_FOLDER } from '../../src/http/explorer.ts'
import { type Browser, launchBrowser } from '../../test/clients/browser.ts'
import { skipWithout } from '../../test/clients/installed.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'
import { startServer } from '../../test/support/start-server.ts'
import { readBenchOptions } from '../options.ts'

/** What the first page weighs, and when something is on it over a slow line and with a slow processor: first contentful and
 *  largest contentful paint as the browser reports them, and when the first token is listed. Cold cache, a new profile each
 *  round. Needs what `npm run test:clients` installs, and `npm run build`. */
const { rounds } = readBenchOptions(5)
const GOAL_BYTES = 110 * 1_024
/** Lighthouse's slow 4G: 1.6 Mbit/s down, 150 ms round trip; processor 4 times slower. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const CPU_RATE = 4
const skip = skipWithout(['playwright-core'], { browser: true })

const OBSERVE = `window.paints = { firstMs: 0, largestMs: 0, listedMs: 0 }
new PerformanceObserver((list) => { for (const one of list.getEntriesByName('first-contentful-paint')) paints.firstMs = one.startTime }).observe({ type: 'paint', buffered: true })
new PerformanceObserver((list) => { for (const one of list.getEntries()) paints.largestMs = one.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
const look = () => {
  if (document.querySelector('main a[href^="/token/"]') !== null) paints.listedMs = performance.now()
  else requestAnimationFrame(look)
}
requestAnimationFrame(look)`
/** A second after the first token is listed, nothing large comes any more. */
const WAIT = `new Promise((resolve) => {
  const wait = () => paints.listedMs > 0 ? setTimeout(() => resolve(paints), 1_000) : setTimeout(wait, 50)
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
try {
  for (const [name, isSlow] of [
    ['this machine, loopback', false],
    ['slow 4G (1.6 Mbit/s, 150 ms), processor 4 times slower', true],
  ] as const) {
    const times: Paints[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await visit(browser, isSlow))
    print(name, times)
  }
} finally {
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
  readonly listedMs: number
  readonly bytes: number
  readonly requests: number
}
type Session = {
  send(method: string, params?: object): Promise<unknown>
  on(event: 'Network.loadingFinished', take: (done: { encodedDataLength: number }) => void): void
}

async function visit(from: Browser, isSlow: boolean): Promise<Paints> {
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
  if (isSlow) {
    await session.send('Network.emulateNetworkConditions', LINE)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  }
  await page.addInitScript({ content: OBSERVE })
  await page.goto(server.url)
  const paints = await page.evaluate<Omit<Paints, 'bytes' | 'requests'>>(WAIT)
  await context.close()
  return { ...paints, bytes, requests }
}

function print(name: string, times: readonly Paints[]): void {
  const median = (of: (one: Paints) => number): string =>
    String(Math.round(times.map(of).sort((a, b) => a - b)[Math.floor(times.length / 2)]!))
  console.log(
    `${name}: first contentful paint ${median(({ firstMs }) => firstMs)} ms, largest ${median(({ largestMs }) => largestMs)} ms, first token listed ${median(({ listedMs }) => listedMs)} ms; ${median(({ bytes }) => bytes)} bytes in ${median(({ requests }) => requests)} requests (medians of ${times.length})`,
  )
}
