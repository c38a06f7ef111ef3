import { addressWithSeed, associatedTokenAddress } from '../../chain/solana/pda.ts'

/** What the System program allows. */
const SEED_CHARS = 32

/** The two places where a wallet keeps a token: its associated token account, and one that the System program makes
 *  with the wallet as base, the first 32 characters of the mint's address as seed and the mint's token program as
 *  owner. The second costs less to make and to find, since its address needs no search, and the wallet alone can make
 *  it. */
export function tokenAccountsOf(
  wallet: string,
  mint: string,
  tokenProgram: string,
): { readonly standard: string; readonly seedDerived: string } {
  return {
    standard: associatedTokenAddress(wallet, mint, tokenProgram),
    seedDerived: addressWithSeed(wallet, seedOfMint(mint), tokenProgram),
  }
}

/** Seed of a wallet's own account for a mint. No two mints that exist share it: 32 characters hold 187 bits. */
export function seedOfMint(mint: string): string {
  return mint.slice(0, SEED_CHARS)
}
