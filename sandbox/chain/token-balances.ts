import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { readMint, readTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { AccountState, TokenBalanceRow } from './types.ts'

export function isTokenProgram(address: string): boolean {
  return address === TOKEN_PROGRAM || address === TOKEN_2022_PROGRAM
}

/** The row of one account in `preTokenBalances` or `postTokenBalances`; null when it is no token account or its mint is
 *  gone. `decimalsOf` gives null for what is no mint. */
export function tokenBalanceRow(
  accountIndex: number,
  state: AccountState | null,
  decimalsOf: (mint: string) => number | null,
): TokenBalanceRow | null {
  if (state === null || !isTokenProgram(state.owner)) return null
  const token = readTokenAccount(state.data)
  if (token === null) return null
  const mint = encodeBase58(token.mint)
  const decimals = decimalsOf(mint)
  if (decimals === null) return null
  const owner = encodeBase58(token.owner)
  return { accountIndex, mint, owner, programId: state.owner, amountRaw: token.amountRaw, decimals }
}

/** Reads decimals of mints, each once, first from the states at hand. */
export function createDecimalsReader(
  account: (address: string) => AccountState | null,
): (mint: string) => number | null {
  const known = new Map<string, number | null>()
  return (mint) => {
    let decimals = known.get(mint)
    if (decimals === undefined) {
      const state = account(mint)
      decimals = state !== null && isTokenProgram(state.owner) ? (readMint(state.data)?.decimals ?? null) : null
      known.set(mint, decimals)
    }
    return decimals
  }
}
