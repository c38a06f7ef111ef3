import type { CloseKind } from '../../contract/refund.ts'

/** What a request to take something back says. */
export type RefundParams = {
  readonly what:
    | {
        readonly do: 'close'
        readonly kinds: readonly CloseKind[]
        /** That may be burnt. */
        readonly mints: readonly string[]
        readonly deactivateTables: boolean
      }
    | { readonly do: 'excess' }
  /** Only these; empty for all. */
  readonly accounts: readonly string[]
  readonly clientSigns: boolean
  /** Whose accounts, where the client signs; else the user's custodial wallet. */
  readonly wallet: string | null
  readonly maxTransactions: number
  readonly simulate: boolean
}
