import { addMoment } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import type { Action, Dress, Moment } from '../../sandbox/world/plan-types.ts'
import type { Recipe } from '../../sandbox/world/recipes/recipe.ts'
import type { Trail, TrailRequest } from '../../sandbox/world/recipes/team.ts'
import {
  differingBudget,
  planTeamLaunch,
  type TeamExit,
  type TeamStage,
} from '../../sandbox/world/recipes/team-launch.ts'
import { TIP_ACCOUNTS } from '../../sandbox/world/tip-accounts.ts'
import {
  BUYBACK_FEE_RECIPIENTS,
  bondingCurvePda,
  FEE_RECIPIENTS,
  PUMP_EVENT_AUTHORITY,
  PUMP_FEE_CONFIG,
  PUMP_FEES_PROGRAM,
  PUMP_GLOBAL,
  PUMP_VOLUME_ACCUMULATOR,
  userVolumePda,
} from '../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { payTogether } from './pay-together.ts'

/** A bundler as it comes out of the box. Source: "Pumpfun-bundler" (Tru3Bliss) and the many copies of it, its README
 *  and main program. Its run, from start to end: the main wallet, which also creates the token, pays every buyer one
 *  sum, the swap amount (0.1 SOL in the sample settings) and one margin; it makes a lookup table and fills it with the
 *  buyers; then one bundle holds the tip, a transfer of its own by the main wallet (0.001 SOL), and the purchases, four
 *  wallets a transaction, all of the same sum, the first of the four paying the fee, with more compute units than a
 *  transaction may have and a price of 20 000 micro-lamports. Ten wallets in the sample settings. A second program,
 *  `gather`, sells what each wallet has and sends its SOL to the main wallet. */
export const stockBundler: Recipe = {
  name: 'stock-bundler',
  kind: 'rug',
  archetype: 'bundled',
  evidence:
    'minutes before, the dev pays all buyers one sum in one slot and makes a table; they buy for one sum, four a transaction, the dev tips; proceeds return to it',
  plan: (draft, cast, random, index) => {
    let swapLamports = 0n
    return planTeamLaunch(draft, cast, random, index, stockBundler, {
      teamSizes: WALLETS,
      contiguous: true,
      earlyExits: true,
      pay: (stage, request) => {
        swapLamports = stage.random.pick(SWAP_LAMPORTS)
        return distribute(stage, request, swapLamports)
      },
      prepare: makeTable,
      place: (stage, buys) => bundleByFours(stage, buys, swapLamports),
      exit: gather,
    })
  },
}

/** The sample's tenth of a SOL, and what users put in its place. */
const SWAP_LAMPORTS = [100_000_000n, 100_000_000n, 150_000_000n, 200_000_000n] as const
/** The tool's own margin is 10 000 000, which no longer pays for the accounts of a purchase and a sale. */
const MARGIN_LAMPORTS = 25_000_000n
const TIP_LAMPORTS = 1_000_000n
/** Ten in the sample settings; a bundle of five has room for twelve. */
const WALLETS = [10, 10, 10, 12] as const
const WALLETS_A_TRANSACTION = 4
/** The tool asks for five million, and this is what a transaction gets. */
const BUDGET: Dress = { unitLimit: 1_400_000, unitPriceMicroLamports: 20_000n }
const GATHERED_BUT_LAMPORTS = 1_000_000n

/** The main wallet is filled some time before; the run itself takes a minute or two. */
function distribute(
  { draft, cast, random, team, token }: TeamStage,
  request: TrailRequest,
  swapLamports: bigint,
): Trail {
  const [dev, ...insiders] = request.payees
  const each = swapLamports + MARGIN_LAMPORTS
  const total = dev!.lamports + each * BigInt(insiders.length) + MARGIN_LAMPORTS * 4n
  const filledSecsAgo = request.doneSecsAgo + random.integer(0, 20 * HOUR_SECS)
  pay(draft, 'exchange', random.pick(cast.exchanges), team.dev, total, filledSecsAgo)
  payTogether(
    draft,
    team.dev,
    insiders.map(({ wallet }) => ({ wallet, lamports: each })),
    token.secsAgo + random.integer(70, 150),
  )
  return { kind: 'direct', rootFunder: null, relays: [], privacyHops: [] }
}

function makeTable({ draft, random, label, team, token }: TeamStage): readonly string[] {
  const isToken2022 = draft.tokens.find(({ mint }) => mint === token.mint)?.program === 'token-2022'
  const program = isToken2022 ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM
  const addresses = [
    token.mint,
    bondingCurvePda(token.mint).address,
    PUMP_GLOBAL,
    PUMP_EVENT_AUTHORITY,
    PUMP_FEES_PROGRAM,
    PUMP_FEE_CONFIG,
    PUMP_VOLUME_ACCUMULATOR,
    ...FEE_RECIPIENTS,
    ...BUYBACK_FEE_RECIPIENTS,
    ...team.insiders.flatMap((wallet) => [
      wallet,
      associatedTokenAddress(wallet, token.mint, program),
      userVolumePda(wallet).address,
    ]),
  ]
  const made: Action = { do: 'makeLookupTable', wallet: team.dev, addresses: [...new Set(addresses)], label }
  addMoment(draft, token.secsAgo + random.integer(20, 50), [made])
  return []
}

function bundleByFours(
  { random, label, team, token }: TeamStage,
  buys: readonly (Action & { do: 'buy' })[],
  quoteRaw: bigint,
): { opening: Action[]; following: NonNullable<Moment['following']> } {
  const opening: Action[] = [{ do: 'sendSol', from: team.dev, to: random.pick(TIP_ACCOUNTS), lamports: TIP_LAMPORTS }]
  for (let at = 0; at < buys.length; at += WALLETS_A_TRANSACTION) {
    const group = buys.slice(at, at + WALLETS_A_TRANSACTION)
    opening.push({
      do: 'buyTogether',
      mint: token.mint,
      buys: group.map(({ wallet }) => ({ wallet, quoteRaw })),
      dress: { ...BUDGET, lookupTable: label },
    })
  }
  return { opening, following: [] }
}

/** One wallet after the other: it sells, and its SOL goes back. */
function gather({ draft, random, team, token }: TeamStage, { rugged }: { readonly rugged: boolean }): TeamExit {
  if (!rugged) return { collector: null, hops: [] }
  let secsAgo = token.secsAgo * random.between(0.3, 0.85)
  for (const wallet of team.insiders) {
    secsAgo -= random.integer(2, 6)
    addMoment(draft, secsAgo, [{ do: 'sell', mint: token.mint, wallet, sharePct: 100, dress: BUDGET }])
    addMoment(draft, secsAgo - 1, [{ do: 'sweepSol', from: wallet, to: team.dev, keepLamports: GATHERED_BUT_LAMPORTS }])
  }
  const last = Math.min(random.integer(10, 8 * MINUTE_SECS), secsAgo * 0.5)
  addMoment(draft, secsAgo - last, [
    { do: 'sell', mint: token.mint, wallet: team.dev, sharePct: 100, dress: differingBudget(random) },
  ])
  return { collector: null, hops: [] }
}
