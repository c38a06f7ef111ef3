// second run: waits for a browser to show what it was sent

import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { type Browser, findBarriers, keepScreenshot, launchBrowser, openWatched, type Watched } from './browser.ts'
import { type ClientWorld, startClientWorld, until } from './client-world.ts'
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

/** A page of which some routes answer what a test says. */
async function openWith(
  t: TestContext,
  path: string,
  answers: readonly (readonly [RegExp, { status?: number; json: unknown } | ((json: never) => unknown)])[],
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
  await search.waitFor('a failed search is said', `${note} === 'the tape has yet to be read'`)

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
  let isClosed = false
  const watched = await openWith(t, '/recover', [
    [
      /\/api\/v1\/check$/,
      (json: { results: object[] }) => ({
        ...json,
        results: json.results.map((row) => ({ ...row, emptyAccounts: isClosed ? 0 : 1 })),
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
  await watched.page.evaluate(press('Build'))
  await watched.waitFor('it is built', `${mainText}.includes('closes 1 account, returns 0.001482997 SOL')`)
  isClosed = true
  await watched.page.evaluate(press('Sign with'))
  await watched.waitFor('it has landed', `${mainText}.includes('✓ landed, 0.001482997 SOL returned')`)
  await watched.waitFor('the account is gone', `${empty} === '0'`)
  assert.deepEqual(watched.errors, [])
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
