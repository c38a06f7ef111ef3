import { SANDBOX_KEYS, SANDBOX_PREVIEW_KEY } from '../../config/sandbox-keys.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { SandboxDescription } from '../../contract/sandbox.ts'
import { fundSandboxUsers } from './fund-users.ts'

const RETRY_SEC = 2

/** The embedded world as its users see it; while its node is slow, as it was seen last. Fails `not_found` in live mode,
 *  `not_ready` while the world starts or has not been seen yet. */
export async function describeSandbox(ctx: Context): Promise<Outcome<SandboxDescription>> {
  if (ctx.sandbox === null) return fail('not_found', 'not found')
  const info = await ctx.sandbox.read()
  if (!info.ok)
    return fail('not_ready', 'the sandbox is starting or busy: it has not described its world yet', RETRY_SEC)
  const users = await fundSandboxUsers(ctx)
  if (!users.ok) ctx.log.warn({ code: users.code, reason: users.message }, 'the custodial users have no money')
  const { seed, genesisHash, tokens, wallets, signatures, upstreams } = info.value
  return ok({
    mode: 'sandbox',
    seed,
    genesisHash,
    restarts: ctx.sandbox.restarts(),
    keys: Object.fromEntries([...SANDBOX_KEYS.map(({ name, key }) => [name, key]), ['preview', SANDBOX_PREVIEW_KEY]]),
    tokens: tokens.map(({ mint, symbol, archetype, dex, pool }) => ({ mint, symbol, archetype, dex, pool })),
    wallets: wallets.map(({ address, archetype, secretKey }) => ({ address, archetype, secretKey })),
    userRefs: users.ok ? [...users.value] : [],
    signatures,
    upstreams,
  })
}
