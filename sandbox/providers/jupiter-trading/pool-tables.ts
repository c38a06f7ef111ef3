import { createHash } from 'node:crypto'
import type { LookupTable } from '../../../src/chain/solana/compile-message.ts'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import { ADDRESS_LOOKUP_TABLE_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { LOOKUP_TABLE_HEADER_BYTES, readLookupTable } from '../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { intBytes } from '../../programs/byte-fields.ts'
import { aggregatorEventAuthority } from '../../programs/jupiter/aggregator-layout.ts'
import { legOf, type SwapLeg } from './swap-legs.ts'

/* The aggregator keeps a lookup table for each pool that it routes over, with what every trade there names. A table
 * appears when its pool is first routed over, as one that was made long before. */

const MAX_TABLE_ADDRESSES = 256
const TABLE_TYPE = 1
const AUTHORITY = seededAddress('lookup tables')
/** Two wallets that no one has: what is the same in both their trades belongs to the pool. */
const PROBES = [seededAddress('probe one'), seededAddress('probe two')] as const

function seededAddress(purpose: string): string {
  return encodeBase58(createHash('sha256').update(`mintglass/aggregator/${purpose}`).digest())
}

/** The pool's table, made or extended where it lacks an account of this trade. */
export function poolTable(chain: SandboxChain, { pool, inputMint }: SwapLeg): LookupTable {
  const seed = createHash('sha256').update(pool.address).digest().subarray(0, 8)
  const { address } = findProgramAddress([addressBytes(AUTHORITY), seed], ADDRESS_LOOKUP_TABLE_PROGRAM)
  const held = readTable(chain, address)
  const known = new Set(held)
  const missing = fixedAccounts(chain, pool, inputMint).filter((account) => !known.has(account))
  if (missing.length === 0) return { address, addresses: held }
  const addresses = [...held, ...missing].slice(0, MAX_TABLE_ADDRESSES)
  writeTable(chain, address, addresses)
  return { address, addresses }
}

function fixedAccounts(chain: SandboxChain, pool: SwapLeg['pool'], inputMint: string): string[] {
  const [one, other] = PROBES.map((wallet) => accountsOf(legOf(chain, pool, { inputMint, amountRaw: 1n, wallet })))
  const shared = new Set(other)
  return [...new Set([...one!, aggregatorEventAuthority().address])].filter(
    (account) => shared.has(account) || account === aggregatorEventAuthority().address,
  )
}

function accountsOf(leg: { readonly instruction: Instruction } | null): string[] {
  if (leg === null) return []
  return [leg.instruction.programId, ...leg.instruction.accounts.map(({ address }) => address)]
}

function readTable(chain: SandboxChain, address: string): string[] {
  const state = chain.account(address)
  const table = state?.owner === ADDRESS_LOOKUP_TABLE_PROGRAM ? readLookupTable(state.data) : null
  return table === null ? [] : table.addresses.map(encodeBase58)
}

function writeTable(chain: SandboxChain, address: string, addresses: readonly string[]): void {
  const head = Buffer.alloc(LOOKUP_TABLE_HEADER_BYTES)
  head.writeUInt32LE(TABLE_TYPE)
  head.fill(0xff, 4, 12)
  head.set(intBytes(8, Math.max(0, chain.slot() - 1)), 12)
  head[21] = 1
  head.set(addressBytes(AUTHORITY), 22)
  const data = Buffer.concat([head, ...addresses.map(addressBytes)])
  chain.setAccount(address, {
    lamports: chain.minimumBalanceLamports(data.length),
    owner: ADDRESS_LOOKUP_TABLE_PROGRAM,
    data,
    executable: false,
  })
}
