import { knownAddress } from '../../../chain/solana/labels.ts'
import { isMaterial, type Payee } from '../batches.ts'
import { compareText } from '../compare-text.ts'
import { isService } from '../funding-wallets.ts'
import { groupBy, type LinkRule, type RawLink, toLink } from '../link-rule.ts'
import { WEIGHTS, WITHDRAWAL } from '../weights.ts'

/** First money of both was paid by one exchange (or service), alike in size and time. */
export const withdrawalFingerprint: LinkRule = {
  kind: 'withdrawal_fingerprint',
  strength: 'weak',
  rules: [
    'First money of both came from one exchange or service, at most 2 % apart in amount and 30 minutes in time.',
    'Weight 0.6 where they match closely (0.2 %, five minutes), falling to zero at those bounds; 0.4 of it for sums of one or two digits; less the more other buyers the exchange paid within six hours in other sums.',
  ],
  find(view) {
    const paid = view.people.flatMap((wallet): Payee[] => {
      const money = view.funding.get(wallet)
      return money !== undefined && isMaterial(money) && isService(view, money.from) ? [{ wallet, money }] : []
    })
    return groupBy(paid, ({ money }) => knownAddress(money.from)?.entity ?? money.from).flatMap(([name, group]) =>
      linksOf(name, group),
    )
  },
}

function linksOf(name: string, group: Payee[]): readonly RawLink[] {
  const inOrder = group.sort((a, b) => timeOf(a) - timeOf(b) || compareText(a.wallet, b.wallet))
  const links: RawLink[] = []
  for (const [i, one] of inOrder.entries()) {
    for (let j = i + 1; j < inOrder.length; j++) {
      const other = inOrder[j]!
      if (timeOf(other) - timeOf(one) > WITHDRAWAL.maxSecsApart) break
      const weight = weightOf(one, other) * (1 - crowdShare(inOrder, one, other))
      if (weight > 0.01) links.push(linkOf(name, one, other, weight))
    }
  }
  return links
}

function timeOf({ money }: Payee): number {
  return money.timeSec ?? 0
}

function weightOf(one: Payee, other: Payee): number {
  if (one.money.timeSec === null || other.money.timeSec === null) return 0
  const [a, b] = [Number(one.money.amountRaw), Number(other.money.amountRaw)]
  const apart = Math.abs(a - b) / Math.max(a, b)
  const { maxAmountApart, alikeAmountApart, maxSecsApart, alikeSecsApart, roundFactor } = WITHDRAWAL
  const inAmount = nearness(apart, alikeAmountApart, maxAmountApart)
  const inTime = nearness(timeOf(other) - timeOf(one), alikeSecsApart, maxSecsApart)
  const round = isRound(one.money.amountRaw) && isRound(other.money.amountRaw) ? roundFactor : 1
  return WEIGHTS.withdrawal * inAmount * inTime * round
}

/** 1 up to `alike`, 0 from `most` on, a straight line between. */
function nearness(apart: number, alike: number, most: number): number {
  return Math.min(1, Math.max(0, (most - apart) / (most - alike)))
}

function isRound(lamports: bigint): boolean {
  return lamports.toString().replace(/0+$/, '').length <= WITHDRAWAL.roundDigits
}

/** Of those the exchange paid around then, the part whose sums are unlike these: a crowd that withdraws all the time
 *  makes likeness of two of them chance. */
function crowdShare(group: readonly Payee[], one: Payee, other: Payee): number {
  const near = group.filter((payee) => Math.abs(timeOf(payee) - timeOf(one)) <= WITHDRAWAL.crowdSecs)
  const amount = Number(other.money.amountRaw)
  const unlike = near.filter(
    ({ money }) => Math.abs(Number(money.amountRaw) - amount) / amount > WITHDRAWAL.maxAmountApart,
  )
  return unlike.length / near.length
}

function linkOf(name: string, one: Payee, other: Payee, weight: number): RawLink {
  const { slot, signature, amountRaw, from } = other.money
  return toLink(
    'withdrawal_fingerprint',
    { source: one.wallet, target: other.wallet, weight },
    {
      slot,
      signature,
      otherSignature: one.money.signature,
      amount: amountRaw.toString(),
      unit: 'lamports',
      via: from,
      hops: 1,
      detail: `${name} paid ${one.money.amountRaw} and ${amountRaw} lamports, ${timeOf(other) - timeOf(one)} s apart`,
    },
  )
}
