import type { ProbeRow } from '../../chain/evm/security/probe-call.ts'
import { type Finding, found } from './finding.ts'
import { EXTREME_TAX_BPS, saleTaxOf } from './measure-losses.ts'
import { isSound, type ShownRows, said } from './shown-rows.ts'

/** Why the sale of all that was just bought is refused: ways that go through are looked for first. `ahead`: what the same
 *  trades did as if some time had passed; null where that is not known. */
export function judgeRefusedSale(shown: ShownRows, ahead: ShownRows | null): Finding {
  const refused = shown.of('sellAll')!
  const smaller = (['sellHalf', 'sellSmall'] as const).find((name) => shown.isDone(name))
  if (smaller !== undefined)
    return found(
      'danger',
      'sale_limited',
      `no more than a part of a purchase can be sold${said(refused)}`,
      shown.names('sellAll', 'sellHalf', 'sellSmall'),
    )
  if (shown.isDone('sellThroughRouter'))
    return found(
      'info',
      'sale_only_through_router',
      `sales go through the router of the DEX only${said(refused)}`,
      shown.names('sellAll', 'sellThroughRouter'),
    )
  if (shown.isDone('sellAsSender'))
    return found(
      'warning',
      'sale_only_by_sender',
      `only the sender of the transaction can sell${said(refused)}`,
      shown.names('sellAll', 'sellAsSender'),
    )
  return whyRefusedToAll(shown, refused, ahead)
}

function whyRefusedToAll(shown: ShownRows, refused: ProbeRow, ahead: ShownRows | null): Finding {
  const holders = shown.all('sellOfHolder').filter(isSound)
  const sold = holders.filter(({ stage }) => stage === 'done')
  const names = shown.names('sellAll', 'sellReceived', 'sellOfHolder')
  if (sold.length > 0 && sold.length === holders.length)
    return found('warning', 'sale_refused_at_once', `a sale right after the purchase is refused${said(refused)}`, names)
  if (ahead !== null && isRefusedForATime(shown, ahead))
    return found('warning', 'sale_refused_at_once', `who bought cannot sell for some time${said(refused)}`, [
      ...names,
      ...ahead.names('sellOfHolder'),
    ])
  if (sold.length > 0)
    return found('danger', 'sale_refused_to_some', `some who bought cannot sell${said(refused)}`, names)
  if (holders.length === 0 && shown.isDone('sellReceived'))
    return found(
      'warning',
      'sale_refused_at_once',
      `who bought cannot sell in the same block, and nobody is known who bought before${said(refused)}`,
      names,
    )
  if (refused.stage === 'pull' && shown.isDone('sellDirectly'))
    return found(
      'danger',
      'pull_blocked',
      `no router can take the token from a seller${said(refused)}`,
      shown.names('sellAll', 'sellDirectly'),
    )
  const allowance = shown.of('allowance')
  if (allowance?.stage === 'done' && allowance.arrived < allowance.sent)
    return found(
      'danger',
      'approve_lies',
      'an approval says that it was given and gives nothing',
      shown.names('allowance', 'sellAll'),
    )
  if (shown.isDone('sellOfOwner') && !shown.isDone('sellGift'))
    return found(
      'danger',
      'only_owner_can_sell',
      `the owner can sell and who buys cannot${said(refused)}`,
      shown.names('sellOfOwner', 'sellAll', 'sellReceived', 'sellOfHolder'),
    )
  return found('danger', 'sale_refused', `${whomRefused(shown)} cannot sell${said(refused)}`, names)
}

function whomRefused(shown: ShownRows): string {
  if (shown.isDone('sellGift')) return 'who buys'
  if (shown.isRefused('sellReceived')) return 'who buys and who receives'
  return 'who buys'
}

/** Whether all who bought can sell after some time, at no extreme tax, and someone can sell what was bought even now: a
 *  pause between trades, which blocks of two seconds make longer than the age of earlier purchases. */
function isRefusedForATime(shown: ShownRows, ahead: ShownRows): boolean {
  const holders = shown.all('sellOfHolder').filter(isSound)
  const then = ahead.all('sellOfHolder').filter(isSound)
  const canSomeoneSell = shown.isDone('sellReceived') || holders.some(({ stage }) => stage === 'done')
  return (
    canSomeoneSell &&
    holders.length > 0 &&
    then.length === holders.length &&
    then.every((row) => (saleTaxOf(row) ?? EXTREME_TAX_BPS) < EXTREME_TAX_BPS)
  )
}
