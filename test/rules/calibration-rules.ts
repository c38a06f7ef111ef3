import { rulesOf } from './engine-rule.ts'

const HERE = 'test/routes/calibration/calibration.test.ts'
const STORE = 'test/store/scores.test.ts'
const CURVE = 'the curve, Brier score, grades and lift equal those by hand'
const LOCKED = 'a token that many bought and nobody sold cannot be sold; a creator who sold is counted beside'

export const CALIBRATION_RULES = rulesOf('calibration', 'GET /api/v2/calibration', [
  ['curve', '2.2: reliability by tenths of the predicted chance', [HERE, CURVE], 'getCalibration'],
  ['brier', '2.2: Brier score over the known ends', [HERE, CURVE], 'score-sums#addOutcome'],
  ['lift', '2.2: lift by rule with its sample', [HERE, CURVE], 'get-calibration#tablesOf'],
  ['price', '2.2: a price that fell to a tenth is gone', [HERE, CURVE], 'observe-outcome#priceGone'],
  ['liquidity', '2.2: a pool that holds a tenth is gone', [HERE, CURVE], 'observe-outcome#liquidityGone'],
  ['locked', '2.2: many purchases and no sale: it cannot be sold', [HERE, LOCKED], 'observe-outcome#unsellable'],
  ['creator', '2.2: a creator who sold nine tenths is out', [HERE, LOCKED], 'observe-outcome#creatorOut'],
  [
    'unknown',
    '2.2: what the tape does not hold is unknown, not good',
    [HERE, 'what the tape does not hold is waited for a day, then unknown'],
    'settleScores',
  ],
  [
    'changed',
    '2.2: one changed byte of the ledger is found',
    [STORE, 'one changed byte is found, whichever it is'],
    'scores#verify',
  ],
  [
    'killed',
    '2.2: scores survive kill -9',
    [STORE, 'scores that were confirmed survive kill -9, and the chain is whole'],
    'openScores',
  ],
])
