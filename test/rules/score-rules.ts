import { rulesOf } from './engine-rule.ts'

const HERE = 'test/rules/deep-scan-report.test.ts'
const SCORES = 'test/services/deep-scan/score.test.ts'
const MATURE = 'test/rules/maturity.test.ts'
const STATE = 'test/services/deep-scan/layers/state-layers.test.ts'
const BEHAVIOUR = 'test/services/deep-scan/layers/behaviour-layers.test.ts'
const LEFT = 'test/services/deep-scan/creator-left.test.ts'
const TEAM_LEFT = 'test/services/deep-scan/team-left.test.ts'

const GRADES = 'grades begin at 85, 60 and 35'
const WEIGHTS = 'the weights state the start score, the points of each severity and how many checks failed'
const CAPS =
  'what no other virtue makes up for holds the score, softer for a mature token only where an issuer may have it'
const LISTED = 'a listed token is safe unless its behaviour speaks against it'
const IS_MATURE = 'mature is 30 days old, with 150 holders, 50,000 USD and at most 70 percent in ten hands'

export const SCORE_RULES = rulesOf('scan', 'GET /api/v2/tokens/{mint}/deepscan', [
  ['grade.safe', '2.2: `safe` from 85', [SCORES, GRADES], 'score#GRADES'],
  ['grade.caution', '2.2: `caution` from 60', [SCORES, GRADES], 'score#GRADES'],
  ['grade.risky', '2.2: `risky` from 35, else `danger`', [SCORES, GRADES], 'score#GRADES'],
  ['weights.start', '2.2: the score starts at 100', [HERE, WEIGHTS], 'score#START_SCORE'],
  [
    'weights.severity',
    '2.2: a failing check takes off the points of its severity',
    [HERE, WEIGHTS],
    'SEVERITY_POINTS.high',
  ],
  [
    'weights.failing',
    '2.2: `totalFailing` and `failingCounts` count every failing check, scored or not',
    [HERE, WEIGHTS],
    'scoreReport',
  ],
  [
    'weights.layer-cap',
    '2.2: the checks of one layer take off no more than its cap',
    [SCORES, 'a failing check takes off the points of its severity, a layer no more than its cap'],
    'deepScanScore',
  ],
  [
    'weights.failed-layers',
    '2.2: layers that failed are named and earn nothing',
    [SCORES, 'layers that failed are named and earn nothing'],
    'scoreReport',
  ],
  [
    'cap.held',
    '2.2: a hard cap holds the score and is said with its reason',
    [SCORES, 'each hard cap names a check that exists, and holds the score'],
    'deepScanScore',
  ],
  ['cap.blocked', '2.2: a token that cannot be sold scores 3 at most', [HERE, CAPS], 'HARD_CAPS'],
  [
    'cap.mint',
    '2.2: a token of which more can be minted stays below `caution`, unless mature',
    [HERE, CAPS],
    'HARD_CAPS',
  ],
  ['cap.pulled', '2.2: a token whose liquidity was taken out scores 12 at most', [HERE, CAPS], 'HARD_CAPS'],
  [
    'cap.critical',
    '2.2: any failing critical check leaves `danger` at most',
    [SCORES, 'any failing critical check leaves danger at most'],
    'score#capsOf',
  ],
  [
    'safe.earned',
    '2.2: authorities and locked liquidity alone never earn `safe`',
    [SCORES, 'revoked authorities and locked liquidity alone never earn safe'],
    'score#earnedBy',
  ],
  [
    'safe.asked',
    '2.2: a check that could not be asked earns nothing',
    [SCORES, 'revoked authorities and locked liquidity alone never earn safe'],
    'isEarned',
  ],
  [
    'honeypot',
    '2.2: `honeypotConfirmed` is a sale that failed, or depends on time',
    [SCORES, LISTED],
    'score#HONEYPOT_CHECKS',
  ],
  [
    'not-proven',
    '2.2: no proof of a sale is a failing check, never a pass',
    [HERE, 'a token no one could sell is not proven: the check fails, it is no pass and no cap'],
    'honeypot#layer',
  ],
  ['listed', '2.2: a whitelisted token is lifted to 90', [SCORES, LISTED], 'score#LISTED_SCORE'],
  ['listed.trapped', '2.2: no list lifts a token whose behaviour speaks against it', [SCORES, LISTED], 'scoreReport'],
  ['listed.stablecoin', '2.2: a regulated stablecoin is lifted as well', [SCORES, LISTED], 'scoreReport'],
  [
    'listed.trust',
    '2.2: lists vouch only while the operator trusts them',
    [MATURE, 'lists vouch only while they are trusted; the operator’s own list always does'],
    'settingsOf',
  ],
  ['mature.age', '2.2: mature is at least 30 days old', [MATURE, IS_MATURE], 'MATURITY.ageDays'],
  ['mature.holders', '2.2: mature has at least 150 holders', [MATURE, IS_MATURE], 'MATURITY.holders'],
  [
    'mature.liquidity',
    '2.2: mature has at least 50,000 USD of liquidity',
    [MATURE, IS_MATURE],
    'MATURITY.liquidityUsd',
  ],
  [
    'mature.top10',
    '2.2: of a mature token ten hands hold at most 70 percent',
    [MATURE, IS_MATURE],
    'MATURITY.top10Share',
  ],
  [
    'mature.unknown',
    '2.2: what is unknown is not mature',
    [MATURE, 'what is unknown is not mature, and the reason names it'],
    'maturityOf',
  ],
  [
    'mature.sol',
    '2.2: without a price 300 SOL are deep enough',
    [MATURE, 'where no price is known 300 SOL in the pools are deep enough, both sides counted'],
    'MATURITY.liquiditySol',
  ],
  [
    'liquidity.none',
    '2.2: a token without a pool has no liquidity, one whose price is unknown an unknown one',
    [MATURE, 'liquidity is what the market says of all pools, 0 without a pool, null while no one knows'],
    'liquidityUsdOf',
  ],
  [
    'contract.soft',
    '2.2: authorities weigh less on a mature token',
    [STATE, 'contract: each authority and extension fails its check, high while young and low when mature'],
    'contract#judgeContract.softened',
  ],
  [
    'contract.fee',
    '2.2: a transfer fee is high from 10 %',
    [STATE, 'contract: a transfer fee is low above 0, medium from 3 %, high from 10 %'],
    'contract#judgeContract',
  ],
  [
    'contract.not-a-mint',
    '2.2: an account of no token program is critical',
    [STATE, 'contract: an account of no token program is no mint; an unread one is not judged'],
    'contract#judgeContract',
  ],
  [
    'liquidity.thin',
    '2.2: liquidity below 2,000 USD is medium, below 10,000 low',
    [STATE, 'liquidity: below 2,000 USD medium, below 10,000 USD low; below 1 % of its value thin'],
    'liquidity#thinCheck',
  ],
  [
    'lplock',
    '2.2: below half burned or locked is high',
    [STATE, 'lplock: below 50 % burned or locked high, below 90 % medium; a curve keeps its reserves itself'],
    'lplock#lockedCheck',
  ],
  [
    'bundle.share',
    '2.2: bundlers above 15 percent are high',
    [BEHAVIOUR, 'bundle: what bundlers hold fails above 5 and 15 percent'],
    'bundle#HELD.high',
  ],
  [
    'creator.share',
    '2.2: a creator above 5 percent fails',
    [BEHAVIOUR, 'creator: its own share fails above 5 and 15 percent'],
    'creator#HELD.medium',
  ],
  [
    'creator.left',
    '2.2: a creator who sold everything before the price fell has left',
    [LEFT, 'who sold everything before the price lost half of its rise has left; the sales are the evidence'],
    'checkCreatorLeft',
  ],
  [
    'creator.left-kept',
    '2.2: who kept a part has not',
    [LEFT, 'who kept more than a twentieth, sold less than a percent of the supply or came back has not'],
    'creator-left#LEFT.soldPct',
  ],
  [
    'cohorts.left',
    '2.2: a team that has sold out is reported, however slowly it did',
    [TEAM_LEFT, 'a team that sold four fifths of what it had bought has left, however slowly, and its sales are shown'],
    'team-left#LEFT.soldPct',
  ],
  [
    'cohorts.exit',
    '2.2: the burst of a cluster is looked for among those of three sellers',
    [BEHAVIOUR, 'cohorts: the one large sale of another member does not hide the burst of three'],
    'cohorts#largestBurst',
  ],
  [
    'bubblemap.names',
    '2.2: four wallets tied to the creator that bought are reported',
    [
      BEHAVIOUR,
      'bubblemap: four wallets tied to the creator that bought fail, sold since or not; the creator is not counted',
    ],
    'bubblemap#TEAM_BUYERS',
  ],
  [
    'bubblemap.team',
    '2.2: the wallets of the creator above 30 percent are critical',
    [BEHAVIOUR, 'bubblemap: the creator’s clusters fail above 5, 10 and 30 percent together'],
    'bubblemap#TEAM.critical',
  ],
  [
    'devforensics',
    '2.2: a serial rugger is critical',
    [BEHAVIOUR, 'devforensics: two rugged tokens of two are critical, and the evidence names the transactions'],
    'DEV_RULES.serialRugger',
  ],
])
