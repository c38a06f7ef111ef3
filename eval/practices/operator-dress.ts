import { addMoment, addWallet, LAMPORTS } from '../../sandbox/world/plan-draft.ts'
import { pay } from '../../sandbox/world/plan-funding.ts'
import { dressOf } from '../../sandbox/world/plan-people.ts'
import type { Dress } from '../../sandbox/world/plan-types.ts'
import { differingBudget } from '../../sandbox/world/recipes/team-launch.ts'
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
} from '../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { HOUR_SECS, MINUTE_SECS } from '../../src/config/durations.ts'
import { serviceOf } from './services.ts'
import { joinDress, type TokenStage } from './stage.ts'

/** How the transactions of one hand are put together; `servants` help without holding the token. */
export type Wardrobe = {
  dress(i: number, quoteRaw: bigint): Dress
  readonly servants: readonly string[]
}
type Part = { readonly servants: readonly string[]; dress(i: number, quoteRaw: bigint): Dress }

const NO_PART: Part = { servants: [], dress: () => ({}) }

export function dressOperator(stage: TokenStage, wallets: readonly string[], sign: string, shared: string): Wardrobe {
  const parts = [signPart(stage, wallets, sign), sharedPart(stage, wallets, shared)]
  return {
    dress: (i, quoteRaw) => joinDress(differingBudget(stage.random), ...parts.map((part) => part.dress(i, quoteRaw))),
    servants: parts.flatMap(({ servants }) => servants),
  }
}

/** A wallet with some SOL of its own that serves the others. */
function openServant(stage: TokenStage, name: string): string {
  const { draft, cast, random, token, label } = stage
  const servant = addWallet(draft, 'relay', `${name}/${label}`)
  const secsAgo = token.secsAgo + random.integer(HOUR_SECS, 30 * HOUR_SECS)
  pay(draft, 'direct', random.pick(cast.exchanges), servant, 2n * LAMPORTS, secsAgo)
  return servant
}

function signPart(stage: TokenStage, wallets: readonly string[], sign: string): Part {
  const { draft, token, label } = stage
  switch (sign) {
    case 'shared payer': {
      const feePayer = openServant(stage, 'fee payer')
      return { servants: [feePayer], dress: () => ({ feePayer }) }
    }
    case 'sponsor service': {
      const feePayer = serviceOf(draft, 'sponsor')
      return { servants: [], dress: () => ({ feePayer }) }
    }
    case 'nonces of one authority': {
      const authority = openServant(stage, 'nonce authority')
      const accounts = wallets.map((_, i) => addWallet(draft, 'nonce', `nonce/${label}/${i}`))
      accounts.forEach((account, i) => {
        const secsAgo = token.secsAgo + 15 * MINUTE_SECS - i * 20
        addMoment(draft, secsAgo, [{ do: 'makeNonce', account, authority, payer: authority }])
      })
      return { servants: [authority], dress: (i) => ({ nonce: { account: accounts[i]!, authority } }) }
    }
    case 'approver signs too': {
      const approver = addWallet(draft, 'relay', `approver/${label}`)
      return { servants: [approver], dress: () => ({ memo: { text: 'ok', signers: [approver] } }) }
    }
    case 'each pays for the next':
      return { servants: [], dress: (i) => ({ feePayer: wallets[(i + wallets.length - 1) % wallets.length]! }) }
    default:
      return NO_PART
  }
}

function sharedPart(stage: TokenStage, wallets: readonly string[], shared: string): Part {
  const { cast, draft, random, label, token } = stage
  const plain = (dress: () => Dress): Part => ({ servants: [], dress })
  switch (shared) {
    case 'private table': {
      makePrivateTable(stage, wallets[0]!)
      return plain(() => ({ lookupTable: label }))
    }
    case 'public bot': {
      const person = { address: '', fundedSecsAgo: 0, freeLamports: 0n, bot: random.pick(cast.bots), fixedBudget: null }
      return { servants: [], dress: (_, quoteRaw) => dressOf(person, random, quoteRaw) }
    }
    case 'one budget': {
      const budget = {
        unitLimit: random.integer(140_000, 390_000),
        unitPriceMicroLamports: BigInt(random.integer(30_000, 3_000_000)),
      }
      return plain(() => budget)
    }
    case 'one tip': {
      const lamports = BigInt(random.integer(301, 4_999)) * 1_000n
      return plain(() => ({ tip: { to: random.pick(TIP_ACCOUNTS), lamports } }))
    }
    case 'tips by one wallet': {
      const from = openServant(stage, 'tipper')
      // It signs by paying the fees.
      return {
        servants: [from],
        dress: () => ({
          feePayer: from,
          tip: { to: random.pick(TIP_ACCOUNTS), lamports: BigInt(random.integer(400, 3_000)) * 1_000n, from },
        }),
      }
    }
    case 'private fee taker': {
      const to = addWallet(draft, 'relay', `fee taker/${label}`, 2_000_000n)
      return { servants: [to], dress: (_, quoteRaw) => ({ serviceFee: { to, lamports: quoteRaw / 120n } }) }
    }
    case 'one memo': {
      const text = `run-${random.integer(1_000, 99_999)}-${token.mint.slice(0, 3)}`
      return plain(() => ({ memo: { text } }))
    }
    default:
      return NO_PART
  }
}

/** As bundlers make them: the token's own accounts and those of the launchpad. */
function makePrivateTable({ draft, random, label, token }: TokenStage, wallet: string): void {
  const addresses = [
    token.mint,
    bondingCurvePda(token.mint).address,
    PUMP_GLOBAL,
    PUMP_EVENT_AUTHORITY,
    PUMP_FEES_PROGRAM,
    PUMP_FEE_CONFIG,
    PUMP_VOLUME_ACCUMULATOR,
    ...FEE_RECIPIENTS.slice(0, 5),
    ...BUYBACK_FEE_RECIPIENTS.slice(0, 5),
  ]
  const secsAgo = token.secsAgo + random.integer(2, 14) * MINUTE_SECS
  addMoment(draft, secsAgo, [{ do: 'makeLookupTable', wallet, addresses, label }])
}
