import { type Failure, fail } from '../../contract/outcome.ts'

/** The refusal of a payment into an associated token account that is not, or no longer, that of the wallet whose
 *  address it was made for. `whose` names the parameter, or the wallet. */
export function passedOnAccount(whose: string, account: string): Failure {
  const failure = fail('policy_blocked', `${whose}: its token account ${account} has another owner`)
  return { ...failure, details: { details: { rule: 'account_owner' } } }
}
