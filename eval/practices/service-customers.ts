import { EXCHANGES } from '../../sandbox/world/exchanges.ts'
import { addMoment, addWallet, LAMPORTS, type PlanDraft } from '../../sandbox/world/plan-draft.ts'
import type { Action, Dress } from '../../sandbox/world/plan-types.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'
import type { ServiceName } from './services.ts'

/* Everyone else whom a public service serves: a service that knew no one but the buyers of one token would be no public
 * one. */

const CUSTOMERS = 500
const OLDEST_SECS = 30 * DAY_SECS
const NEWEST_SECS = HOUR_SECS
const OPENING_LAMPORTS = LAMPORTS / 5n
const SMALL_LAMPORTS = 5_000_000n

/** `relayer` pays the fees for the customers of the approver. */
export function planCustomers(
  draft: PlanDraft,
  name: ServiceName | 'lending',
  {
    service,
    relayer,
    vault,
  }: { readonly service: string; readonly relayer: string | null; readonly vault: string | null },
): void {
  const random = draft.random.fork(`customers/${name}`)
  for (let i = 0; i < CUSTOMERS; i++) {
    const customer = addWallet(draft, 'crowd', `customer/${name}/${i}`, OPENING_LAMPORTS)
    const secsAgo = random.integer(NEWEST_SECS, OLDEST_SECS)
    const lamports = SMALL_LAMPORTS + BigInt(random.integer(0, 60_000_000))
    const own = (dress: Dress): Action => ({
      do: 'sendSol',
      from: customer,
      to: random.pick(EXCHANGES).address,
      lamports,
      dress,
    })
    const act = (...actions: readonly Action[]): void => addMoment(draft, secsAgo, actions)
    switch (name) {
      case 'sponsor':
        act(own({ feePayer: service }))
        break
      case 'approver':
        act(own({ memo: { text: 'passkey', signers: [service] }, ...(relayer === null ? {} : { feePayer: relayer }) }))
        break
      case 'custody': {
        const account = addWallet(draft, 'nonce', `customer nonce/${i}`)
        addMoment(draft, secsAgo + 900, [{ do: 'makeNonce', account, authority: service, payer: service }])
        act(own({ nonce: { account, authority: service } }))
        break
      }
      case 'referrer':
        act(own({ serviceFee: { to: service, lamports: lamports / 100n } }))
        break
      case 'artist':
        act({ do: 'sendSol', from: customer, to: service, lamports })
        break
      case 'payroll':
        act({ do: 'payWrapped', from: service, to: customer, lamports, how: 'token' })
        break
      case 'bridge relayer':
      case 'game server':
        if (vault === null) throw new Error(`${name} pays out of a vault`)
        act({
          do: 'payOut',
          program: name === 'game server' ? 'unnamed' : 'bridge',
          vault,
          authority: service,
          payouts: [{ to: customer, lamports }],
        })
        break
      case 'lending':
        act({
          do: 'payOut',
          program: 'lending',
          vault: service,
          authority: customer,
          payouts: [{ to: customer, lamports }],
        })
        break
      default:
        act({ do: 'sendSol', from: service, to: customer, lamports })
    }
  }
}
