import {
  ADDRESS_LOOKUP_TABLE_PROGRAM,
  BPF_LOADER_PROGRAM,
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  NATIVE_LOADER,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../../src/chain/solana/program-ids.ts'
import type { SandboxChain } from '../chain/types.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { type AccountFilter, addressFilterAt, passesFilters, readFilters } from './account-filters.ts'
import { encodeAccount, visibleAccount } from './encode-account.ts'
import { bareNumber } from './json.ts'
import {
  expectCount,
  readAccountConfig,
  readAddress,
  readAddresses,
  readCommitment,
  readConfig,
  readFlag,
  readOptionalU64,
  readU64,
} from './read-params.ts'
import { invalidParams } from './rpc-refusal.ts'
import { type RpcMethod, type RpcWorld, readSlot, slotAt, withContext } from './world.ts'

const TOKEN_OWNER_OFFSET = 32
/** The largest account the runtime allows: 10 MiB. */
const MAX_ACCOUNT_BYTES = 10 * 1024 * 1024
const COUNTED_PROGRAMS = [
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
  STAKE_PROGRAM,
  VOTE_PROGRAM,
  ADDRESS_LOOKUP_TABLE_PROGRAM,
  BPF_LOADER_PROGRAM,
  BPF_UPGRADEABLE_LOADER_PROGRAM,
  NATIVE_LOADER,
]

const getAccountInfo: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const address = readAddress(params[0])
  const config = readAccountConfig(params[1], 'binary')
  const slot = readSlot(chain, config.commitment, config.minContextSlot)
  const state = visibleAccount(chain, address)
  return withContext(slot, state === null ? null : encodeAccount(chain, state, config.encoding, config.dataSlice))
}

const getMultipleAccounts: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const addresses = readAddresses(params[0], SANDBOX_LIMITS.multipleAccounts)
  const config = readAccountConfig(params[1], 'base64')
  const slot = readSlot(chain, config.commitment, config.minContextSlot)
  const value = addresses.map((address) => {
    const state = visibleAccount(chain, address)
    return state === null ? null : encodeAccount(chain, state, config.encoding, config.dataSlice)
  })
  return withContext(slot, value)
}

const getProgramAccounts: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const program = readAddress(params[0])
  const config = readAccountConfig(params[1], 'binary')
  const raw = readConfig(params[1])
  const filters = readFilters(raw['filters'])
  const withSlot = readFlag(raw, 'withContext', false)
  // The indexes list addresses in order anyway.
  readFlag(raw, 'sortResults', true)
  const slot = readSlot(chain, config.commitment, config.minContextSlot)
  const rows: { pubkey: string; account: unknown }[] = []
  for (const pubkey of candidates(chain, program, filters)) {
    const state = visibleAccount(chain, pubkey)
    if (state === null || state.owner !== program || !passesFilters(state, filters)) continue
    rows.push({ pubkey, account: encodeAccount(chain, state, config.encoding, config.dataSlice) })
  }
  return withSlot ? withContext(slot, rows) : rows
}

/** A filter on mint or owner of token accounts is answered from an index, as on a node that keeps one. */
function candidates(chain: SandboxChain, program: string, filters: readonly AccountFilter[]): readonly string[] {
  if (program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM) {
    const owner = addressFilterAt(filters, TOKEN_OWNER_OFFSET)
    // Bytes 32 to 64 are the owner in accounts but supply and decimals in mints: only the account index may answer.
    if (owner !== null && onlyAccounts(filters)) return chain.tokenAccountsOfOwner(owner)
    const mint = addressFilterAt(filters, 0)
    if (mint !== null && onlyAccounts(filters)) return chain.tokenAccountsOfMint(mint)
  }
  return chain.accountsOfProgram(program)
}

function onlyAccounts(filters: readonly AccountFilter[]): boolean {
  return filters.some(
    (filter) =>
      ('dataSize' in filter && filter.dataSize === 165) ||
      'tokenAccountState' in filter ||
      ('memcmp' in filter && filter.memcmp.offset === 165 && filter.memcmp.bytes[0] === 2),
  )
}

const getBalance: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const address = readAddress(params[0])
  const config = readConfig(params[1])
  const slot = readSlot(chain, readCommitment(config), readOptionalU64(config['minContextSlot']))
  return withContext(slot, bareNumber(chain.account(address)?.lamports ?? 0n))
}

const getMinimumBalanceForRentExemption: RpcMethod = ({ chain }, params) => {
  expectCount(params, 1, 2)
  const dataBytes = readU64(params[0])
  readCommitment(readConfig(params[1]))
  if (dataBytes > MAX_ACCOUNT_BYTES)
    throw invalidParams(`Invalid param: data length ${dataBytes} exceeds ${MAX_ACCOUNT_BYTES}`)
  return bareNumber(chain.minimumBalanceLamports(dataBytes))
}

const getLargestAccounts: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 1)
  const slot = slotAt(chain, readCommitment(readConfig(params[0])))
  const rows = chain
    .accountsOfProgram(SYSTEM_PROGRAM)
    .map((address) => ({ address, lamports: chain.account(address)?.lamports ?? 0n }))
    .sort((a, b) => (a.lamports < b.lamports ? 1 : a.lamports > b.lamports ? -1 : a.address < b.address ? -1 : 1))
    .slice(0, SANDBOX_LIMITS.largestAccounts)
  return withContext(
    slot,
    rows.map(({ address, lamports }) => ({ address, lamports: bareNumber(lamports) })),
  )
}

/** Lamports of the accounts under the runtime's own programs: wallets, tokens, stakes, programs. Nothing is locked away
 *  from circulation. */
const getSupply: RpcMethod = ({ chain }, params) => {
  expectCount(params, 0, 1)
  const slot = slotAt(chain, readCommitment(readConfig(params[0])))
  const total = bareNumber(totalLamports(chain))
  return withContext(slot, { total, circulating: total, nonCirculating: 0, nonCirculatingAccounts: [] })
}

function totalLamports(chain: RpcWorld['chain']): bigint {
  let total = 0n
  for (const program of COUNTED_PROGRAMS)
    for (const address of chain.accountsOfProgram(program)) total += chain.account(address)?.lamports ?? 0n
  return total
}

export const ACCOUNT_METHODS: Readonly<Record<string, RpcMethod>> = {
  getAccountInfo,
  getMultipleAccounts,
  getProgramAccounts,
  getBalance,
  getMinimumBalanceForRentExemption,
  getLargestAccounts,
  getSupply,
}
