import { readTokenAccount } from '../../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import type { Position } from '../../holdings-port.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../program-ids.ts'
import type { AccountView } from '../rpc.ts'
import { type Accounts, type HeldToken, type Reading, viewOf } from './reader.ts'

/* Shares of pools whose liquidity is tokens: a part of what lies in the pool, rounded down as a withdrawal is. Fees are
 * among it. */

/** What a pool's account says of its shares and of what lies behind them. */
export type VaultPool = { readonly lpMint: string; readonly supplyRaw: bigint; readonly sides: readonly VaultSide[] }
/** `notOursRaw`: what lies in the vault for others than the holders of shares. */
type VaultSide = { readonly mint: string; readonly vault: string; readonly notOursRaw: bigint }

type VaultShare = {
  readonly view: AccountView
  readonly token: HeldToken
  readonly decode: (data: Uint8Array) => VaultPool | null
}

/** Null for an account that is not the pool of the token. */
export function readVaultShare(protocol: string, { view, token, decode }: VaultShare): Reading | null {
  const before = decode(view.data)
  if (before === null || before.lpMint !== token.mint) return null
  const { address: pool, owner: program } = view
  const { account: address, mint, amountRaw } = token
  return (function* (): Reading {
    // All of one moment.
    const accounts = yield [pool, ...before.sides.map(({ vault }) => vault)]
    const now = decode(viewOf(accounts, pool, program)?.data ?? new Uint8Array(0))
    if (now === null) return []
    const tokens = now.sides.map(({ mint, vault, notOursRaw }) => {
      const heldRaw = tokensIn(accounts, vault, mint)
      const oursRaw = heldRaw > notOursRaw ? heldRaw - notOursRaw : 0n
      return { mint, amountRaw: now.supplyRaw === 0n ? 0n : (oursRaw * amountRaw) / now.supplyRaw }
    })
    return [share({ protocol, program, address, mint, pool, sharesRaw: amountRaw, tokens })]
  })()
}

export function tokensIn(accounts: Accounts, address: string, mint: string): bigint {
  const view = accounts.get(address) ?? null
  const fields = view !== null && isTokenProgram(view.owner) ? readTokenAccount(view.data) : null
  return fields !== null && encodeBase58(fields.mint) === mint ? fields.amountRaw : 0n
}

export function isTokenProgram(owner: string): boolean {
  return owner === TOKEN_PROGRAM || owner === TOKEN_2022_PROGRAM
}

export function share(
  of: Pick<Position, 'protocol' | 'program' | 'address' | 'mint' | 'pool' | 'sharesRaw' | 'tokens'>,
): Position {
  return { kind: 'lp', ...of, debts: [], fees: null, range: null, lockedBps: 0 }
}
