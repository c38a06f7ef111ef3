import { rulesOf } from './engine-rule.ts'

const ALL = 'test/routes/tokens/all-dexes.test.ts'
const UNSCANNED = 'test/routes/tokens/all-dexes-unscanned.test.ts'
const GRADUATION = 'test/routes/tokens/bonk-graduation.test.ts'
const FINDER = 'test/services/pools/find-pools.test.ts'
const PAIRS = 'test/services/pricing/chain-pairs.test.ts'
const STATE = 'test/services/deep-scan/layers/state-layers.test.ts'
const PRIORS = 'test/services/forensics/measure-prior.test.ts'

const SEEN = 'Deep Scan sees the pool, sells through it, and says who could empty it'
const ANSWERED = 'every route answers, what has a derived address is found, and what may be missing is said'
const GRADUATED = 'graduated: the pool is Raydium’s, its LP tokens are burned, and the launch is still the curve’s'

/** What intelligence sees of the DEXs, and what it says where a node does not let it look. */
export const DEX_RULES = [
  ...rulesOf('dexes', 'GET /api/v2/tokens/{mint}/deepscan', [
    ['every', '2.2, 4.9: a pool on any of the ten DEXs is seen', [ALL, SEEN], 'DEXES'],
    ['sale', '2.2: a sale is executed in the deepest pool, whichever DEX it is on', [ALL, SEEN], 'preparePoolSale'],
    [
      'lp-tokens',
      '2.2: who could take the liquidity is known for every DEX with LP tokens',
      [ALL, SEEN],
      'lp-locks#READERS',
    ],
    [
      'price',
      '2.2: the price from the chain alone is the one that trading quotes',
      [ALL, 'the pool, its price and what lies in it come from the chain, as trading quotes it'],
      'whirlpoolToPool',
    ],
    [
      'pulled',
      '2.2: liquidity that was taken out is seen where trades state no reserves, too',
      [ALL, SEEN],
      'observe-transaction#toObservedTrade',
    ],
    [
      'elsewhere',
      '2.2: specks in another pool do not make up for what was taken out',
      [STATE, 'liquidity: what lies in another pool has not gone, if it is more than a tenth'],
      'liquidity#hasGoneElsewhere',
    ],
    [
      'whose-vaults',
      '2.2: a vault counts for the pool whose swap names it',
      [
        'test/services/evidence/held-after.test.ts',
        'vaults of one authority for all pools are those that the swap itself names',
      ],
      'heldAfter',
    ],
    [
      'vaults',
      '2.2: the vault of a pool is no holder',
      [ALL, 'the vault of the pool is no one’s holding: intel, Deep Scan and Bubble Map leave it out'],
      'lbPairToPool',
    ],
    [
      'graduation',
      '2.2: a LaunchLab token that graduates is reported so and found in its new pool',
      [GRADUATION, GRADUATED],
      'launchPoolToPool',
    ],
    [
      'worth',
      '2.2: tokens count for no more than the money beside them',
      [
        PAIRS,
        'a pool of a price range is priced by its range, and tokens count for no more than the money beside them',
      ],
      'chain-pools#toMarketPair',
    ],
    [
      'deepest',
      '2.2: units of a token that anyone made do not outrank money',
      [
        'test/services/pools/deepest-first.test.ts',
        'the deepest pool against money leads; units of a token that anyone made count for nothing beside it',
      ],
      'deepestFirst',
    ],
    [
      'unsought',
      '4.1, 7: pools that were not searched for are said to be missing',
      [UNSCANNED, ANSWERED],
      'gather-evidence#noteUnsought',
    ],
    [
      'lasting',
      '4.1: what the node refuses for good does not shorten the life of a report',
      [
        UNSCANNED,
        'what the node refuses lastingly is kept as long as whole evidence: nothing is gathered again every few seconds',
      ],
      'gather-evidence#gather',
    ],
    ['no-pool', '2.2: a pool that was not looked for is not reported missing', [UNSCANNED, ANSWERED], 'tokenFlags'],
    [
      'degraded',
      '7: pairs of a node that does not search are part of the answer',
      [PAIRS, 'where the node does not search for pools the known pairs are returned, as part of the answer'],
      'readChainPairs',
    ],
    [
      'cancelled',
      '4.1: who goes away waits for no scan',
      [FINDER, 'a caller who goes away gets an answer at once, and ends no one else’s scan'],
      'scan-programs#waitFor',
    ],
    [
      'remembered',
      '4.1: a scan that was made is gone by for a while',
      [FINDER, 'what a scan found is read by its address for some minutes, as it then is'],
      'createPoolScans.scan',
    ],
    [
      'patience',
      '4.1: a slow scan costs its DEX and nothing else',
      [FINDER, 'a scan that takes long is not waited for, and answers the next caller'],
      'scan-programs#waitFor',
    ],
    [
      'money',
      '4.1: half a program is never scanned for',
      [FINDER, 'money is scanned for in pairs of two kinds only'],
      'searchDex',
    ],
  ]),
  ...rulesOf('dexes-dev', 'GET /api/v2/tokens/{mint}/dev-history', [
    [
      'pulled',
      '2.2: liquidity taken out of vaults that one authority holds for all pools is seen',
      [PRIORS, 'vaults that belong to one authority for all pools are assigned by the pool that the transaction names'],
      'measure-prior#vaultsOf',
    ],
    [
      'curve',
      '2.2: the curve of an earlier token is the one its launch names',
      [PRIORS, 'a creator’s tokens are those launched in its name, and mints of its own with a pool'],
      'find-priors#toPrior',
    ],
  ]),
]
