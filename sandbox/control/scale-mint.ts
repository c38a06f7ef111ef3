import { TOKEN_2022_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { fail, type Outcome, ok } from '../../src/contract/outcome.ts'
import { findExtension } from '../../src/hot-paths/account-layouts.ts'
import type { SandboxChain } from '../chain/types.ts'
import { type ControlParams, invalid, readControlAddress } from './control-params.ts'

const SCALED_UI_AMOUNT = 25
const CONFIG_BYTES = 56
const AUTHORITY_BYTES = 32

/** Gives a Token-2022 mint the extension that scales its amounts for display, as tokenised stocks have it. Base units
 *  stay what they are. */
export function scaleMint(chain: SandboxChain, params: ControlParams): Outcome<unknown> {
  const mint = readControlAddress(params, 'mint')
  if (!mint.ok) return mint
  const { multiplier, next = multiplier, nextSec = 0 } = params
  if (![multiplier, next, nextSec].every((one) => typeof one === 'number' && Number.isFinite(one) && one >= 0))
    return invalid('multiplier, next, nextSec: expected numbers from 0')
  const account = chain.account(mint.value)
  if (account?.owner !== TOKEN_2022_PROGRAM) return fail('not_found', 'no mint of Token-2022 at this address')
  if (findExtension(account.data, SCALED_UI_AMOUNT) !== null) return fail('conflict', 'the mint is scaled already')
  const row = Buffer.alloc(4 + CONFIG_BYTES)
  row.writeUInt16LE(SCALED_UI_AMOUNT, 0)
  row.writeUInt16LE(CONFIG_BYTES, 2)
  let at = row.writeDoubleLE(multiplier as number, 4 + AUTHORITY_BYTES)
  at = row.writeBigInt64LE(BigInt(Math.trunc(nextSec as number)), at)
  row.writeDoubleLE(next as number, at)
  const data = Buffer.concat([account.data, row])
  const lamports = chain.minimumBalanceLamports(data.length)
  chain.setAccount(mint.value, {
    ...account,
    data: new Uint8Array(data),
    lamports: account.lamports > lamports ? account.lamports : lamports,
  })
  return ok({ mint: mint.value, multiplier, next, nextSec })
}
