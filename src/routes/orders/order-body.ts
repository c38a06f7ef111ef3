import { wholeUnits } from '../../contract/amount-members.ts'
import { type BodyRule, jsonBody } from '../../contract/json-body.ts'
import { optional, Refusal } from '../../contract/member.ts'
import { address, anything } from '../../contract/members.ts'
import { objectOf, type Together } from '../../contract/object-member.ts'
import { namesOwner, type OrderEntry, orderEntry } from '../../contract/order-entry.ts'
import { given } from '../../contract/together.ts'
import type { NewDca } from '../../services/orders/dca-create.ts'
import type { NewLimitOrder } from '../../services/orders/limit-create.ts'

/* Bodies of the routes that open and end orders (spec 4.5). A member that is null counts as absent; unknown members are
 * refused, for an expiry or a lowest price that is not heeded costs money. */

const NO_MINTS = 'inputMint, outputMint required'
const mint = (description: string) => address({ missing: NO_MINTS, wrong: NO_MINTS, description })
const MINTS = { inputMint: mint('What is given.'), outputMint: mint('What is bought.') }
const PARTS = { isClosed: true, noObject: NO_MINTS } as const
const wallet = (name: 'maker' | 'user', description: string) =>
  address({ wrong: `${name} must be a valid address`, description })

export const limitCreateBody: BodyRule<NewLimitOrder> = jsonBody(
  objectOf(
    {
      ...MINTS,
      makingAmount: wholeUnits({ description: 'Base units of inputMint that are offered.' }),
      takingAmount: wholeUnits({ description: 'Base units of outputMint wanted for them.' }),
      maker: wallet('maker', 'Whose order it is; the aggregator builds none without.'),
      payer: optional(anything('Who pays for it, where that is not the maker. Handed on as it is.'), undefined),
    },
    PARTS,
  ),
  {
    finish: ({ makingAmount: makingRaw, takingAmount: takingRaw, ...others }) => ({ ...others, makingRaw, takingRaw }),
  },
)

export const dcaCreateBody: BodyRule<NewDca> = jsonBody(
  objectOf(
    {
      ...MINTS,
      inAmount: wholeUnits({ description: 'Base units of inputMint, all cycles together.' }),
      cycleSecondsApart: wholeUnits({ description: 'Seconds from one cycle to the next.' }),
      numberOfCycles: wholeUnits({ description: 'How many.' }),
      user: wallet('user', 'Whose position it is; the aggregator builds none without.'),
    },
    PARTS,
  ),
  {
    finish: ({ inAmount: inputRaw, cycleSecondsApart: cycleSecs, numberOfCycles: cycles, ...others }) => ({
      ...others,
      inputRaw,
      cycleSecs,
      cycles,
    }),
  },
)

const owner = optional(anything('Whose it is; not needed with an entry of the list. Handed on as it is.'), null)
const NO_ORDER = 'order object required'
const NO_DCA = 'dca object required'

export const limitCancelBody: BodyRule<{ readonly order: string; readonly maker: unknown }> = jsonBody(
  objectOf(
    { order: orderEntry('maker', NO_ORDER), maker: owner },
    { isClosed: true, noObject: NO_ORDER, together: [ownedBy('order', 'maker')] },
  ),
  { finish: ({ order, maker }) => ({ order: order.account, maker: maker ?? order.owner }) },
)

export const dcaCloseBody: BodyRule<{ readonly position: string; readonly user: unknown }> = jsonBody(
  objectOf(
    { dca: orderEntry('user', NO_DCA), user: owner },
    { isClosed: true, noObject: NO_DCA, together: [ownedBy('dca', 'user')] },
  ),
  { finish: ({ dca, user }) => ({ position: dca.account, user: user ?? dca.owner }) },
)

/** Either the owner is given, or the entry of the list names it. */
function ownedBy<const E extends 'order' | 'dca', const N extends 'maker' | 'user'>(
  entry: E,
  name: N,
): Together<{ readonly [K in E]: OrderEntry } & { readonly [K in N]: unknown }> {
  return {
    schema: { anyOf: [given(name), { required: [entry], properties: { [entry]: namesOwner(name) } }] },
    judge: (values) =>
      values[name] === null && values[entry].owner === null
        ? new Refusal(`${name} required: the ${entry} does not name it`)
        : null,
  }
}
