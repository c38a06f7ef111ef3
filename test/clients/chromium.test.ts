// second run: waits for a browser to show what it was sent

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { type ClientWorld, KEY, startClientWorld, type Told, until } from './client-world.ts'
import { compareFrames, subscriptions } from './frames.ts'
import { CHROMIUM, importClient, PAGE_FILE, skipWithout } from './installed.ts'

/** The browser's own `WebSocket` and `EventSource`, on a page of another origin than the server's. */

type Page = {
  goto(address: string): Promise<unknown>
  evaluate<T>(expression: string): Promise<T>
  close(): Promise<void>
}
type Browser = { newPage(): Promise<Page>; close(): Promise<void> }
type Playwright = { chromium: { launch(options: object): Promise<Browser> } }

const skip = skipWithout(['playwright-core'], { browser: true })
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

/** Events that are waited for before and after a kill. */
const SOME = 8

let world: ClientWorld
let pages: Server
let browser: Browser
before(async () => {
  if (skip !== false) return
  world = await startClientWorld()
  const html = readFileSync(PAGE_FILE)
  pages = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html))
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  const { chromium } = await importClient<Playwright>('playwright-core')
  // It makes an empty profile and removes it.
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS })
})
afterEach(() => world?.resume())
after(async () => {
  await browser?.close()
  pages?.close()
  await world?.stop()
})

async function openPage(): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(`http://localhost:${(pages.address() as AddressInfo).port}/`)
  return page
}

test('EventSource of Chromium survives a killed server on its own: nothing lost, nothing twice', { skip }, async () => {
  const page = await openPage()
  const query = `ticket=${await world.ticket('events')}&channels=${encodeURIComponent(world.channels)}`
  await page.evaluate(`followEvents(${JSON.stringify(`http://${world.host}/api/v2/stream/events?${query}`)})`)
  const told = (): Promise<Told[]> => page.evaluate<Told[]>('told')
  const ids = async (): Promise<string[]> =>
    (await told()).filter(({ data }) => data.eventId).map(({ data }) => data.eventId)
  await until('events come', async () => (await ids()).length >= SOME)
  const first = (await told()).find(({ name }) => name === 'hello')!
  const before = (await ids()).length

  await world.killAndRestart()
  await until('the browser is back', async () => (await told()).filter(({ name }) => name === 'hello').length === 2)
  await until('events come again', async () => (await ids()).length >= before + SOME)

  await world.fork()
  await until('a fork is told', async () => (await told()).some(({ name }) => name === 'retracted'))

  await world.settle()
  await world.compare({ channels: world.channels, from: first.data.cursor, told: ids })
  const states = await page.evaluate<string[]>('states')
  assert.equal(states[0], 'open')
  assert.equal(states.at(-1), 'open')
  assert(states.includes('reconnecting'))
  assert(!states.includes('given up'))
  assert.equal((await told()).filter(({ name }) => name === 'truncated').length, 0)
  await page.close()
})

test('an event stream lets pages of other origins read it, without asking before', { skip }, async () => {
  const headers = { Origin: 'http://localhost', 'X-API-Key': KEY }
  const address = `http://${world.host}/api/v2/stream/events?channels=launches:solana`
  const reply = await fetch(address, { headers })
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('access-control-allow-origin'), '*')
  assert.equal(reply.headers.get('content-type'), 'text/event-stream')
  await reply.body?.cancel()
})

test('WebSocket of Chromium opens with a ticket, and with the key as subprotocol resumes after a kill', {
  skip,
}, async () => {
  const page = await openPage()
  const frames = (): Promise<Told[]> => page.evaluate<Told[]>('frames')
  const open = (address: string, protocols: readonly string[], messages: readonly object[]): Promise<string> =>
    page.evaluate<string>(`openSocket(${[address, protocols, messages].map((one) => JSON.stringify(one)).join()})`)
  const ofType = async (type: string): Promise<Told[]> => (await frames()).filter((frame) => frame['type'] === type)

  const address = `ws://${world.host}/api/v2/stream`
  assert.equal(await open(`${address}?ticket=${await world.ticket('websocket')}`, [], subscriptions(world)), '')
  await until('updates come', async () => (await ofType('update')).length >= SOME)

  await world.killAndRestart()
  await until('the socket is closed', async () => (await page.evaluate<number[]>('closes')).length === 1)
  const protocol = `mg.key.${Buffer.from(KEY).toString('base64url')}`
  const before = (await ofType('update')).length
  assert.equal(await open(address, [protocol], subscriptions(world, await frames())), protocol)
  await until('updates come again', async () => (await ofType('update')).length >= before + SOME)

  assert((await compareFrames(world, frames)) >= 2 * SOME)
  assert.deepEqual(await ofType('error'), [])
  assert.equal((await ofType('welcome')).length, 2)
  await page.close()
})

test('WebSocket of Chromium is refused with a ticket that was used, and with a wrong key', { skip }, async () => {
  const page = await openPage()
  const ticket = await world.ticket('websocket')
  const open = (address: string, protocols: readonly string[]): Promise<string> =>
    page.evaluate<string>(`openSocket(${JSON.stringify(address)}, ${JSON.stringify(protocols)}, [])`)
  const address = `ws://${world.host}/api/v2/stream`
  await open(`${address}?ticket=${ticket}`, [])
  await assert.rejects(open(`${address}?ticket=${ticket}`, []), /the socket failed/)
  await assert.rejects(open(address, [`mg.key.${Buffer.from('mg_wrong').toString('base64url')}`]), /the socket failed/)
  await page.close()
})
