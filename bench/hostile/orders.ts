import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '../attack/target.ts'
import { type Findings, type KindRow, noteSeen } from './findings.ts'
import type { MoneyDesk } from './money.ts'

const PAUSE_MS = 400
const LOOK_EVERY_MS = 50

export type Ordering = {
  /** Orders begun so far. */
  readonly begun: number
  /** Resolves when that many have begun, or when the time is over. */
  untilBegun(count: number, withinMs: number): Promise<void>
  /** Begins no further ones, and waits for those that were begun. */
  stop(): Promise<void>
}

/** Customers order beside everything else, each one thing after the other. What an order does is put down to the kind
 *  of lie that it was begun under: it may wait for the chain for a minute, and nothing else waits for it. */
export function keepOrdering(parts: {
  readonly desk: MoneyDesk
  readonly target: Target
  readonly findings: Findings
  present(): KindRow
}): Ordering {
  const { desk, target, findings, present } = parts
  let begun = 0
  let isOpen = true

  async function goOn(order: () => Promise<readonly string[]>): Promise<void> {
    while (isOpen) {
      if (target.ended() === null) {
        const row = present()
        begun++
        row.orders++
        row.requests++
        for (const what of await order()) noteSeen(findings, row, { as: 'money', what })
      }
      await sleep(PAUSE_MS)
    }
  }
  const going = Promise.all(desk.customersOrders.map(goOn))
  return {
    get begun() {
      return begun
    },
    async untilBegun(count, withinMs) {
      for (let waitedMs = 0; begun < count && waitedMs < withinMs; waitedMs += LOOK_EVERY_MS) {
        if (target.ended() !== null) return
        await sleep(LOOK_EVERY_MS)
      }
    },
    async stop() {
      isOpen = false
      await going
    },
  }
}
