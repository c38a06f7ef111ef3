import type { LinkRule } from '../link-rule.ts'
import { linksOverHops } from './shared-ancestor.ts'

/** Two wallets whose money parted at one wallet further back. */
export const funderOverHops: LinkRule = {
  kind: 'common_funder',
  strength: 'either',
  rules: [
    'First money of both, or the money they used for their purchases (SOL, wrapped SOL or stablecoins), comes from one unlabelled wallet over at most six hops.',
    'Each hop passes on what it received within three days, or later where it does nothing else.',
    'Strong while every wallet on the way was created for it; 0.5 when the last one has an earlier history or was not read.',
    'Never followed through exchanges, programs, busy addresses or wallets with other activity.',
  ],
  find: (view) => linksOverHops(view, 'common_funder', false),
}
