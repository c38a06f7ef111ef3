import { type Outcome, ok } from '../../../contract/outcome.ts'
import { encodeBase58 } from '../../../hot-paths/base58.ts'
import type { Position, PositionAt } from '../../holdings-port.ts'
import { readLargestAccounts } from '../largest-accounts.ts'
import { decodeMintInfo } from '../mint-info.ts'
import { STAKE_PROGRAM } from '../program-ids.ts'
import type { AccountView, SolanaRpc } from '../rpc.ts'
import { tokenOwnerOf } from '../token-owner.ts'
import { findNamed } from './find-named.ts'
import { runReadings } from './find-positions.ts'
import { POSITION_READERS } from './index.ts'

type Asked = { readonly address: string; readonly nowSec: number; readonly signal: AbortSignal }
/** Withdrawer of a stake account: after its state, rent and staker. */
const WITHDRAWER_AT = 44
const STAKE_BYTES = 76
/** Stands for the wallet where a reader says how it lists the accounts of one. */
const ANY_WALLET = 'wallet'

/** What stands at an address: a position's own account, or the NFT that stands for one. `position` null where no reader
 *  knows the layout. Fails as the node fails. */
export async function readPositionAt(rpc: SolanaRpc, { address, nowSec, signal }: Asked): Promise<Outcome<PositionAt>> {
  const read = await rpc.accounts([address], { signal })
  if (!read.ok) return read
  const account = read.value.accounts[0] ?? null
  const nothing = { program: account?.owner ?? null, owner: null, position: null, isStake: false, missing: [] }
  if (account === null) return ok(nothing)
  if (account.owner === STAKE_PROGRAM && account.data.length >= STAKE_BYTES) {
    const owner = encodeBase58(account.data.subarray(WITHDRAWER_AT, WITHDRAWER_AT + 32))
    return ok({ ...nothing, owner, isStake: true })
  }
  const missing: string[] = []
  const notes = {
    add: (sentence: string) => void missing.push(sentence),
    failed: (what: string) => void missing.push(`${what}: the node does not list the accounts of the program.`),
    said: () => ({ missing, isDegraded: false }),
  }
  const candidates = await candidatesOf(rpc, account, { signal, notes })
  if (!candidates.ok) return candidates
  for (const view of candidates.value) {
    const reader = POSITION_READERS.find(({ programs }) => programs.includes(view.owner))
    const reading = reader?.read(view, { nowSec }) ?? null
    if (reading === null) continue
    const found = await runReadings(rpc, [reading], { signal, notes })
    if (!found.ok) return found
    const position = found.value.find((one) => one.address === view.address) ?? null
    if (found.value.length > 1) missing.push(`A bundle of ${found.value.length} positions: ask for one of them.`)
    if (position === null) continue
    const owner = await ownerOf(rpc, { position, view, signal })
    return owner.ok ? ok({ ...nothing, program: view.owner, owner: owner.value, position, missing }) : owner
  }
  return ok({ ...nothing, missing })
}

/** The account itself, or those that an NFT may stand for. */
async function candidatesOf(
  rpc: SolanaRpc,
  account: AccountView,
  { signal, notes }: { readonly signal: AbortSignal; readonly notes: Parameters<typeof findNamed>[2]['notes'] },
): Promise<Outcome<readonly AccountView[]>> {
  const info = decodeMintInfo(account)
  if (info === null) return ok([account])
  if (info.decimals !== 0 || info.supplyRaw !== 1n) return ok([])
  const { tokenProgram, decimals, supplyRaw, mintAuthority } = info
  const nft = { account: '', mint: account.address, tokenProgram, amountRaw: 1n, supplyRaw, decimals, mintAuthority }
  const addresses = [...new Set(POSITION_READERS.flatMap((reader) => reader.accountsOf?.(nft) ?? []))]
  const read = await rpc.accounts(addresses, { signal })
  if (!read.ok) return read
  const derived = read.value.accounts.filter((view) => view !== null)
  const named = await findNamed(rpc, [nft], { signal, notes })
  return named.ok ? ok([...derived, ...named.value.map(({ view }) => view)]) : named
}

/** Who holds the NFT, or whom the account names; null where the node does not say. */
async function ownerOf(
  rpc: SolanaRpc,
  parts: { readonly position: Position; readonly view: AccountView; readonly signal: AbortSignal },
): Promise<Outcome<string | null>> {
  const { position, view, signal } = parts
  if (position.mint === null) {
    const reader = POSITION_READERS.find(({ programs }) => programs.includes(view.owner))
    const filters = reader?.scanOf?.(ANY_WALLET).filters ?? []
    const named = filters.flatMap((one) =>
      'memcmp' in one && one.memcmp.bytes === ANY_WALLET ? one.memcmp.offset : [],
    )
    const [at] = named
    return ok(at === undefined ? null : encodeBase58(view.data.subarray(at, at + 32)))
  }
  const largest = await readLargestAccounts(rpc, position.mint, signal)
  const holder = largest.ok ? largest.value.find(({ amount }) => BigInt(amount) === 1n) : undefined
  if (holder === undefined) return ok(null)
  const read = await rpc.accounts([position.mint, holder.address], { signal })
  if (!read.ok) return read
  const [mint, account] = read.value.accounts
  return ok(mint ? tokenOwnerOf(account ?? null, { mint: position.mint, tokenProgram: mint.owner }) : null)
}
