import Type, { type Static } from 'typebox'
import {
  AnyText,
  Code,
  Maybe,
  PriceText,
  Share100Text,
  ShareText,
  TallyText,
  ValueText,
} from '../runtime/reply-ranges.ts'

/** GoPlus' record of one Solana token, the members we read. Source: the provider's SDK and recorded answers of July and
 *  August 2026. Numbers come as text, flags as "0" and "1", and any member may be missing. */

/** Text on the wire, but clients met plain numbers too. */
const Figure = AnyText

const Named = Type.Object({ address: Maybe(Type.String()), malicious_address: Maybe(Figure) })
export type GoplusNamed = Static<typeof Named>
const Flag = Type.Object({
  status: Maybe(Figure),
  authority: Maybe(Type.Array(Named)),
  metadata_upgrade_authority: Maybe(Type.Array(Named)),
})
export type GoplusFlag = Static<typeof Flag>
/** The rate is a fraction. */
const FeeRate = Type.Object({ fee_rate: Maybe(ShareText), epoch: Maybe(Figure) })
const Holder = Type.Object({
  percent: Maybe(ShareText),
  is_locked: Maybe(Figure),
  tag: Maybe(Type.String()),
})

export const GoplusRecord = Type.Object({
  mintable: Maybe(Flag),
  freezable: Maybe(Flag),
  closable: Maybe(Flag),
  balance_mutable_authority: Maybe(Flag),
  transfer_fee_upgradable: Maybe(Flag),
  transfer_hook_upgradable: Maybe(Flag),
  default_account_state_upgradable: Maybe(Flag),
  metadata_mutable: Maybe(Flag),
  default_account_state: Maybe(Figure),
  non_transferable: Maybe(Figure),
  none_transferable: Maybe(Figure),
  transfer_fee: Maybe(
    Type.Object({ current_fee_rate: Maybe(FeeRate), scheduled_fee_rate: Maybe(Type.Array(FeeRate)) }),
  ),
  transfer_hook: Maybe(Type.Array(Named)),
  creators: Maybe(Type.Array(Named)),
  holders: Maybe(Type.Array(Holder)),
  lp_holders: Maybe(Type.Array(Holder)),
  dex: Maybe(
    Type.Array(
      Type.Object({
        dex_name: Maybe(Type.String()),
        type: Maybe(Type.String()),
        tvl: Maybe(ValueText),
        burn_percent: Maybe(Share100Text),
        price: Maybe(PriceText),
      }),
    ),
  ),
  holder_count: Maybe(TallyText),
  trusted_token: Maybe(Figure),
})
export type GoplusRecord = Static<typeof GoplusRecord>

export const GoplusReply = Type.Object({
  code: Code,
  message: Maybe(Type.String()),
  result: Maybe(Type.Record(Type.String(), Type.Unknown())),
})
