import { type Failure, fail } from '../../contract/outcome.ts'

/** The refusal of a payment to `address`, which the parameter `name` names, out of a wallet with this list; null where
 *  the list allows it. An empty list allows everything. */
export function offList(withdrawTo: readonly string[], name: 'to' | 'fee_wallet', address: string): Failure | null {
  if (withdrawTo.length === 0 || withdrawTo.includes(address)) return null
  const failure = fail('policy_blocked', `${name}: this wallet pays out to the addresses of its list only`)
  return { ...failure, details: { details: { rule: 'withdraw_to' } } }
}
