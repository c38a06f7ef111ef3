import { SYSTEM_PROGRAM } from '../../chain/solana/program-ids.ts'
import type { Context } from '../../context.ts'
import { type Failure, fail, type Outcome, ok } from '../../contract/outcome.ts'
import { readNonce } from '../../hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../hot-paths/base58.ts'
import type { DurableNonce } from '../landing/landing.ts'
import { readFailure } from '../trade-plan/read-failure.ts'

/** Whether a transaction of the wallet can live by this nonce: it is its own, and holds the value named. Fails
 *  `invalid_request` with what is wrong, or as the node fails. */
export async function checkNonce(
  ctx: Context,
  nonce: DurableNonce,
  wallet: string,
  signal?: AbortSignal,
): Promise<Outcome<DurableNonce>> {
  const { rpc } = ctx.chain
  if (rpc === null) return fail('unconfigured', 'rpc is not configured')
  const read = await rpc.accounts([nonce.account], signal ? { signal } : {})
  if (!read.ok) return read
  const account = read.value.accounts[0]
  const fields = account?.owner === SYSTEM_PROGRAM ? readNonce(account.data) : null
  if (fields === null) return refuse('nonce_account: not a durable nonce account')
  if (encodeBase58(fields.authority) !== wallet) return refuse('nonce_account: the wallet is not its authority')
  const value = encodeBase58(fields.value)
  return value === nonce.value ? ok(nonce) : refuse(`nonce_value: the nonce holds ${value}`)
}

function refuse(message: string): Failure {
  return readFailure(fail('invalid_request', message), 'validate')
}
