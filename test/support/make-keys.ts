import { readConfig } from '../../src/config/env.ts'
import type { Tier } from '../../src/contract/api-key.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { openKeyStore } from '../../src/store/open.ts'

export type MadeKey = { readonly id: number; readonly key: string }

/** Keys in the store of a data folder, as `keys create` makes them, many at a time. */
export async function makeKeys(
  env: Readonly<Record<string, string>>,
  count: number,
  input: { readonly tier?: Tier; readonly limitPer10s?: number } = {},
): Promise<MadeKey[]> {
  const store = await openKeyStore({
    config: readConfig({ MINTGLASS_MAP_SIZE_GIB: '1', ...env }),
    clock: systemClock(),
  })
  try {
    const made: MadeKey[] = []
    for (let i = 0; i < count; i++) {
      const { key, record } = await store.apiKeys.create({ label: `made ${i}`, tier: 'data', ...input })
      made.push({ id: record.id, key })
    }
    return made
  } finally {
    await store.close()
  }
}
