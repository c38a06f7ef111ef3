import type { OwnerIdentity } from '../../chain/solana/labels.ts'
import type { ObservedWallet } from '../evidence-bundle/evidence.ts'
import type { ChosenWallets, WalletRole } from './choose-wallets.ts'
import type { Customers } from './read-customers.ts'
import type { WalletTrace } from './wallet-trace.ts'

const ROLE_ORDER: readonly WalletRole[] = ['holder', 'buyer', 'dev', 'receiver', 'funder']

type Others = {
  readonly payees: readonly string[]
  readonly vaults: readonly string[]
  readonly customers: ReadonlyMap<string, Customers>
}

/** Every wallet that matters with what is known of it, by address: the chosen ones, who paid them, and who got their
 *  proceeds. Beside them the largest holders that are no one's wallet (`vaults`): pools of a DEX that is not read,
 *  lockers, burnt supply. The engines must know that they are no person. */
export async function describeWallets(
  chosen: ChosenWallets,
  traces: ReadonlyMap<string, WalletTrace>,
  { payees, vaults, customers }: Others,
  identify: (addresses: readonly string[]) => Promise<ReadonlyMap<string, OwnerIdentity>>,
): Promise<readonly ObservedWallet[]> {
  const roles = new Map<string, Set<WalletRole>>()
  const add = (wallet: string, role: WalletRole): void => {
    const held = roles.get(wallet)
    if (held === undefined) roles.set(wallet, new Set([role]))
    else held.add(role)
  }
  for (const [wallet, held] of chosen) for (const role of held) add(wallet, role)
  const paid = new Set(payees)
  for (const [wallet, { funding }] of traces) {
    if (!roles.has(wallet) && !paid.has(wallet)) add(wallet, 'funder')
    if (funding !== null) add(funding.from, 'funder')
  }
  for (const wallet of payees) if (!roles.has(wallet)) roles.set(wallet, new Set())
  for (const vault of vaults) add(vault, 'holder')
  const addresses = [...roles.keys()].sort()
  const identities = await identify(addresses)
  return addresses.map((address) => {
    const trace = traces.get(address)
    const held = roles.get(address)!
    const served = customers.get(address)
    return {
      address,
      roles: ROLE_ORDER.filter((role) => held.has(role)),
      traced: trace !== undefined,
      firstSeenSec: trace?.firstSeenSec ?? null,
      firstSeenSlot: trace?.firstSeenSlot ?? null,
      signatureCount: trace?.history?.rows.length ?? 0,
      isBusy: trace?.history?.isBusy ?? false,
      funding: trace?.funding ?? null,
      identity: identities.get(address) ?? null,
      ...(served === undefined ? {} : { customers: served }),
      partial: trace?.partial ?? false,
    }
  })
}
