import { rulesOf } from './engine-rule.ts'

const SCREENS = 'test/routes/screens/screens.test.ts'

const TRANSPORTS = 'a row enters when it matches and leaves when its window expires: one event on every transport'
const FIRST =
  'its first rows have no events; rows with their cursor and the events after it give the screen at any later time'
const VALID = 'a screen is validated as the route validates its filter'
const OWNER = 'screens belong to their key, as many as its plan has, and none twice'
const RESTART = 'after a restart the rows are restored and what changed meanwhile is emitted once'
const EDGE = 'a row at the edge of a filter makes no events until it stays on one side'
const UNKNOWN = 'what becomes unknown lets no row leave before ten minutes, and a fork takes rows out by events'
const LAG = 'rows neither enter nor leave while the tape lags behind the chain'
const RANDOM =
  'over random histories the events of a screen hold every pair that the route finds, and none that it finds not to match'

export const SCREENS_RULES = [
  ...rulesOf('screens', 'POST /api/v2/screens', [
    [
      'events',
      '6: rows that enter and leave a saved screen are events of the tape on every transport',
      [SCREENS, TRANSPORTS],
      'startScreens',
    ],
    [
      'windows',
      '2.8: a window that expires lets a row leave without a trade',
      [SCREENS, TRANSPORTS],
      'createAppliedEvents.pass',
    ],
    [
      'first',
      '2.8: the pairs that match when a screen is saved are its first rows, without events',
      [SCREENS, FIRST],
      'start-screens#Watch.seed',
    ],
    ['filter', '4.11: the filter of a screen is validated as that of the screener', [SCREENS, VALID], 'createScreen'],
    ['owner', '3: a screen is known to the key that saved it alone', [SCREENS, OWNER], 'ownScreen'],
    ['channel', '6.2: a channel of a screen of another key is 400', [SCREENS, OWNER], 'channels#screens'],
    ['plan', '8: a key saves as many screens as its plan has', [SCREENS, OWNER], 'SCREEN_PLANS'],
    [
      'restart',
      '6: a restart restores the rows and emits the difference once',
      [SCREENS, RESTART],
      'start-screens#Watch.restore',
    ],
    ['hold', '2.8: a row enters or leaves after its hold time only', [SCREENS, EDGE], 'held-rows#holdOf'],
    [
      'unknown',
      '2.8: what is unknown lets no row enter or leave for ten minutes',
      [SCREENS, UNKNOWN],
      'SCREENS.unknownMs',
    ],
    ['fork', '2.8: a fork takes rows out by further events', [SCREENS, UNKNOWN], 'apply-events#takeBack'],
    ['lag', '2.8: while the tape lags no row enters or leaves', [SCREENS, LAG], 'start-screens#Watch.usable'],
    ['brute', '2.8: the rows of a screen are those that the route finds', [SCREENS, RANDOM], 'createHeldRows'],
  ]),
]
