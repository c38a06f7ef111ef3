import type { Context } from '../../context.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'

type Relayed = { readonly status: number; readonly contentType: string; readonly body: Uint8Array }

/** The node's own answer to checked read-only calls: status, content type and body as they came (spec 4.6). */
export async function relayRpc(ctx: Context, text: string, signal: AbortSignal): Promise<Outcome<Relayed>> {
  if (ctx.chain.rpc === null) return fail('unconfigured', 'on-chain provider not configured')
  return ctx.chain.rpc.relay(Buffer.from(text), signal)
}
