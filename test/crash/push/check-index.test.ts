import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TradeEvent } from '../../../src/contract/tape-event.ts'
import type { EventScope, TapeReader } from '../../../src/store/tape/types.ts'
import { checkIndex } from './check-index.ts'

const EVENTS = Array.from({ length: 6 }, (_, at) => ({
  type: 'trade',
  seq: at + 1,
  mint: `mint ${at % 2}`,
  pool: 'pool',
  maker: `maker ${at % 3}`,
})) as unknown as readonly TradeEvent[]
/** A fork took it away. */
const GONE = 6

/** An index that leaves out, or still shows, what `isWrong` names. */
function indexOf(isWrong: (scope: EventScope, seq: number) => boolean): Pick<TapeReader, 'trades' | 'survives'> {
  return {
    survives: ({ seq }) => seq !== GONE,
    trades(scope, { beforeSeq = Infinity }) {
      const key = scope.by === 'wallet' ? 'maker' : scope.by
      const all = EVENTS.filter((event) => event[key] === scope.address && event.seq < beforeSeq)
      const found = all.filter(({ seq }) => (seq !== GONE) !== isWrong(scope, seq)).reverse()
      // Pages of one row.
      return { trades: found.slice(0, 1), nextBeforeSeq: found.length > 1 ? found[0]!.seq : null }
    },
  }
}

test('an index that finds what stands is kept, and one that lost a row of a wallet or shows one taken back is not', () => {
  assert.deepEqual(
    checkIndex(
      indexOf(() => false),
      EVENTS,
    ),
    { violations: [], addresses: 6 },
  )
  const saysOf = (isWrong: (scope: EventScope, seq: number) => boolean) =>
    checkIndex(indexOf(isWrong), EVENTS).violations.map(({ says }) => says)
  assert.deepEqual(
    saysOf(({ by }, seq) => by === 'wallet' && seq === 4),
    ['wallet maker 0: of 2 trades 1 are missing (4), 0 are too many ()'],
  )
  assert.deepEqual(
    saysOf(({ by }, seq) => by === 'mint' && seq === GONE),
    ['mint mint 1: of 2 trades 0 are missing (), 1 are too many (6)'],
  )
})
