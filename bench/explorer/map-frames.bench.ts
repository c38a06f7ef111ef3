import { type Browser, launchBrowser, openWatched, type Page } from '../../test/clients/browser.ts'
import { skipWithout } from '../../test/clients/installed.ts'
import { createRandom } from '../../test/support/seeded-random.ts'
import { startSandbox } from '../../test/support/start-sandbox.ts'
import { startServer } from '../../test/support/start-server.ts'
import { readBenchOptions } from '../options.ts'

/** The Bubble Map in Chromium while it moves: the time of a frame of the page that draws 500 and 5,000 holders, beside the
 *  same of a page that draws nothing and that of the same map at rest. Without a graphics card the browser paints with
 *  the processor, so a user's machine is faster. Needs what `npm run test:clients` installs. */
const { isQuick } = readBenchOptions(5)
const WATCH_MS = isQuick ? 2_000 : 5_000
/** A frame at 60 a second, and what one may be late by without being seen. */
const FRAME_MS = 1_000 / 60
const skip = skipWithout(['playwright-core'], { browser: true })
if (skip !== false) {
  console.log(`skipped: ${skip}`)
  process.exit(0)
}

const sandbox = await startSandbox()
const server = await startServer({ env: { SANDBOX_URL: sandbox.urls['rpc']! } })
const browser = await launchBrowser()
try {
  const { tokens } = (await server.get('/api/sandbox', { key: null })).json as { tokens: { mint: string }[] }
  const mint = tokens[0]!.mint
  for (const holders of [0, 500, 5_000]) await measure(browser, mint, holders)
} finally {
  await browser.close()
  await server.stop()
  await sandbox.stop()
}

async function measure(browser: Browser, mint: string, holders: number): Promise<void> {
  const host = server.url.replace(/^https?:\/\//, '')
  const watched = await openWatched(browser, { host, width: 1_280, allowed: /./ })
  await watched.page.route(/\/bubblemap$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: makeMap((await response.json()) as object, holders) })
  })
  await watched.page.goto(`http://${host}/token/${mint}`)
  await watched.waitFor('the tabs are there', `document.querySelectorAll('[role=tab]').length === 6`)
  if (holders > 0) {
    await watched.page.evaluate(`document.querySelectorAll('[role=tab]')[1].click()`)
    await watched.waitFor('the map is there', `document.querySelector('.map-canvas') !== null`)
    await watched.page.evaluate(`document.querySelector('.map-canvas').scrollIntoView()`)
  }
  print(holders === 0 ? 'a page without a map' : `${holders} holders, moving`, await watchFrames(watched.page))
  await watched.close()
}

/** Times between frames while the layout is kept warm by a hand that moves a bubble around. */
function watchFrames(page: Page): Promise<readonly number[]> {
  return page.evaluate<number[]>(`new Promise((resolve) => {
    const canvas = document.querySelector('.map-canvas')
    const box = canvas?.getBoundingClientRect()
    const hand = (type, x, y) =>
      canvas?.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, bubbles: true, button: 0 }))
    if (box) hand('pointerdown', box.left + box.width / 2, box.top + box.height / 2)
    const times = []
    const begin = performance.now()
    let last = begin
    const frame = (now) => {
      times.push(now - last)
      last = now
      if (box) {
        const angle = (now - begin) / 300
        hand('pointermove', box.left + box.width / 2 + Math.cos(angle) * 120, box.top + box.height / 2 + Math.sin(angle) * 120)
      }
      if (now - begin < ${WATCH_MS}) requestAnimationFrame(frame)
      else resolve(times.slice(2))
    }
    requestAnimationFrame(frame)
  })`)
}

function print(name: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
  const late = times.filter((ms) => ms > FRAME_MS * 1.5).length
  console.log(
    `${name}: ${times.length} frames, ${((times.length / WATCH_MS) * 1_000).toFixed(0)} a second, median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(0.9999)} ms, ${((late / times.length) * 100).toFixed(1)} % late`,
  )
}

/** A map of so many holders, of ten groups, with three links a holder. */
function makeMap(real: object, holders: number): object {
  const random = createRandom(holders)
  const nodes = Array.from({ length: holders }, (_, rank) => ({
    ...{ id: `holder${rank}`, kind: 'holder', label: null, balance: 1, rank, flags: [], degree: 3 },
    ...{ is_cex: false, is_dex: false, is_lp: false, is_supernode: false, fresh_wallet: false },
    ...{
      first_buy_slot: rank + 1,
      age_sec: null,
      pctSupply: 20 / (rank + 2),
      entity_id: rank % 4 === 0 ? `E${rank % 10}` : null,
    },
  }))
  const pick = (): string => `holder${Math.floor(random() * holders)}`
  const links = Array.from({ length: holders * 3 }, () => ({
    ...{ source: pick(), target: pick(), type: 'transfer', weight: 0.5 },
    evidence: { detail: 'made for the bench', slot: null, signature: null },
  }))
  return { ...real, ok: true, nodes, links, clusters: [] }
}
