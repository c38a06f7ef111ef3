import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { afterEach, beforeEach, test } from 'node:test'
import { tokenAccountBytes } from '../../../sandbox/world/account-bytes.ts'
import { transferLamports } from '../../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { type Any, fundedWallet, land, openTestSandbox, type TestSandbox } from './open-test-sandbox.ts'

let sandbox: TestSandbox
let alice: Keypair
let client: Client
const BOB = keypairFromText('pubsub bob').address
beforeEach(async () => {
  sandbox = await openTestSandbox()
  alice = fundedWallet(sandbox.chain, 'alice')
  sandbox.slots.step(1)
  client = await connect(sandbox.server.wsUrl)
})
afterEach(async () => {
  await client.close()
  sandbox.close()
})

type Client = {
  call(method: string, params?: Any): Promise<Any>
  /** The next notification, in the order of arrival. */
  next(): Promise<Any>
  /** Notifications that came and were not asked for yet; waits for the socket to be served first. */
  drain(): Promise<Any[]>
  send(text: string): void
  raw(): Promise<Any>
  close(): Promise<void>
  readonly closed: Promise<number>
}

async function connect(url: string): Promise<Client> {
  const socket = new WebSocket(url)
  const answers = new Map<number, (answer: Any) => void>()
  const queue = {
    notices: [] as Any[],
    waiting: [] as ((notice: Any) => void)[],
    others: [] as Any[],
    rawWaiting: [] as ((one: Any) => void)[],
  }
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data))
    const answer = answers.get(message.id)
    if (message.method !== undefined) {
      const waiting = queue.waiting.shift()
      if (waiting === undefined) queue.notices.push(message)
      else waiting(message)
    } else if (answer !== undefined) {
      answers.delete(message.id)
      answer(message)
    } else {
      const waiting = queue.rawWaiting.shift()
      if (waiting === undefined) queue.others.push(message)
      else waiting(message)
    }
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let lastId = 0
  const call = (method: string, params?: Any) =>
    new Promise<Any>((resolve) => {
      const id = ++lastId
      answers.set(id, resolve)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  return {
    call,
    next: () =>
      new Promise((resolve) =>
        queue.notices.length > 0 ? resolve(queue.notices.shift()) : queue.waiting.push(resolve),
      ),
    async drain() {
      await call('nothing')
      return queue.notices.splice(0)
    },
    send: (text) => socket.send(text),
    raw: () =>
      new Promise((resolve) =>
        queue.others.length > 0 ? resolve(queue.others.shift()) : queue.rawWaiting.push(resolve),
      ),
    async close() {
      socket.close()
      await closed
    },
    closed,
  }
}

async function subscribe(method: string, params?: Any): Promise<number> {
  const { result, error } = await client.call(method, params)
  assert.equal(error, undefined)
  return result
}
const pay = (lamports = 1_000_000n) =>
  land(sandbox.chain, [transferLamports({ from: alice.address, to: BOB, lamports })], [alice])

test('slots, their stages and roots are sent', async () => {
  const slot = await subscribe('slotSubscribe')
  sandbox.slots.step(1)
  assert.deepEqual(await client.next(), {
    jsonrpc: '2.0',
    method: 'slotNotification',
    params: {
      result: { parent: sandbox.chain.slot() - 1, root: sandbox.chain.finalizedSlot(), slot: sandbox.chain.slot() },
      subscription: slot,
    },
  })
  await client.call('slotUnsubscribe', [slot])
  await subscribe('rootSubscribe')
  sandbox.slots.step(40)
  const roots = (await client.drain()).map(({ method, params }) => [method, params.result])
  assert.deepEqual(roots.at(-1), ['rootNotification', sandbox.chain.finalizedSlot()])
  await subscribe('slotsUpdatesSubscribe')
  pay()
  sandbox.slots.step(1)
  const updates = (await client.drain())
    .filter(({ method }) => method === 'slotsUpdatesNotification')
    .map(({ params }) => params.result)
  assert.deepEqual(updates.map(({ type }) => type).sort(), ['createdBank', 'frozen', 'optimisticConfirmation', 'root'])
  assert.deepEqual(updates.find(({ type }) => type === 'frozen').stats, {
    maxTransactionsPerEntry: 1,
    numFailedTransactions: 0,
    numSuccessfulTransactions: 1,
    numTransactionEntries: 1,
  })
})

test('logs are sent to subscribers of the address or of all, at their commitment', async () => {
  const ofBob = await subscribe('logsSubscribe', [{ mentions: [BOB] }, { commitment: 'processed' }])
  const all = await subscribe('logsSubscribe', ['all', { commitment: 'confirmed' }])
  await subscribe('logsSubscribe', [{ mentions: [TOKEN_PROGRAM] }, { commitment: 'processed' }])
  const final = await subscribe('logsSubscribe', ['allWithVotes'])
  const signature = pay()
  const slot = sandbox.chain.slot()
  const [first] = await client.drain()
  assert.deepEqual(
    [first.params.subscription, first.params.result.value.signature, first.params.result.context.slot],
    [ofBob, signature, slot],
  )
  sandbox.slots.step(1)
  assert.deepEqual(
    (await client.drain()).map(({ params }) => params.subscription),
    [all],
  )
  sandbox.slots.step(32)
  const last = await client.drain()
  assert.deepEqual(
    last.map(({ params }) => [params.subscription, params.result.context.slot]),
    [[final, slot]],
  )
})

test('a signature is sent once, received first, and then the subscription is gone', async () => {
  const signature = pay()
  const confirmed = await subscribe('signatureSubscribe', [signature, { commitment: 'confirmed' }])
  sandbox.slots.step(1)
  const notice = await client.next()
  assert.deepEqual([notice.params.subscription, notice.params.result.value], [confirmed, { err: null }])
  assert.deepEqual((await client.call('signatureUnsubscribe', [confirmed])).error, {
    code: -32602,
    message: 'Invalid subscription id.',
  })
  await subscribe('signatureSubscribe', [signature, { commitment: 'processed' }])
  assert.deepEqual((await client.next()).params.result.value, { err: null })
  assert.equal(sandbox.pubsub.load().subscriptions, 0)

  sandbox.chain.dropBlocks(1)
  await subscribe('signatureSubscribe', [signature, { commitment: 'processed', enableReceivedNotification: true }])
  assert.deepEqual(await client.drain(), [])
  assert.equal(pay(), signature)
  assert.deepEqual(
    (await client.drain()).map(({ params }) => params.result.value),
    ['receivedSignature', { err: null }],
  )
})

test('an account and the accounts of a program are sent when they change', async () => {
  const watched = await subscribe('accountSubscribe', [BOB, { encoding: 'base64', commitment: 'processed' }])
  const confirmed = await subscribe('accountSubscribe', [BOB, { encoding: 'jsonParsed', commitment: 'confirmed' }])
  pay(700_000n)
  pay(300_000n)
  const now = await client.drain()
  assert.deepEqual(
    now.map(({ params }) => [params.subscription, params.result.value.lamports]),
    [
      [watched, 700_000],
      [watched, 1_000_000],
    ],
  )
  sandbox.slots.step(1)
  const later = await client.drain()
  assert.deepEqual(
    later.map(({ params }) => [params.subscription, params.result.value.lamports, params.result.value.owner]),
    [[confirmed, 1_000_000, SYSTEM_PROGRAM]],
  )

  const mint = keypairFromText('pubsub mint').address
  const holder = associatedTokenAddress(BOB, mint)
  const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: BOB } }]
  await subscribe('programSubscribe', [TOKEN_PROGRAM, { encoding: 'base64', commitment: 'processed', filters }])
  const write = (address: string, owner: string) =>
    sandbox.chain.setAccount(address, {
      lamports: 2_000_000n,
      owner: TOKEN_PROGRAM,
      executable: false,
      data: tokenAccountBytes({ mint, owner, amountRaw: 1n }),
    })
  write(holder, BOB)
  write(associatedTokenAddress(alice.address, mint), alice.address)
  const changed = await client.drain()
  assert.deepEqual(
    changed.map(({ method, params }) => [method, params.result.value.pubkey, params.result.value.account.space]),
    [['programNotification', holder, 165]],
  )
})

test('an account that a block emptied is sent as closed', async () => {
  await subscribe('accountSubscribe', [BOB, { commitment: 'processed' }])
  pay(5_000_000n)
  sandbox.chain.setAccount(BOB, null)
  assert.deepEqual(
    (await client.drain()).map(({ params }) => [params.result.value.lamports, params.result.value.owner]),
    [
      [5_000_000, SYSTEM_PROGRAM],
      [0, SYSTEM_PROGRAM],
    ],
  )
})

test('blocks are sent whole, or with the transactions that mention an address', async () => {
  const all = await subscribe('blockSubscribe', [
    'all',
    { commitment: 'confirmed', transactionDetails: 'signatures', maxSupportedTransactionVersion: 1 },
  ])
  const ofBob = await subscribe('blockSubscribe', [
    { mentionsAccountOrProgram: BOB },
    {
      commitment: 'confirmed',
      encoding: 'json',
      transactionDetails: 'full',
      maxSupportedTransactionVersion: 1,
      showRewards: false,
    },
  ])
  sandbox.slots.step(1)
  assert.deepEqual(
    (await client.drain()).map(({ params }) => [params.subscription, params.result.value.block.signatures]),
    [[all, []]],
  )
  const signature = pay()
  const slot = sandbox.chain.slot()
  sandbox.slots.step(1)
  const notices = await client.drain()
  assert.deepEqual(
    notices.map(({ params }) => params.subscription),
    [all, ofBob],
  )
  const { value, context } = notices[1].params.result
  assert.deepEqual(
    [context.slot, value.slot, value.err, value.block.transactions[0].transaction.signatures],
    [slot, slot, null, [signature]],
  )
  assert.equal((await client.call('blockSubscribe', ['all', { commitment: 'processed' }])).error.code, -32602)
})

test('wrong filters and unknown subscriptions are refused by their codes', async () => {
  const refused = async (method: string, params?: Any) => (await client.call(method, params)).error
  assert.deepEqual(await refused('voteSubscribe'), { code: -32601, message: 'Method not found' })
  assert.equal((await refused('getSlot')).code, -32601)
  assert.deepEqual(await refused('logsSubscribe', [{ mentions: [] }]), {
    code: -32602,
    message: 'Invalid Request: Only 1 address supported',
  })
  assert.equal((await refused('logsSubscribe', [{ mentions: [BOB, BOB] }])).code, -32602)
  assert.equal((await refused('logsSubscribe', ['some'])).code, -32602)
  assert.equal((await refused('accountSubscribe', ['short'])).message, 'Invalid param: WrongSize')
  assert.equal((await refused('slotSubscribe', [1])).code, -32602)
  assert.equal((await refused('slotUnsubscribe', [999])).code, -32602)
  client.send('{')
  assert.equal((await client.raw()).error.code, -32700)
  client.send('[1]')
  assert.equal((await client.raw())[0].error.code, -32600)
  client.send('{"jsonrpc":"2.0","method":"ping"}')
  assert.deepEqual(await client.drain(), [])
})

test('a socket’s subscriptions are bounded and end with it', async () => {
  for (let i = 0; i < 1_000; i++) client.send(JSON.stringify({ jsonrpc: '2.0', id: -1, method: 'slotSubscribe' }))
  assert.match((await client.call('slotSubscribe')).error.message, /Node subscription limit reached/)
  assert.deepEqual(sandbox.pubsub.load(), { sockets: 1, subscriptions: 1_000 })
  const other = await connect(`ws://127.0.0.1:${sandbox.server.port}`)
  assert.equal(typeof (await other.call('slotSubscribe')).result, 'number')
  await other.close()
  while (sandbox.pubsub.load().sockets > 1) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(sandbox.pubsub.load().subscriptions, 1_000)
})

test('sockets can be closed from outside, and a refusal can be injected', async () => {
  sandbox.faults.add({
    provider: 'pubsub',
    match: 'blockSubscribe',
    kind: 'rpcError',
    code: -32601,
    message: 'Method not found',
  })
  assert.equal((await client.call('blockSubscribe', ['all'])).error.code, -32601)
  assert.equal(sandbox.pubsub.closeSockets(), 1)
  assert.equal(await client.closed, 1001)
  assert.equal(sandbox.pubsub.load().sockets, 0)
})

/** A client frame with a mask of zeros. */
function frame(text: string): Buffer {
  const body = Buffer.from(text)
  return Buffer.concat([Uint8Array.of(0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0), body])
}

test('a socket that never reads is closed when its backlog is full, and the others go on', async () => {
  const sloth = connectTcp(sandbox.server.port, '127.0.0.1')
  sloth.on('error', () => sloth.destroy())
  await once(sloth, 'connect')
  sloth.write('GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n')
  sloth.write('Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
  await once(sloth, 'data')
  sloth.pause()
  const many = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, method: 'slotSubscribe' })))
  sloth.write(frame(many))
  while (sandbox.pubsub.load().subscriptions < 500) await new Promise((resolve) => setImmediate(resolve))
  const reader = await subscribe('slotSubscribe')
  const first = sandbox.chain.slot() + 1
  for (let i = 0; i < 1_000 && sandbox.pubsub.load().sockets > 1; i++) {
    sandbox.slots.step(1)
    if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual(sandbox.pubsub.load(), { sockets: 1, subscriptions: 1 })
  const notices = await client.drain()
  assert.deepEqual(notices.map(({ params }) => [params.subscription, params.result.slot]).slice(0, 2), [
    [reader, first],
    [reader, first + 1],
  ])
  assert.equal(notices.at(-1).params.result.slot, sandbox.chain.slot())
  sloth.destroy()
})
