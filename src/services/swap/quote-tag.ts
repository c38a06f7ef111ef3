import { GENERATION_MEMBER } from '../../contract/swap-order.ts'
import { type OpaqueObject, SWAP_GENERATIONS, type SwapGeneration } from '../../upstreams/swap-capabilities.ts'

/** A quote with the generation that made it written into it. */
export function tagQuote(quote: OpaqueObject, generation: SwapGeneration): OpaqueObject {
  return { ...quote, [GENERATION_MEMBER]: generation }
}

/** The quote as its maker gave it, and who that was; `otherwise` for one that does not say. Null where it names a
 *  generation that there is not. */
export function untagQuote(
  tagged: OpaqueObject,
  otherwise: SwapGeneration,
): { readonly quote: OpaqueObject; readonly generation: SwapGeneration } | null {
  const { [GENERATION_MEMBER]: said = otherwise, ...quote } = tagged
  const generation = SWAP_GENERATIONS.find((one) => one === said)
  return generation === undefined ? null : { quote, generation }
}
