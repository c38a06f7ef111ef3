import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import {
  isTransaction,
  OPENS_DCA,
  OPENS_LIMIT_ORDER,
  openedAccount,
} from '../../../src/services/orders/order-account.ts'
import { noRecordings, recorded } from '../../support/recorded.ts'

const textOf = (name: string): string => recorded(`jupiter/${name}.json`).transaction

test('recorded transactions name the account they open, and no other kind of order', { skip: noRecordings }, () => {
  const [limit, dca] = [textOf('post_trigger_create_order'), textOf('post_recurring_create_order_time')]
  assert.equal(openedAccount(limit, OPENS_LIMIT_ORDER), recorded('jupiter/post_trigger_create_order.json').order)
  assert.equal(openedAccount(limit, OPENS_DCA), null)
  assert.equal(openedAccount(dca, OPENS_LIMIT_ORDER), null)
  // The second key of the recorded message, right behind the one who signs.
  const wire = Buffer.from(dca, 'base64')
  assert.equal(openedAccount(dca, OPENS_DCA), encodeBase58(wire.subarray(101, 133)))
  assert(isTransaction(dca) && isTransaction(limit))
  for (const name of ['post_trigger_cancel_order', 'post_recurring_cancel_order']) {
    assert(isTransaction(textOf(name)))
    for (const kind of [OPENS_LIMIT_ORDER, OPENS_DCA]) assert.equal(openedAccount(textOf(name), kind), null)
  }
})

test('what is no transaction opens nothing', () => {
  for (const text of ['', 'AQID', 'not base64 at all', Buffer.alloc(300).toString('base64')]) {
    assert.equal(isTransaction(text), false, text.slice(0, 20))
    assert.equal(openedAccount(text, OPENS_DCA), null)
  }
})
