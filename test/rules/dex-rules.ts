import { rulesOf } from './engine-rule.ts'

const ALL = 'test/routes/tokens/all-dexes.test.ts'
const UNSCANNED = 'test/routes/tokens/all-dexes-unscanned.test.ts'
const GRADUATION = 'test/routes/tokens/bonk-graduation.test.ts'
const FINDER = 'test/services/pools/find-pools.test.ts'
const PAIRS = 'test/services/tokens/chain-pairs.test.ts'
const STATE = 'test/services/deep-scan/layers/state-layers.test.ts'
const PRIORS = 'test/services/forensics/measure-prior.test.ts'

const SEEN = 'Deep Scan sees the pool, sells through it, and says who could empty it'
const ANSWERED = 'every route answers, what has a derived address is found, and what may be missing is said'
const GRADUATED = 'graduated: the pool is Raydium’s, its LP tokens are burned, and the launch is still the curve’s'
const SCANS = 'src/services/pools/scan-programs.ts'
const CHAIN_PAIRS = 'src/services/tokens/chain-pairs.ts'

/** What intelligence sees of the eight DEXs, and what it says where a node does not let it look. */
export const DEX_RULES = [
  ...rulesOf('dexes', 'GET /api/v2/tokens/{mint}/deepscan', [
    [
      'every',
      '2.2, 4.9: a pool on any of the eight DEXs is seen',
      [ALL, SEEN],
      ['src/chain/solana/dexes/index.ts', 'meteoraDammV2, bonk, orca]', 'bonk, orca]'],
    ],
    [
      'sale',
      '2.2: a sale is executed in the deepest pool, whichever DEX it is on',
      [ALL, SEEN],
      [
        'src/services/sell-proof/pool-sale.ts',
        'dex === undefined ? ok(null) : prepareTradingSale(rpc, dex, pool, token, signal)',
        'ok(null)',
      ],
    ],
    [
      'lp-tokens',
      '2.2: who could take the liquidity is told of every DEX with LP tokens',
      [ALL, SEEN],
      ['src/chain/solana/lp-locks.ts', '    RAYDIUM_PROGRAM,\n', "    'nobody',\n"],
    ],
    [
      'price',
      '2.2: the price from the chain alone is the one that trading quotes',
      [ALL, 'the pool, its price and what lies in it come from the chain, as trading quotes it'],
      [
        'src/chain/solana/dexes/orca/pools.ts',
        'reserveRaw: (liquidity * sqrtPriceX64) >> Q64,',
        'reserveRaw: balances.bRaw,',
      ],
    ],
    [
      'pulled',
      '2.2: liquidity that was taken out is seen where trades tell no reserves, too',
      [ALL, SEEN],
      [
        'src/services/evidence/observe-transaction.ts',
        'trade.baseReserveRaw === null ? heldAfter(transaction, trade) : null',
        'null',
      ],
    ],
    [
      'elsewhere',
      '2.2: specks in another pool do not make up for what was taken out',
      [STATE, 'liquidity: what lies in another pool has not gone, if it is more than a tenth'],
      [
        'src/services/deep-scan/layers/liquidity.ts',
        'return BigInt(pool.realQuoteReserveRaw) * 100n > lostRaw * BigInt(100 - PULLED_PCT)',
        'return BigInt(pool.realQuoteReserveRaw) > 0n',
      ],
    ],
    [
      'whose-vaults',
      '2.2: a vault counts for the pool whose swap names it',
      [
        'test/services/evidence/held-after.test.ts',
        'vaults of one authority for all pools are those that the swap itself names',
      ],
      [
        'src/services/evidence/held-after.ts',
        'base.length !== 1 || quote.length !== 1',
        'base.length === 0 || quote.length === 0',
      ],
    ],
    [
      'vaults',
      '2.2: the vault of a pool is no holder',
      [ALL, 'the vault of the pool is nobody’s holding: intel, Deep Scan and Bubble Map leave it out'],
      ['src/chain/solana/dexes/meteora/dlmm-pools.ts', 'vaultOwner: address,', 'vaultOwner: pair.reserveX,'],
    ],
    [
      'graduation',
      '2.2: a LaunchLab coin that graduates is told so and found in its new pool',
      [GRADUATION, GRADUATED],
      ['src/chain/solana/dexes/bonk/pools.ts', 'curveComplete: !isTrading,', 'curveComplete: false,'],
    ],
    [
      'worth',
      '2.2: coins count for no more than the money beside them',
      [PAIRS, 'a pool of a price range is priced by its range, and coins count for no more than the money beside them'],
      [CHAIN_PAIRS, '(isBalanced(pool) ? realQuote : realBase * priceNative)', 'realBase * priceNative'],
    ],
    [
      'deepest',
      '2.2: units of a coin that anybody made do not outrank money',
      [
        'test/services/pools/deepest-first.test.ts',
        'the deepest pool against money leads; units of a coin that anybody made count for nothing beside it',
      ],
      ['src/services/pools/deepest-first.ts', 'if (aIsMoney !== bIsMoney) return aIsMoney ? -1 : 1\n', ''],
    ],
    [
      'unsought',
      '4.1, 7: pools that were not searched for are said to be missing',
      [UNSCANNED, ANSWERED],
      [
        'src/services/evidence/gather-evidence.ts',
        'if (unsought.length === 0) return',
        'if (unsought.length >= 0) return',
      ],
    ],
    [
      'lasting',
      '4.1: what the node refuses for good does not shorten the life of a report',
      [
        UNSCANNED,
        'what the node refuses lastingly is kept as long as whole evidence: nothing is gathered anew every few seconds',
      ],
      [
        'src/services/evidence/gather-evidence.ts',
        'gathered.value.gaps.every(({ lasting }) => lasting)',
        'gathered.value.gaps.length === 0',
      ],
    ],
    [
      'no-pool',
      '2.2: a pool that was not looked for is not told to be missing',
      [UNSCANNED, ANSWERED],
      ['src/services/tokens/intel/token-flags.ts', 'pools.unsought.length === 0 &&', 'pools.asOfMs !== null &&'],
    ],
    [
      'degraded',
      '7: pairs of a node that does not search are part of the answer',
      [PAIRS, 'where the node does not search for pools the pairs that are there are told, as part of the answer'],
      [CHAIN_PAIRS, 'return isWhole ? ok(pairs) : ok(pairs, degradedNow(ctx))', 'return ok(pairs)'],
    ],
    [
      'cancelled',
      '4.1: who goes away waits for no scan',
      [FINDER, 'who goes away is told so at once, and takes nobody with him'],
      [SCANS, "    signal?.addEventListener('abort', leave, { once: true })\n", ''],
    ],
    [
      'remembered',
      '4.1: a scan that was made is gone by for a while',
      [FINDER, 'what a scan found is read by its address for some minutes, as it then is'],
      [SCANS, 'const known = isHurried ? null : recall(key, mint)', 'const known = null'],
    ],
    [
      'patience',
      '4.1: a slow scan costs its DEX and nothing else',
      [FINDER, 'a scan that takes long is not waited for, and answers whoever comes next'],
      [SCANS, 'Number.isFinite(ms)', 'ms === 0'],
    ],
    [
      'money',
      '4.1: half a program is never scanned for',
      [FINDER, 'money is scanned for in pairs of two kinds only'],
      ['src/services/pools/search-dex.ts', 'isMoney(sought.mint) ? pairScan(noting, sought) : noting', 'noting'],
    ],
  ]),
  ...rulesOf('dexes-dev', 'GET /api/v2/tokens/{mint}/dev-history', [
    [
      'pulled',
      '2.2: liquidity taken out of vaults that one authority holds for all pools is seen',
      [PRIORS, 'vaults that belong to one authority for all pools are told by the pool that the transaction names'],
      ['src/services/forensics/measure-prior.ts', 'shared.length === 2 && ', ''],
    ],
    [
      'curve',
      '2.2: the curve of an earlier coin is the one its launch names',
      [PRIORS, 'a creator’s coins are those launched in its name, and mints of its own with a pool'],
      ['src/services/forensics/find-priors.ts', "kind === 'launch' ? pool : null", 'null'],
    ],
  ]),
]
