import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { readU64 } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import { foldAccountSlices, type HolderTable } from './holder-table.ts'
import type { MintInfo } from './mint-info.ts'
import { NATIVE_MINT } from './program-ids.ts'
import type { AccountView, SolanaRpc } from './rpc.ts'

/** Token accounts that a mint's own transactions show, whatever they hold now. */
export type HolderTrail = (mint: Pick<MintInfo, 'mint' | 'tokenProgram'>) => Promise<Outcome<readonly string[]>>
export type TrailedHolders = {
  readonly table: HolderTable
  /** Of the supply, what accounts hold that were not found; 0 when all were. */
  readonly missingRaw: bigint
  readonly supplyRaw: bigint
}

/** Of a token account mint, owner and amount; of a mint its supply as well. */
const HEAD = { offset: 0, length: 72 } as const
const OWNER_AT = 32
const SUPPLY_AT = 36
/** Someone may trade between two chunks of one look. */
const LOOKS = 2

/** The holders among the accounts of a trail, by what the node says they hold now. Whether they are all is checked
 *  against the supply: units that no account among them holds are in one that was not found. Fails as the node fails,
 *  and when the accounts hold more than there is. */
export async function readTrailedHolders(
  { rpc, trail }: { readonly rpc: Pick<SolanaRpc, 'accounts'>; readonly trail: HolderTrail },
  mint: Pick<MintInfo, 'mint' | 'tokenProgram'>,
  signal?: AbortSignal,
): Promise<Outcome<TrailedHolders>> {
  const found = await trail(mint)
  if (!found.ok) return found
  if (mint.mint === NATIVE_MINT) return fail('upstream_refused', 'the mint of wrapped SOL counts no supply')
  let held: TrailedHolders | Failure = fail('upstream_failed', 'no account was looked at')
  for (let look = 1; look <= LOOKS; look++) {
    const answer = await rpc.accounts([mint.mint, ...found.value], { dataSlice: HEAD, ...(signal ? { signal } : {}) })
    if (!answer.ok) return answer
    held = await holdersIn(mint, answer.value.accounts)
    if (!('ok' in held) && held.missingRaw === 0n) break
  }
  return 'ok' in held ? held : ok(held)
}

async function holdersIn(
  { mint, tokenProgram }: Pick<MintInfo, 'mint' | 'tokenProgram'>,
  [mintView, ...views]: readonly (AccountView | null)[],
): Promise<TrailedHolders | Failure> {
  if (mintView == null || mintView.owner !== tokenProgram || mintView.data.length < SUPPLY_AT + 8)
    return fail('upstream_failed', 'the node does not know the mint')
  const slices: Uint8Array[] = []
  let heldRaw = 0n
  for (const view of views) {
    if (view === null || view.owner !== tokenProgram || view.data.length < HEAD.length) continue
    if (encodeBase58(view.data.subarray(0, OWNER_AT)) !== mint) continue
    const slice = view.data.subarray(OWNER_AT)
    heldRaw += readU64(slice, OWNER_AT)
    slices.push(slice)
  }
  const supplyRaw = readU64(mintView.data, SUPPLY_AT)
  if (heldRaw > supplyRaw) return fail('upstream_failed', 'the accounts that were found hold more than the supply')
  return { table: await foldAccountSlices(slices), missingRaw: supplyRaw - heldRaw, supplyRaw }
}
