import { ZERO_KEY } from '../../borsh-layout.ts'
import { BUYBACK_FEE_RECIPIENTS, FEE_RECIPIENTS, RESERVED_FEE_RECIPIENTS } from './addresses.ts'

/** Wallets that a trade may name for each fee. */
export type FeeRecipients = { readonly protocol: readonly string[]; readonly buyback: readonly string[] }

/** What of the settings of either pump program says who may take fees. */
export type RecipientLists = {
  readonly protocol: readonly string[]
  readonly reserved: readonly string[]
  readonly buyback: readonly string[]
}

/** The lists in force for a token. Empty places of a list allow no one; settings older than a list leave it empty, and
 *  then those that were published count. */
export function feeRecipientsOf(
  lists: RecipientLists,
  { isMayhemMode }: { readonly isMayhemMode: boolean },
): FeeRecipients {
  const protocol = isMayhemMode
    ? filledOr(lists.reserved, RESERVED_FEE_RECIPIENTS)
    : filledOr(lists.protocol, FEE_RECIPIENTS)
  return { protocol, buyback: filledOr(lists.buyback, BUYBACK_FEE_RECIPIENTS) }
}

function filledOr(list: readonly string[], published: readonly string[]): readonly string[] {
  const filled = list.filter((address) => address !== ZERO_KEY)
  return filled.length === 0 ? published : filled
}
