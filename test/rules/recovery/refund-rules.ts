// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of the source are looked for as they stand there
import { type EngineRule, rulesOf } from '../engine-rule.ts'

const FLOW = 'test/routes/refund/refund.test.ts'
const ASK = 'test/routes/refund/refund-requests.test.ts'
const ANSWERS = 'test/services/refund/answer-refund.test.ts'
const FORECASTS = 'test/services/refund/forecast.test.ts'
const CLASSES = 'test/chain/solana/reclaimable/classes.test.ts'
const STEPS = 'test/chain/solana/rent-steps.test.ts'

const BODY = 'src/routes/refund/refund-body.ts'
const POST_ROUTE = 'src/routes/refund/refund-route.ts'
const SCAN_ROUTE = 'src/routes/refund/scan.ts'
const HISTORY_ROUTE = 'src/routes/refund/history.ts'
const LIMITS = 'src/config/refund.ts'
const SCAN = 'src/services/refund/scan.ts'
const LIST = 'src/services/refund/list-scanned.ts'
const FIND = 'src/services/refund/find-leftovers.ts'
const PLAN = 'src/services/refund/plan-refund.ts'
const PREPARE = 'src/services/refund/prepare-refund.ts'
const BATCH = 'src/services/refund/prepare-batch.ts'
const ITEM = 'src/services/refund/refund-item.ts'
const RUN = 'src/services/refund/run-refund.ts'
const ANSWER = 'src/services/refund/answer-refund.ts'
const SETTLE = 'src/services/refund/settle-refunds.ts'
const HISTORY = 'src/services/refund/history.ts'
const LIFE = 'src/services/refund/blockhash-life.ts'
const FORECAST = 'src/services/refund/forecast.ts'
const VALUE = 'src/services/refund/value-holdings.ts'
const TABLES = 'src/chain/solana/reclaimable/lookup-tables.ts'
const STAKES = 'src/chain/solana/reclaimable/stake-accounts.ts'
const BUFFERS = 'src/chain/solana/reclaimable/program-buffers.ts'
const NONCES = 'src/chain/solana/reclaimable/nonce-accounts.ts'
const MINTS = 'src/chain/solana/reclaimable/held-mints.ts'
const FLOORS = 'src/chain/solana/rent-floors.ts'
const SCHEDULE = 'src/chain/solana/rent-steps.ts'
const JUDGE = 'src/services/manifest/judge-manifest.ts'

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
const FOREIGN = 'what somebody else may close alone is no leftover, but its excess is the owner’s'
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
const OTHERS = 'a buffer and a nonce are told from programs, other states and other people’s'
const NO_NUMBER = 'floors are what the node says, and an answer that is no number is the node’s failure'
const SCHEDULED = 'a rate has its place in the schedule, 0 before it, and none between its steps'
const EACH_STEP = 'each step frees the difference of the floors, and only the coming steps are told'

/** Every rule of the four refund routes (family of 4.9 whose routes the specification leaves open; design 10.1), with the
 *  test that holds it and a change that turns that test red. */
export const REFUND_RULES: readonly EngineRule[] = [
  ...rulesOf('refund.scan', 'GET /v1/refund/scan', [
    [
      'scope',
      '4.9, 5: looking needs the scope read',
      [ASK, SCOPES],
      [SCAN_ROUTE, "scope: 'read',", "scope: 'quests',"],
    ],
    [
      'wallet',
      '4.9: another wallet than the user’s may be looked at',
      [ASK, FOREIGN],
      [SCAN_ROUTE, "return isAddress(text) ? ok(text) : refuse('wallet: expected an address')", 'return ok(null)'],
    ],
    [
      'wallet.address',
      '4.9: 400 for a wallet that is no address',
      [ASK, WRONG],
      [
        SCAN,
        "return atStage(fail('invalid_request', 'wallet: not an address'), 'validate')",
        'return ok(null as never)',
      ],
    ],
    [
      'rate',
      '4.9: the rate of the rent is the node’s of today',
      [FLOW, SHOWN],
      [SCAN, 'lamportsPerByte: rateOfFloor(empty.value[0]!),', 'lamportsPerByte: 6_960n,'],
    ],
    [
      'floor',
      '4.9: what lies above the floor is counted by what the node asks of that size',
      [FLOW, SHOWN],
      [SCAN, 'return lamports > floor ? lamports - floor : 0n', 'return lamports'],
    ],
    [
      'floor.shape',
      '4.9: a floor that is no number fails the scan',
      [STEPS, NO_NUMBER],
      [FLOORS, '|| value < 0 ||', '||'],
    ],
    [
      'native',
      '4.9: wrapped SOL has no excess',
      [FLOW, SHOWN],
      [PLAN, 'holdings.filter(({ isNative }) => !isNative)', 'holdings'],
    ],
    [
      'mints',
      '4.9: mints that the wallet is the authority of are counted',
      [FLOW, SHOWN],
      [MINTS, "return gather(reads, 'mint', (view) => isHeldMint(view, addressBytes(wallet)))", 'return ok([])'],
    ],
    [
      'multisigs',
      '4.9: multisigs of which one signature is enough are counted',
      [FLOW, SHOWN],
      [MINTS, 'if (Buffer.compare(data.subarray(start, start + 32), wallet) === 0) return true', ''],
    ],
    [
      'total',
      '4.9: the total counts each account once',
      [FLOW, SHOWN],
      [SCAN, 'if (lamports > 0n && !closed.has(source.account))', 'if (lamports > 0n)'],
    ],
    [
      'frozen',
      '4.9: frozen accounts are skipped and counted',
      [FLOW, SHOWN],
      [SCAN, "frozen_skipped: ofClass('frozen').length,", 'frozen_skipped: 0,'],
    ],
    [
      'unavailable',
      '4.9: what the node does not list is null and says why, never zero',
      [ASK, REFUSED],
      [
        SCAN,
        'return { available: false, reason, count: null, lamports: null }',
        'return { available: false, reason, count: 0, lamports: 0 }',
      ],
    ],
    [
      'unavailable.reason',
      '4.9: and why is said',
      [ASK, REFUSED],
      [FIND, "return 'the node refuses to list these accounts'", "return ''"],
    ],
    [
      'complete',
      '4.9: an excess without its mints says that it is not complete',
      [ASK, REFUSED],
      [SCAN, 'complete: held.mints.isAvailable && held.multisigs.isAvailable,', 'complete: true,'],
    ],
    [
      'dust.none',
      '4.9: without a threshold nothing counts as dust',
      [ASK, DUST],
      [SCAN, 'if (dustUsd === 0) return', 'if (dustUsd < 0) return'],
    ],
    [
      'dust.clamp',
      '4.9: the threshold of dust is clamped to 5 USD',
      [ASK, DUST],
      [SCAN_ROUTE, 'Math.min(Math.max(value, 0), REFUND.dustUsdMax)', 'Math.max(value, 0)'],
    ],
    [
      'dust.price',
      '4.9: dust is what is worth little by the prices there are',
      [ASK, DUST],
      [VALUE, 'rawToNumber(amountRaw, decimals) * price', '0'],
    ],
    [
      'forecast',
      '4.9: the forecast tells what each coming step adds',
      [FORECASTS, EACH_STEP],
      [FORECAST, 'before = excessLamports', ''],
    ],
    [
      'forecast.steps',
      '4.9: only steps that are still to come are told',
      [STEPS, SCHEDULED],
      [SCHEDULE, '(step) => step.lamportsPerByte < lamportsPerByte,', '() => true,'],
    ],
    [
      'accounts',
      '4.9: include_accounts lists them',
      [FLOW, SHOWN],
      [LIST, 'return [...tokens, ...held, ...others]', 'return tokens'],
    ],
    [
      'accounts.kept',
      '4.9: what cannot be closed says that it returns nothing',
      [ASK, FOREIGN],
      [
        LIST,
        "returns_lamports: kind === 'kept' ? 0 : exactInteger(lamports),",
        'returns_lamports: exactInteger(lamports),',
      ],
    ],
    [
      'tables.active',
      '4.9: a table in use is no leftover yet',
      [CLASSES, TABLE_STATES],
      [TABLES, "state: 'active', readyInSlots: null }", "state: 'ready', readyInSlots: null }"],
    ],
    [
      'tables.cooling',
      '4.9: a table that was switched off cools while its slot is in the slot hashes',
      [CLASSES, TABLE_STATES],
      [TABLES, 'if (at < 0 && !isNewer)', 'if (!isNewer)'],
    ],
    [
      'tables.authority',
      '4.9: tables of others are not the wallet’s',
      [CLASSES, TABLE_STATES],
      [TABLES, 'if (data[AUTHORITY_OFFSET] !== 1 || !isAddressAt(data, AUTHORITY_OFFSET + 1, wallet)) return null', ''],
    ],
    [
      'stake.warm',
      '4.9: stake at work is no leftover, only what lies beside it',
      [CLASSES, STAKE_STATES],
      [STAKES, 'lamports: lamports - held,', ''],
    ],
    [
      'stake.cooling',
      '4.9: stake cools to the end of the epoch of its deactivation',
      [CLASSES, STAKE_STATES],
      [STAKES, 'deactivationEpoch < BigInt(epoch)', 'deactivationEpoch <= BigInt(epoch)'],
    ],
    [
      'stake.lockup',
      '4.9: what a lockup holds is left out',
      [CLASSES, STAKE_STATES],
      [STAKES, '|| isLocked(data, clock)) return null', ') return null'],
    ],
    [
      'buffers',
      '4.9: buffers of the wallet, not programs',
      [CLASSES, OTHERS],
      [BUFFERS, 'if (Buffer.compare(data.subarray(0, head.length), head) !== 0) return null', ''],
    ],
    [
      'nonces',
      '4.9: initialised nonces of the wallet',
      [CLASSES, OTHERS],
      [NONCES, '|| Buffer.compare(data.subarray(0, head.length), head) !== 0) return null', ') return null'],
    ],
  ]),
  ...rulesOf('refund.close', 'POST /v1/refund/close', [
    [
      'scope',
      '4.9, 5: taking needs the scope wallet',
      [ASK, SCOPES],
      [POST_ROUTE, "scope: 'wallet',", "scope: 'trade',"],
    ],
    [
      'kinds.default',
      '4.9: empty accounts are closed when no kind is named',
      [ASK, DEFAULTS],
      [BODY, "members['kinds'] ?? ['empty']", "members['kinds'] ?? ['empty', 'wsol']"],
    ],
    [
      'kinds.known',
      '4.9: 400 for a kind that there is not',
      [ASK, WRONG],
      [BODY, '|| value.length === 0 || !value.every(isKnown))', '|| !value.every(isKnown))'],
    ],
    [
      'mints.required',
      '4.9: dust needs a list of mints',
      [ASK, DUST],
      [BODY, "if (kinds.value.includes('dust') && mints.value.length === 0)", 'if (false)'],
    ],
    [
      'mints.only',
      '4.9: nothing is burnt but what is named',
      [ASK, DUST],
      [PLAN, '.filter(({ mint }) => allowed.has(mint))', ''],
    ],
    [
      'mints.dear',
      '4.9: what is worth more than dust is not burnt, and named',
      [ASK, DUST],
      [PLAN, '(values.get(account) ?? 0) > REFUND.dustUsdMax', 'false'],
    ],
    [
      'accounts',
      '4.9: named accounts narrow it',
      [ASK, DEFAULTS],
      [PLAN, 'return ({ account }) => named.size === 0 || named.has(account)', 'return () => true'],
    ],
    [
      'accounts.direct',
      '4.9: named accounts are taken back where a node lists none',
      [ASK, REFUSED],
      [
        FIND,
        '? readReclaimable(rpc, one, { wallet, now, accounts, signal: until })',
        '? findReclaimable(rpc, one, { wallet, now, signal: until })',
      ],
    ],
    [
      'addresses',
      '4.9: 400 for text that only looks like an address',
      [ASK, WRONG],
      [RUN, "if (wrong !== null) return atStage(fail('invalid_request', `${wrong}: not an address`), 'validate')", ''],
    ],
    [
      'wallet.needed',
      '4.9: client_signs needs a wallet',
      [ASK, WRONG],
      [BODY, "if (clientSigns.value && wallet === null) return refuse('wallet: needed with client_signs')", ''],
    ],
    [
      'wallet.custodial',
      '4.9: a custodial wallet is named by X-User-Ref alone',
      [ASK, WRONG],
      [BODY, 'if (!clientSigns.value && wallet !== null)', 'if (false)'],
    ],
    [
      'max.range',
      '4.9: max_transactions is 1 to 20',
      [ASK, WRONG],
      [LIMITS, 'transactionsMax: 20,', 'transactionsMax: 21,'],
    ],
    [
      'max.left',
      '4.9: what is beyond max_transactions is left and counted',
      [ASK, MANY],
      [PREPARE, 'left: packs.reduce((rest, pack) => rest - pack.length, items.length),', 'left: 0,'],
    ],
    [
      'nothing',
      '4.9: 409 when there is nothing to close',
      [FLOW, LAMPORT],
      [PREPARE, 'if (items.length === 0 && failed.length === 0) return nothingToTake(wish, planned.value)', ''],
    ],
    [
      'unlisted',
      '4.9: 502 when there is nothing because the node does not say',
      [ASK, REFUSED],
      [PLAN, 'if (unavailable.length > 0 && failed.length === 0) {', 'if (false) {'],
    ],
    [
      'simulate',
      '4.9: simulated, nothing is sent',
      [ASK, SIMULATED],
      [RUN, '  if (wish.simulate) {\n', '  if (false) {\n'],
    ],
    [
      'left-out',
      '4.9: an account that makes its transaction fail is taken out of it',
      [ASK, LEFT_OUT],
      [BATCH, 'const out = at === null ? left : [left[at]!]', 'const out = left'],
    ],
    [
      'judged.lamports',
      '4.9: what arrives is judged to the lamport before it is signed',
      [ASK, JUDGED],
      [
        BATCH,
        'leastLamports: items.reduce((sum, { gainLamports }) => sum + gainLamports, 0n) - feeLamports,',
        'leastLamports: -feeLamports,',
      ],
    ],
    [
      'judged.calls',
      '4.9: each instruction is one of those asked for, byte for byte',
      [ASK, JUDGED],
      [BATCH, 'calls: items.flatMap(({ calls }) => calls),', 'calls: null,'],
    ],
    [
      'judged.odd',
      '4.9: instructions that no trade has are let through when asked for',
      [FLOW, LAMPORT],
      [JUDGE, "if (step.kind === 'odd' && !isAsked(step, intent.calls))", "if (step.kind === 'odd')"],
    ],
    [
      'one-kind',
      '4.9: a transaction holds accounts of one kind',
      [ASK, CLIENT],
      [PREPARE, 'const own = items.filter((item) => item.kind === kind)', "const own = kind === 'empty' ? items : []"],
    ],
    [
      'deactivate',
      '4.9: tables in use are switched off only when asked',
      [ASK, COOLING],
      [PLAN, "else if (one.state === 'active' && deactivateTables)", "else if (one.state === 'active')"],
    ],
    [
      'deactivate.kind',
      '4.9: 400 for switching off without the kind',
      [ASK, WRONG],
      [BODY, "if (deactivateTables.value && !kinds.value.includes('lookup_tables'))", 'if (false)'],
    ],
    [
      'burn',
      '4.9: dust is burnt before its account is closed',
      [ASK, DUST],
      [ITEM, '...(burn === null ? [] : [burn]),', ''],
    ],
    [
      'expires',
      '4.9: a client hears how long the blockhash lives',
      [ASK, CLIENT],
      [LIFE, 'slotMs === null ? null : Math.round(slots * slotMs)', 'null'],
    ],
    [
      'failed.chain',
      '4.9: what failed on the chain is named with its signature',
      [ANSWERS, MIXED],
      [ANSWER, "if (end === null || end.status === 'landed') return []", 'return []'],
    ],
    [
      'failed.counts',
      '4.9: and counts for nothing',
      [ANSWERS, MIXED],
      [ANSWER, "landed.filter(({ end }) => end?.status === 'landed')", 'landed.filter(({ end }) => end !== null)'],
    ],
    [
      'pending',
      '4.9: 202 while the end of one is not known',
      [ANSWERS, OPEN],
      [ANSWER, 'return open.length === 0 ? ok(reply) : stillPending(reply, open, isRepeatable)', 'return ok(reply)'],
    ],
    [
      'fee.unknown',
      '4.9: a fee that is not known is null',
      [ANSWERS, NO_FEE],
      [
        ANSWER,
        'fee_lamports: fees.includes(null) ? null : exactInteger(',
        'fee_lamports: fees.includes(null) ? 0 : exactInteger(',
      ],
    ],
    [
      'recovered',
      '4.9: what came back is what the chain shows',
      [ASK, DIED],
      [
        SETTLE,
        'const lamports = brought(refund.accounts, landing.transaction) ?? refund.lamports',
        'const { lamports } = refund',
      ],
    ],
    [
      'pending.resumed',
      '4.9: and its key asks on for all that was signed',
      [ASK, PENDING],
      [
        RUN,
        'const input = { wire: wireOf(batch), signature, lastValidBlockHeight, bundle: false, sentBeforeMs }',
        'const input = { wire: wireOf(note.batches[0]!), signature: note.batches[0]!.signature, lastValidBlockHeight, bundle: false, sentBeforeMs }',
      ],
    ],
    ['poor', '4.9: 402 when the wallet cannot pay', [ASK, POOR], [PREPARE, 'if (hard !== undefined) return hard', '']],
    [
      'once',
      '4.9: the same key with another body is 409',
      [ASK, ONCE],
      [RUN, 'idempotencyKey: key.value, route, body: wish }', 'idempotencyKey: key.value, route, body: null }'],
    ],
  ]),
  ...rulesOf('refund.excess', 'POST /v1/refund/excess', [
    [
      'floor',
      '4.9: only what lies above the floor is taken, and the account stays',
      [FLOW, LAMPORT],
      [PLAN, 'const lamports = source.lamports - floors.value.get(source.dataBytes)!', 'const { lamports } = source'],
    ],
    [
      'nothing',
      '4.9: 409 when nothing lies above the rent floor',
      [FLOW, LAMPORT],
      [PLAN, "'nothing above the rent floor'", "'nothing to close'"],
    ],
    [
      'multisig',
      '4.9: a multisig signs for itself by one of its signers',
      [FLOW, LAMPORT],
      [ITEM, "kind === 'multisig' ? { ...plain, accounts: [from!, to!, authority, signer!] } : plain", 'plain'],
    ],
    [
      'gain',
      '4.9: what comes out of a mint is seen to arrive',
      [FLOW, LAMPORT],
      [ITEM, "gainLamports: kind === 'token' ? 0n : lamports,", 'gainLamports: lamports,'],
    ],
    [
      'named',
      '4.9: named mints and multisigs are read where a node lists none',
      [ASK, REFUSED],
      [FIND, '  if (accounts.length > 0) {\n    const read', '  if (accounts.length < 0) {\n    const read'],
    ],
    [
      'body',
      '4.9: 400 for a body that is no object',
      [ASK, WRONG],
      [BODY, "if (!isObject(members)) return refuse('expected a JSON object')\n    const shared", 'const shared'],
    ],
  ]),
  ...rulesOf('refund.history', 'GET /v1/refund/history', [
    [
      'scope',
      '4.9, 5: looking needs the scope read',
      [ASK, SCOPES],
      [HISTORY_ROUTE, "scope: 'read',", "scope: 'quests',"],
    ],
    [
      'page',
      '4.9: pages go on where the one before ended',
      [FLOW, LAMPORT],
      [HISTORY, 'next_cursor: found.length > limit ? rows.at(-1)!.id : null,', 'next_cursor: null,'],
    ],
    [
      'recorded',
      '4.9: every transaction that was sent is in it',
      [FLOW, LAMPORT],
      [RUN, 'await ctx.store.refunds.record(', 'void ((_rows: unknown) => {})('],
    ],
    [
      'settled',
      '4.9: the status is the chain’s',
      [ASK, DIED],
      [SETTLE, 'if (end !== null) await ctx.store.refunds.settle(signature, end)', ''],
    ],
    [
      'expired',
      '4.9: what never landed is expired and brought nothing',
      [ASK, LOST],
      [SETTLE, "feeLamports: '0', lamports: '0', error }", "feeLamports: '0', lamports: refund.lamports, error }"],
    ],
    ['order', '4.9: newest first', [FLOW, LAMPORT], ['src/store/tables/refunds.ts', 'reverse: true, ', '']],
  ]),
]
