import type { PayoutProgram } from '../../sandbox/programs/payout-layout.ts'
import { addMoment, addWallet, LAMPORTS, type PlanDraft } from '../../sandbox/world/plan-draft.ts'
import { addressOfKeySeed } from '../../sandbox/world/seeded-keys.ts'
import { seededBytes } from '../../sandbox/world/seeded-random.ts'
import { DAY_SECS, HOUR_SECS } from '../../src/config/durations.ts'
import { planCustomers } from './service-customers.ts'

/* Services that everyone uses, operators and strangers alike: one of each in a lab, made when first asked for, with
 * some hundreds of customers who have nothing to do with any launch. */

const OPENING_LAMPORTS = 3_000n * LAMPORTS
const VAULT_LAMPORTS = 4_000n * LAMPORTS
/** Before anyone is paid. */
const OPENED_SECS = 30 * DAY_SECS + 10 * HOUR_SECS

export type ServiceName =
  | 'sponsor'
  | 'starter app'
  | 'card on-ramp'
  | 'dealer'
  | 'payroll'
  | 'referrer'
  | 'approver'
  | 'custody'
  | 'bridge relayer'
  | 'game server'
  | 'artist'

const VAULTS: Readonly<Partial<Record<ServiceName, PayoutProgram>>> = {
  'bridge relayer': 'bridge',
  'game server': 'unnamed',
}

export function serviceOf(draft: PlanDraft, name: ServiceName): string {
  const { address: service, isNew } = madeOnce(draft, `service/${name}`, OPENING_LAMPORTS)
  if (!isNew) return service
  const program = VAULTS[name]
  planCustomers(draft, name, {
    service,
    relayer: name === 'approver' ? relayerOf(draft) : null,
    vault: program === undefined ? null : vaultOf(draft, program),
  })
  return service
}

/** Pays the fees for everyone whom the approver approves. */
export function relayerOf(draft: PlanDraft): string {
  return madeOnce(draft, 'service/smart wallet relayer', OPENING_LAMPORTS).address
}

/** An account of a program from which it pays. */
export function vaultOf(draft: PlanDraft, program: PayoutProgram): string {
  const payer = madeOnce(draft, `vault payer/${program}`, VAULT_LAMPORTS + 10n * LAMPORTS).address
  const { address: vault, isNew } = madeOnce(draft, `vault/${program}`, 0n)
  if (!isNew) return vault
  addMoment(draft, OPENED_SECS, [{ do: 'openVault', program, vault, payer, lamports: VAULT_LAMPORTS }])
  if (program === 'lending') planCustomers(draft, 'lending', { service: vault, relayer: null, vault })
  return vault
}

function madeOnce(draft: PlanDraft, label: string, lamports: bigint): { address: string; isNew: boolean } {
  const address = addressOfKeySeed(seededBytes(draft.seed, `wallet/${label}`))
  const isNew = !draft.wallets.some((wallet) => wallet.address === address)
  if (isNew) addWallet(draft, 'service', label, lamports)
  return { address, isNew }
}
