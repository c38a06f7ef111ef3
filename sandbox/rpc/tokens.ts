import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { readMint, readTokenAccount } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import type { AccountState, SandboxChain } from '../chain/types.ts'
import { SANDBOX_LIMITS } from '../limits.ts'
import { encodeAccount } from './encode-account.ts'
import { isObject, type Json } from './json.ts'
import {
  expectCount,
  readAccountConfig,
  readAddress,
  readCommitment,
  readConfig,
  readOptionalU64,
} from './read-params.ts'
import { invalidParams, invalidType } from './rpc-refusal.ts'
import { type MintDisplay, mintDisplayOf, readMintDisplay, toUiTokenAmount } from './token-amount.ts'
import { type RpcMethod, readSlot, withContext } from './world.ts'

const AMOUNT_OFFSET = 64

export function isTokenProgram(address: string): boolean {
  return address === TOKEN_PROGRAM || address === TOKEN_2022_PROGRAM
}

const getTokenAccountBalance: RpcMethod = ({ chain }, params) => {
  const { address, slot } = readAddressAndSlot(chain, params)
  const state = chain.account(address)
  if (state === null) throw invalidParams('Invalid param: could not find account')
  const fields = isTokenProgram(state.owner) ? readTokenAccount(state.data) : null
  if (fields === null) throw invalidParams('Invalid param: not a Token account')
  const display = readMintDisplay(chain, encodeBase58(fields.mint))
  if (display === null) throw invalidParams('Invalid param: could not find mint')
  return withContext(slot, toUiTokenAmount(fields.amountRaw, display))
}

const getTokenSupply: RpcMethod = ({ chain }, params) => {
  const { address, slot } = readAddressAndSlot(chain, params)
  const state = chain.account(address)
  if (state === null) throw invalidParams('Invalid param: could not find account')
  if (!isTokenProgram(state.owner)) throw invalidParams('Invalid param: not a Token mint')
  const mint = readMint(state.data)
  const display = mintDisplayOf(state.data, chain.unixTimeSec())
  if (mint === null || display === null) throw invalidParams('Invalid param: mint could not be unpacked')
  return withContext(slot, toUiTokenAmount(mint.supplyRaw, display))
}

const getTokenLargestAccounts: RpcMethod = ({ chain }, params) => {
  const { address, slot } = readAddressAndSlot(chain, params)
  const display = requireMint(chain, address)
  const rows = chain
    .tokenAccountsOfMint(address)
    .map((account) => ({ account, amountRaw: amountOf(chain.account(account)) }))
    .sort((a, b) => (a.amountRaw < b.amountRaw ? 1 : a.amountRaw > b.amountRaw ? -1 : a.account < b.account ? -1 : 1))
    .slice(0, SANDBOX_LIMITS.largestAccounts)
  return withContext(
    slot,
    rows.map(({ account, amountRaw }) => ({ address: account, ...toUiTokenAmount(amountRaw, display) })),
  )
}

const getTokenAccountsByOwner: RpcMethod = (world, params) =>
  listTokenAccounts(world.chain, params, (owner) => world.chain.tokenAccountsOfOwner(owner))

const getTokenAccountsByDelegate: RpcMethod = (world, params) =>
  listTokenAccounts(world.chain, params, (delegate) => world.chain.tokenAccountsOfDelegate(delegate))

function listTokenAccounts(
  chain: SandboxChain,
  params: readonly Json[],
  addressesOf: (address: string) => readonly string[],
) {
  expectCount(params, 2, 3)
  const address = readAddress(params[0])
  const filter = readTokenFilter(chain, params[1])
  const config = readAccountConfig(params[2], 'binary')
  const slot = readSlot(chain, config.commitment, config.minContextSlot)
  const rows: { pubkey: string; account: unknown }[] = []
  for (const pubkey of addressesOf(address)) {
    const state = chain.account(pubkey)
    if (state === null || state.owner !== filter.program) continue
    if (filter.mint !== null && encodeBase58(state.data.subarray(0, 32)) !== filter.mint) continue
    rows.push({ pubkey, account: encodeAccount(chain, state, config.encoding, config.dataSlice) })
  }
  return withContext(slot, rows)
}

function readTokenFilter(chain: SandboxChain, value: Json | undefined): { program: string; mint: string | null } {
  if (!isObject(value)) throw invalidType(value, 'enum RpcTokenAccountsFilter')
  if ('mint' in value) {
    const mint = readAddress(value['mint'])
    requireMint(chain, mint)
    return { mint, program: chain.account(mint)!.owner }
  }
  if (!('programId' in value)) throw invalidParams('Invalid params: unknown variant, expected `mint` or `programId`.')
  const program = readAddress(value['programId'])
  if (!isTokenProgram(program)) throw invalidParams('Invalid param: unrecognized Token program id')
  return { mint: null, program }
}

function requireMint(chain: SandboxChain, mint: string): MintDisplay {
  const state = chain.account(mint)
  if (state === null) throw invalidParams('Invalid param: could not find mint')
  if (!isTokenProgram(state.owner)) throw invalidParams('Invalid param: not a Token mint')
  const display = mintDisplayOf(state.data, chain.unixTimeSec())
  if (display === null) throw invalidParams('Invalid param: mint could not be unpacked')
  return display
}

/** Amount of a token account; the index behind it names nothing else. */
function amountOf(state: AccountState | null): bigint {
  if (state === null || state.data.length < AMOUNT_OFFSET + 8) return 0n
  return new DataView(state.data.buffer, state.data.byteOffset).getBigUint64(AMOUNT_OFFSET, true)
}

function readAddressAndSlot(chain: SandboxChain, params: readonly Json[]): { address: string; slot: number } {
  expectCount(params, 1, 2)
  const address = readAddress(params[0])
  const config = readConfig(params[1])
  return { address, slot: readSlot(chain, readCommitment(config), readOptionalU64(config['minContextSlot'])) }
}

export const TOKEN_METHODS: Readonly<Record<string, RpcMethod>> = {
  getTokenAccountBalance,
  getTokenAccountsByOwner,
  getTokenAccountsByDelegate,
  getTokenLargestAccounts,
  getTokenSupply,
}
