import type { Check } from '../../../contract/check.ts'
import {
  type CheckRule,
  failed,
  type Layer,
  type LayerInputs,
  passed,
  STATE_MAX_PENALTY,
  unasked,
} from '../../checks/layer.ts'
import { maturityOf } from '../overrides.ts'

const rule = (
  id: string,
  label: string,
  severity: CheckRule['severity'],
  threshold: string,
  source: string,
): CheckRule => ({
  id,
  label,
  severity,
  scored: true,
  threshold,
  source,
})

const AUTHORITY = 'SPL Token mint account; softer once mature, for issuers of old tokens keep authorities openly'
const EXTENSION = 'Token-2022 mint extension'
const RULES = {
  mint: rule(
    'not_a_mint',
    'Not a token mint',
    'critical',
    'account of neither token program',
    'account owner and layout',
  ),
  mintAuthority: rule(
    'mint_authority',
    'More of it can be minted',
    'high',
    'mint authority set (low when mature)',
    AUTHORITY,
  ),
  freezeAuthority: rule(
    'freeze_authority',
    'Accounts can be frozen',
    'high',
    'freeze authority set (low when mature)',
    AUTHORITY,
  ),
  permanentDelegate: rule(
    'permanent_delegate',
    'A delegate can move the tokens of every holder',
    'high',
    'delegate set (low when mature)',
    EXTENSION,
  ),
  transferHook: rule('transfer_hook', 'A program decides on every transfer', 'high', 'hook program set', EXTENSION),
  transferFee: rule(
    'transfer_fee',
    'Transfers cost a fee',
    'high',
    'highest scheduled rate: from 10 % high, from 3 % medium, above 0 low',
    EXTENSION,
  ),
  defaultFrozen: rule(
    'default_frozen',
    'New accounts are frozen',
    'critical',
    'default account state frozen (high when mature)',
    EXTENSION,
  ),
  nonTransferable: rule('non_transferable', 'It cannot be transferred', 'critical', 'extension present', EXTENSION),
  pausable: rule('pausable', 'Transfers can be stopped', 'high', 'pause authority set (low when mature)', EXTENSION),
  paused: rule('paused', 'Transfers are stopped', 'critical', 'paused flag set', EXTENSION),
  metadata: rule(
    'metadata_mutable',
    'Name and image can be changed',
    'low',
    'mutable, with an authority',
    'metadata account or extension',
  ),
} as const

/** What the mint itself allows. Token state does not separate safe from staged (field notes 6): a clean mint earns
 *  nothing on its own, an unclean one costs. */
export const layer: Layer = {
  name: 'contract',
  needs: ['evidence'],
  deadlineMs: 20_000,
  behavioural: false,
  maxPenalty: STATE_MAX_PENALTY,
  rules: Object.values(RULES),
  judge: judgeContract,
}

function judgeContract({ bundle }: LayerInputs): readonly Check[] {
  const mint = bundle.evidence.value?.mintInfo ?? null
  const unread = bundle.evidence.value?.gaps.find(({ part }) => part === 'mint')
  if (mint === null)
    return unread === undefined
      ? [failed(RULES.mint, 'no token program owns this account')]
      : [unasked(RULES.mint, unread.reason)]
  const { mature, why } = maturityOf(bundle)
  const { extensions } = mint
  const what = [{ what: mint.account.address, signature: null, slot: mint.account.slot, value: mint.account.sha256 }]
  const softened = (own: CheckRule, severity: CheckRule['severity']): CheckRule => (mature ? { ...own, severity } : own)
  const authority = (
    own: CheckRule,
    holder: string | null,
    says: string,
    matureSeverity: CheckRule['severity'] = 'low',
  ) =>
    holder === null
      ? passed(own, 'no one holds it', what)
      : failed(softened(own, matureSeverity), `${says} by ${holder}${mature ? ` (mature: ${why})` : ''}`, what)
  const flagged = (own: CheckRule, isSet: boolean, says: string) =>
    isSet ? failed(own, says, what) : passed(own, 'not set', what)
  const feePct = (extensions.transferFeeBps ?? 0) / 100
  const feeSeverity = feePct >= 10 ? 'high' : feePct >= 3 ? 'medium' : 'low'
  return [
    passed(RULES.mint, `mint of ${mint.tokenProgram}`, what),
    authority(RULES.mintAuthority, mint.mintAuthority, 'more can be minted'),
    authority(RULES.freezeAuthority, mint.freezeAuthority, 'accounts can be frozen'),
    authority(RULES.permanentDelegate, extensions.permanentDelegate, 'any balance can be moved or burned'),
    authority(RULES.transferHook, extensions.transferHookProgram, 'every transfer is decided', 'medium'),
    feePct > 0
      ? failed(
          { ...RULES.transferFee, severity: feeSeverity },
          `${feePct} % of every transfer, counting what is scheduled`,
          what,
        )
      : passed(RULES.transferFee, 'no fee, now or scheduled', what),
    flagged(softened(RULES.defaultFrozen, 'high'), extensions.defaultFrozen, 'new accounts start frozen'),
    flagged(RULES.nonTransferable, extensions.nonTransferable, 'holders can only burn it'),
    authority(RULES.pausable, extensions.pausableBy, 'all transfers can be stopped'),
    flagged(RULES.paused, extensions.paused, 'all transfers are stopped now'),
    metadataCheck(mint.metadataMutable, mint.metadataAuthority),
  ]
}

function metadataCheck(mutable: boolean | null, authority: string | null): Check {
  if (mutable === null) return unasked(RULES.metadata, 'no metadata was read')
  return mutable
    ? failed(RULES.metadata, `can be changed by ${authority ?? 'an authority that was not read'}`)
    : passed(RULES.metadata, 'fixed')
}
