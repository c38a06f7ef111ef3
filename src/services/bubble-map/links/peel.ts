import type { LinkRule } from '../link-rule.ts'
import { linksOverHops } from './shared-ancestor.ts'

/** Two wallets along one peel chain. */
export const peel: LinkRule = {
  kind: 'peel',
  strength: 'either',
  rules: [
    'With first money, or with the money it used (as for `same_funder`), an unlabelled wallet pays one of the two and passes the rest on to a wallet that pays the other.',
    'Each pays out of what it received, within three days of that, or later when it does nothing else.',
    'Strong while every wallet of the chain was created for it, else 0.5.',
  ],
  find: (view) => linksOverHops(view, 'peel', true),
}
