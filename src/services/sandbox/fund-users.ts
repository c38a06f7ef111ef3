import type { SolanaRpc } from '../../chain/solana/rpc.ts'
import { SANDBOX_KEYS, SANDBOX_USERS } from '../../config/sandbox-keys.ts'
import type { Context } from '../../context.ts'
import type { Caller } from '../../contract/api-key.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { digestKey } from '../../runtime/digest-key.ts'
import { type CustodialWallet, walletOf } from '../custody/signer.ts'

type FundedUser = { readonly userRef: string; readonly address: string }

/** The published custodial users of the trade key: derived, and given SOL by the world's faucet once in each world, so
 *  that a wallet which was emptied stays empty. Resolves when the money is there. Fails as the signer and the node do;
 *  `upstream_timeout` when the money does not come, `not_found` in live mode. After a failure the next call tries
 *  again. */
export async function fundSandboxUsers(ctx: Context): Promise<Outcome<readonly FundedUser[]>> {
  if (ctx.sandbox === null) return fail('not_found', 'not found')
  const state = ctx.parts.sandboxFunding
  const world = ctx.store.worldVersion()
  if (state.funding === null || state.world !== world) {
    const funding = deriveAndFund(ctx)
    Object.assign(state, { world, funding })
    const forget = (): void => {
      if (state.funding === funding) state.funding = null
    }
    funding.then((outcome) => {
      if (!outcome.ok) forget()
    }, forget)
  }
  return state.funding!
}

/** The funding of the published users of one world. */
export type SandboxFunding = { world: number; funding: Promise<Outcome<readonly FundedUser[]>> | null }

export function createSandboxFunding(): SandboxFunding {
  return { world: 0, funding: null }
}

async function deriveAndFund(ctx: Context): Promise<Outcome<readonly FundedUser[]>> {
  const { rpc } = ctx.chain
  const caller = tradeCaller(ctx)
  if (caller === null || rpc === null) return ok([])
  const wallets: CustodialWallet[] = []
  for (const userRef of SANDBOX_USERS.refs) {
    const wallet = await walletOf(ctx, caller, userRef)
    if (wallet.ok) wallets.push(wallet.value)
    // `conflict`: someone has made a watched wallet of that name, which is theirs to fund.
    else if (wallet.code !== 'conflict') return wallet
  }
  const funded = await fund(ctx, rpc, wallets)
  return funded.ok ? ok(wallets.map(({ userRef, address }) => ({ userRef, address }))) : funded
}

function tradeCaller({ store }: Context): Caller | null {
  const published = SANDBOX_KEYS.find(({ name }) => name === SANDBOX_USERS.keyName)!
  const key = store.apiKeys.findByDigest(digestKey(published.key))
  return key === undefined ? null : { kind: 'key', key }
}

async function fund(ctx: Context, rpc: SolanaRpc, wallets: readonly CustodialWallet[]): Promise<Outcome<null>> {
  const sent: string[] = []
  for (const { address } of wallets) {
    const history = await rpc.signaturesOf(address, { limit: 1 })
    if (!history.ok) return history
    if (history.value.length > 0) continue
    const airdrop = await rpc.call<unknown>('requestAirdrop', [address, SANDBOX_USERS.lamports])
    if (!airdrop.ok) return airdrop
    sent.push(address)
  }
  const endMs = ctx.clock.monotonicMs() + SANDBOX_USERS.waitMs
  while (sent.length > 0) {
    const read = await rpc.accounts(sent)
    if (!read.ok) return read
    if (read.value.accounts.every((account) => account !== null)) break
    if (ctx.clock.monotonicMs() >= endMs) return fail('upstream_timeout', 'the airdrop did not arrive')
    await ctx.clock.sleep(SANDBOX_USERS.lookEveryMs)
  }
  return ok(null)
}
