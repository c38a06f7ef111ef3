import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../support/until.ts'
import { GENESIS, openTempStore, tempDir } from '../temp-store.ts'

function response(body: Buffer) {
  const nowMs = Date.now()
  return { body, etag: '"abc-123"', builtAtMs: nowMs, freshUntilMs: nowMs + 60_000 }
}

test('bodies of any size come back byte for byte, also after a restart', async (t) => {
  const dir = tempDir(t)
  const first = await openTempStore(t, { dir })
  const bodies = [0, 1, 50, 5_000, 500_000].map((bytes) => response(Buffer.alloc(bytes, `${bytes}`)))
  for (const [i, stored] of bodies.entries()) first.responses.put(`key ${i}`, stored)
  await first.close()
  const second = await openTempStore(t, { dir })
  for (const [i, stored] of bodies.entries()) assert.deepEqual(second.responses.get(`key ${i}`), stored)
})

test('what was read stays as it was when others are read after it', async (t) => {
  const { responses } = await openTempStore(t)
  responses.put('one', response(Buffer.from('body of one')))
  responses.put('two', response(Buffer.from('BODY OF TWO, LONGER')))
  await until(() => responses.get('two') !== undefined, 'the write')
  const one = responses.get('one')
  responses.get('two')
  assert.equal(one?.body.toString(), 'body of one')
  assert.equal(one?.etag, '"abc-123"')
  assert(one.body.buffer.byteLength < 1024 * 1024, "the body is not a view of lmdb's 16 MiB buffer")
})

test('an unknown key has no response', async (t) => {
  const { responses } = await openTempStore(t)
  assert.equal(responses.get('never put'), undefined)
})

test('long keys that differ only at their end stay apart', async (t) => {
  const { responses } = await openTempStore(t)
  const long = 'GET /x?'.padEnd(4_000, 'y')
  responses.put(`${long}1`, response(Buffer.from('1')))
  responses.put(`${long}2`, response(Buffer.from('2')))
  await until(() => responses.get(`${long}2`) !== undefined, 'the write')
  assert.equal(responses.get(`${long}1`)?.body.toString(), '1')
  assert.equal(responses.get(`${long}2`)?.body.toString(), '2')
})

test('a body above the bound of an entry is not kept', async (t) => {
  const { responses } = await openTempStore(t)
  responses.put('huge', response(Buffer.alloc(5 * 1024 * 1024)))
  responses.put('small', response(Buffer.from('s')))
  await until(() => responses.get('small') !== undefined, 'the write')
  assert.equal(responses.get('huge'), undefined)
})

test('a response of an earlier world is never found', async (t) => {
  const store = await openTempStore(t)
  store.responses.put('k', response(Buffer.from('old')))
  await until(() => store.responses.get('k') !== undefined, 'the write')
  assert.deepEqual(await store.claimWorld(`Next${GENESIS}`), { changed: true })
  assert.equal(store.responses.get('k'), undefined)
})

test('a body that fits into the scratch is copied there, a larger one into memory of its own', async (t) => {
  const { responses } = await openTempStore(t)
  responses.put('small', response(Buffer.from('small body')))
  responses.put('large', response(Buffer.alloc(100, 'L')))
  await until(() => responses.get('large') !== undefined, 'the write')
  const scratch = Buffer.alloc(64, '.')
  const small = responses.get('small', scratch)
  assert.equal(small?.body.toString(), 'small body')
  assert.equal(scratch.toString('latin1', 0, 12), 'small body..')
  const large = responses.get('large', scratch)
  assert.deepEqual(large?.body, Buffer.alloc(100, 'L'))
  assert.equal(small?.body.toString(), 'small body', 'the scratch was left alone')
  assert.equal(responses.get('unknown', scratch), undefined)
})
