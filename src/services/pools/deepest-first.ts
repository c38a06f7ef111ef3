import { isMoney } from '../../chain/solana/dexes/quote-mints.ts'

type Deep = {
  readonly address: string
  readonly quoteMint: string
  readonly realQuoteReserveRaw: bigint | string
}

/** Order of pools of one token by the money in them: those against SOL or a dollar first, for anyone can make a token
 *  of any number of units and a pool against it. Within those by base units, equal ones by address. */
export function deepestFirst(a: Deep, b: Deep): number {
  const [aIsMoney, bIsMoney] = [isMoney(a.quoteMint), isMoney(b.quoteMint)]
  if (aIsMoney !== bIsMoney) return aIsMoney ? -1 : 1
  const [aRaw, bRaw] = [BigInt(a.realQuoteReserveRaw), BigInt(b.realQuoteReserveRaw)]
  if (aRaw !== bRaw) return aRaw > bRaw ? -1 : 1
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0
}
