import { randomInt } from 'node:crypto'
import type { Context } from '../../context.ts'

/** What the chain lets a transaction load at most, and what it takes when nothing is said. */
const MAX_BYTES = 64 * 1_024 * 1_024
/** No transaction of ours comes near the limit less this. */
const TURNS = 1_024 * 1_024

/** A limit of loaded account data that no transaction of a moment ago has. Two requests for the same payment, made
 *  while one blockhash is new, would else be one transaction: it lands once, and both callers would get that answer.
 *  Costs nothing, other than another price or unit limit. Processes start at random places. */
export function distinctDataLimit(ctx: Context): number {
  const turn = ctx.parts.dataLimitTurn
  turn.next = (turn.next + 1) % TURNS
  return MAX_BYTES - turn.next
}

/** The turn of the next transaction. */
export type DataLimitTurn = { next: number }

export function createDataLimitTurn(): DataLimitTurn {
  return { next: randomInt(TURNS) }
}
