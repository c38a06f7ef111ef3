import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CHROMIUM, importClient } from './installed.ts'

/** What the tests of the Explorer use of `playwright-core`, which is installed beside them only. */
export type Page = {
  goto(address: string): Promise<unknown>
  setDefaultTimeout(ms: number): void
  evaluate<T>(expression: string): Promise<T>
  addScriptTag(script: { content: string }): Promise<unknown>
  addInitScript(script: { content: string }): Promise<void>
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>
  route(pattern: string | RegExp, answer: (route: Route) => Promise<void>): Promise<void>
  /** Stands between the page and a WebSocket of the server. */
  routeWebSocket(pattern: string | RegExp, take: (page: SocketRoute) => void): Promise<void>
  on(event: 'console', take: (message: { type(): string; text(): string }) => void): void
  on(event: 'pageerror', take: (error: Error) => void): void
  on(event: 'request', take: (request: { url(): string }) => void): void
  on(event: 'websocket', take: (socket: { on(event: 'framereceived', take: Frame): void }) => void): void
  /** Takes all handlers of routes away; what they still throw is ignored. */
  unrouteAll(options: { behavior: 'ignoreErrors' }): Promise<void>
  /** The time of the page, which can be moved on. */
  readonly clock: { install(): Promise<void>; fastForward(ms: number): Promise<void> }
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  close(): Promise<void>
}
type Frame = (frame: { payload: string | Buffer }) => void
export type Route = {
  /** A timeout of 0 waits for as long as the page does. */
  fetch(options?: { timeout: number }): Promise<{ json(): Promise<unknown>; ok(): boolean }>
  fulfill(answer: {
    json?: unknown
    response?: unknown
    status?: number
    body?: string
    contentType?: string
  }): Promise<void>
  continue(): Promise<void>
  /** As if the server could not be reached. */
  abort(): Promise<void>
  request(): { url(): string }
}
export type SocketRoute = {
  connectToServer(): SocketRoute
  onMessage(take: (message: string | Buffer) => void): void
  send(message: string): void
}
type BrowserContext = { newPage(): Promise<Page>; close(): Promise<void> }
export type Browser = {
  newContext(options: {
    viewport: { width: number; height: number }
    colorScheme?: 'light' | 'dark'
    bypassCSP?: boolean
  }): Promise<BrowserContext>
  close(): Promise<void>
}
type Playwright = { chromium: { launch(options: object): Promise<Browser> } }

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** A loaded machine takes its time; what is shown is judged, not when. */
const WAIT_MS = 180_000
const LOOK_EVERY_MS = 100

export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await importClient<Playwright>('playwright-core')
  return chromium.launch({ executablePath: CHROMIUM, args: ARGS })
}

/** A page of its own profile that writes down what it must not do. */
export type Watched = {
  readonly page: Page
  readonly errors: readonly string[]
  readonly foreign: readonly string[]
  /** Waits until an expression is true in the page. */
  waitFor(what: string, expression: string): Promise<void>
  close(): Promise<void>
}

/** `host` is the only one that may be asked. An error of a status that is expected is left out by `allowed`. */
export async function openWatched(
  browser: Browser,
  options: { host: string; width: number; scheme?: 'light' | 'dark'; allowed?: RegExp; bypassCSP?: boolean },
): Promise<Watched> {
  const { host, width, scheme = 'light', allowed, bypassCSP = false } = options
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: scheme,
    bypassCSP,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const errors: string[] = []
  const foreign: string[] = []
  let isClosed = false
  page.on('console', (message) => {
    if (message.type() === 'error' && !allowed?.test(message.text())) errors.push(message.text().slice(0, 300))
  })
  page.on('pageerror', (error) => errors.push(String(error.stack).slice(0, 500)))
  page.on('request', (request) => {
    const { protocol, host: asked } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:' && asked !== host) foreign.push(request.url())
  })
  return {
    page,
    errors,
    foreign,
    async waitFor(what, expression) {
      // Playwright's own wait evaluates a text in the page, which the Explorer's policy forbids.
      const endsAtMs = performance.now() + WAIT_MS
      while (!(await page.evaluate<boolean>(`Boolean(${expression})`))) {
        if (performance.now() > endsAtMs) {
          const shown = await page.evaluate<string>('document.body.innerText.slice(0, 1500)')
          throw new Error(`never happened: ${what}; errors: ${errors.join('; ')}; the page shows: ${shown}`)
        }
        await sleep(LOOK_EVERY_MS)
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      // A request that the page still has under way would fail in its handler, where no test waits for it.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    },
  }
}

/** Serious and critical findings of axe, each with the elements that have it. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'))
  return page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`)
}

/** Keeps a picture in the folder that `SCREENSHOTS` names, to be looked at; without it does nothing. */
export async function keepScreenshot(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder === undefined || folder === '') return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
}
