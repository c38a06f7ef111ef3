import type { DataSource } from '../../contract/wallet-trades.ts'

const PROVIDERS: Readonly<Record<string, DataSource>> = { helius: 'helius', mobula: 'mobula' }

/** A provider as replies name it. */
export function sourceOf(provider: string): DataSource {
  return PROVIDERS[provider] ?? 'mobula'
}
