import Type from 'typebox'
import { ok } from '../../contract/outcome.ts'
import { addressParam, isSignature, type Rule, SIGNATURE_PATTERN } from '../../contract/params.ts'

export const WalletParams = { wallet: addressParam('invalid wallet') }
/** Of nfts, funding, transfers, stake and tx-stats (spec 4.2). */
export const WalletAddressParams = { wallet: addressParam('invalid wallet address') }

/** A transaction to begin behind, or to end before; text that is no signature is ignored (spec 4.2). */
export function optionalSignature(description: string): Rule<string> {
  return {
    schema: Type.String({ pattern: SIGNATURE_PATTERN, description: `${description} Ignored when it is no signature.` }),
    required: false,
    aliases: [],
    parse: (raw) => ok(isSignature(raw?.trim()) ? raw!.trim() : ''),
    canonical: (value) => value,
  }
}
