import { baseUnits } from '../../contract/amount-members.ts'
import { type BodyRule, jsonBody } from '../../contract/json-body.ts'
import { mapped, orEmpty } from '../../contract/member.ts'
import { address, anyObject, flag } from '../../contract/members.ts'
import { objectOf } from '../../contract/object-member.ts'
import type { SwapParams } from '../../services/swap/build.ts'

const NO_QUOTE = 'quoteResponse object required'
const NO_WALLET = 'userPublicKey required'

/** Members that are null count as absent; unknown ones are ignored. */
export const buildBody: BodyRule<SwapParams> = jsonBody(
  objectOf(
    {
      quoteResponse: anyObject({
        missing: NO_QUOTE,
        wrong: NO_QUOTE,
        description: 'The `quote` of `GET /api/v2/swap/quote`: the whole object, as it came.',
      }),
      userPublicKey: address({ missing: NO_WALLET, wrong: NO_WALLET, description: 'Who swaps, signs and pays.' }),
      feeAccount: orEmpty(
        address({
          wrong: 'feeAccount must be a valid address',
          description: 'Token account for the platform fee of the quote.',
        }),
        [''],
      ),
      computeUnitPriceMicroLamports: mapped(
        orEmpty(baseUnits({ description: 'Price of a compute unit; 0 leaves it to the aggregator.' }), ['', false]),
        (price) => (price === 0n ? null : price),
      ),
      manifest: flag('Execute the transaction first and refuse it if it exceeds the quote.', true),
    },
    { noObject: NO_QUOTE },
  ),
  {
    finish: ({ quoteResponse, userPublicKey, feeAccount, computeUnitPriceMicroLamports, manifest }) => ({
      quote: quoteResponse,
      wallet: userPublicKey,
      feeAccount,
      computeUnitPrice: computeUnitPriceMicroLamports,
      wantsManifest: manifest,
    }),
  },
)
