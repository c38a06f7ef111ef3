import { knownAddress } from '../../../chain/solana/labels.ts'
import { counted } from '../../../contract/counted.ts'
import type { ObservedTransaction, TableEvidence } from '../../evidence-bundle/evidence.ts'
import { compareText } from '../compare-text.ts'
import { looksLikeCrowd, serviceFeeTakers } from '../crowds.ts'
import { ancestorsOf } from '../funding-wallets.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import { WEIGHTS } from '../weights.ts'

type Use = {
  readonly wallet: string
  readonly slot: number
  readonly signature: string
  readonly table: string
  /** In a transaction that has nothing to do with the token. */
  readonly isElsewhere: boolean
}

/** Trades that load accounts from one address lookup table. Most tables are a program's or a service's; one that
 *  someone among the traders made is a tool of theirs. */
export const sharedTable: LinkRule = {
  kind: 'shared_table',
  strength: 'either',
  rules: [
    'Trades (or the launch) of both load one address lookup table.',
    'Strong, whatever the transactions were about, when the table’s authority is one of its users, the creator, or a wallet that funded them.',
    'Strong when it lists the mint and was last extended before the launch: no public table can know a mint that does not exist.',
    'Weight 0.4 when the authority is another address or was removed.',
    'None when the authority is a named address or takes fees from its users, or the users look like customers (as for `shared_fee_payer`).',
  ],
  find(view) {
    const tables = new Map(view.evidence.tables.map((table) => [table.address, table]))
    const services = serviceFeeTakers(view)
    return groupBy(usesOf(view), ({ table }) => table).flatMap(([table, uses]) =>
      linksOf(view, { table, made: tables.get(table), uses, services }),
    )
  },
}

function usesOf(view: MapView): readonly Use[] {
  const seen = new Set<string>()
  const uses: Use[] = []
  const note = (
    { lookupTables, slot, signature }: ObservedTransaction,
    actors: readonly string[],
    isElsewhere = false,
  ) => {
    for (const table of lookupTables)
      for (const wallet of actors) {
        const key = `${table} ${wallet}`
        if (seen.has(key)) continue
        seen.add(key)
        uses.push({ wallet, slot, signature, table, isElsewhere })
      }
  }
  for (const { transaction, actors } of view.acts) note(transaction, actors)
  for (const one of view.transactions)
    if (one.trades.length === 0 && one.lookupTables.length > 0)
      note(
        one,
        one.signers.filter((signer) => view.isPerson.has(signer)),
        true,
      )
  return uses.sort((a, b) => a.slot - b.slot || compareText(a.wallet, b.wallet))
}

type SharedTable = {
  readonly table: string
  readonly made: TableEvidence | undefined
  readonly uses: readonly Use[]
  readonly services: ReadonlyMap<string, unknown>
}

function linksOf(view: MapView, { table, made, uses: all, services }: SharedTable): readonly RawLink[] {
  const authority = made?.authority ?? null
  if (authority !== null && (knownAddress(authority) !== null || services.has(authority))) return []
  const isOwn = (authority !== null && isOfUsers(view, authority, all)) || knewToken(view, made)
  // Everyone's swaps load public tables: elsewhere only a private table is evidence.
  const uses = isOwn ? all : all.filter(({ isElsewhere }) => !isElsewhere)
  const wallets = uses.map(({ wallet }) => wallet)
  if (!isOwn && looksLikeCrowd(view, wallets)) return []
  const weight = isOwn ? WEIGHTS.strong : WEIGHTS.tableOfUnknown
  const link = (source: string, other: Use, first: Use | null): RawLink =>
    toLink(
      'shared_table',
      { source, target: other.wallet, weight },
      {
        slot: other.slot,
        signature: other.signature,
        otherSignature: first?.signature ?? null,
        via: table,
        detail: `lookup table ${table}${authority === null ? ', authority gone' : ` of ${authority}`}, used by ${counted(uses.length, 'wallet')}`,
      },
    )
  if (isOwn && authority !== null && view.isPerson.has(authority))
    return uses.filter(({ wallet }) => wallet !== authority).map((other) => link(authority, other, null))
  if (isOwn) return starOf(uses, (first, other) => link(first.wallet, other, first))
  return uses.flatMap((one, i) => uses.slice(i + 1).map((other) => link(one.wallet, other, one)))
}

/** Whether the table named the mint before there was one. */
function knewToken({ evidence, launch }: MapView, made: TableEvidence | undefined): boolean {
  const launchSlot = launch?.launchSlot ?? null
  if (launchSlot === null || made?.lastExtendedSlot === undefined) return false
  return made.lastExtendedSlot < launchSlot && (made.lists?.includes(evidence.mint) ?? false)
}

function isOfUsers(view: MapView, authority: string, uses: readonly Use[]): boolean {
  if (authority === view.dev) return true
  return uses.some(
    ({ wallet }) => wallet === authority || ancestorsOf(view, wallet).some(({ address }) => address === authority),
  )
}
