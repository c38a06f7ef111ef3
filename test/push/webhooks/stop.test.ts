// second run: waits for a delivery to arrive at a loopback server

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tradeFact } from '../../support/tape-facts.ts'
import { until } from '../../support/until.ts'
import { FIRST_SLOT, openLab, openTarget } from './webhook-lab.ts'

test('what a stop cuts off is posted again after the next start, although the cursor of others moved on', async (t) => {
  const target = await openTarget(t)
  // The first one is never answered, the others at once.
  target.answer = (_post, reply) => (target.posts.length === 1 ? undefined : reply.end())
  const lab = await openLab(t, { targets: [target] })
  await lab.subscribe(target.url)
  const sender = lab.start()
  await lab.append(
    FIRST_SLOT,
    Array.from({ length: 3 }, (_, i) => tradeFact(FIRST_SLOT, i)),
  )
  await until(() => target.posts.length === 3, 'all three were posted')
  await sender.stop()
  target.answer = (_post, reply) => reply.end()
  const unanswered = target.posts[0]!.body.eventId
  const before = target.posts.length
  lab.start()
  await until(() => target.posts.length > before, 'it is posted again')
  assert(target.posts.slice(before).some((post) => post.body.eventId === unanswered))
})
