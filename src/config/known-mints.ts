import { USDC_MINT, USDT_MINT, WSOL_MINT } from '../contract/mints.ts'

/** Mints whose standing is settled outside of any chain history. Operators add to the first list with
 *  `MINTGLASS_WHITELIST_MINTS` and switch both off with `MINTGLASS_TRUST_LISTS=0`; evaluation does the latter. */
export const WHITELISTED_MINTS: ReadonlySet<string> = new Set([
  WSOL_MINT,
  // Liquid staking: Marinade, Jito, BlazeStake.
  'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
  'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
  'bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1',
  // BONK, Jupiter, Jito, Pyth, dogwifhat.
  'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
  'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL',
  'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3',
  'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
])

/** Stablecoins whose issuer is supervised and may freeze and mint by law: those authorities are no fault in them. */
export const REGULATED_STABLECOINS: ReadonlyMap<string, string> = new Map([
  [USDC_MINT, 'Circle'],
  ['HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr', 'Circle'],
  [USDT_MINT, 'Tether'],
  ['2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', 'Paxos'],
])
