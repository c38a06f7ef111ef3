import { baseUnits } from '../../contract/amount-members.ts'
import { type BodyRule, jsonBody } from '../../contract/json-body.ts'
import { objectOf } from '../../contract/object-member.ts'
import type { QuoteQuestion } from '../../services/trading/quote.ts'
import { dex, mintOrMoney, pool, slippage } from './trade-members.ts'

const side = (name: 'input_mint' | 'output_mint', what: string) =>
  mintOrMoney(name, `Mint of what is ${what}; SOL, WSOL, USDC and USDT also by name.`)

/** The body of a quote (spec 4.9). A member that is null counts as absent; unknown ones are ignored. */
export const quoteBody: BodyRule<QuoteQuestion> = jsonBody(
  objectOf({
    input_mint: side('input_mint', 'given'),
    output_mint: side('output_mint', 'received'),
    amount: baseUnits({ min: 1n, code: 'invalid_amount', description: 'Base units of input_mint, from 1.' }),
    slippage_bps: slippage('Over 10000 there is no minimum.'),
    dex_type: dex(['dex_type', 'dex'], 'dex_type'),
    pair_address: pool(['pair_address', 'pool_address'], 'pair_address'),
  }),
  {
    finish: (values) => ({
      input: values.input_mint,
      output: values.output_mint,
      amountRaw: values.amount,
      slippageBps: values.slippage_bps,
      dex: values.dex_type,
      poolAddress: values.pair_address,
    }),
  },
)
