import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TRADING } from '../../../src/config/trading.ts'
import { watchStrays } from '../../../src/runtime/background.ts'
import { accountOf, scriptedChain } from './scripted-chain.ts'

const bytes = (...values: number[]) => Uint8Array.of(...values)

/** Read, watched, live and verified. */
async function warm(address: string) {
  const chain = scriptedChain()
  chain.accounts.set(address, accountOf(address, bytes(1)))
  const hot = chain.ctx.parts.hotAccounts
  await hot.getOrRead([address], 'watched')
  chain.goLive()
  await chain.tellSlot()
  return { chain, hot }
}

test('a watched account is read twice, before and after it goes live, and then now and then while its changes arrive', async () => {
  const { chain, hot } = await warm('a')
  assert.deepEqual(chain.reads, [['a'], ['a']])
  await chain.clock.advance(TRADING.checkedMs - 1)
  await chain.tellSlot()
  assert.deepEqual([...hot.get(['a'], 'watched')!.get('a')!.data], [1])
  chain.change(accountOf('a', bytes(2)))
  assert.deepEqual([...hot.get(['a'], 'watched')!.get('a')!.data], [2])
  assert.equal(chain.reads.length, 2)
})

test('what was sent or read wrongly of a watched account is right again soon, though the account does not change', async () => {
  const { chain, hot } = await warm('a')
  const now = () => hot.get(['a'], 'watched')?.get('a')?.data[0]
  chain.watched.get('a')!.onChange(accountOf('a', bytes(66)), chain.slot)
  assert.equal(now(), 66)
  await chain.clock.advance(TRADING.checkedMs)
  await chain.tellSlot()
  assert.equal(now(), 1)
  chain.accounts.delete('a')
  await chain.clock.advance(TRADING.checkedMs)
  await chain.tellSlot()
  assert.equal(hot.get(['a'], 'watched')?.get('a'), null)
  chain.accounts.set('a', accountOf('a', bytes(2)))
  await chain.clock.advance(TRADING.checkedMs)
  await chain.tellSlot()
  assert.equal(now(), 2)
  assert.equal(chain.reads.length, 5, 'once each')
})

test('what cannot be read again for long is no longer believed by its notifications alone', async () => {
  const { chain, hot } = await warm('a')
  chain.isDown = true
  await chain.clock.advance(TRADING.sureMs - 1)
  await chain.tellSlot()
  assert(hot.get(['a'], 'watched') !== null)
  await chain.clock.advance(1)
  assert.equal(hot.get(['a'], 'watched'), null)
})

test('a change between the first read and going live is not missed', async () => {
  const chain = scriptedChain()
  chain.accounts.set('a', accountOf('a', bytes(1)))
  const hot = chain.ctx.parts.hotAccounts
  await hot.getOrRead(['a'], 'watched')
  chain.change(accountOf('a', bytes(9)))
  chain.goLive()
  await chain.clock.advance(TRADING.unwatchedMs)
  assert.equal(hot.get(['a'], 'watched'), null, 'live is not yet sure')
  await chain.tellSlot()
  assert.deepEqual([...hot.get(['a'], 'watched')!.get('a')!.data], [9])
})

test('an answer from before it went live proves nothing: it is asked for again', async () => {
  const chain = scriptedChain()
  chain.accounts.set('a', accountOf('a', bytes(1)))
  const hot = chain.ctx.parts.hotAccounts
  await hot.getOrRead(['a'], 'watched')
  await chain.tellSlot()
  chain.goLive()
  const toldSlot = chain.slot
  chain.slot = toldSlot - 3
  await chain.tellSlot()
  await chain.clock.advance(TRADING.unwatchedMs)
  assert.equal(hot.get(['a'], 'watched'), null)
  chain.slot = toldSlot
  await chain.tellSlot()
  await chain.clock.advance(60_000)
  await chain.tellSlot()
  assert(hot.get(['a'], 'watched') !== null)
})

test('a break makes it unsure: it is read again when it is old, and sure once more after it went live again', async () => {
  const { chain, hot } = await warm('a')
  chain.breakOff()
  chain.accounts.set('a', accountOf('a', bytes(7)))
  await chain.clock.advance(TRADING.unwatchedMs)
  assert.equal(hot.get(['a'], 'watched'), null)
  const read = await hot.getOrRead(['a'], 'watched')
  assert(read.ok && !read.value.isHit)
  assert.deepEqual([...read.value.accounts.get('a')!.data], [7])
  chain.goLive()
  await chain.tellSlot()
  await chain.clock.advance(60_000)
  await chain.tellSlot()
  assert(hot.get(['a'], 'watched') !== null)
})

test('a node that falls silent without a word is not believed: its slots are missed before its changes are', async () => {
  const { chain, hot } = await warm('a')
  await chain.clock.advance(TRADING.subscriptionSilenceMs - 1)
  assert(hot.get(['a'], 'watched') !== null)
  chain.accounts.set('a', accountOf('a', bytes(8)))
  await chain.clock.advance(1)
  assert.equal(hot.get(['a'], 'watched'), null)
  const read = await hot.getOrRead(['a'], 'watched')
  assert(read.ok && !read.value.isHit)
  assert.deepEqual([...read.value.accounts.get('a')!.data], [8])
  await chain.tellSlot()
  await chain.clock.advance(TRADING.subscriptionSilenceMs - 1)
  assert(hot.get(['a'], 'watched') !== null, 'it speaks again')
})

test('without notifications an account serves for so long and no longer, a slow one longer', async () => {
  const chain = scriptedChain({ subscriptions: false })
  chain.accounts.set('a', accountOf('a', bytes(1)))
  const hot = chain.ctx.parts.hotAccounts
  await hot.getOrRead(['a'], 'watched')
  await chain.clock.advance(TRADING.unwatchedMs - 1)
  assert(hot.get(['a'], 'watched') !== null)
  await chain.clock.advance(1)
  assert.equal(hot.get(['a'], 'watched'), null)
  assert(hot.get(['a'], 'slow') !== null)
  await chain.clock.advance(TRADING.slowAccountMs)
  assert.equal(hot.get(['a'], 'slow'), null)
})

test('what a transaction of ours has written is not handed out as of before its slot', async () => {
  const { chain, hot } = await warm('a')
  hot.expectChange(['a'], chain.slot + 5)
  assert.equal(hot.get(['a'], 'watched'), null)
  chain.slot += 4
  await hot.getOrRead(['a'], 'watched')
  assert.equal(hot.get(['a'], 'watched'), null, 'the node is behind')
  chain.slot += 1
  chain.change(accountOf('a', bytes(3)))
  assert.deepEqual([...hot.get(['a'], 'watched')!.get('a')!.data], [3])
})

test('an answer of a lagging node does not undo a notification', async () => {
  const { chain, hot } = await warm('a')
  chain.slot = 500
  chain.change(accountOf('a', bytes(5)))
  chain.slot = 400
  chain.accounts.set('a', accountOf('a', bytes(4)))
  const read = await hot.read(['a'])
  assert(read.ok)
  assert.deepEqual([...read.value.accounts.get('a')!.data], [5])
})

test('bytes that are read again and are the same stay the same object', async () => {
  const { chain, hot } = await warm('a')
  const before = hot.get(['a'], 'watched')!.get('a')
  chain.accounts.set('a', accountOf('a', bytes(1)))
  await hot.read(['a'])
  assert.equal(hot.get(['a'], 'watched')!.get('a'), before)
  chain.accounts.set('a', accountOf('a', bytes(1), 2n))
  await hot.read(['a'])
  assert.notEqual(hot.get(['a'], 'watched')!.get('a'), before)
})

test('changes of one block are waited for, briefly', async () => {
  const { chain, hot } = await warm('a')
  assert.equal(hot.settled(['a']), null)
  chain.change(accountOf('a', bytes(2)))
  const waiting = hot.settled(['a'])
  assert(waiting !== null)
  await chain.clock.advance(TRADING.settleMs)
  await waiting
  assert.equal(hot.settled(['a']), null)
})

test('an account that no one asks for is let go with its subscription', async () => {
  const { chain, hot } = await warm('a')
  assert.equal(hot.watching, 1)
  await chain.clock.advance(TRADING.idleMs)
  await chain.tellSlot()
  assert.equal(hot.size, 0)
  assert.equal(chain.watched.size, 0)
})

test('so many accounts are kept and no more, those used last', async () => {
  const chain = scriptedChain()
  const hot = chain.ctx.parts.hotAccounts
  await hot.getOrRead(['first'], 'watched')
  for (let at = 0; at < TRADING.hotAccounts - 1; at++) await hot.getOrRead([`a${at}`], 'slow')
  await chain.clock.advance(1)
  assert(hot.get(['first'], 'watched') !== null, 'used again')
  await hot.getOrRead(['one more'], 'slow')
  assert(hot.size <= TRADING.hotAccounts)
  assert(hot.get(['first'], 'watched') !== null)
  assert.equal(hot.get(['a0'], 'slow'), null)
})

test('a node that is away fails the question, and what is fresh still serves', async () => {
  const { chain, hot } = await warm('a')
  chain.isDown = true
  assert((await hot.getOrRead(['a'], 'watched')).ok)
  const other = await hot.getOrRead(['b'], 'watched')
  assert(!other.ok && other.code === 'upstream_failed')
})

test('slow accounts in use are renewed before they are too old', async () => {
  const chain = scriptedChain()
  chain.accounts.set('mint', accountOf('mint', bytes(1)))
  const hot = chain.ctx.parts.hotAccounts
  await hot.getOrRead(['mint'], 'slow')
  await chain.clock.advance(TRADING.slowAccountMs - 10_000)
  assert(hot.get(['mint'], 'slow') !== null)
  chain.accounts.set('mint', accountOf('mint', bytes(2)))
  await chain.tellSlot()
  await chain.clock.advance(15_000)
  assert.deepEqual([...hot.get(['mint'], 'slow')!.get('mint')!.data], [2], 'without a read by the caller')
})

test('an absurd slot pins nothing: what is read after it is believed again', async () => {
  for (const lie of [1e15, Number.MAX_SAFE_INTEGER, -5, 0.5]) {
    const { chain, hot } = await warm('a')
    for (let at = 0; at < TRADING.heardSlots; at++) {
      await chain.clock.advance(40)
      chain.slot += 1
      await chain.tellSlot()
    }
    const { slot } = chain
    chain.slot = lie
    chain.change(accountOf('a', bytes(2)))
    await hot.read(['a'])
    assert(hot.slotOf(['a']) <= slot, 'nobody is told of such a slot')
    chain.slot = slot + 1
    chain.change(accountOf('a', bytes(3)))
    assert.deepEqual([...hot.get(['a'], 'watched')!.get('a')!.data], [3], `${lie}`)
  }
})

test('a lie of the first answer is undone when it is known where the chain stands', async () => {
  const chain = scriptedChain()
  const { slot } = chain
  chain.accounts.set('a', accountOf('a', bytes(1)))
  const hot = chain.ctx.parts.hotAccounts
  chain.slot = 1e15
  await hot.getOrRead(['a'], 'watched')
  chain.goLive()
  chain.slot = slot
  chain.accounts.set('a', accountOf('a', bytes(2)))
  for (let at = 0; at < TRADING.heardSlots; at++) {
    await chain.clock.advance(40)
    chain.slot += 1
    await chain.tellSlot()
  }
  const read = await hot.getOrRead(['a'], 'watched')
  assert(read.ok)
  assert.deepEqual([...read.value.accounts.get('a')!.data], [2])
})

test('a read that throws while accounts are verified costs that reading and nothing else', async () => {
  const chain = scriptedChain()
  const stop = watchStrays(chain.ctx)
  chain.accounts.set('a', accountOf('a', bytes(1)))
  const hot = chain.ctx.parts.hotAccounts
  await hot.getOrRead(['a'], 'watched')
  chain.goLive()
  const rpc = chain.ctx.chain.rpc!
  const { accounts } = rpc
  rpc.accounts = () => Promise.reject(new SyntaxError('Cannot convert 1_000 to a BigInt'))
  await chain.tellSlot()
  rpc.accounts = accounts
  stop()
  assert.equal(chain.logged.filter(({ work }) => work === 'hot accounts verify').length, 1)
  // It went live once more: what threw holds up no later reading.
  chain.breakOff()
  chain.goLive()
  await chain.tellSlot()
  await chain.clock.advance(60_000)
  await chain.tellSlot()
  assert(hot.get(['a'], 'watched') !== null, 'sure again')
})

test('closed, it watches nothing, hears of no slot and takes no new watch, and still reads', async () => {
  const chain = scriptedChain()
  const { hotAccounts: hot } = chain.ctx.parts
  chain.change(accountOf('a', bytes(1)))
  await hot.getOrRead(['a'], 'watched')
  assert.deepEqual([chain.watched.size, chain.slotListeners.size, hot.watching], [1, 1, 1])
  hot.close()
  assert.deepEqual([chain.watched.size, chain.slotListeners.size, hot.watching], [0, 0, 0])
  assert((await hot.getOrRead(['a'], 'watched')).ok)
  assert.equal(chain.watched.size, 0)
})
