// second run: waits for a browser to show what it was sent

import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import {
  type Browser,
  findBarriers,
  keepScreenshot,
  launchBrowser,
  openWatched,
  type SocketRoute,
  type Watched,
} from './browser.ts'
import { type ClientWorld, startClientWorld, type Told, until } from './client-world.ts'
import { skipWithout } from './installed.ts'

/** The Explorer in a real browser: every page at two widths, by keyboard, over a killed server, with hostile texts. */

const skip = skipWithout(['playwright-core', 'axe-core'], { browser: true })
const WIDTHS = [1_280, 390] as const
/** Roughly what a person waits before they look. */
const SETTLE_MS = 1_500
const SOME = 8
const SOL = 'So11111111111111111111111111111111111111112'

let world: ClientWorld
let browser: Browser
let published: {
  tokens: { mint: string; symbol: string; archetype: string }[]
  wallets: { address: string; archetype: string; secretKey?: string | null }[]
  upstreams: Record<string, string>
}
before(async () => {
  if (skip !== false) return
  world = await startClientWorld()
  browser = await launchBrowser()
  published = (await world.client.get('/api/sandbox', { key: null })).json
})
after(async () => {
  await browser?.close()
  await world?.stop()
})

async function open(t: TestContext, path: string, options: Partial<Parameters<typeof openWatched>[1]> = {}) {
  const watched = await openWatched(browser, { host: world.host, width: 1_280, ...options })
  t.after(() => watched.close())
  await watched.page.goto(`http://${world.host}${path}`)
  return watched
}

const mintOf = (archetype: string): string => published.tokens.find((one) => one.archetype === archetype)!.mint
const traderOf = (): string => published.wallets.find(({ secretKey }) => Boolean(secretKey))!.address

/** Nothing of the page is wider than the window. */
const NO_OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
const IS_LOADED = `document.querySelector('main')?.innerText.trim().length > 40 && document.querySelector('main .loading') === null`

function pages(): readonly (readonly [string, string])[] {
  return [
    ['home', '/'],
    ['token', `/token/${mintOf('bundled')}`],
    ['honeypot', `/token/${mintOf('honeypot')}`],
    ['wallet', `/wallet/${traderOf()}`],
    ['launches', '/launches'],
    ['trade', `/trade/${mintOf('healthy')}`],
    ['recover', '/recover'],
    ['streams', '/streams'],
    ['keys', '/keys'],
    ['operator', '/operator'],
  ]
}

for (const width of WIDTHS)
  test(`every page at ${width} pixels: no error, no other host, nothing cut off, no barrier`, { skip }, async (t) => {
    const findings: string[] = []
    for (const [name, path] of pages()) {
      const scheme = width === 390 ? 'dark' : 'light'
      const watched = await open(t, path, { width, scheme })
      await watched.waitFor(`${name} is loaded`, IS_LOADED)
      await sleep(SETTLE_MS)
      await keepScreenshot(watched.page, `${name}-${width}`)
      findings.push(...(await judge(watched)).map((finding) => `${name}: ${finding}`))
      await watched.close()
    }
    assert.deepEqual(findings, [])
  })

test('every tab of a token: no error, nothing cut off, no barrier', { skip }, async (t) => {
  for (const width of WIDTHS) {
    const watched = await open(t, `/token/${mintOf('bundled')}`, { width })
    await watched.waitFor('the tabs are there', `document.querySelectorAll('[role=tab]').length === 6`)
    const findings: string[] = []
    for (let at = 0; at < 6; at++) {
      await watched.page.evaluate(`document.querySelectorAll('[role=tab]')[${at}].click()`)
      await watched.waitFor('the tab is loaded', `document.querySelector('[role=tabpanel] .loading') === null`)
      await sleep(SETTLE_MS)
      await keepScreenshot(watched.page, `token-tab-${at}-${width}`)
      findings.push(...(await judge(watched)).map((finding) => `${width} tab ${at}: ${finding}`))
    }
    assert.deepEqual(findings, [])
  }
})

async function judge({ page, errors, foreign }: Watched): Promise<readonly string[]> {
  const cutOff = await page.evaluate<number>(NO_OVERFLOW)
  return [
    ...errors.map((error) => `console: ${error}`),
    ...foreign.map((url) => `asks ${url}`),
    ...(cutOff > 1 ? [`${cutOff} pixels wider than the window`] : []),
    ...(await findBarriers(page)),
  ]
}

for (const width of WIDTHS)
  for (const scheme of ['light', 'dark'] as const)
    test(`the reference, the streams page and the guides at ${width} pixels, ${scheme}: no error, nothing cut off, no barrier`, {
      skip,
    }, async (t) => {
      const findings: string[] = []
      for (const [name, path, ready] of [
        ['docs', '/docs', '.swagger-ui .opblock-tag'],
        ['docs-operation', '/docs#/tokens/getDeepScan', '.opblock.is-open .opblock-body'],
        ['docs-body', '/docs#/trading/buy', '.opblock.is-open .opblock-body'],
        ['docs-push', '/docs/push', 'h1'],
        ['docs-guides', '/docs/guides', 'li a'],
      ] as const) {
        const watched = await open(t, path, { width, scheme })
        await watched.waitFor(`${name} is there`, `document.querySelector('${ready}') !== null`)
        await sleep(SETTLE_MS)
        await keepScreenshot(watched.page, `${name}-${width}-${scheme}`, false)
        findings.push(...(await judge(watched)).map((finding) => `${name}: ${finding}`))
        await watched.close()
      }
      assert.deepEqual(findings, [])
    })

test('the reference sends a request with the key that it filled in, and shows the answer', { skip }, async (t) => {
  const watched = await open(t, '/docs#/tokens/getDeepScan')
  await watched.waitFor('the operation is open', `document.querySelector('.opblock.is-open button.execute') !== null`)
  await watched.page.evaluate(`document.querySelector('.opblock.is-open button.execute').click()`)
  await watched.waitFor(
    'the answer is shown',
    `document.querySelector('.opblock.is-open .live-responses-table tbody .response-col_status')?.innerText.startsWith('200')`,
  )
  assert.deepEqual(await judge(watched), [])
})

test('a report is judged again in the page, and is equal; a page that shows another one says so', {
  skip,
}, async (t) => {
  const outcome = `document.querySelector('.replay [role=status]')?.innerText`
  const press = `[...document.querySelectorAll('.replay button')].find((one) => one.innerText === 'Judge it again').click()`
  const own = await open(t, `/token/${mintOf('honeypot')}`)
  await own.waitFor('the report is there', `document.querySelector('.replay button') !== null`)
  await own.page.evaluate(press)
  await own.waitFor('it is judged', `${outcome}?.includes('Equal')`)
  assert.match(
    await own.page.evaluate<string>(outcome),
    /every byte came out as it was stored, and every member as this/,
  )
  await keepScreenshot(own.page, 'replay-equal')
  assert.deepEqual(await judge(own), [])

  const other = await openWatched(browser, { host: world.host, width: 390 })
  t.after(() => other.close())
  await other.page.route(/\/deepscan\/replay/, async (route) => {
    const response = await route.fetch()
    const replay = (await response.json()) as { recomputed: object }
    const differences = [{ path: '/score', stored: '90', recomputed: '4' }]
    const changed = { same: false, differences, differenceCount: 1, report: undefined }
    const recomputed = { ...replay.recomputed, sha256: 'f'.repeat(64) }
    return route.fulfill({ response, json: { ...replay, ...changed, recomputed } })
  })
  await other.page.goto(`http://${world.host}/token/${mintOf('honeypot')}`)
  await other.waitFor('the report is there', `document.querySelector('.replay button') !== null`)
  await other.page.evaluate(press)
  await other.waitFor('it differs', `${outcome}?.includes('It differs')`)
  assert.match(await other.page.evaluate<string>(outcome), /\/score\s+90\s+4/)
  await keepScreenshot(other.page, 'replay-differs')
  assert.deepEqual(await judge(other), [])
})

const NOT_READY = { success: false, error: 'the tape has yet to be read', code: 'not_ready' }
const mainText = `document.querySelector('main').innerText`
const press = (text: string): string =>
  `[...document.querySelectorAll('main button')].find((one) => one.innerText.startsWith(${JSON.stringify(text)})).click()`
const openTab = (name: string): string =>
  `[...document.querySelectorAll('[role=tab]')].find((one) => one.innerText === ${JSON.stringify(name)}).click()`

type Answer = { status?: number; json: unknown } | { body: string; contentType: string }

/** A page of which some routes answer what a test says. */
async function openWith(
  t: TestContext,
  path: string,
  answers: readonly (readonly [RegExp, Answer | ((json: never) => unknown)])[],
): Promise<Watched> {
  const watched = await openWatched(browser, { host: world.host, width: 1_280, allowed: /Failed to load resource/ })
  t.after(() => watched.close())
  for (const [pattern, answer] of answers)
    await watched.page.route(pattern, async (route) => {
      if (typeof answer !== 'function') return route.fulfill(answer)
      try {
        const response = await route.fetch({ timeout: 0 })
        await route.fulfill({ response, json: answer((await response.json()) as never) })
      } catch (error) {
        // A page that asks again by the clock may be closed meanwhile.
        assert.match(String(error), /disposed|closed/)
      }
    })
  await watched.page.goto(`http://${world.host}${path}`)
  return watched
}

test('what the server cannot answer is said in its words, not shown as nothing', { skip }, async (t) => {
  const notReady = { status: 503, json: NOT_READY }
  const token = await openWith(t, `/token/${mintOf('healthy')}`, [
    [/\/tokens\/[^/]+\/trades/, notReady],
    [/\/api\/v2\/stream\/ticket/, notReady],
  ])
  await token.waitFor(
    'the reason is shown',
    `document.querySelector('.trades-panel')?.innerText.includes('the tape has yet to be read (not_ready)')`,
  )
  assert.doesNotMatch(await token.page.evaluate<string>(mainText), /No trades are known/)

  const wallet = await openWith(t, `/wallet/${traderOf()}`, [[/\/profile/, notReady]])
  await wallet.waitFor('the tabs are there', `document.querySelectorAll('[role=tab]').length === 5`)
  await wallet.page.evaluate(openTab('Habits'))
  await wallet.waitFor(
    'the tab says why it is empty',
    `document.querySelector('[role=tabpanel]').innerText.includes('(not_ready)')`,
  )

  const streams = await openWith(t, '/streams', [])
  await streams.waitFor('the form is there', `document.querySelector('main form input') !== null`)
  await streams.page.evaluate(`document.querySelector('main form input').focus()`)
  await streams.page.keyboard.press('Control+A')
  await streams.page.keyboard.type('foo')
  await streams.page.evaluate(press('Open'))
  await streams.waitFor('the refusal is shown', `document.querySelector('main .failed')?.innerText.includes('foo')`)

  const search = await openWith(t, '/keys', [])
  await search.waitFor('the page has its keys', `${mainText}.includes('Keys of this tab')`)
  await search.page.evaluate(`document.querySelector('#search').focus()`)
  await search.page.keyboard.type('zzqqzz')
  const note = `document.querySelector('.search-note')?.innerText`
  await search.waitFor('nothing found is said', `${note} === 'No token of that name is known.'`)
  await search.page.route(/\/tokens\/search/, (route) => route.fulfill(notReady))
  await search.page.keyboard.type('z')
  await search.waitFor('a failed search is said', `${note} === 'the tape has yet to be read (not_ready)'`)

  for (const path of ['/', `/token/${mintOf('healthy')}`, `/wallet/${traderOf()}`, '/launches']) {
    const keyless = await openWith(t, path, [[/\/api\/sandbox$/, { status: 404, json: { success: false } }]])
    await keyless.waitFor(`${path} asks for a key`, `${mainText}.includes('These figures need a key')`)
    assert.equal(await keyless.page.evaluate<number>(`document.querySelectorAll('main .loading').length`), 0, path)
    await keyless.close()
  }
})

test('a sandbox that is busy for a moment is still a sandbox', { skip }, async (t) => {
  const watched = await openWatched(browser, { host: world.host, width: 1_280, allowed: /Failed to load resource/ })
  t.after(() => watched.close())
  let asked = 0
  let isBusy = true
  await watched.page.route(/\/api\/sandbox$/, async (route) => {
    asked += 1
    if (!isBusy) return route.continue()
    return route.fulfill({ status: 503, json: { success: false, error: 'the sandbox is busy', code: 'not_ready' } })
  })
  await watched.page.goto(`http://${world.host}/recover`)
  await watched.waitFor('it says what it waits for', `${mainText}.includes('Not ready yet: the sandbox is busy.')`)
  await watched.waitFor('after a while it asks for a key', `${mainText}.includes('Recovery needs a key')`)
  assert(asked > 2, `asked ${asked} times`)
  isBusy = false
  await watched.waitFor('it has its keys', `${mainText}.includes('Scan this wallet')`)
})

test('a list that is empty because the tape is being read says so', { skip }, async (t) => {
  const empty = (json: object) => ({ ...json, launched: [], graduating: [], graduated: [] })
  const behind = ({ chains }: { chains: object[] }) => ({
    success: true,
    chains: chains.map((chain) => ({ ...chain, serving: false, reason: 'behind', lagMs: 172_800_000 })),
  })
  const home = await openWith(t, '/', [
    [/\/tokens\/pulse/, empty],
    [/\/stream\/chains/, behind],
  ])
  await home.waitFor('it says so', `${mainText}.includes('still reading the chain, 2d behind')`)
  await home.waitFor('the box says so, too', `${mainText}.includes('catching up, 2d behind')`)
  assert.doesNotMatch(await home.page.evaluate<string>(mainText), /No graduation/)
})

test('a scan and a map say what they did not read, and can be read again', { skip }, async (t) => {
  let asked = 0
  const scan = (json: { weights: object }) => {
    asked += 1
    return asked > 1 ? json : { ...json, weights: { ...json.weights, layersFailed: ['holders'] } }
  }
  const failed = (json: object) => ({ ...json, ok: true, errors: ['funding: 26 reads of wallets failed'] })
  const token = await openWith(t, `/token/${mintOf('bundled')}`, [
    [/\/deepscan(\?|$)/, scan],
    [/\/(bubblemap|dev-history|snipers)$/, failed],
  ])
  const note = `document.querySelector('[role=tabpanel] .not-read')?.innerText`
  await token.waitFor('the layer is named', `${note}?.includes('Holders')`)
  await token.page.evaluate(press('Read it again'))
  await token.waitFor('the newer report is shown', `${note} === undefined`)
  for (const tab of ['Bubble Map', 'Developer', 'Snipers']) {
    await token.page.evaluate(openTab(tab))
    await token.waitFor(`what failed is shown on ${tab}`, `${note}?.includes('26 reads of wallets failed')`)
  }
})

test('a quote shows what arrives after the fee, and refuses what cannot be traded', { skip }, async (t) => {
  const watched = await open(t, `/trade/${mintOf('healthy')}`)
  await watched.waitFor('a quote is shown', `${mainText}.includes('Fee of this server')`)
  const type = async (at: number, text: string): Promise<void> => {
    await watched.page.evaluate(`document.querySelectorAll('main input[inputmode=decimal]')[${at}].focus()`)
    await watched.page.keyboard.press('Control+A')
    await watched.page.keyboard.type(text)
  }
  const isRefused = (why: string): string =>
    `document.querySelector('main .failed')?.innerText.includes(${JSON.stringify(why)}) && ${mainText}.includes('No quote yet')`
  await type(0, 'abc')
  await watched.waitFor('an amount that is none is refused', isRefused('Pay an amount of SOL'))
  await watched.page.evaluate(press('Sell'))
  await type(0, '150')
  await watched.waitFor('more than all is refused', isRefused('at most 100'))
  await type(0, '100')
  await type(1, '200')
  await watched.waitFor('a slippage that is none is refused', isRefused('Slippage'))
  assert.deepEqual(watched.errors, [])
})

test('recovery no longer offers what it has closed', { skip }, async (t) => {
  const payer = new PublicKey(traderOf())
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: SOL })
    .add(SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 }))
    .serialize({ requireAllSignatures: false })
    .toString('base64')
  const built = { transaction, accountsInTx: 1, estimatedFee: 0.000005443, usedFeePayer: false, fee: 0 }
  const amounts = { recovery: 0.00148844, estimatedReturn: 0.001482997 }
  const held = { account: traderOf(), mint: mintOf('healthy'), displayName: 'MANY', type: '', why: '' }
  const burnable = [{ ...held, uiAmount: 1_234_567.5, recovery: 0.00203928 }]
  let isClosed = false
  const watched = await openWith(t, '/recover', [
    [
      /\/api\/v1\/check$/,
      (json: { results: object[] }) => ({
        ...json,
        results: json.results.map((row) => ({
          ...row,
          emptyAccounts: isClosed ? 0 : 1,
          accounts: { empty: [], burnable },
        })),
      }),
    ],
    [
      /\/api\/v1\/close$/,
      { json: { success: true, walletTransactions: { [traderOf()]: [{ ...built, ...amounts }] } } },
    ],
    [/\/api\/rpc\/send$/, { json: { jsonrpc: '2.0', id: 1, result: 'S'.repeat(88) } }],
    [
      /\/api\/rpc\/status$/,
      { json: { jsonrpc: '2.0', id: 1, result: { value: [{ err: null, confirmationStatus: 'confirmed' }] } } },
    ],
    [/\/api\/v1\/confirm$/, { json: { success: true } }],
  ])
  await watched.waitFor('the form is there', `${mainText}.includes('Scan this wallet')`)
  await watched.page.evaluate(press('Scan this wallet'))
  const empty = `document.querySelector('main dl.stats dd')?.innerText`
  await watched.waitFor('it is scanned', `${empty} === '1'`)
  const choice = await watched.page.evaluate<string>(`document.querySelector('.burnable label').textContent`)
  assert.match(choice, /MANY 1,234,567\.5.*0\.00203928 SOL/)
  await watched.page.evaluate(press('Build'))
  await watched.waitFor('it is built', `${mainText}.includes('closes 1 account, returns 0.001482997 SOL')`)
  isClosed = true
  await watched.page.evaluate(press('Sign with'))
  await watched.waitFor('it has landed', `${mainText}.includes('✓ landed, 0.001482997 SOL returned')`)
  await watched.waitFor('the account is gone', `${empty} === '0'`)
  assert.deepEqual(watched.errors, [])
})

/** How often a page asked for what matches. */
function counting(watched: Watched, pattern: RegExp): () => number {
  let count = 0
  watched.page.on('request', (request) => {
    if (pattern.test(request.url())) count += 1
  })
  return () => count
}

test('a page that stays open asks again: a wallet, a quote; a refused transaction keeps its reason', {
  skip,
}, async (t) => {
  const again = async (path: string, pattern: RegExp, ms: number, ready: string): Promise<Watched> => {
    const watched = await openWatched(browser, { host: world.host, width: 1_280, allowed: /Failed to load resource/ })
    t.after(() => watched.close())
    await watched.page.clock.install()
    const asked = counting(watched, pattern)
    await watched.page.route(/\/v1\/trade\/buy$/, (route) =>
      route.fulfill({ status: 422, json: { success: false, error: 'no pool can carry it', code: 'no_route' } }),
    )
    await watched.page.goto(`http://${world.host}${path}`)
    await watched.waitFor(`${path} is loaded`, ready)
    await watched.page.evaluate(
      `[...document.querySelectorAll('main button')].find((one) => one.innerText === 'Show what it does')?.click()`,
    )
    const before = asked()
    assert(before > 0, path)
    await watched.page.clock.fastForward(ms)
    await until(`${path} asks again`, async () => asked() > before)
    return watched
  }
  const profile = await again(`/wallet/${traderOf()}`, /\/profile\?/, 61_000, IS_LOADED)
  await profile.close()
  const activity = await again(`/wallet/${traderOf()}`, /\/transactions\?/, 21_000, IS_LOADED)
  const asked = counting(activity, /\/portfolio$/)
  await activity.page.evaluate(openTab('Holdings'))
  await until('the holdings are asked for', async () => asked() === 1)
  await activity.waitFor('they are shown', `document.querySelector('[role=tabpanel] table') !== null`)
  await activity.page.clock.fastForward(31_000)
  await until('the holdings are asked for again', async () => asked() > 1)
  const trade = await again(
    `/trade/${mintOf('healthy')}`,
    /\/v1\/trade\/quote$/,
    11_000,
    `${mainText}.includes('Fee of this server')`,
  )
  await trade.waitFor('why it was not built still stands', `${mainText}.includes('no pool can carry it (no_route)')`)
})

test('screens are events of the playground, and a webhook has the sandbox’s own address to try', {
  skip,
}, async (t) => {
  const body = `id: 1\nevent: screen\ndata: ${JSON.stringify({ type: 'screen', screen: { id: 'scr_1', change: 'enter' } })}\n\n`
  const streams = await openWith(t, '/streams', [[/\/stream\/events\?/, { body, contentType: 'text/event-stream' }]])
  const typed = `document.querySelector('main input[type=url]')?.value`
  await streams.waitFor('the address is there', `${typed} === ${JSON.stringify(published.upstreams['webhookSink'])}`)
  await streams.page.evaluate(press('Open'))
  await streams.waitFor(
    'the screen is an event',
    `[...document.querySelectorAll('[role=log] summary b')].some((one) => one.innerText === 'screen')`,
  )
})

test('a launch without a name has that of its token, and a token one icon in all lists', { skip }, async (t) => {
  const { mint, symbol } = published.tokens.find(({ archetype }) => archetype === 'bundled')!
  const nameless = (json: { launches: object[] }) => ({
    ...json,
    launches: json.launches.map((launch) => ({ ...launch, name: null, symbol: null })),
  })
  const launches = await openWith(t, '/launches', [[/\/launches\/recent/, nameless]])
  await launches.waitFor(
    'the launch has the name of its token',
    `document.querySelector('th a[href="/token/${mint}"] b')?.innerText === ${JSON.stringify(symbol)}`,
  )
  await launches.close()

  const home = await open(t, '/')
  const icons = `[...document.querySelectorAll('.trending a[href^="/token/"]')].flatMap((link) => {
    const listed = document.querySelector('.pulse-card[href="' + link.getAttribute('href') + '"]')
    const src = link.querySelector('img')?.src
    return listed === null || src === undefined ? [] : [listed.querySelector('img')?.src === src]
  })`
  await home.waitFor('a token is in two lists', `(${icons}).length > 0`)
  assert.deepEqual([...new Set(await home.page.evaluate<boolean[]>(icons))], [true])
  assert.match(await home.page.evaluate<string>(mainText), /Most boosted first: boosts are paid for/)
})

test('figures of a token say their period, their bounds and what no one reports', { skip }, async (t) => {
  const told = (json: { distribution: object; market: { priceChange: object } | null }) => ({
    ...json,
    liquidity_usd: null,
    insider_pct: 12.5,
    distribution: { ...json.distribution, lower_bounds: ['insiders_pct'] },
  })
  const token = await openWith(t, `/token/${mintOf('bundled')}`, [[/\/intel\?/, told]])
  await token.waitFor('the head is there', `document.querySelector('.token-head dl dd')?.innerText.startsWith('$')`)
  const head = await token.page.evaluate<string>(`document.querySelector('.token-head').innerText`)
  for (const words of [/% in 24 h/, /Liquidity\s+not reported/, /Insiders hold\s+at least 12\.5%/])
    assert.match(head, words)
  await token.waitFor('the axis says its zone', `document.querySelector('.chart-panel h2')?.innerText === 'Price, UTC'`)
})

test('a pool opens the page of its token with that pool in the chart', { skip }, async (t) => {
  const mint = mintOf('healthy')
  const other = traderOf()
  const told = (json: { pairs: { pairAddress: string }[] }) => ({
    ...json,
    pairs: [json.pairs[0], { ...json.pairs[0], pairAddress: other, dexId: 'elsewhere' }],
  })
  const token = await openWith(t, `/token/${mint}`, [[/\/intel\?/, told]])
  const note = `document.querySelector('.chart-panel .panel-note')?.innerText`
  await token.waitFor('the tabs are there', `document.querySelectorAll('[role=tab]').length === 6`)
  await token.page.evaluate(openTab('Pools'))
  await token.waitFor('the pools are there', `document.querySelectorAll('[role=tabpanel] tbody tr').length === 2`)
  const asked = counting(token, new RegExp(`pool-ohlcv\\?pool=${other}`))
  await token.page.evaluate(`document.querySelectorAll('[role=tabpanel] tbody tr a')[1].click()`)
  await token.waitFor('the address names it', `location.href.endsWith('/token/${mint}?pool=${other}')`)
  await until('its candles are asked for', async () => asked() > 0)
  await token.waitFor(
    'it is marked',
    `document.querySelectorAll('[role=tabpanel] tbody tr')[1].innerText.includes('in the chart')`,
  )
  const stranger = await openWith(t, `/token/${mint}?pool=${mintOf('bundled')}`, [])
  await stranger.waitFor('it says that it is another', `${mainText}.includes('is not known to be one of this token')`)
  await stranger.waitFor('the main one is shown', `${note} !== undefined`)
})

test('all earlier tokens of a creator are listed', { skip }, async (t) => {
  const many = Array.from({ length: 50 }, (_, at) => ({
    mint: `${'1'.repeat(30)}${String(at + 11)}`,
    outcome: 'rugged',
  }))
  const told = (json: object) => ({ ...json, priorTokens: many, errors: [] })
  const token = await openWith(t, `/token/${mintOf('bundled')}`, [[/\/dev-history$/, told]])
  await token.waitFor('the tabs are there', `document.querySelectorAll('[role=tab]').length === 6`)
  await token.page.evaluate(openTab('Developer'))
  await token.waitFor('they are there', `document.querySelectorAll('[role=tabpanel] .priors li').length === 50`)
})

test('what an answer leaves out is said in its words', { skip }, async (t) => {
  const lacking = (json: object) => ({ ...json, missing: ['the node did not answer for the curves'] })
  const note = `document.querySelector('main .panel-note .severity')?.parentElement.innerText`
  for (const [path, pattern] of [
    ['/', /\/tokens\/pulse/],
    ['/', /\/tokens\/trending/],
    [`/token/${mintOf('healthy')}`, /\/market\/pool-ohlcv/],
    [`/token/${mintOf('healthy')}`, /\/tokens\/[^/]+\/trades/],
  ] as const) {
    const watched = await openWith(t, path, [[pattern, lacking]])
    await watched.waitFor(`${pattern} says it`, `${note}?.includes('the node did not answer for the curves')`)
    await watched.close()
  }
})

test('a server that cannot be reached is said to be away, on pages that ask for nothing, too', { skip }, async (t) => {
  for (const path of ['/recover', `/wallet/${traderOf()}`]) {
    const watched = await openWatched(browser, { host: world.host, width: 390, allowed: /Failed to load resource/ })
    t.after(() => watched.close())
    await watched.page.clock.install()
    await watched.page.goto(`http://${world.host}${path}`)
    await watched.waitFor('the page is loaded', IS_LOADED)
    let isAway = true
    await watched.page.route(/\/(api|v1)\//, (route) => (isAway ? route.abort() : route.continue()))
    await watched.page.evaluate(
      `[...document.querySelectorAll('main button')].find((one) => one.innerText === 'Scan this wallet')?.click()`,
    )
    await watched.page.clock.fastForward(61_000)
    const notice = `[...document.querySelectorAll('.notice')].some((one) => one.innerText.startsWith('The server does not answer.'))`
    await watched.waitFor(`${path} says that it is away`, notice)
    isAway = false
    await watched.page.clock.fastForward(4_000)
    await watched.waitFor(`${path} says that it is back`, `!${notice}`)
    assert.equal(await watched.page.evaluate<number>(NO_OVERFLOW), 0)
  }
})

test('an address that is no token says so and leads to the wallet', { skip }, async (t) => {
  const address = traderOf()
  const watched = await open(t, `/token/${address}`)
  await watched.waitFor('it says so', `${mainText}.includes('No token is known at this address')`)
  await watched.page.evaluate(`document.querySelector('main .notice a').click()`)
  await watched.waitFor(
    'the wallet is open',
    `location.pathname === '/wallet/${address}' && ${mainText}.includes('Holds')`,
  )
  assert.deepEqual(watched.errors, [])
})

test('a finding opens its layer, and a transaction leads to its tokens', { skip }, async (t) => {
  const token = await open(t, `/token/${mintOf('bundled')}`)
  await token.waitFor('the scan is there', `document.querySelector('.flags a') !== null`)
  const layer = `document.querySelector(document.querySelector('.flags a').getAttribute('href'))`
  assert.equal(await token.page.evaluate<boolean>(`${layer}.open`), false)
  await token.page.evaluate(`document.querySelector('.flags a').click()`)
  await token.waitFor('its layer is open', `${layer}.open`)

  const wallet = await open(t, `/wallet/${traderOf()}`)
  const link = `document.querySelector('.wide-cell a[href^="/token/"]')`
  await wallet.waitFor('a token is a link', `${link} !== null`)
  const href = await wallet.page.evaluate<string>(`${link}.getAttribute('href')`)
  await wallet.page.evaluate(`${link}.click()`)
  await wallet.waitFor('the token is open', `location.pathname === ${JSON.stringify(href)}`)
})

test('an event stream whose ticket has expired goes on with another', { skip }, async (t) => {
  const watched = await openWatched(browser, { host: world.host, width: 1_280, allowed: /Failed to load resource/ })
  t.after(() => watched.close())
  const tickets = counting(watched, /\/stream\/ticket$/)
  const cursors: (string | null)[] = []
  await watched.page.route(/\/stream\/events\?ticket=/, async (route) => {
    cursors.push(new URL(route.request().url()).searchParams.get('cursor'))
    if (cursors.length === 2) return route.fulfill({ status: 401, json: { success: false, error: 'expired' } })
    const body =
      cursors.length === 1 ? 'retry: 10\nid: c1\nevent: hello\ndata: {}\n\n' : 'id: c2\nevent: lag\ndata: {}\n\n'
    return route.fulfill({ body, contentType: 'text/event-stream' })
  })
  await watched.page.goto(`http://${world.host}/streams`)
  await watched.waitFor('the form is there', `document.querySelector('main form input') !== null`)
  await watched.page.evaluate(press('Open'))
  await watched.waitFor('it goes on', `document.querySelector('[role=log]').innerText.includes('lag')`)
  assert.deepEqual([cursors.slice(0, 3), tickets() >= 2], [[null, null, 'c1'], true])
})

const chooseWallet = (address: string): string =>
  `(() => { const list = document.querySelector('main select'); list.value = ${JSON.stringify(address)}; list.dispatchEvent(new Event('change', { bubbles: true })) })()`

test('what was built for one wallet is not signed by another', { skip }, async (t) => {
  const [, first, second] = published.wallets.filter(({ secretKey }) => Boolean(secretKey))
  const one = { transaction: 'AA==', accountsInTx: 1, estimatedFee: 0.000005, usedFeePayer: false, fee: 0, recovery: 1 }
  const recover = await openWith(t, '/recover', [
    [
      /\/api\/v1\/check$/,
      (json: { results: object[] }) => ({
        ...json,
        results: json.results.map((row) => ({ ...row, emptyAccounts: 1 })),
      }),
    ],
    [
      /\/api\/v1\/close$/,
      { json: { success: true, walletTransactions: { [first!.address]: [{ ...one, estimatedReturn: 1 }] } } },
    ],
  ])
  const signs = `[...document.querySelectorAll('main button')].some((one) => one.innerText.startsWith('Sign with'))`
  const canBuild = `[...document.querySelectorAll('main button')].some((one) => one.innerText === 'Build' && !one.disabled)`
  await recover.waitFor('the wallets are there', `document.querySelectorAll('main option').length > 2`)
  await recover.page.evaluate(chooseWallet(first!.address))
  await recover.page.evaluate(press('Scan this wallet'))
  await recover.waitFor('it is scanned', canBuild)
  await recover.page.evaluate(press('Build'))
  await recover.waitFor('it is built', signs)
  await recover.page.evaluate(chooseWallet(second!.address))
  await recover.waitFor('nothing is signed', `!${signs}`)
  assert.equal(await recover.page.evaluate<boolean>(canBuild), false, 'what was found is not of this wallet')
  await recover.page.evaluate(chooseWallet(first!.address))
  await recover.waitFor('it is still there for the first', signs)

  const trade = await open(t, `/trade/${mintOf('healthy')}`)
  await trade.waitFor('a quote is shown', `${mainText}.includes('Fee of this server')`)
  await trade.page.evaluate(press('Show what it does'))
  await trade.waitFor('it is built', signs)
  await trade.page.evaluate(chooseWallet(second!.address))
  await trade.waitFor('nothing is signed by another', `!${signs}`)
})

test('who signs in again sees the key of now, not the answer to the session before', { skip }, async (t) => {
  const watched = await openWatched(browser, { host: world.host, width: 1_280, allowed: /Failed to load resource/ })
  t.after(() => watched.close())
  const wallet = published.wallets.find(
    ({ archetype, secretKey }) => archetype === 'empty' && Boolean(secretKey),
  )!.address
  await watched.page.goto(`http://${world.host}/keys`)
  await watched.waitFor('the wallets are there', `document.querySelectorAll('main option').length > 2`)
  await watched.page.evaluate(chooseWallet(wallet))
  await watched.page.evaluate(press('Sign in'))
  await watched.waitFor('there is no key yet', `${mainText}.includes('This wallet has no key yet')`)
  await watched.page.evaluate(press('Create a key'))
  await watched.waitFor('there is one', `${mainText}.includes('Your key, shown once')`)
  await watched.page.evaluate(press('Sign in'))
  await watched.waitFor('the dashboard is that of the key', `${mainText}.includes('The key begins with')`)
  assert.doesNotMatch(await watched.page.evaluate<string>(mainText), /not_found/)
})

test('after a Deep Scan the lists say what it said, and the trade form warns of danger', { skip }, async (t) => {
  const judged = { score: 3, grade: 'danger', verdict: 'Stay away: a test' }
  const glance = (json: { results: Record<string, object> }) => ({
    ...json,
    results: Object.fromEntries(
      Object.entries(json.results).map(([mint, chip]) => [
        mint,
        { ...chip, score: 59, grade: 'risky', source: 'intel' },
      ]),
    ),
  })
  const watched = await openWith(t, '/', [
    [/\/tokens\/safety\?mints/, glance],
    [/\/deepscan(\?|$)/, (json: object) => ({ ...json, ...judged })],
    [/\/tokens\/[^/]+\/safety$/, (json: object) => ({ ...json, ...judged })],
  ])
  const badge = `document.querySelector('.trending tbody tr .grade')?.innerText`
  await watched.waitFor('a first look is shown', `${badge}?.startsWith('risky')`)
  await watched.page.evaluate(`document.querySelector('.trending tbody a').click()`)
  await watched.waitFor(
    'the scan is shown',
    `document.querySelector('.verdict-line')?.innerText === 'Stay away: a test'`,
  )
  await watched.page.evaluate(`history.back()`)
  await watched.waitFor('the list says the same', `${badge}?.startsWith('danger')`)

  const trade = await openWith(t, `/trade/${mintOf('healthy')}`, [
    [/\/tokens\/[^/]+\/safety$/, (json: object) => ({ ...json, ...judged })],
  ])
  await trade.waitFor('the form warns', `document.querySelector('main .failed')?.innerText === 'Stay away: a test'`)
})

test('a sandbox that has another world takes the trades of the one before with it', { skip }, async (t) => {
  const mint = await busiest()
  const watched = await openWatched(browser, { host: world.host, width: 1_280 })
  t.after(() => watched.close())
  await watched.page.route(/\/tokens\/[^/]+\/trades/, (route) =>
    route.fulfill({ json: { success: true, mint, count: 0, trades: [], nextCursor: null } }),
  )
  let page: SocketRoute | undefined
  let told: Told | undefined
  await watched.page.routeWebSocket(/\/api\/v2\/stream/, (opened) => {
    page = opened
    const server = opened.connectToServer()
    opened.onMessage((message) => server.send(String(message)))
    server.onMessage((message) => {
      const frame = JSON.parse(String(message)) as Told
      if (frame['type'] === 'snapshot' && frame['channel'] === 'token') told = frame
      if (told === undefined || frame === told || frame['channel'] !== 'token') opened.send(String(message))
    })
  })
  await watched.page.goto(`http://${world.host}/token/${mint}`)
  const shown = `document.querySelectorAll('table.trades tbody tr').length`
  await watched.waitFor('trades are shown', `${shown} > 1`)
  const [first] = told!['data'] as Told[]
  const other = { ...first, cursor: 'ffffffff-000000000001', eventId: 'f'.repeat(32), txHash: 'another' }
  page!.send(JSON.stringify({ ...told, cursor: other.cursor, data: [other] }))
  await watched.waitFor('only that of the new world is', `${shown} === 1`)
})

test('the API call behind figures opens within the window, and closes with Escape', { skip }, async (t) => {
  for (const path of [`/wallet/${traderOf()}`, `/trade/${mintOf('healthy')}`, '/streams', '/']) {
    const watched = await open(t, path, { width: 390 })
    await watched.waitFor('the page is loaded', `document.querySelector('.call > button') !== null && ${IS_LOADED}`)
    const count = await watched.page.evaluate<number>(`document.querySelectorAll('.call > button').length`)
    for (let at = 0; at < count; at++) {
      await watched.page.evaluate(`document.querySelectorAll('.call > button')[${at}].click()`)
      await watched.waitFor('it is open', `document.querySelector('.call-box') !== null`)
      const { left, right } = await watched.page.evaluate<{ left: number; right: number }>(
        `(({ left, right }) => ({ left, right }))(document.querySelector('.call-box').getBoundingClientRect())`,
      )
      assert(left >= 0 && right <= 390, `${path}, button ${at}: from ${left} to ${right}`)
      await watched.page.keyboard.press('Escape')
      await watched.waitFor('it is closed', `document.querySelector('.call-box') === null`)
      assert.equal(await watched.page.evaluate<string>(`document.activeElement.innerText`), 'API')
    }
    await watched.close()
  }
})

/** Elements that are higher than a line of text. */
const tallerThan = (selector: string, pixels: number): string =>
  `[...document.querySelectorAll('${selector}')].filter((one) => one.offsetHeight > ${pixels}).map((one) => one.innerText)`

test('what belongs on one line is on one line, and what matters is in sight', { skip }, async (t) => {
  for (const width of [1_280, 390, 320]) {
    const home = await open(t, '/', { width })
    await home.waitFor('the pulse is there', `document.querySelector('.progress') !== null && ${IS_LOADED}`)
    assert.deepEqual(await home.page.evaluate(tallerThan('.pulse-text > .pulse-line', 28)), [], `cards at ${width}`)
    if (width === 320) continue
    const token = await open(t, `/token/${mintOf('bundled')}`, { width })
    await token.waitFor('the page is loaded', IS_LOADED)
    for (const selector of ['.chart-panel .choices', '.chart-panel h2', '.call > button'])
      assert.deepEqual(await token.page.evaluate(tallerThan(selector, 34)), [], `${selector} at ${width}`)
    if (width !== 1_280) continue
    await token.waitFor('trades are there', `document.querySelector('.trades-panel tbody tr') !== null`)
    const hidden = `(() => { const one = document.querySelector('.trades-panel .scroll'); return one.scrollWidth - one.clientWidth })()`
    assert((await token.page.evaluate<number>(hidden)) <= 1, 'the venue of a trade is in sight')
  }
  const long = {
    route: 'GET /api/v2/first-party/tokens/{chain}/{address}/candles',
    calls: 123_456,
    errors: 9,
    avg_ms: 1,
  }
  const keys = await openWith(t, '/keys', [[/\/api\/v2\/stats/, (json: object) => ({ ...json, byRoute: [long] })]])
  await keys.waitFor('the usage is there', `document.querySelector('td.route') !== null`)
  const cut = `(() => { const one = document.querySelector('td.route').closest('.scroll'); return one.scrollWidth - one.clientWidth })()`
  assert((await keys.page.evaluate<number>(cut)) <= 1, 'every column of the usage is in sight')
  for (const [path, tab] of [
    [`/token/${mintOf('bundled')}`, 'Bubble Map'],
    [`/wallet/${traderOf()}`, 'Profit and loss'],
  ] as const) {
    const narrow = await open(t, path, { width: 390 })
    await narrow.waitFor('the tabs are there', `document.querySelector('[role=tab]') !== null`)
    await narrow.page.evaluate(openTab(tab))
    await narrow.waitFor('the tab is loaded', `document.querySelector('.tab-call .call') !== null && ${IS_LOADED}`)
    assert.deepEqual(await narrow.page.evaluate(tallerThan('.call > button', 34)), [], tab)
  }
  const search = await open(t, '/keys', { width: 390 })
  await search.waitFor('the page has its keys', `${mainText}.includes('Keys of this tab')`)
  await search.page.evaluate(`document.querySelector('#search').focus()`)
  await search.page.keyboard.type('tu')
  await search.waitFor('something is found', `document.querySelectorAll('#search-list [role=option]').length > 1`)
  assert.deepEqual(await search.page.evaluate(tallerThan('#search-list [role=option]', 46)), [])
  const cutPrices = `[...document.querySelectorAll('#search-list .num')].filter((one) => one.scrollWidth > one.clientWidth).length`
  assert.equal(await search.page.evaluate<number>(cutPrices), 0, 'no price is cut off')
  assert.equal(await search.page.evaluate<number>(`document.querySelector('#search').maxLength`), 100)
  const theme = await search.page.evaluate<number>(`document.querySelector('.theme').getBoundingClientRect().right`)
  assert(theme > 350, `the button for the colours ends at ${theme}`)
  const wallet = await open(t, `/wallet/${traderOf()}`, { width: 390 })
  await wallet.waitFor('transactions are there', `document.querySelector('.wide-cell') !== null`)
  const left = await wallet.page.evaluate<number>(`document.querySelector('.wide-cell').getBoundingClientRect().left`)
  assert(left < 120, `what happened begins ${left} pixels from the left`)
})

test('by keyboard alone: from the first page through search to a signed trade that lands', { skip }, async (t) => {
  const { symbol, mint } = published.tokens.find(({ archetype }) => archetype === 'healthy')!
  const watched = await open(t, '/')
  const { page } = watched
  await watched.waitFor('the page is loaded', IS_LOADED)
  await page.keyboard.press('/')
  await page.keyboard.type(symbol)
  await watched.waitFor('the token is found', `document.querySelector('#search-list [role=option]') !== null`)
  for (let at = 0; at < 8; at++) {
    if (
      await page.evaluate<boolean>(
        `document.querySelector('[role=option][aria-selected=true] b')?.innerText === ${JSON.stringify(symbol)}`,
      )
    )
      break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await watched.waitFor('the token is open', `location.pathname === '/token/${mint}' && ${IS_LOADED}`)
  await tabTo(
    watched,
    `document.activeElement.innerText === 'Trade' && document.activeElement.pathname === '/trade/${mint}'`,
  )
  await page.keyboard.press('Enter')
  await watched.waitFor('a quote is shown', `document.querySelector('.trade-page')?.innerText.includes('At least')`)
  await tabTo(watched, `document.activeElement.innerText === 'Show what it does'`)
  await page.keyboard.press('Enter')
  await watched.waitFor(
    'the manifest is shown',
    `[...document.querySelectorAll('button')].some((one) => one.innerText.startsWith('Sign with'))`,
  )
  await keepScreenshot(page, 'keyboard-manifest')
  await tabTo(watched, `document.activeElement.innerText.startsWith('Sign with')`)
  await page.keyboard.press('Enter')
  await watched.waitFor('it has landed', `document.body.innerText.includes('✓ Landed.')`)
  const signature = await page.evaluate<string>(`document.querySelector('.before-signing .mono').innerText`)
  const { json } = await world.client.get(`/v1/trade/bundle-status?signature=${signature}`, {
    key: null,
    headers: { Authorization: 'Bearer rt_sandbox_trade' },
  })
  assert.equal(json.landed, true, JSON.stringify(json))
  assert.deepEqual(watched.errors, [])
})

/** Presses Tab until the expression holds of what has the focus, which must be visible. */
async function tabTo({ page }: Watched, isThere: string): Promise<void> {
  for (let at = 0; at < 150; at++) {
    await page.keyboard.press('Tab')
    if (!(await page.evaluate<boolean>(isThere))) continue
    const outline = await page.evaluate<string>(
      `(() => { const style = getComputedStyle(document.activeElement); return style.outlineStyle + style.boxShadow })()`,
    )
    assert.notEqual(outline, 'nonenone', 'what has the focus shows it')
    return
  }
  assert.fail(`150 times Tab never reach ${isThere}`)
}

test('a token page over a killed server: every trade once, in order, without a gap', { skip }, async (t) => {
  const watched = await openWatched(browser, {
    host: world.host,
    width: 1_280,
    allowed: /ERR_CONNECTION_REFUSED|WebSocket|Failed to load resource/,
  })
  t.after(() => watched.close())
  const mint = await busiest()
  const told: { eventId: string; cursor: string }[] = []
  watched.page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const frame = JSON.parse(String(payload))
      if (frame.type === 'update' && frame.channel === 'token') told.push({ ...frame.data, cursor: frame.cursor })
      if (frame.type === 'snapshot' && frame.channel === 'token' && told.length > 0)
        told.push(...frame.data.map((event: { eventId: string }) => ({ ...event, cursor: frame.cursor })))
    })
  })
  await watched.page.goto(`http://${world.host}/token/${mint}`)
  await until('trades are told', async () => told.length >= SOME)
  const from = told[0]!.cursor
  await world.killAndRestart()
  const before = told.length
  await until('trades are told again', async () => told.length >= before + SOME)
  await watched.waitFor('the page says that it is live', `document.querySelector('.live')?.innerText.includes('live')`)
  await world.settle()
  const ids = async () => told.slice(1).map(({ eventId }) => eventId)
  await world.compare({ channels: `trades:solana:${mint}`, from, told: ids })
  await keepScreenshot(watched.page, 'resumed')
  const shown = await watched.page.evaluate<number>(`document.querySelectorAll('table.trades tbody tr').length`)
  assert(shown >= SOME, `${shown} trades are on the page`)
  await world.resume()
})

/** The token that is traded most while one looks. */
async function busiest(): Promise<string> {
  const from = (await world.client.get('/api/v2/stream/cursor?chain=solana')).json.head
  const counts = new Map<string, number>()
  await until('something is traded often', async () => {
    counts.clear()
    for (const event of await world.tape(world.channels, from))
      if (event['type'] === 'trade' && event['trade'].token !== SOL)
        counts.set(event['trade'].token, (counts.get(event['trade'].token) ?? 0) + 1)
    return [...counts.values()].some((count) => count >= SOME)
  })
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0]
}

const HOSTILE = [
  '<img src=x onerror="window.ran=1">',
  '"><script>window.ran=1</script>',
  'javascript:window.ran=1',
  '\u202Egnp.exe\u202C\u2066x\u2069',
  'Z\u0351\u036B\u0343'.repeat(200),
  'W'.repeat(10_000),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text that another template language would run
  '${window.ran=1}{{constructor.constructor("window.ran=1")()}}',
  '\u0000\uFFFF\uD800',
]
/** Fields whose text the maker of a token chooses. */
const CHOSEN = /^(name|symbol|image|imageUrl|url|uri|description|label|detail|dexId|platform|website|header|openGraph)$/

for (const width of WIDTHS)
  test(`texts that a token chooses, at ${width} pixels: nothing runs, nothing breaks the page`, { skip }, async (t) => {
    let at = 0
    const next = (): string => HOSTILE[at++ % HOSTILE.length]!
    for (const [name, path] of pages()) {
      const watched = await openPoisoned(t, path, { width, next })
      await watched.waitFor(`${name} is loaded`, IS_LOADED)
      const tabs = await watched.page.evaluate<number>(`document.querySelectorAll('[role=tab]').length`)
      for (let tab = 0; tab < tabs; tab++) {
        await watched.page.evaluate(`document.querySelectorAll('[role=tab]')[${tab}].click()`)
        await watched.waitFor('the tab is loaded', `document.querySelector('[role=tabpanel] .loading') === null`)
        assert((await watched.page.evaluate<number>(NO_OVERFLOW)) <= 1, `${name}, tab ${tab}: wider than the window`)
      }
      await sleep(SETTLE_MS / 2)
      await keepScreenshot(watched.page, `hostile-${name}-${width}`)
      await judgePoisoned(watched, name)
      await watched.close()
    }
    assert(at > 100, 'texts were changed')
  })

test('hostile texts in what is searched, streamed and signed: nothing runs, nothing breaks the page', {
  skip,
}, async (t) => {
  let at = 0
  const next = (): string => HOSTILE[at++ % HOSTILE.length]!
  const search = await openPoisoned(t, '/', { width: 390, next })
  await search.waitFor('the page is loaded', IS_LOADED)
  await search.page.keyboard.press('/')
  await search.page.keyboard.type('so<img src=x>')
  await search.page.evaluate(`document.querySelector('input[type=search], [role=combobox]').value.length`)
  await search.page.keyboard.press('Control+A')
  await search.page.keyboard.type(published.tokens[0]!.symbol)
  await search.waitFor('something is found', `document.querySelector('#search-list [role=option]') !== null`)
  await keepScreenshot(search.page, 'hostile-search')
  await judgePoisoned(search, 'search')

  const live = await openPoisoned(t, '/launches', { width: 390, next })
  await live.waitFor('the page is loaded', IS_LOADED)
  const before = at
  await until('frames come in', async () => at > before + 10)
  await keepScreenshot(live.page, 'hostile-live')
  await judgePoisoned(live, 'launches, live')

  const trade = await openPoisoned(t, `/trade/${mintOf('healthy')}`, { width: 390, next })
  await trade.waitFor('a quote is shown', `document.querySelector('.trade-page')?.innerText.includes('At least')`)
  await trade.page.evaluate(
    `[...document.querySelectorAll('button')].find((one) => one.innerText === 'Show what it does').click()`,
  )
  await trade.waitFor(
    'the manifest is shown',
    `[...document.querySelectorAll('button')].some((one) => one.innerText.startsWith('Sign with'))`,
  )
  await keepScreenshot(trade.page, 'hostile-manifest')
  await judgePoisoned(trade, 'manifest')
})

test('addresses that are none: nothing runs, and the page says what is wrong', { skip }, async (t) => {
  for (const page of ['token', 'wallet', 'trade', 'nothing'])
    for (const text of [
      '<img src=x onerror=window.ran=1>',
      'javascript:window.ran=1',
      '%E2%80%AEx',
      '%',
      'W'.repeat(2_000),
    ]) {
      const watched = await open(
        t,
        `/${page}/${page === 'nothing' || text === '%' ? text : encodeURIComponent(text)}`,
        {
          allowed: /Failed to load resource/,
        },
      )
      await watched.waitFor('something is shown', `document.body.innerText.trim().length > 10`)
      await judgePoisoned(watched, `${page} ${text.slice(0, 20)}`)
      await watched.close()
    }
})

type Poisoning = { readonly width: number; readonly next: () => string }

/** A page whose answers and frames have hostile texts wherever the maker of a token chooses them. */
async function openPoisoned(t: TestContext, path: string, { width, next }: Poisoning): Promise<Watched> {
  const watched = await openWatched(browser, {
    host: world.host,
    width,
    allowed: /Failed to load resource|violates the following|ERR_UNKNOWN_URL/,
  })
  t.after(() => watched.close())
  await watched.page.route(/\/(api|v1)\//, async (route) => {
    const response = await route.fetch()
    const json = await response.json().catch(() => null)
    if (json === null) return route.fulfill({ response })
    return route.fulfill({ response, json: poison(json, next) })
  })
  await watched.page.routeWebSocket(/\/api\/v2\/stream/, (page) => {
    const server = page.connectToServer()
    page.onMessage((message) => server.send(String(message)))
    server.onMessage((message) => page.send(JSON.stringify(poison(JSON.parse(String(message)), next))))
  })
  await watched.page.goto(`http://${world.host}${path}`)
  return watched
}

async function judgePoisoned({ page, errors, foreign }: Watched, name: string): Promise<void> {
  assert.equal(await page.evaluate<unknown>('window.ran'), undefined, `${name}: a text was run`)
  assert.deepEqual(
    await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href]')].map((one) => one.protocol).filter((one) => !/^https?:$/.test(one))`,
    ),
    [],
    name,
  )
  assert((await page.evaluate<number>(NO_OVERFLOW)) <= 1, `${name} is wider than the window`)
  assert.deepEqual([...errors, ...foreign], [], name)
}

function poison(value: unknown, next: () => string, key = ''): unknown {
  if (typeof value === 'string') return CHOSEN.test(key) ? next() : value
  if (Array.isArray(value)) return value.map((one) => poison(one, next, key))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poison(one, next, name)]))
}
