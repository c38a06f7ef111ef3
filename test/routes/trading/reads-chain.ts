import assert from 'node:assert/strict'
import type { DexName } from '../../../src/chain/solana/dexes/dex.ts'
import { DEXES } from '../../../src/chain/solana/dexes/index.ts'
import type { ReadAccounts, TradablePool } from '../../../src/chain/solana/dexes/trading.ts'
import type { AccountView } from '../../../src/chain/solana/rpc.ts'
import type { Context } from '../../../src/context.ts'
import { currentParty, SERVER_PARTY } from '../../../src/runtime/request-scope.ts'

/** The pool read again from the node by the DEX alone, without any cache. */
export async function readAlone(
  { chain }: Context,
  dexName: DexName,
  address: string,
  mint: string,
): Promise<TradablePool> {
  const trading = DEXES.find(({ name }) => name === dexName)!.trading!
  const read = new Map<string, AccountView | null>()
  for (let wanted = trading.wants(address, read, mint); wanted.length > 0; ) {
    const accounts = await chain.rpc!.accounts(wanted)
    assert(accounts.ok)
    for (const [at, one] of wanted.entries()) read.set(one, accounts.value.accounts[at] ?? null)
    wanted = trading.wants(address, read as ReadAccounts, mint).filter((one) => !read.has(one))
  }
  const pool = trading.readPool(address, read, mint)
  assert(pool.ok, pool.ok ? '' : pool.message)
  return pool.value
}

export type ReadsAsked = {
  /** Addresses read. */
  readonly accounts: string[]
  /** Programs scanned. */
  readonly scans: string[]
  /** Questions that the node has not answered yet. */
  underWay(): number
}

/** What requests make the server ask its node for from here on. What it reads on its own timers (watched accounts every
 *  12 seconds) is left out. */
export function listenToReads({ chain }: Context): ReadsAsked {
  let underWay = 0
  const asked = { accounts: [] as string[], scans: [] as string[], underWay: () => underWay }
  const { accounts, programAccounts } = chain.rpc!
  const counted = <T>(answer: Promise<T>): Promise<T> => {
    underWay += 1
    return answer.finally(() => {
      underWay -= 1
    })
  }
  Object.assign(chain.rpc!, {
    accounts: (...args: Parameters<typeof accounts>) => {
      if (currentParty() === SERVER_PARTY) return accounts(...args)
      asked.accounts.push(...args[0])
      return counted(accounts(...args))
    },
    programAccounts: (...args: Parameters<typeof programAccounts>) => {
      if (currentParty() === SERVER_PARTY) return programAccounts(...args)
      asked.scans.push(args[0])
      return counted(programAccounts(...args))
    },
  })
  return asked
}
