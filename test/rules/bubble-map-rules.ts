import { rulesOf } from './engine-rule.ts'

const MAP = 'test/services/bubble-map/judge-bubble-map.test.ts'
const TOOLS = 'test/services/bubble-map/links/tools.test.ts'
const FUNDING = 'test/services/bubble-map/links/funding.test.ts'
const TRANSFER = 'test/services/bubble-map/links/transfer.test.ts'
const MUTUAL = 'test/services/bubble-map/links/mutual-payment.test.ts'
const SHARED_COIN = 'test/services/bubble-map/links/shared-coin.test.ts'
const ROUTE_LINKS = 'test/services/bubble-map/links/shared-route.test.ts'
const PAID_BACK = 'test/services/bubble-map/links/paid-back.test.ts'
const SHARED_HUB = 'test/services/bubble-map/links/shared-hub.test.ts'
const CO_SIGNED = 'test/services/bubble-map/links/co-signed.test.ts'
const MATCHED_SWAP = 'test/services/bubble-map/links/matched-swap.test.ts'
const USED_MONEY = 'test/services/bubble-map/links/used-money.test.ts'
const SAME_MINUTES = 'test/services/bubble-map/links/same-minutes.test.ts'
const SAME_REMAINDER = 'test/services/bubble-map/links/same-remainder.test.ts'
const HAND_OVER = 'test/services/bubble-map/links/hand-over.test.ts'
const LIVES = 'test/rules/lifetimes.test.ts'
const ROUTE = 'test/routes/tokens/bubblemap.test.ts'
const HERE = 'test/rules/bubble-map.test.ts'

const SHAPE = 'the report is in the closed shape, sorted, with gapless entity ids and degrees that its links count'
const NODES = 'nodes say who they are'
const FIGURES = 'figures by entity are those of the members added up'
const UNBUILT = 'without a mint or holders there is no graph: empty arrays and an info check that says why'
const CUT = 'more than 500 holders and 2,000 links are cut, members and the creator first, and the counts say so'
const PARTIAL = 'an incomplete list of holders leaves what rests on all of them null'

export const BUBBLE_MAP_RULES = rulesOf('map', 'GET /api/v2/tokens/{mint}/bubblemap', [
  ['nodes.share', '2.2: nodes are sorted by `pctSupply` descending', [MAP, SHAPE], 'labelNodes'],
  ['nodes.degree', '2.2: nodes of one share are sorted by `degree`', [MAP, SHAPE], 'labelNodes'],
  ['nodes.cap', '2.2: at most 500 nodes, members and the creator first', [MAP, CUT], 'chooseNodes'],
  ['nodes.kind', '2.2: a pool of the token is `lp`', [MAP, NODES], 'label-nodes#kindOf'],
  ['nodes.rank', '2.2: `rank` is the place among the holders, 1 the largest', [MAP, NODES], 'labelNodes'],
  ['nodes.cex', '2.2: `is_cex` is true for an exchange', [MAP, NODES], 'labelNodes'],
  ['nodes.fresh', '2.2: `fresh_wallet` is one first seen less than a day before', [MAP, NODES], 'FRESH_SECS'],
  ['nodes.age', '2.2: `age_sec` is the time since the first transaction', [MAP, NODES], 'label-nodes#ageOf'],
  ['nodes.balance', '2.2: `balance` is in whole tokens', [MAP, NODES], 'labelNodes'],
  ['nodes.first-buy', '2.2: `first_buy_slot` is the slot of the first purchase', [MAP, NODES], 'labelNodes'],
  ['links.cap', '2.2: links are capped at 2,000', [MAP, CUT], 'LIMITS.bubbleLinks'],
  ['links.count', '2.2: `linkCount` is of the links found, not of those shown', [MAP, CUT], 'measureSummary'],
  [
    'links.ends',
    '2.2: both ends of a link are nodes of the report',
    [HERE, 'links of holders beyond the cap are left out: both ends of a link are nodes of the report'],
    'judge-bubble-map#chooseLinks',
  ],
  ['links.order', '2.2: the strongest links come first', [MAP, SHAPE], 'judge-bubble-map#chooseLinks'],
  [
    'links.kinds',
    '2.2: each kind of link has one rule, in the order of the contract',
    [MAP, 'every kind of link has one rule, in the order of the contract, with its text'],
    'LINK_RULES',
  ],
  [
    'links.mutual',
    '2.2: holders who pay each other after buying are joined',
    [MUTUAL, 'holders who pay each other specks after buying are joined, with the payment as evidence'],
    'LINK_RULES',
  ],
  [
    'links.mutual-host',
    '2.2: a host who pays his guests joins no one',
    [MUTUAL, 'a host who pays his guests joins no one'],
    'MUTUAL.hostShare',
  ],
  [
    'links.mutual-few',
    '2.2: three friends who pay each other are not joined by that',
    [MUTUAL, 'three friends who pay each other are not joined by that alone'],
    'MUTUAL.members',
  ],
  [
    'links.cohort',
    '2.2: who went through the same small tokens together is joined',
    [SHARED_COIN, 'who came to the same small tokens and left them together is joined, with the token as evidence'],
    'shared-coin#cohortLinks',
  ],
  [
    'links.cohort-copied',
    '2.2: machines that copy a trade join no one',
    [SHARED_COIN, 'machines that copy a trade within seconds join no one'],
    'COHORT.copiedSecs',
  ],
  [
    'links.cohort-leader',
    '2.2: followers of one leader join no one',
    [SHARED_COIN, 'followers of one who is first in and first out everywhere join no one'],
    'shared-coin#cohortLinks',
  ],
  [
    'links.wages',
    '2.2: who earned its purchase by selling a token no one else wanted is joined',
    [SHARED_COIN, 'who earned the money for this token by selling one token that hardly anyone else traded is joined'],
    'COHORT.earners',
  ],
  [
    'links.hand-over',
    '2.2: sellers and the new wallets that buy right after them are joined',
    [HAND_OVER, 'sellers, and who bought for as much right after them, are joined once it repeats'],
    'LINK_RULES',
  ],
  [
    'links.hand-over-chance',
    '2.2: what chance brings is no hand-over',
    [HAND_OVER, 'where many buy for such sums in the slots around, pairs are chance'],
    'HAND_OVER.timesChance',
  ],
  [
    'links.route',
    '2.2: wallets led through the same tokens, day after day, are joined',
    [
      ROUTE_LINKS,
      'wallets led through the same tokens in the same hours of several days are joined, the creator with them',
    ],
    'LINK_RULES',
  ],
  [
    'links.route-leader',
    '2.2: who follow one that is always first are not joined by that',
    [ROUTE_LINKS, 'machines that copy within seconds, and followers of one who is always first, join no one'],
    'shared-route#groupLinks',
  ],
  [
    'links.route-day',
    '2.2: a token that others of the token trade all day joins no one',
    [ROUTE_LINKS, 'a token of the day that others of this token trade all day joins no one'],
    'ROUTE.othersShare',
  ],
  [
    'links.paid-back',
    '2.2: holders whose stake was paid back are joined, the creator with them where its money paid',
    [PAID_BACK, 'two funding wallets of one chest pay as one, and the creator whom the chest paid is one of them'],
    'paid-back#rootOf',
  ],
  [
    'links.paid-back-gifts',
    '2.2: gifts of other sums join no one',
    [PAID_BACK, 'three who are paid back, gifts of other sums and prizes for everyone join no one'],
    'PAID_BACK.leastOfCreatorPct',
  ],
  [
    'links.hub',
    '2.2: who got a token from couriers whom one address stocked, before buying, is joined',
    [SHARED_HUB, 'couriers that one address stocked are one place'],
    'HUB.passedPct',
  ],
  [
    'links.hub-strangers',
    '2.2: who pays mostly strangers ties no one',
    [SHARED_HUB, 'who pays mostly others, few people, small parts, or is a known exchange, ties no one'],
    'HUB.sharePct',
  ],
  [
    'links.hub-material',
    '2.2: who gives a part of what it has ties no one',
    [SHARED_HUB, 'parts of what they have, which holders chip in for something, tie no one'],
    'HUB.materialPct',
  ],
  [
    'links.hub-host',
    '2.2: a holder who gives the others a part of what it has is a host, and ties no one',
    [
      SHARED_HUB,
      'a holder who lends the others all it has of a token is joined with them, one who gives away a part is not',
    ],
    'shared-hub#tiesAmong',
  ],
  [
    'links.hub-passed',
    '2.2: what comes back to a courier later does not hide who stocked it',
    [SHARED_HUB, 'loans that come back hide no one'],
    'shared-hub#passingAmong',
  ],
  [
    'links.hub-gas',
    '2.2: gas for wallets that were given their bags ties them',
    [SHARED_HUB, 'gas for wallets that were given their bags ties them, over tanks that one address filled'],
    'FUNDING.minGasLamports',
  ],
  [
    'links.co-signed',
    '2.2: who pays the fees of others elsewhere is one hand with them',
    [CO_SIGNED, 'who pays fees for others elsewhere, in changing batches, is one hand with all of them'],
    'LINK_RULES',
  ],
  [
    'links.co-signed-relayer',
    '2.2: a relayer that signs for strangers too ties no one',
    [CO_SIGNED, 'a relayer signs for anyone, whether it holds the token or not'],
    'COSIGN.strangers',
  ],
  [
    'links.matched-swap',
    '2.2: withdrawals behind which one funding wallet had sent as much and a fee join their receivers',
    [MATCHED_SWAP, 'withdrawals that follow a deposit of as much and a fee by one funding wallet join their receivers'],
    'SWAP.feeBps',
  ],
  [
    'links.matched-swap-chance',
    '2.2: matches that chance brings as well join no one',
    [MATCHED_SWAP, 'who sends sums of every size to the exchange all day is matched by chance'],
    'matchedSwap',
  ],
  [
    'links.price',
    '2.2: customers who paid one price are no hand',
    [
      USED_MONEY,
      'a deposit address of one customer joins those who pay in; a fund, a public address and a seller do not',
    ],
    'shared-payee#linksOf',
  ],
  [
    'links.hand-over-apart',
    '2.2: hand-overs of other sums, one in a slot after the other, are joined from four on',
    [HAND_OVER, 'further apart, one pair in a slot after the other is beyond chance from four on'],
    'HAND_OVER.mostChance',
  ],
  [
    'links.table-elsewhere',
    '2.2: a table of their own joins users in trades of other tokens',
    [
      TOOLS,
      'a table of one of them joins users in trades of other tokens, too; a public one is loaded by everyone there',
    ],
    'shared-table#linksOf',
  ],
  [
    'links.minutes-chance',
    '2.2: where everyone withdraws all the time, a run of first payments is chance',
    [SAME_MINUTES, 'where everyone withdraws all the time a run is chance'],
    'sameMinutes',
  ],
  [
    'links.remainder',
    '2.2: the same remainder is a weight that joins no one on its own',
    [SAME_REMAINDER, 'the same to the lamport is a weight: with the slot of the launch it joins'],
    'WEIGHTS.remainder',
  ],
  [
    'links.remainder-service',
    '2.2: users of one trading service empty their wallets alike',
    [SAME_REMAINDER, 'users of one trading service empty their wallets alike'],
    'sameRemainder',
  ],
  [
    'links.hub-specks',
    '2.2: specks to strangers make a funding wallet no service',
    [
      SHARED_HUB,
      'specks to dozens of strangers make a funding wallet no service; as much to them as to people of the token does',
    ],
    'funding-wallets#isPublic',
  ],
  [
    'links.hub-known',
    '2.2: whom a funding wallet paid is known beyond the sample of its strangers',
    [SHARED_HUB, 'among many strangers a sample meets few of those it paid: the others are known'],
    'funding-wallets#isPublic',
  ],
  [
    'links.recycled',
    '2.2: proceeds that come to the funding wallet which paid others join the seller with them',
    [
      TRANSFER,
      'a seller whose proceeds come, by way of another wallet, to the funding wallet that paid others is one with them',
    ],
    'transfer',
  ],
  [
    'join.customers',
    '2.2: an address that serves more strangers than people of the token joins no one',
    [TRANSFER, 'sellers who cash out to an address that serves more strangers are not joined, whatever else it serves'],
    'isService',
  ],
  ['links.weight', '2.2: `weight` is a number or null', [MAP, NODES], 'payerLinks'],
  ['degree', '2.2: `degree` counts the links of the report', [MAP, SHAPE], 'labelNodes'],
  ['clusters.order', '2.2: clusters are sorted by share, their ids gapless', [MAP, SHAPE], 'describeClusters'],
  ['clusters.count', '2.2: `memberCount` is the length of `members`', [MAP, SHAPE], 'describe-clusters#describe'],
  ['clusters.confidence', '2.2: `confidence` is below 1', [MAP, SHAPE], 'describe-clusters#confidenceOf'],
  ['clusters.evidence', '2.2: a cluster has evidence of each of its kinds', [MAP, SHAPE], 'describe-clusters#describe'],
  [
    'clusters.collector',
    '2.2: `collector` is where the proceeds of members meet',
    [TRANSFER, 'sellers whose proceeds meet in one funding wallet are joined with it, and it is named the collector'],
    'describe-clusters#describe',
  ],
  [
    'clusters.root',
    '2.2: `rootFunder` is the funding wallet of the members',
    [FUNDING, 'wallets paid by one fresh funding wallet are joined, wherever they buy, with the payment as evidence'],
    'describe-clusters#describe',
  ],
  [
    'clusters.dev',
    '2.2: `devLinked` is a cluster tied to the creator',
    [TRANSFER, 'the creator is linked to a group that its own wallet pays'],
    'describe-clusters#describe',
  ],
  ['largest', '2.2: `largestClusterPct` is the share of the first cluster', [MAP, SHAPE], 'judgeBubbleMap'],
  [
    'join.fingerprint',
    '2.2: a kind of fingerprint that chance brings never joins by itself',
    [MAP, 'principle 1: a kind that chance brings never joins by itself, however often it repeats'],
    'JOIN.kinds',
  ],
  ['nodes.supernode', '2.2: `is_supernode` is true for an exchange', [MAP, NODES], 'isSupernode'],
  [
    'join.services',
    '2.2: a service joins no one',
    [TOOLS, 'a service that pays fees for customers joins no one'],
    'CROWD.serviceUsers',
  ],
  [
    'join.payer',
    '2.2: a shared fee payer joins',
    [
      TOOLS,
      'who has its fees paid by one funding wallet together is joined, the creator too when the launch was paid by it',
    ],
    'LINK_RULES',
  ],
  ['summary.clustered', '2.2: `clusteredPct` is what clusters hold', [MAP, FIGURES], 'measureSummary'],
  [
    'summary.hidden',
    '2.2: `hiddenSupplyPct` is what clusters hold beyond their largest member',
    [MAP, FIGURES],
    'measureSummary',
  ],
  ['summary.entities', '2.2: `entityCount` is clusters and holders that stand alone', [MAP, FIGURES], 'measureSummary'],
  [
    'summary.entity-figures',
    '2.2: entity figures merge the members of a cluster',
    [MAP, FIGURES],
    'measure-summary#entityFigures',
  ],
  ['summary.raw', '2.2: `gini`, `hhi` and `nakamoto` are those of the wallets', [MAP, FIGURES], 'measureSummary'],
  [
    'summary.tail',
    '2.2: holders beyond the listed ones keep their part in the figures',
    [MAP, 'holders beyond the listed ones keep their part in the figures'],
    'measure-summary#entityFigures',
  ],
  [
    'summary.partial',
    '2.2: figures over all holders are null while the list is not complete',
    [MAP, PARTIAL],
    'measureSummary',
  ],
  [
    'score.null',
    '2.2: `decentralizationScore` is null while the list is not complete',
    [MAP, PARTIAL],
    'decentralizationScore',
  ],
  ['score', '2.2: `decentralizationScore` is 0-100, by entity', [MAP, FIGURES], 'DECENTRALIZATION.hidden'],
  ['unbuilt', '2.2, 4.1, 7: an unbuildable graph is `ok:false`', [MAP, UNBUILT], 'judge-bubble-map#unbuilt'],
  ['unbuilt.check', '2.2: its one check is of severity info', [MAP, UNBUILT], 'unbuiltCheck'],
  ['unbuilt.why', '2.2: the check says why', [MAP, UNBUILT], 'judge-bubble-map#unbuildable'],
  ['unbuilt.no-holder', '2.2: a token that no one holds has no graph', [MAP, UNBUILT], 'judge-bubble-map#unbuildable'],
  ['checks.largest', '2.2: a cluster of 10 percent and more fails its check', [MAP, FIGURES], 'map-checks#LARGEST_PCT'],
  [
    'checks.hidden',
    '2.2: 5 percent and more of hidden supply fails its check',
    [MAP, FIGURES],
    'map-checks#HIDDEN_PCT',
  ],
  [
    'checks.unasked',
    '2.2: what rests on all holders is not judged without them',
    [MAP, PARTIAL],
    'map-checks#checkMajority',
  ],
  [
    'invalid-mint',
    '4.1: an invalid mint is 400 `invalid mint`',
    [LIVES, 'an invalid mint is 400 on every route of one, before anything else is asked'],
    'tokenBubbleMap.params',
  ],
])

export const BUBBLE_MAP_ROUTE_RULES = rulesOf('map', 'GET /api/v2/tokens/{mint}/bubblemap', [
  [
    'unbuilt.status',
    '2.2, 7: an unbuildable graph is still HTTP 200',
    [ROUTE, 'an address that holds no mint, or is none, is ok: false with empty arrays and an info check, still 200'],
    'get-bubble-map#draw',
  ],
  ['lives', '4.1, 8: a map is kept 120 s', [LIVES, 'a bubble map lives 120 s'], 'CACHES.bubbleMap'],
])
