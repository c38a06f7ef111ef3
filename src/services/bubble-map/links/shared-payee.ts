import { knownAddress } from '../../../chain/solana/labels.ts'
import { compareText } from '../compare-text.ts'
import { distinctBy, isMostOfLife, sharedOf } from '../counterparties.ts'
import { groupBy, type LinkRule, type RawLink, starOf, toLink } from '../link-rule.ts'
import type { MapView } from '../map-view.ts'
import type { MoneyMove } from '../money-moves.ts'
import { COUNTERPARTY, WEIGHTS } from '../weights.ts'

/** SOL of both went to one address: exchanges give each customer a deposit address of its own. */
export const sharedPayee: LinkRule = {
  kind: 'shared_payee',
  strength: 'either',
  rules: [
    'Both sent SOL or stablecoins (at least 0.002 SOL or half a dollar) outside trades to one unlabelled address, as did at least three people of the token; and of all but eight of its transactions, at least a third are such payments.',
    'Strong when everything seen to leave that address went to one exchange: a deposit address, of which each customer has its own. Else 0.5: people also pay artists, presales and funds.',
    'None to the token’s creator and others who hold or trade it, because paying a seller or an artist does not make two wallets one owner; proceeds of sales are `transfer` links.',
    'None where half or more of the payers, and at least three, paid one sum: that is a price.',
    'None to exchanges, programs, busy addresses and addresses that strangers pay too.',
  ],
  find(view) {
    const payments = view.moves.filter((move) => view.isPerson.has(move.from) && isDeposit(move))
    return sharedOf(payments, ({ to }) => to).flatMap(([payee, moves]) => linksOf(view, payee, moves))
  },
}

function isDeposit({ amountRaw, unit }: MoneyMove): boolean {
  return amountRaw >= (unit === 'lamports' ? COUNTERPARTY.depositLamports : COUNTERPARTY.depositStablecoinRaw)
}

function linksOf(view: MapView, payee: string, moves: readonly MoneyMove[]): readonly RawLink[] {
  const firsts = [...distinctBy(moves, ({ from }) => from)]
  if (firsts.length < COUNTERPARTY.payers || !isMostOfLife(view, payee, moves, COUNTERPARTY.perDeposit)) return []
  if (isOfToken(view, payee) || isPrice(firsts)) return []
  firsts.sort((a, b) => a.slot - b.slot || compareText(a.from, b.from))
  const isDepositAddress = forwardsToExchange(view, payee)
  const weight = isDepositAddress ? WEIGHTS.strong : WEIGHTS.payeeWithLife
  const link = (first: MoneyMove, other: MoneyMove): RawLink =>
    toLink(
      'shared_payee',
      { source: first.from, target: other.from, weight },
      {
        slot: other.slot,
        signature: other.signature,
        otherSignature: first.signature,
        amount: other.amountRaw.toString(),
        unit: other.unit,
        via: payee,
        detail: `both paid ${payee}, as ${firsts.length} wallets of this token and hardly anybody else did${isDepositAddress ? '; what it gets goes to an exchange' : ''}`,
      },
    )
  if (isDepositAddress) return starOf(firsts, link)
  return firsts.flatMap((one, i) => firsts.slice(i + 1).map((other) => link(one, other)))
}

/** Its creator, or someone who ever held some of it. */
function isOfToken({ uses, balances }: MapView, address: string): boolean {
  return uses.has(address) || balances.has(address)
}

/** Whether many paid the same: deposits are what someone has, and differ; prices do not. */
function isPrice(firsts: readonly MoneyMove[]): boolean {
  const perSum = groupBy(firsts, ({ amountRaw, unit }) => `${amountRaw} ${unit}`).map(([, own]) => own.length)
  const most = Math.max(...perSum)
  return most >= COUNTERPARTY.payers && most >= firsts.length * COUNTERPARTY.priceShare
}

/** Whether money was seen to leave an address, and all of it for one exchange. */
function forwardsToExchange({ moves }: MapView, address: string): boolean {
  const names = moves.flatMap(({ from, to }) => {
    if (from !== address) return []
    const known = knownAddress(to)
    return known?.kind === 'cex' ? [known.entity] : [null]
  })
  return names.length > 0 && names[0] !== null && new Set(names).size === 1
}
