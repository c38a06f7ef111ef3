import { startsWith } from '../../anchor-event.ts'
import type { ChainInstruction, ChainTransaction } from '../../transaction.ts'
import { mintOfAccount } from '../swap-amounts.ts'

/** One passage through one pool. */
export type ClmmPassage = {
  readonly pool: string
  readonly user: string
  /** Token accounts the passage is paid from and paid to. */
  readonly from: string
  readonly to: string
  readonly inputMint: string
  readonly outputMint: string
}

const SWAP_TAG = Buffer.from('f8c69e91e17587c8', 'hex')
const SWAP_V2_TAG = Buffer.from('2b04ed0b1ac91e62', 'hex')
const SWAP_ROUTER_BASE_IN_TAG = Buffer.from('457d73daf5baf2c4', 'hex')
const SWAP_ACCOUNTS = 10
const SWAP_V2_ACCOUNTS = 13
const ROUTER_ACCOUNTS = 6
/** Configuration, pool, output account, input and output vault, output mint, observations; tick arrays follow. */
const HOP_ACCOUNTS = 7

/** The pools an instruction swaps through, in order; none when it is no swap, or when the record does not show the mints
 *  that it does not name. */
export function clmmPassagesOf(
  transaction: ChainTransaction,
  { accounts, data }: ChainInstruction,
): readonly ClmmPassage[] {
  const isV2 = startsWith(data, SWAP_V2_TAG) && accounts.length >= SWAP_V2_ACCOUNTS
  if (isV2 || (startsWith(data, SWAP_TAG) && accounts.length >= SWAP_ACCOUNTS)) {
    const [user, , pool, from, to, inputVault, outputVault] = accounts as string[]
    const inputMint = isV2 ? accounts[11]! : mintOfAccount(transaction, inputVault!)
    const outputMint = isV2 ? accounts[12]! : mintOfAccount(transaction, outputVault!)
    if (inputMint === null || outputMint === null) return []
    return [{ pool: pool!, user: user!, from: from!, to: to!, inputMint, outputMint }]
  }
  return startsWith(data, SWAP_ROUTER_BASE_IN_TAG) ? routedPassages(transaction, accounts) : []
}

/** Hops follow each other without a count: one is where two vaults of the right mints stand in the right places. */
function routedPassages(transaction: ChainTransaction, accounts: readonly string[]): readonly ClmmPassage[] {
  const passages: ClmmPassage[] = []
  const user = accounts[0]!
  let [from, inputMint] = [accounts[1]!, accounts[2]!]
  for (let at = ROUTER_ACCOUNTS; at + HOP_ACCOUNTS <= accounts.length; ) {
    const [, pool, to, inputVault, outputVault, outputMint] = accounts.slice(at, at + HOP_ACCOUNTS) as string[]
    const isHop =
      mintOfAccount(transaction, inputVault!) === inputMint && mintOfAccount(transaction, outputVault!) === outputMint
    if (isHop) {
      passages.push({ pool: pool!, user, from, to: to!, inputMint, outputMint: outputMint! })
      from = to!
      inputMint = outputMint!
    }
    at += isHop ? HOP_ACCOUNTS : 1
  }
  return passages
}
