import type { SandboxChain } from '../chain/types.ts'
import { DCA_PROGRAM } from '../programs/jupiter/recurring-layout.ts'
import { TRIGGER_PROGRAM } from '../programs/jupiter/trigger-layout.ts'
import type { Market } from '../providers/market.ts'
import type { OrderKeeper } from './order-keeper.ts'

/** Lets the keeper act in every slot in which there are orders, once whoever listens has heard of the slot. The keeper
 *  is loaded for the first order: most worlds never see one. Returns how to stop. */
export function watchOrders(
  parts: { readonly chain: SandboxChain; readonly market: Market },
  onFault: (error: unknown) => void,
): () => void {
  const { chain } = parts
  let keeper: Promise<OrderKeeper> | null = null
  let isDue = false
  const load = async (): Promise<OrderKeeper> => (await import('./order-keeper.ts')).createOrderKeeper(parts)
  const act = async (): Promise<void> => {
    keeper ??= load()
    const loaded = await keeper
    isDue = false
    loaded.tick()
  }
  return chain.on('slot', () => {
    if (isDue || !hasOrders(chain)) return
    isDue = true
    act().catch(onFault)
  })
}

function hasOrders(chain: SandboxChain): boolean {
  return [TRIGGER_PROGRAM, DCA_PROGRAM].some((program) => chain.accountsOfProgram(program).length > 0)
}
