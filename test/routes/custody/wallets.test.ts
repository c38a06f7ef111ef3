import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openServer } from '../../support/open-server.ts'
import { publishedTokens, strangerAddress } from '../../support/published-tokens.ts'
import { assertFails, routeNamed, successOf } from '../../support/reply-check.ts'
import { openTradeLab, type TradeLab } from '../trading/trade-lab.ts'
import { FULL_KEY, QUEST_KEY, READ_KEY } from '../trading/trading-server.ts'

const CREATE = routeNamed('POST /v1/wallets')
const list = successOf('GET /v1/wallets')
const show = successOf('GET /v1/wallets/{id}')
/** Of another customer. */
const OTHER_KEY = 'rt_test_other'
const ALICE = { user_ref: 'alice' }
const WITHDRAW_TO = [strangerAddress(1), strangerAddress(2)]

let lab: TradeLab
before(async () => {
  lab = await openTradeLab()
  lab.api.ctx.store.apiKeys.addVolatile(OTHER_KEY, {
    label: 'other',
    tier: 'enterprise',
    scopes: ['read', 'trade', 'wallet'],
    limitPer10s: 1_000_000,
  })
})
after(() => lab?.stop())

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at by hand
async function make(body: unknown, status: 200 | 201, key = FULL_KEY): Promise<any> {
  const reply = await lab.post('/v1/wallets', body, { key })
  assert.equal(reply.status, status, reply.text)
  assert.equal(CREATE.status, 201)
  assert.deepEqual(Object.keys(reply.json), ['success', 'wallet'])
  return reply.json.wallet
}

test('a wallet is made once for a user of a key: asked for again, it is answered as it is', async () => {
  const made = await make({ ...ALICE, label: 'Alice' }, 201)
  assert.deepEqual([made.user_ref, made.kind, made.label, made.default], ['alice', 'derived', 'Alice', false])
  assert.match(made.id, /^wal_[0-9a-z]+$/)
  assert.deepEqual(await make({ ...ALICE, label: 'another', kind: 'derived', address: null }, 200), made)
  const elsewhere = await make(ALICE, 201, OTHER_KEY)
  assert.notEqual(elsewhere.address, made.address, 'the same name of another key is another user')
  const usual = await make({ user_ref: 'default' }, 201, OTHER_KEY)
  assert.equal(usual.default, true)
})

test('ten requests at once make one wallet, and one of them gets 201', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => lab.post('/v1/wallets', { user_ref: 'crowd' })))
  assert.equal(new Set(replies.map(({ json }) => json.wallet.id)).size, 1)
  assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array(9).fill(200), 201])
})

test('a wallet that is only watched has the address that was given, and no one can sign for it', async () => {
  const address = strangerAddress(7)
  const watched = await make({ user_ref: 'cold', kind: 'watch', address }, 201)
  assert.deepEqual([watched.kind, watched.address], ['watch', address])
  assert.deepEqual(await make({ user_ref: 'cold', kind: 'watch', address }, 200), watched)
  const { mint } = lab.coins.get('pumpswap')!
  const trade = await lab.trade('buy', { mint, amount_in: 0.1 }, { userRef: 'cold' })
  assertFails(trade, 409, 'the wallet of this user ref is only watched')
  const withdrawal = await lab.post(`/v1/wallets/${watched.id}/withdraw`, { to: strangerAddress(1), amount: 'max' })
  assertFails(withdrawal, 409, 'the server has no key of this wallet: it is only watched')
  assert.deepEqual([withdrawal.json.code, withdrawal.json.stage], ['conflict', 'validate'])
})

test('a user who has a wallet gets none of another kind or address, or with another list of recipients', async () => {
  await make({ user_ref: 'listed', withdraw_to: [...WITHDRAW_TO, WITHDRAW_TO[0]] }, 201)
  await make({ user_ref: 'listed', withdraw_to: [...WITHDRAW_TO].reverse() }, 200)
  await make({ user_ref: 'listed' }, 200)
  await make({ user_ref: 'open' }, 201)
  await make({ user_ref: 'eyed', kind: 'watch', address: strangerAddress(8) }, 201)
  for (const body of [
    { user_ref: 'listed', kind: 'watch', address: strangerAddress(9) },
    { user_ref: 'eyed' },
    { user_ref: 'eyed', kind: 'watch', address: strangerAddress(9) },
    { user_ref: 'listed', withdraw_to: WITHDRAW_TO.slice(1) },
    { user_ref: 'listed', withdraw_to: [strangerAddress(3), strangerAddress(4)] },
    { user_ref: 'open', withdraw_to: WITHDRAW_TO },
  ]) {
    const reply = await lab.post('/v1/wallets', body)
    assertFails(reply, 409, /^this user_ref has a (derived|watch) wallet at /)
    assert.equal(reply.json.code, 'conflict')
  }
})

test('what a new wallet is asked with wrongly is 400 naming the member', async () => {
  const address = strangerAddress(1)
  for (const [body, message] of [
    ['[]', 'expected a JSON object'],
    ['"x"', 'expected a JSON object'],
    [{}, /^user_ref is required$/],
    [{ user_ref: '' }, /^user_ref: /],
    [{ user_ref: 'x'.repeat(65) }, /^user_ref: /],
    [{ user_ref: 'a b' }, /^user_ref: /],
    [{ user_ref: 'é' }, /^user_ref: /],
    [{ user_ref: 5 }, /^user_ref: /],
    [{ ...ALICE, label: 'x'.repeat(65) }, /^label: /],
    [{ ...ALICE, label: 5 }, /^label: /],
    [{ ...ALICE, kind: 'imported' }, /^kind: /],
    [{ ...ALICE, address }, 'address: only with kind watch'],
    [{ ...ALICE, kind: 'watch' }, 'address: needed with kind watch'],
    [{ ...ALICE, kind: 'watch', address: 'x' }, 'address: expected an address'],
    [{ ...ALICE, withdraw_to: address }, /^withdraw_to: /],
    [{ ...ALICE, withdraw_to: ['x'] }, /^withdraw_to\[0\]: expected an address$/],
    [{ ...ALICE, withdraw_to: Array(21).fill(address) }, /^withdraw_to: /],
  ] as const) {
    const reply = await lab.post('/v1/wallets', body)
    assertFails(reply, 400, message)
    assert.deepEqual([reply.json.code, reply.json.stage, reply.json.retry_safe], ['bad_request', 'validate', true])
  }
  assertFails(await lab.post('/v1/wallets', '{'), 400, /JSON/)
  await make({ user_ref: 'x'.repeat(64), label: 'x'.repeat(64), withdraw_to: Array(20).fill(address) }, 201)
})

test('keys see, read and empty their own wallets alone', async () => {
  const own = await make({ user_ref: 'mine' }, 201)
  const theirs = list(await lab.api.get('/v1/wallets', { key: OTHER_KEY }))
  assert(theirs.wallets.length > 0)
  assert(theirs.wallets.every(({ id }: { id: string }) => id !== own.id))
  const body = { to: strangerAddress(1), amount: 'max' }
  for (const reply of [
    await lab.api.get(`/v1/wallets/${own.id}`, { key: OTHER_KEY }),
    await lab.post(`/v1/wallets/${own.id}/withdraw`, body, { key: OTHER_KEY }),
    await lab.api.get('/v1/wallets/wal_0'),
    await lab.api.get(`/v1/wallets/${'w'.repeat(200)}`),
    await lab.api.get('/v1/wallets/%00'),
    await lab.post('/v1/wallets/wal_0/withdraw', body),
  ]) {
    assertFails(reply, 404, 'unknown wallet')
    assert.equal(reply.json.code, 'unknown_wallet')
  }
})

test('every route wants a key, and a scope: wallet to make and empty, read to look', async () => {
  const { id } = await make({ user_ref: 'guarded' }, 201)
  const body = { to: strangerAddress(1), amount: 'max' }
  const calls: readonly [string, (key: string | null) => ReturnType<TradeLab['post']>][] = [
    ['wallet', (key) => lab.post('/v1/wallets', { user_ref: 'guarded' }, { key })],
    ['wallet', (key) => lab.post(`/v1/wallets/${id}/withdraw`, body, { key })],
    ['read', (key) => lab.api.get('/v1/wallets', { key })],
    ['read', (key) => lab.api.get(`/v1/wallets/${id}`, { key })],
  ]
  for (const [scope, call] of calls) {
    assert.equal((await call(null)).status, 401)
    assert.equal((await call('rt_unknown')).status, 401)
    const unscoped = scope === 'wallet' ? READ_KEY : QUEST_KEY
    const refused = await call(unscoped)
    assertFails(refused, 403, new RegExp(scope))
    assert.equal(refused.json.code, 'scope_required')
  }
  assert.equal((await lab.api.server.get('/v1/wallets', { key: FULL_KEY })).status, 401, 'X-API-Key opens nothing here')
})

test('wallets are listed page by page, oldest first, without anything secret', async () => {
  const key = 'rt_test_pages'
  lab.api.ctx.store.apiKeys.addVolatile(key, {
    label: 'pages',
    tier: 'enterprise',
    scopes: ['read', 'wallet'],
    limitPer10s: 1_000_000,
  })
  assert.deepEqual(list(await lab.api.get('/v1/wallets', { key })), {
    success: true,
    wallets: [],
    count: 0,
    next_cursor: null,
  })
  const made: unknown[] = []
  for (let i = 0; i < 120; i++) made.push(await make({ user_ref: `user-${i}` }, 201, key))
  const [first] = made as { id: string }[]
  assert.deepEqual(Object.keys(first!).sort(), [
    'address',
    'created_at',
    'default',
    'id',
    'kind',
    'label',
    'user_ref',
    'withdraw_to',
  ])
  const usual = list(await lab.api.get('/v1/wallets', { key }))
  assert.equal(usual.count, 50)
  const told: unknown[] = []
  for (let cursor = ''; ; ) {
    const page = list(await lab.api.get(`/v1/wallets?limit=7&cursor=${cursor}`, { key }))
    assert(page.count <= 7 && page.count === page.wallets.length)
    told.push(...page.wallets)
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  assert.deepEqual(new Set(told), new Set(made))
  assert.equal(told.length, made.length)
  const times = (told as { created_at: number }[]).map(({ created_at }) => created_at)
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
  )
  for (const [limit, count] of [
    ['0', 1],
    ['-5', 1],
    ['101', 100],
    ['x', 50],
  ] as const)
    assert.equal(list(await lab.api.get(`/v1/wallets?limit=${limit}`, { key })).count, count, limit)
  assert.equal(list(await lab.api.get('/v1/wallets?cursor=nonsense', { key })).count, 50)
})

test('a wallet shows what the chain has: SOL, up to 50 token accounts with the held ones first, and its list', async () => {
  const { id, address } = await make({ user_ref: 'rich', withdraw_to: WITHDRAW_TO }, 201)
  const empty = show(await lab.api.get(`/v1/wallets/${id}`))
  assert.deepEqual(empty.balances, { sol_lamports: 0, tokens: [], token_accounts: 0 })
  assert.deepEqual(empty.limits, { withdraw_to: WITHDRAW_TO })
  const beyond = 2n ** 53n + 7n
  await lab.sandbox.control('POST', '/airdrop', { address, lamports: String(beyond) })
  const mints = (await publishedTokens(lab.sandbox)).map(({ mint }) => mint).slice(0, 55)
  for (const [at, mint] of mints.entries()) await lab.giveTokens(address, mint, at < 10 ? 0n : 1_000n)
  const { accounts } = await lab.holdings(address)
  assert.equal(accounts.size, mints.length)
  const reply = await lab.api.get(`/v1/wallets/${id}`)
  assert(reply.text.includes(`"sol_lamports":${beyond},`), 'all digits are written')
  const { balances } = show(reply)
  assert.deepEqual([balances.tokens.length, balances.token_accounts], [50, mints.length])
  const states = new Set<string>()
  for (const { mint, account, amount, decimals, frozen, token_program } of balances.tokens) {
    const { value } = await lab.rpc('getAccountInfo', [account, { encoding: 'jsonParsed' }])
    const { info } = value.data.parsed
    assert.deepEqual(
      [mint, amount, decimals, frozen, token_program],
      [info.mint, info.tokenAmount.amount, info.tokenAmount.decimals, info.state === 'frozen', value.owner],
    )
    states.add(info.state)
  }
  assert.deepEqual(states, new Set(['initialized', 'frozen']))
  const amounts = balances.tokens.map(({ amount }: { amount: string }) => amount)
  assert.deepEqual(amounts, [...Array(45).fill('1000'), ...Array(5).fill('0')])
})

test('a node that fails is 502 in the words of the trading API, and no node is 503', async () => {
  const { id } = await make({ user_ref: 'cut-off' }, 201)
  await lab.sandbox.control('POST', '/faults', { provider: 'rpc', kind: 'status', status: 500 })
  try {
    const failed = await lab.api.get(`/v1/wallets/${id}`)
    assert.deepEqual([failed.status, failed.json.code, failed.json.success], [502, 'upstream', false])
    const body = { to: strangerAddress(1), amount: 'max' }
    const unsent = await lab.post(`/v1/wallets/${id}/withdraw`, body)
    assert.deepEqual([unsent.status, unsent.json.code, unsent.json.stage], [502, 'upstream', 'quote'])
    assert.deepEqual([unsent.json.fee_lamports, unsent.json.retry_safe], [0, true])
  } finally {
    await lab.sandbox.control('DELETE', '/faults')
  }
  const live = await openServer({ MINTGLASS_MODE: 'live' })
  try {
    live.ctx.store.apiKeys.addVolatile(FULL_KEY, { label: 'live', tier: 'enterprise', scopes: ['read', 'wallet'] })
    const headers = { Authorization: `Bearer ${FULL_KEY}` }
    const refused = await live.post('/v1/wallets', ALICE, { key: null, headers })
    assertFails(refused, 503, 'custodial wallets are not configured: set WALLET_KEY_FILE')
    assert.equal(refused.json.code, 'unconfigured')
    const watched = { user_ref: 'cold', kind: 'watch', address: strangerAddress(1) }
    const made = await live.post('/v1/wallets', watched, { key: null, headers })
    assert.equal(made.status, 201, 'a watched wallet needs no key')
    const unread = await live.get(`/v1/wallets/${made.json.wallet.id}`, { key: null, headers })
    assert.deepEqual([unread.status, unread.json.code], [503, 'unconfigured'])
  } finally {
    await live.stop()
  }
})
