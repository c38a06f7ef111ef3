import { type EngineRule, rulesOf } from './engine-rule.ts'

const TIERS = 'test/routes/chains/tiers.test.ts'
const SURFACE = 'test/routes/chains/surface.test.ts'
const GENERIC_ROUTES = 'test/routes/chains/routes.test.ts'
const SOLANA = 'test/routes/chains/solana.test.ts'
const SPELLINGS = 'test/chain/catalog/resolve.test.ts'
const BY_HAND = 'tiers of 30 chains are those that the rules of the specification give by hand'
const AGES =
  'evidence ages: after one missed round it is stale, after two it is gone; the failures of a provider hold it no longer'
const LEVEL_0 = 'a chain of level 0 serves its record only, and never an empty list'

/** Rules of the chain catalog and the chain-generic surface (spec 2.8, 4.10 and 8). */
export const CHAIN_RULES: readonly EngineRule[] = [
  ...rulesOf('chain-catalog', 'GET /api/v2/chains', [
    ['L1', '2.8: L1 priced: newest trade under 24 h old', [TIERS, BY_HAND], 'judge-tier#isPriced'],
    ['L2', '2.8: L2 market: newest trade under 1 h old and activity', [TIERS, BY_HAND], 'judge-tier#isMarket'],
    ['L3', '2.8: L3 forensics: L2 plus a completed holder and security analysis', [TIERS, BY_HAND], 'judgeTier'],
    ['ages', '2.8: tiers are measured, never declared: evidence ages', [TIERS, AGES], 'judge-tier#inForce'],
    [
      'never-rises',
      '2.8: no tier rises without evidence',
      [TIERS, 'an answer without a trade lowers the tier at once, and none rises without a trade'],
      'measureChain',
    ],
    [
      'on-demand',
      '4.10: the catalog is public: what its callers make the server ask has a bound',
      [TIERS, 'callers who walk the catalog have six chains a minute measured, all together, and are refused nothing'],
      'currentTier',
    ],
    [
      'six-hours',
      '8: catalog measurement every six hours',
      [TIERS, 'the job measures a few due chains at a time, each once in six hours'],
      'isDue',
    ],
    [
      'evidence',
      '4.10: one chain with measured evidence and the endpoints it can serve',
      [TIERS, 'one chain shows what its tier rests on: what was asked, the age of the newest trade, what failed'],
      'showChain',
    ],
    [
      'spellings',
      '4.10: a chain is named by key, alias, EIP-155 number, evm:, eip155:, CAIP-2 or provider id',
      [SPELLINGS, 'every spelling of every chain resolves to it, or is refused with it among the candidates'],
      'readChain',
    ],
  ]),
  ...rulesOf('chain-surface', 'GET /api/v2/chain/{chain}', [
    [
      'refused',
      '4.10: what a chain cannot serve is 501 with evidence, never an empty 200',
      [SURFACE, LEVEL_0],
      'askChain',
    ],
    [
      'freshness',
      '2.8: every 200 carries the age of the upstream data',
      [
        SURFACE,
        'a full chain answers what its providers serve, with the age of their data, and 501 with evidence for the rest',
      ],
      'ask-surface#freshnessOf',
    ],
    [
      'addresses',
      '4.10: the chain is never defaulted, and addresses follow its rules',
      [GENERIC_ROUTES, 'unknown chains are 404 with suggestions, and addresses follow the rules of their chain'],
      'checkAddress',
    ],
    [
      'solana',
      '4.10: Solana answers what the Solana routes answer',
      [SOLANA, 'rows are those of the Solana routes, member by member'],
      'SOLANA',
    ],
  ]),
]
