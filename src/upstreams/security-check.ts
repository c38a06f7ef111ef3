import type { CheckSeverity, SecurityCheck, SecurityFacts } from './capabilities.ts'

/** Labels and details quote providers, and through them token creators: nothing longer is passed on. */
const MAX_TEXT_CHARS = 240

/** What is true of the token: where the provider finds nothing, and where it finds the fault. */
export type OutcomeLabels = { readonly fine: string; readonly fault: string }

/** A check whose texts are safe to print: of bounded length, without control characters. A single label is a provider's
 *  own words. */
export function securityCheck(
  id: string,
  ok: boolean,
  severity: CheckSeverity,
  label: string | OutcomeLabels,
  detail = '',
): SecurityCheck {
  const text = typeof label === 'string' ? label : ok ? label.fine : label.fault
  return { id, ok, severity, label: plainText(text), detail: plainText(detail) }
}

function plainText(text: string): string {
  const plain = text
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length <= MAX_TEXT_CHARS ? plain : `${plain.slice(0, MAX_TEXT_CHARS - 1)}…`
}

/** What a provider that says nothing says. */
export const NO_SECURITY_FACTS: SecurityFacts = {
  mintable: null,
  mintAuthority: null,
  freezable: null,
  freezeAuthority: null,
  transferFeePct: null,
  scheduledTransferFeePct: null,
  transferFeeMutable: null,
  nonTransferable: null,
  defaultFrozen: null,
  hook: null,
  hookProgram: null,
  hookMutable: null,
  permanentDelegate: null,
  permanentDelegateAddress: null,
  closable: null,
  metadataMutable: null,
  lpLockedPct: null,
  creator: null,
  creatorMalicious: null,
  creatorTokens: null,
  insidersDetected: null,
  holderCount: null,
  top10Pct: null,
  liquidityUsd: null,
  priceUsd: null,
  trusted: null,
}
