/** What the SOL/USDC pool opens at. */
export const SOL_OPENING_USD = 163.4

/** SOL in existence, for the market cap of SOL: the wrapped mint's own supply says nothing. */
export const SOL_SUPPLY = 612_000_000
