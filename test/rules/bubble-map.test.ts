import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIMITS } from '../../src/config/limits.ts'
import { LAUNCH_SLOT, mapOf, token, wallet } from '../support/map-evidence.ts'

/** Rules of the Bubble Map (spec 2.2) that only show where more is known than a report holds. */

test('links of holders beyond the cap are left out: both ends of a link are nodes of the report', () => {
  const made = token()
  const count = LIMITS.bubbleNodes + 20
  for (let i = 0; i < count; i++) {
    const isEarly = i < 5 || i >= count - 15
    made.buy(`h${i}`, LAUNCH_SLOT + (isEarly ? 0 : 100 + 40 * i), { indexInBlock: 7 * i })
    made.hold(`h${i}`, BigInt(2_000_000 - i))
  }
  const { nodes, links, summary } = mapOf(made.evidence())
  const shown = new Set(nodes.map(({ id }) => id))
  assert(!shown.has(wallet(`h${count - 1}`)) && shown.has(wallet('h0')))
  assert(links.length > 0 && summary.linkCount > links.length)
  for (const { source, target } of links) assert(shown.has(source) && shown.has(target))
})
