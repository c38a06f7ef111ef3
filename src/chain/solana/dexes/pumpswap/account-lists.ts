import { accountList } from '../../account-list.ts'

/** Accounts and discriminators of PumpSwap's instructions, in wire order; flags: w writable, s signer. */
export const SWAP_TAGS = {
  buy: Buffer.from('66063d1201daebea', 'hex'),
  buyExactQuoteIn: Buffer.from('c62e1552b4d9e870', 'hex'),
  sell: Buffer.from('33e685a4017f83ad', 'hex'),
  createPool: Buffer.from('e992d18ecf6840bc', 'hex'),
  deposit: Buffer.from('f223c68952e1f2b6', 'hex'),
  withdraw: Buffer.from('b712469c946da122', 'hex'),
  extendAccount: Buffer.from('ea66c2cb96483ee5', 'hex'),
} as const

/** `buy` and `buy_exact_quote_in`. Remaining: cashback tokens the quote account of the user's volume accumulator;
 *  tokens with a creator the second pool account; always buyback recipient and its quote account. */
export const SWAP_BUY_ACCOUNTS = accountList([
  'pool:w',
  'user:ws',
  'globalConfig',
  'baseMint',
  'quoteMint',
  'userBaseTokenAccount:w',
  'userQuoteTokenAccount:w',
  'poolBaseTokenAccount:w',
  'poolQuoteTokenAccount:w',
  'protocolFeeRecipient',
  'protocolFeeRecipientTokenAccount:w',
  'baseTokenProgram',
  'quoteTokenProgram',
  'systemProgram',
  'associatedTokenProgram',
  'eventAuthority',
  'program',
  'coinCreatorVaultAta:w',
  'coinCreatorVaultAuthority',
  'globalVolumeAccumulator',
  'userVolumeAccumulator:w',
  'feeConfig',
  'feeProgram',
])

/** Remaining: cashback tokens the accumulator's quote account and the accumulator; then as for a buy. */
export const SWAP_SELL_ACCOUNTS = accountList([
  'pool:w',
  'user:ws',
  'globalConfig',
  'baseMint',
  'quoteMint',
  'userBaseTokenAccount:w',
  'userQuoteTokenAccount:w',
  'poolBaseTokenAccount:w',
  'poolQuoteTokenAccount:w',
  'protocolFeeRecipient',
  'protocolFeeRecipientTokenAccount:w',
  'baseTokenProgram',
  'quoteTokenProgram',
  'systemProgram',
  'associatedTokenProgram',
  'eventAuthority',
  'program',
  'coinCreatorVaultAta:w',
  'coinCreatorVaultAuthority',
  'feeConfig',
  'feeProgram',
])

export const CREATE_POOL_ACCOUNTS = accountList([
  'pool:w',
  'globalConfig',
  'creator:ws',
  'baseMint',
  'quoteMint',
  'lpMint:w',
  'userBaseTokenAccount:w',
  'userQuoteTokenAccount:w',
  'userPoolTokenAccount:w',
  'poolBaseTokenAccount:w',
  'poolQuoteTokenAccount:w',
  'systemProgram',
  'token2022Program',
  'baseTokenProgram',
  'quoteTokenProgram',
  'associatedTokenProgram',
  'eventAuthority',
  'program',
])

/** `deposit` and `withdraw`; both token programs serve whichever side needs them. */
export const LIQUIDITY_ACCOUNTS = accountList([
  'pool:w',
  'globalConfig',
  'user:s',
  'baseMint',
  'quoteMint',
  'lpMint:w',
  'userBaseTokenAccount:w',
  'userQuoteTokenAccount:w',
  'userPoolTokenAccount:w',
  'poolBaseTokenAccount:w',
  'poolQuoteTokenAccount:w',
  'tokenProgram',
  'token2022Program',
  'eventAuthority',
  'program',
])

/** `extend_account`. */
export const EXTEND_ACCOUNTS = accountList(['account:w', 'user:ws', 'systemProgram', 'eventAuthority', 'program'])
