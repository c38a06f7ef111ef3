import type { Breach } from '../manifest/judge-manifest.ts'
import type { Step } from '../manifest/read-steps.ts'

export type Call = Step & { readonly kind: 'call' }

/** What the transaction of an order may do, derived from the request. */
export type AskedOrder = {
  /** Whose order it is. */
  readonly owner: string
  /** Who pays the network and the deposits; the owner as a rule. */
  readonly payer: string
  /** What the owner gives to a new order; null for one that ends. */
  readonly gives: { readonly mint: string; readonly raw: bigint } | null
  /** The order program, which is called once. */
  readonly program: string
  /** What is wrong with its call; null for the one that was asked for. */
  judgeCall(call: Call): Breach | null
}
