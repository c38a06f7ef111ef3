import { type EngineRule, rulesOf } from '../engine-rule.ts'

const FLOW = 'test/routes/refund/refund.test.ts'
const ASK = 'test/routes/refund/refund-requests.test.ts'
const ANSWERS = 'test/services/refund/answer-refund.test.ts'
const FORECASTS = 'test/services/refund/forecast.test.ts'
const CLASSES = 'test/chain/solana/reclaimable/classes.test.ts'
const STEPS = 'test/chain/solana/rent-steps.test.ts'

const SHOWN = 'the scan shows every class with its lamports, and what the coming rent steps free'
const LAMPORT = 'every class comes back to the lamport as the scan and the simulation said, fees counted'
const CLIENT =
  'a client gets transactions to sign, each for one kind, that bring what they say while their blockhash lives'
const SIMULATED = 'simulated, nothing is sent and nothing changes'
const DEFAULTS = 'empty is what is closed when no kind is named, frozen accounts stay, and named accounts narrow it'
const ONCE = 'the same Idempotency-Key takes back once, and with another body it is 409'
const DUST =
  'dust: only named mints are burnt, what is worth more than 5 USD is not, and the scan counts what is asked for'
const REFUSED = 'what a node does not list says so and is never zero; named accounts are taken back all the same'
const LEFT_OUT = 'an account that makes its transaction fail is left out and named, and the others come back'
const JUDGED = 'what would bring less than it says, or burn more, is not signed'
const MANY = 'more than the transactions that were asked for is left, and said so'
const COOLING = 'tables in use are switched off only when asked, cool for 513 slots, and are closed then'
const FOREIGN = 'what someone else may close alone is no leftover, but its excess is the owner’s'
const DIED = 'a refund whose process died is settled from the chain'
const PENDING =
  'what is sent and not confirmed is 202, its history pending, and its key asks on until all of it has landed'
const LOST = 'what never lands is named, costs nothing, and is expired in the history'
const POOR = 'a wallet that cannot pay is 402, one that is only watched is 409'
const SCOPES = 'every route wants a key and a scope: wallet to take, read to look'
const WRONG = 'bodies and parameters that are wrong are 400 by name'
const MIXED = 'what failed on the chain or never landed is named, and counts for nothing; the rest came back'
const OPEN = 'one whose end is not known makes the answer pending, with what is known in its details'
const NO_FEE = 'a fee that the node has not shown is null, not zero'
const TABLE_STATES = 'a table is in use, cools while its slot is among the slot hashes, and is ready then'
const STAKE_STATES =
  'stake is ready when it is cold, cools in the epoch of its deactivation, and at work gives its surplus alone'
const OTHERS = 'a buffer and a nonce are not mistaken for programs, other states or accounts of others'
const NO_NUMBER = 'floors are what the node says, and an answer that is no number is the node’s failure'
const SCHEDULED = 'a rate has its place in the schedule, 0 before it, and none between its steps'
const EACH_STEP = 'each step frees the difference of the floors, and only the coming steps are listed'

/** Every rule of the four refund routes (family of 4.9 whose routes the specification leaves open; design 10.1), with
 *  the test that holds it and a change that turns that test red. */
export const REFUND_RULES: readonly EngineRule[] = [
  ...rulesOf('refund.scan', 'GET /v1/refund/scan', [
    ['scope', '4.9, 5: looking needs the scope read', [ASK, SCOPES], 'refundScan.scope'],
    ['wallet', '4.9: another wallet than the user’s may be looked at', [ASK, FOREIGN], 'scan#wallet'],
    ['wallet.address', '4.9: 400 for a wallet that is no address', [ASK, WRONG], 'scanRefunds'],
    ['rate', '4.9: the rate of the rent is the node’s of today', [FLOW, SHOWN], 'readForScan'],
    [
      'floor',
      '4.9: what lies above the floor is counted by what the node asks of that size',
      [FLOW, SHOWN],
      'excessOf',
    ],
    ['floor.shape', '4.9: a floor that is no number fails the scan', [STEPS, NO_NUMBER], 'readRentFloors'],
    ['native', '4.9: wrapped SOL has no excess', [FLOW, SHOWN], 'excessSources'],
    ['mints', '4.9: mints that the wallet is the authority of are counted', [FLOW, SHOWN], 'findHeldMints'],
    ['multisigs', '4.9: multisigs of which one signature is enough are counted', [FLOW, SHOWN], 'held-mints#isSigner'],
    ['total', '4.9: the total counts each account once', [FLOW, SHOWN], 'scan#itemsOf'],
    ['frozen', '4.9: frozen accounts are skipped and counted', [FLOW, SHOWN], 'scan#describe'],
    [
      'unavailable',
      '4.9: what the node does not list is null and says why, never zero',
      [ASK, REFUSED],
      'scan#unavailable',
    ],
    ['unavailable.reason', '4.9: and why is said', [ASK, REFUSED], 'find-reclaimables#reasonOf'],
    ['complete', '4.9: an excess without its mints says that it is not complete', [ASK, REFUSED], 'scan#describe'],
    ['dust.none', '4.9: without a threshold nothing counts as dust', [ASK, DUST], 'read-for-scan#findDust'],
    ['dust.clamp', '4.9: the threshold of dust is clamped to 5 USD', [ASK, DUST], 'scan#dustUsd'],
    ['dust.price', '4.9: dust is what is worth little by the prices there are', [ASK, DUST], 'valueHoldings'],
    ['forecast', '4.9: the forecast states what each coming step adds', [FORECASTS, EACH_STEP], 'forecastRent'],
    ['forecast.steps', '4.9: only steps that are still to come are listed', [STEPS, SCHEDULED], 'comingRentSteps'],
    ['accounts', '4.9: include_accounts lists them', [FLOW, SHOWN], 'listScanned'],
    ['accounts.kept', '4.9: what cannot be closed says that it returns nothing', [ASK, FOREIGN], 'listScanned'],
    ['tables.active', '4.9: a table in use is no leftover yet', [CLASSES, TABLE_STATES], 'lookupTables'],
    [
      'tables.cooling',
      '4.9: a table that was switched off cools while its slot is in the slot hashes',
      [CLASSES, TABLE_STATES],
      'lookupTables',
    ],
    ['tables.authority', '4.9: tables of others are not the wallet’s', [CLASSES, TABLE_STATES], 'lookupTables'],
    [
      'stake.warm',
      '4.9: stake at work is no leftover, only what lies beside it',
      [CLASSES, STAKE_STATES],
      'stakeAccounts',
    ],
    [
      'stake.cooling',
      '4.9: stake cools to the end of the epoch of its deactivation',
      [CLASSES, STAKE_STATES],
      'stake-accounts#phaseOf',
    ],
    ['stake.lockup', '4.9: what a lockup holds is left out', [CLASSES, STAKE_STATES], 'stakeAccounts'],
    ['buffers', '4.9: buffers of the wallet, not programs', [CLASSES, OTHERS], 'programBuffers'],
    ['nonces', '4.9: initialised nonces of the wallet', [CLASSES, OTHERS], 'nonceAccounts'],
  ]),
  ...rulesOf('refund.close', 'POST /v1/refund/close', [
    ['scope', '4.9, 5: taking needs the scope wallet', [ASK, SCOPES], 'refundRoute'],
    ['kinds.default', '4.9: empty accounts are closed when no kind is named', [ASK, DEFAULTS], 'refund-body#kinds'],
    ['kinds.known', '4.9: 400 for a kind that there is not', [ASK, WRONG], 'refund-body#kinds'],
    ['mints.required', '4.9: dust needs a list of mints', [ASK, DUST], 'refund-body#DUST'],
    ['mints.only', '4.9: nothing is burnt but what is named', [ASK, DUST], 'plan-refund#chooseBurns'],
    ['mints.dear', '4.9: what is worth more than dust is not burnt, and named', [ASK, DUST], 'plan-refund#chooseBurns'],
    ['accounts', '4.9: named accounts narrow it', [ASK, DEFAULTS], 'plan-refund#wantedOf'],
    [
      'accounts.direct',
      '4.9: named accounts are taken back where a node lists none',
      [ASK, REFUSED],
      'findReclaimables',
    ],
    ['addresses', '4.9: 400 for text that only looks like an address', [ASK, WRONG], 'runRefund'],
    ['wallet.needed', '4.9: client_signs needs a wallet', [ASK, WRONG], 'needs'],
    ['wallet.custodial', '4.9: a custodial wallet is named by X-User-Ref alone', [ASK, WRONG], 'onlyWith'],
    ['max.range', '4.9: max_transactions is 1 to 20', [ASK, WRONG], 'REFUND.transactionsMax'],
    ['max.left', '4.9: what is beyond max_transactions is left and counted', [ASK, MANY], 'prepareRefund'],
    ['nothing', '4.9: 409 when there is nothing to close', [FLOW, LAMPORT], 'prepareRefund'],
    ['unlisted', '4.9: 502 when there is nothing because the node does not say', [ASK, REFUSED], 'nothingToTake'],
    ['simulate', '4.9: simulated, nothing is sent', [ASK, SIMULATED], 'runRefund'],
    ['left-out', '4.9: an account that makes its transaction fail is taken out of it', [ASK, LEFT_OUT], 'prepareBatch'],
    [
      'judged.lamports',
      '4.9: what arrives is judged to the lamport before it is signed',
      [ASK, JUDGED],
      'prepare-batch#intentOf',
    ],
    [
      'judged.calls',
      '4.9: each instruction is one of those asked for, byte for byte',
      [ASK, JUDGED],
      'prepare-batch#intentOf',
    ],
    [
      'judged.odd',
      '4.9: instructions that no trade has are let through when asked for',
      [FLOW, LAMPORT],
      'judgeMessage',
    ],
    ['one-kind', '4.9: a transaction holds accounts of one kind', [ASK, CLIENT], 'prepare-refund#packByKind'],
    ['deactivate', '4.9: tables in use are switched off only when asked', [ASK, COOLING], 'plan-refund#planClose'],
    ['deactivate.kind', '4.9: 400 for switching off without the kind', [ASK, WRONG], 'refund-body#TABLES'],
    ['burn', '4.9: dust is burnt before its account is closed', [ASK, DUST], 'refund-item#closeTokenAccountItem'],
    ['expires', '4.9: a client hears how long the blockhash lives', [ASK, CLIENT], 'slotsInMs'],
    [
      'failed.chain',
      '4.9: what failed on the chain is named with its signature',
      [ANSWERS, MIXED],
      'answer-refund#failuresOf',
    ],
    ['failed.counts', '4.9: and counts for nothing', [ANSWERS, MIXED], 'answerRefund'],
    ['pending', '4.9: 202 while the end of one is not known', [ANSWERS, OPEN], 'answerRefund'],
    ['fee.unknown', '4.9: a fee that is not known is null', [ANSWERS, NO_FEE], 'answerRefund'],
    ['recovered', '4.9: what came back is what the chain shows', [ASK, DIED], 'settle-refunds#endOf'],
    ['pending.resumed', '4.9: and its key asks on for all that was signed', [ASK, PENDING], 'run-refund#bring'],
    ['poor', '4.9: 402 when the wallet cannot pay', [ASK, POOR], 'prepareRefund'],
    ['once', '4.9: the same key with another body is 409', [ASK, ONCE], 'runRefund'],
  ]),
  ...rulesOf('refund.excess', 'POST /v1/refund/excess', [
    [
      'floor',
      '4.9: only what lies above the floor is taken, and the account stays',
      [FLOW, LAMPORT],
      'plan-refund#planExcess',
    ],
    ['nothing', '4.9: 409 when nothing lies above the rent floor', [FLOW, LAMPORT], 'nothingToTake'],
    ['multisig', '4.9: a multisig signs for itself by one of its signers', [FLOW, LAMPORT], 'excessItem'],
    ['gain', '4.9: what comes out of a mint is seen to arrive', [FLOW, LAMPORT], 'excessItem'],
    ['named', '4.9: named mints and multisigs are read where a node lists none', [ASK, REFUSED], 'findHeld'],
    ['body', '4.9: 400 for a body that is no object', [ASK, WRONG], 'excessBody'],
  ]),
  ...rulesOf('refund.history', 'GET /v1/refund/history', [
    ['scope', '4.9, 5: looking needs the scope read', [ASK, SCOPES], 'refundHistoryRoute.scope'],
    ['page', '4.9: pages go on where the one before ended', [FLOW, LAMPORT], 'refundHistory'],
    ['recorded', '4.9: every transaction that was sent is in it', [FLOW, LAMPORT], 'run-refund#bring'],
    ['settled', '4.9: the status is the chain’s', [ASK, DIED], 'settle-refunds#settleOne'],
    ['expired', '4.9: what never landed is expired and brought nothing', [ASK, LOST], 'settle-refunds#endOf'],
    ['order', '4.9: newest first', [FLOW, LAMPORT], 'openRefunds.list'],
  ]),
]
