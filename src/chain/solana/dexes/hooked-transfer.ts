import { fail, type Outcome, ok } from '../../../contract/outcome.ts'
import type { AccountUse } from '../instructions.ts'
import { extraMetasAddress, resolveHookAccounts } from '../transfer-hook.ts'
import type { TradableMint } from './tradable-mint.ts'
import type { ReadAccounts } from './trading.ts'

/** Who moves tokens from where to where. */
export type Move = { readonly source: string; readonly destination: string; readonly authority: string }

/** What a transfer of a mint must name for its hook; nothing for mints without. */
export type HookOf = (move: Move) => readonly AccountUse[]

/** Addresses that must be read before a hook can be followed. */
export function hookWants({ mint, hookProgram }: TradableMint): readonly string[] {
  return hookProgram === null ? [] : [extraMetasAddress(mint, hookProgram)]
}

const NONE: readonly AccountUse[] = []
/** Any two wallets' worth of addresses, to see what the list hangs on. */
const PROBES: Move = {
  source: 'SysvarC1ock11111111111111111111111111111111',
  destination: 'SysvarRent111111111111111111111111111111111',
  authority: 'SysvarS1otHashes111111111111111111111111111',
}

/** How a hook's accounts follow from a transfer's. Fails `no_route` for hooks whose accounts hang on the amount or on
 *  what stands in accounts: they would not be the same when the transfer runs. */
export function readHook({ mint, hookProgram: program }: TradableMint, read: ReadAccounts): Outcome<HookOf> {
  if (program === null) return ok(() => NONE)
  const list = read.get(extraMetasAddress(mint, program)) ?? null
  const metas = list?.owner === program ? list.data : null
  const resolve = (move: Move, amountRaw: bigint) =>
    resolveHookAccounts({ program, metas, mint, ...move, amountRaw }, () => undefined)
  const [one, other] = [resolve(PROBES, 0n), resolve(PROBES, 1n << 63n)]
  if (!one.done || !other.done) return fail('no_route', `the transfer hook of ${mint} cannot be followed`)
  const isSame = one.accounts.every(({ address }, at) => address === other.accounts[at]!.address)
  if (!isSame) return fail('no_route', `the transfer hook of ${mint} wants other accounts for each amount`)
  return ok((move) => {
    const found = resolve(move, 0n)
    return found.done ? found.accounts : NONE
  })
}
