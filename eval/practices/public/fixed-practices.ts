import type { Recipe } from '../../../sandbox/world/recipes/recipe.ts'
import type { Practice } from '../practice.ts'
import { practiceRecipe } from '../practice-recipe.ts'

/* Tools as their makers advertise them in public, put together from the arena's parts. Nothing here was chosen by a
 * look at the engines' rules. */

const fixed = (id: string, kind: Practice['kind'], mechanisms: Practice['mechanisms']): Recipe =>
  practiceRecipe({ id: `public-${id}`, seed: 'public', kind, mechanisms })

export const FIXED_EVASIONS: readonly Recipe[] = [
  /** «Create and bundle up to 20 wallets in one block, with a lookup table, funded from your dev wallet in one
   *  click.» */
  fixed('block-bundler', 'team', {
    money: 'direct',
    sign: 'in one transaction',
    shared: 'private table',
    when: 'bundle',
    hold: 'keep',
    exit: 'at once',
    creator: 'tied',
    venue: 'curve',
  }),
  /** «Stealth mode: wallets funded through exchanges in random sums over days, bought at random delays, no bubble
   *  map.» */
  fixed('stealth-bundler', 'team', {
    money: 'exchange, scattered',
    sign: 'own',
    shared: 'nothing',
    when: 'seconds',
    hold: 'keep',
    exit: 'drip',
    creator: 'untied',
    venue: 'curve',
  }),
  /** «Aged wallets with history, warmed up weeks ago; distribute your supply to fresh wallets after the snipe.» */
  fixed('aged-wallets', 'team', {
    money: 'weeks before',
    sign: 'own',
    shared: 'one tip',
    when: 'minutes',
    hold: 'fresh wallets',
    exit: 'half of them',
    creator: 'paid afterwards',
    venue: 'curve',
  }),
]

export const FIXED_HONEST: readonly Recipe[] = [
  /** Users of one chat bot: its table, its tip, its fee, and all of them early. */
  fixed('chat-bot-users', 'crowd', {
    money: 'ordinary',
    sign: 'own',
    shared: 'public bot',
    when: 'opening rush',
    hold: 'keep',
    creator: 'plain',
  }),
  /** An app that sells memecoins for card payments and pays the fees; it launched this token's creator too. */
  fixed('card-app', 'crowd', {
    money: 'card on-ramp',
    sign: 'sponsored by an app',
    shared: 'one-tap sum',
    when: 'called',
    hold: 'keep',
    creator: 'paid by the same app',
  }),
  /** Recurring purchases of equal sums, as a swap site offers them. */
  fixed('recurring-orders', 'crowd', {
    money: 'payday',
    sign: 'own',
    shared: 'wallet default budget',
    when: 'recurring',
    hold: 'second wallets',
    creator: 'plain',
  }),
  /** Smart wallets with passkeys: one approver signs for everyone, one relayer pays. */
  fixed('passkey-wallets', 'crowd', {
    money: 'bridge',
    sign: 'smart wallets',
    shared: 'public referrer',
    when: 'spread',
    hold: 'tips to an artist',
    creator: 'plain',
  }),
  /** A studio's token with an airdrop tool for its community. */
  fixed('airdrop-tool', 'crowd', {
    money: 'earlier community',
    sign: 'own',
    shared: 'nothing',
    when: 'spread',
    hold: 'airdrop by the creator',
    creator: 'granted by a studio',
  }),
]
