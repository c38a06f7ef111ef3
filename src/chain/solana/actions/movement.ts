/** Why units moved. `fee`: of the network, to nobody. `deposit`: what an account that is made must hold. `close`: all that
 *  a closed account held. `mint`, `burn`, `wrap`, `unwrap` and `withheld` (a token's own transfer fee) have one end
 *  only. `handover`: the account with all that is in it got another owner. `program`: a program moved them without an
 *  instruction of its own, which only the balances show. */
export type MovementKind =
  | 'transfer'
  | 'fee'
  | 'deposit'
  | 'close'
  | 'mint'
  | 'burn'
  | 'wrap'
  | 'unwrap'
  | 'withheld'
  | 'handover'
  | 'program'

/** One end of a movement. */
export type MovementEnd = {
  readonly account: string
  /** Of the token account at that moment; the account itself where it is none. */
  readonly owner: string
}

/** Units that went from one account to another. `mint` null: lamports. Units of wrapped SOL are the lamports that lie in
 *  its account, so a transfer of it moves both. */
export type Movement = {
  readonly kind: MovementKind
  readonly mint: string | null
  readonly amountRaw: bigint
  readonly from: MovementEnd | null
  readonly to: MovementEnd | null
  /** Top-level instruction and inner one (-1: the top-level one itself); null for the network's fee and for what is only
   *  seen at the end. */
  readonly path: readonly [number, number] | null
}

/** What a movement does to one account's lamports, and to its units of a token. */
export type MovementEffect = { readonly lamports: boolean; readonly tokens: boolean }

/** `isNative`: the token is wrapped SOL. */
export function effectOf({ kind, mint }: Movement, isNative: (mint: string) => boolean): MovementEffect {
  if (mint === null) return { lamports: true, tokens: false }
  if (kind === 'handover') return { lamports: false, tokens: false }
  return { lamports: kind === 'transfer' && isNative(mint), tokens: true }
}
