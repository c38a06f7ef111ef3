import type { FrozenTree } from '../frozen-tree.ts'
import type { FrozenWorld } from '../frozen-world.ts'
import type { Recorder } from '../recorder.ts'
import type { Facts } from '../world-facts.ts'
import { askAccount } from './account.ts'
import { askMarket, askSwaps } from './market.ts'
import { askRecovery } from './recovery.ts'
import { askStreams } from './stream.ts'
import { askSystem } from './system.ts'
import { askTokens } from './tokens.ts'
import { askTrading } from './trading.ts'
import { askRefunds, askWallets } from './wallets.ts'
import { askWebhooks } from './webhooks.ts'

type Parts = { readonly tree: FrozenTree; readonly world: FrozenWorld }
type Family = (recorder: Recorder, facts: Facts, parts: Parts) => Promise<void>

/** In a fixed order: what only reads comes before what changes the world. */
const FAMILIES: Readonly<Record<string, Family>> = {
  tokens: askTokens,
  market: askMarket,
  swaps: askSwaps,
  system: askSystem,
  trading: askTrading,
  wallets: askWallets,
  refunds: askRefunds,
  recovery: askRecovery,
  account: askAccount,
  webhooks: askWebhooks,
  streams: (recorder, facts, parts) => askStreams({ recorder, ...parts }, facts),
}

/** Every question, or those of some families (`only`): then the world is another one than in a whole recording. */
export async function askEverything(
  recorder: Recorder,
  facts: Facts,
  { only, ...parts }: Parts & { readonly only: readonly string[] | null },
): Promise<void> {
  for (const [name, ask] of Object.entries(FAMILIES))
    if (only === null || only.includes(name)) await ask(recorder, facts, parts)
}
