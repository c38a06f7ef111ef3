export const WSOL_MINT = 'So11111111111111111111111111111111111111112'
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const USDT_MINT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'

/** What the SOL/USDC pool opens at. */
export const SOL_OPENING_USD = 163.4

/** SOL in existence, for the market cap of SOL: the wrapped mint's own supply says nothing. */
export const SOL_SUPPLY = 612_000_000
