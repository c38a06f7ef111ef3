export type WithdrawParams = {
  readonly to: string
  /** Null is SOL. */
  readonly mint: string | null
  readonly amount: bigint | 'max'
  readonly simulate: boolean
}
