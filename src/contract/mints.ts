/** Mints that this product knows by name, each spelled here alone. */
export const WSOL_MINT = 'So11111111111111111111111111111111111111112'
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const USDT_MINT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'
export const USD1_MINT = 'USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzjEmuB'

/** Worth a dollar each, with six decimals: a pool quoted in one of them gives a price in dollars. */
export const DOLLAR_MINTS: ReadonlySet<string> = new Set([USDC_MINT, USDT_MINT, USD1_MINT])
