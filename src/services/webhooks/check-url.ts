import type { Context } from '../../context.ts'
import { type Outcome, ok } from '../../contract/outcome.ts'
import { checkAddresses, parsePublicTarget } from '../../runtime/public-target.ts'

/** The canonical spelling of an address that webhooks may post to right now. A name that does not resolve is accepted:
 *  it may come to be, and every attempt looks again. Fails `invalid_request` with the reason. */
export async function checkWebhookUrl(
  ctx: Pick<Context, 'config' | 'resolveHost'>,
  text: string,
): Promise<Outcome<string>> {
  const target = parsePublicTarget(text, ctx.config.webhooks.testTargets)
  if (!target.ok) return target
  const addresses = await checkAddresses(target.value, ctx.resolveHost)
  if (!addresses.ok && addresses.code === 'invalid_request') return addresses
  return ok(target.value.url)
}
