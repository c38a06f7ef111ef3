import { EVM_NODE_INSTALL } from '../../config/sandbox-evm.ts'
import type { Context } from '../../context.ts'
import { EVM_TAPE_CHAINS } from '../../contract/tape-event.ts'

/** What makes a sandbox play a chain that it could play and does not, as the end of a sentence; empty elsewhere. */
export function hintOfUnplayed({ config }: Pick<Context, 'config'>, key: string): string {
  const chain = EVM_TAPE_CHAINS.find((one) => one === key)
  if (config.mode !== 'sandbox' || chain === undefined || config.evm[chain] !== null) return ''
  return config.sandbox.evm.chains.includes(chain)
    ? ` (this sandbox plays it where \`${EVM_NODE_INSTALL}\` was run before it started)`
    : ` (this sandbox does not play it: SANDBOX_EVM)`
}
