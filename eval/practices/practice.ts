/* What a practice is: one way in which people really do it, as a choice from independent dimensions. */

/** What operators choose from. */
export const OPERATOR_DIMENSIONS = {
  /** How the wallets come by their SOL. */
  money: [
    'direct',
    'tree',
    'own relays',
    'peel chain',
    'exchange, one sum',
    'exchange, scattered',
    'bridge',
    'wrapped SOL',
    'closed accounts',
    'coin payroll',
    'loans',
    'unnamed program',
    'advanced and repaid',
    'weeks before',
    'privacy service',
    'two sources',
  ],
  /** Who signs and who pays the fees. */
  sign: [
    'own',
    'shared payer',
    'sponsor service',
    'nonces of one authority',
    'approver signs too',
    'in one transaction',
    'each pays for the next',
    'delegate acts later',
  ],
  /** What their transactions have in common. */
  shared: [
    'nothing',
    'private table',
    'public bot',
    'one budget',
    'one tip',
    'private fee taker',
    'one memo',
    'one sum',
    'tips by one wallet',
  ],
  when: ['bundle', 'launch slot', 'seconds', 'minutes', 'hours', 'dips'],
  hold: [
    'keep',
    'fresh wallets',
    'one buys for all',
    'one purse',
    'delegate stands',
    'close authority',
    'churn',
    'dusts strangers',
  ],
  exit: ['at once', 'drip', 'proceeds to one', 'one sells for all', 'half of them', 'never'],
  creator: ['tied', 'untied', 'paid afterwards'],
  venue: ['curve', 'curve', 'curve', 'curve', 'curve', 'own pool'],
} as const
/** Ways of a creator who launches again and again. */
export const RING_CREATORS = ['same creator', 'ring, one hop', 'ring, two hops'] as const
/** What becomes of those who bought from an own pool. */
export const POOL_ENDS = ['pulls liquidity', 'dumps', 'freezes buyers', 'seizes from buyers'] as const
export const SNIPER_WAYS = [
  'one wallet',
  'three wallets',
  'three wallets, one payer',
  'through a public bot',
  'second slot',
] as const

/** What honest launches choose from: the innocent version of each of those traces. */
export const CROWD_DIMENSIONS = {
  money: [
    'ordinary',
    'payday',
    'starter from an app',
    'card on-ramp',
    'airdrop farmed',
    'game winnings',
    'bridge',
    'loans',
    'paid in wrapped SOL',
    'bought from a dealer',
    'presale refunded',
    'earlier community',
  ],
  sign: ['own', 'sponsored by an app', 'smart wallets', 'custody nonces'],
  shared: [
    'nothing',
    'public bot',
    'wallet default budget',
    'app memo',
    'public referrer',
    'one-tap sum',
    'default tip',
  ],
  when: ['spread', 'called', 'opening rush', 'dips', 'recurring'],
  hold: [
    'keep',
    'dusted with SOL',
    'airdrop by the creator',
    'raffle paid by the creator',
    'sent to an exchange',
    'market maker',
    'second wallets',
    'tips to an artist',
    'spam of the coin',
  ],
  creator: ['plain', 'paid by the same app', 'earlier coin lives', 'granted by a studio', 'failed before'],
} as const

export type PracticeKind = 'team' | 'ring' | 'sniper' | 'crowd'
export type Practice = {
  /** `op-012` or `crowd-012`; with the seed it says everything. */
  readonly id: string
  readonly seed: string
  readonly kind: PracticeKind
  /** By dimension. */
  readonly mechanisms: Readonly<Record<string, string>>
}
