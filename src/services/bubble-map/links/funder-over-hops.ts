import type { LinkRule } from '../link-rule.ts'
import { linksOverHops } from './shared-ancestor.ts'

/** Two wallets whose money parted at one wallet further back. */
export const funderOverHops: LinkRule = {
  kind: 'common_funder',
  strength: 'either',
  rule: 'First money of both, or the money they used for their purchases (SOL, wrapped SOL or stablecoins), comes, over at most six hops, from one unlabelled wallet; each hop passes on what it got, within three days or, where it does nothing else, later. Never followed through exchanges, programs, busy addresses or wallets that live for other things. Strong while every wallet on the way was made for it, 0.5 when the last one lived before or was not read.',
  find: (view) => linksOverHops(view, 'common_funder', false),
}
