/* What is said of a token after its trades were executed. */

export type FindingId =
  | 'buy_refused'
  | 'buy_gives_nothing'
  | 'buy_limited'
  | 'sale_refused'
  | 'sale_refused_at_once'
  | 'sale_refused_to_some'
  | 'sale_limited'
  | 'sale_only_by_sender'
  | 'sale_only_through_router'
  | 'sale_pays_less'
  | 'second_sale_refused'
  | 'sale_refused_after_transfer'
  | 'receiver_cannot_sell'
  | 'transfer_refused'
  | 'transfer_gives_nothing'
  | 'pull_blocked'
  | 'approve_lies'
  | 'only_owner_can_sell'
  | 'extreme_tax'
  | 'high_tax'
  | 'tax_by_amount'
  | 'balance_from_nothing'
  | 'balance_lies'
  | 'balance_falls'
  | 'earlier_buyers_blocked'
  | 'earlier_buyers_taxed'
  | 'refused_later'
  | 'tax_rises_later'
  | 'contracts_refused'

export type Finding = {
  readonly id: FindingId
  readonly severity: 'danger' | 'warning' | 'info'
  readonly label: string
  /** The rows that show it, as `now:sellAll` or `later:sellOfHolder 1`. */
  readonly shownBy: readonly string[]
}

export function found(
  severity: Finding['severity'],
  id: FindingId,
  label: string,
  shownBy: readonly string[],
): Finding {
  return { id, severity, label, shownBy }
}

export function percent(bps: number): string {
  return `${bps / 100} %`
}
