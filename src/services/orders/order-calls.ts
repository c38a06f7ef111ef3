import { associatedTokenAddress } from '../../chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/solana/program-ids.ts'
import { isBase58Of32 } from '../../hot-paths/base58.ts'
import { breach } from '../manifest/judge-manifest.ts'
import type { AskedOrder } from './asked-order.ts'
import { judgeAccounts, judgeData } from './judge-order.ts'
import { OPENS_DCA, OPENS_LIMIT_ORDER } from './order-account.ts'

/* The four calls of Jupiter's order programs, as decoded from recorded transactions and their published interfaces. */

const CANCELS_LIMIT_ORDER = Buffer.from('5f81edf00831df84', 'hex')
const CLOSES_DCA = Buffer.from('16072162a8b722f3', 'hex')
const ID_END = 16
const ABSENT = Buffer.of(0)

export type AskedLimitOrder = {
  readonly maker: string
  readonly payer: string
  readonly inputMint: string
  readonly outputMint: string
  readonly makingRaw: bigint
  readonly takingRaw: bigint
}

/** Opens a limit order: tag, id, making, taking, then expiry, fee and slippage where they are said. No one asked for an
 *  expiry, for a fee to someone, nor for less than what is taken. */
export function newLimitOrder({
  maker,
  payer,
  inputMint,
  outputMint,
  makingRaw,
  takingRaw,
}: AskedLimitOrder): AskedOrder {
  const { program, tagHex } = OPENS_LIMIT_ORDER
  return {
    owner: maker,
    payer,
    gives: { mint: inputMint, raw: makingRaw },
    program,
    judgeCall(call) {
      const [order = '', inputProgram = '', outputProgram = ''] = [2, 9, 10].map((at) => call.accounts[at])
      if (![inputProgram, outputProgram].every(isTokenProgram)) return breach('call', 'it names no token program')
      const accounts = {
        0: payer,
        1: maker,
        3: tokenAccountOf(order, inputMint, inputProgram),
        4: tokenAccountOf(maker, inputMint, inputProgram),
        // No referral: the program's own address marks an absent account.
        6: program,
        7: inputMint,
        8: outputMint,
      }
      const id = call.data.subarray(tagHex.length / 2, ID_END)
      const head = [Buffer.from(tagHex, 'hex'), id, u64(makingRaw), u64(takingRaw), ABSENT, ABSENT]
      const terms = [ABSENT, Buffer.of(1, 0, 0)].map((slippage) => Buffer.concat([...head, slippage]))
      return judgeAccounts(call, accounts) ?? judgeData(call, terms)
    },
  }
}

export function cancelledLimitOrder(order: string, maker: string): AskedOrder {
  return {
    owner: maker,
    payer: maker,
    gives: null,
    program: OPENS_LIMIT_ORDER.program,
    judgeCall(call) {
      const [inputMint = '', inputProgram = ''] = [5, 6].map((at) => call.accounts[at])
      if (!isTokenProgram(inputProgram)) return breach('call', 'it names no token program')
      const accounts = { 0: maker, 1: maker, 2: order, 4: tokenAccountOf(maker, inputMint, inputProgram) }
      return judgeAccounts(call, accounts) ?? judgeData(call, [CANCELS_LIMIT_ORDER])
    },
  }
}

export type AskedDca = {
  readonly user: string
  readonly inputMint: string
  readonly outputMint: string
  readonly inputRaw: bigint
  readonly cycles: bigint
  readonly cycleSecs: bigint
}

/** Opens a position: tag, id, all of it, a cycle of it, seconds, then the bounds of a cycle and its start where they
 *  are said. What a division leaves over may be in the last cycle or in each. */
export function newDca({ user, inputMint, outputMint, inputRaw, cycles, cycleSecs }: AskedDca): AskedOrder {
  const { program, tagHex } = OPENS_DCA
  return {
    owner: user,
    payer: user,
    gives: { mint: inputMint, raw: inputRaw },
    program,
    judgeCall(call) {
      const dca = call.accounts[0] ?? ''
      const accounts = {
        1: user,
        2: user,
        3: inputMint,
        4: outputMint,
        5: tokenAccountOf(user, inputMint),
        6: tokenAccountOf(dca, inputMint),
        7: tokenAccountOf(dca, outputMint),
      }
      const id = call.data.subarray(tagHex.length / 2, ID_END)
      const perCycle = [inputRaw / cycles, (inputRaw + cycles - 1n) / cycles]
      const terms = perCycle.map((raw) =>
        Buffer.concat([
          Buffer.from(tagHex, 'hex'),
          id,
          ...[inputRaw, raw, cycleSecs].map(u64),
          ...[ABSENT, ABSENT, ABSENT],
        ]),
      )
      return judgeAccounts(call, accounts) ?? judgeData(call, terms)
    },
  }
}

export function closedDca(position: string, user: string): AskedOrder {
  return {
    owner: user,
    payer: user,
    gives: null,
    program: OPENS_DCA.program,
    judgeCall(call) {
      const [inputMint = '', outputMint = ''] = [2, 3].map((at) => call.accounts[at])
      const accounts = {
        0: user,
        1: position,
        6: tokenAccountOf(user, inputMint),
        7: tokenAccountOf(user, outputMint),
      }
      return judgeAccounts(call, accounts) ?? judgeData(call, [CLOSES_DCA])
    },
  }
}

/** Of addresses that a message of the aggregator's may leave out: then it is none. */
function tokenAccountOf(owner: string, mint: string, tokenProgram: string = TOKEN_PROGRAM): string {
  return [owner, mint].every(isBase58Of32) ? associatedTokenAddress(owner, mint, tokenProgram) : ''
}

function isTokenProgram(program: string): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
