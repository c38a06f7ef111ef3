import Type, { type Static } from 'typebox'
import { PROVIDERS } from '../config/providers.ts'
import { UPSTREAM_BATCHES } from '../config/upstream-limits.ts'
import { ok } from '../contract/outcome.ts'
import type { HttpClient } from '../runtime/http-client.ts'
import { compileReply } from '../runtime/reply-check.ts'
import { Maybe } from '../runtime/reply-ranges.ts'
import type { ProvidedLabel, WalletLabels } from './market-capabilities.ts'
import { ListReply } from './mobula-replies.ts'
import { readRows } from './read-rows.ts'
import { SolanaAddress } from './solana-address.ts'
import { webUrl } from './web-url.ts'

const MaybeText = Maybe(Type.String())
const Named = Type.Object({ name: MaybeText })
/** Of the provider's row, what we read. */
const Row = Type.Object({
  walletAddress: SolanaAddress,
  labels: Maybe(Type.Array(Type.Unknown())),
  walletMetadata: Maybe(
    Type.Object({ entityName: MaybeText, entityType: MaybeText, entityLogo: MaybeText, entityTwitter: MaybeText }),
  ),
  platform: Maybe(Named),
})
const isRow = compileReply(Row).matches

/** The provider's words for what a wallet does, and ours. */
const FLAG_OF: Readonly<Record<string, string>> = {
  sniper: 'sniper',
  bundler: 'bundler',
  insider: 'insider',
  proTrader: 'pro_trader',
  freshTrader: 'fresh_wallet',
  freshTrader30d: 'fresh_wallet',
  smartTrader: 'smart_money',
  dev: 'dev',
}
const TYPE_OF: Readonly<Record<string, string>> = { liquidityPool: 'liquidity', locker: 'locker' }
const LONGEST_NAME = 128

/** Who wallets are, by the provider's list. Words of it that are not in its published list are left out. Source: its
 *  published schemas. */
export function createMobulaLabels(http: HttpClient): WalletLabels {
  return {
    provider: http.provider,
    async labelsOf(wallets, signal) {
      const reply = await http.postJson({
        path: '/1/wallet/labels',
        json: { walletAddresses: wallets.slice(0, UPSTREAM_BATCHES.mobulaLabels) },
        idempotent: true,
        timeoutMs: PROVIDERS.mobula.timeoutMs,
        schema: ListReply,
        whenMissing: { data: [] },
        ...(signal === undefined ? {} : { signal }),
      })
      if (!reply.ok) return reply
      const rows = readRows(http.provider, reply.value.data, isRow, (row) => row)
      if (!rows.ok) return rows
      const asked = new Set(wallets)
      const found = new Map<string, ProvidedLabel>()
      for (const row of rows.value) {
        const label = toLabel(row)
        if (label !== null && asked.has(row.walletAddress)) found.set(row.walletAddress, label)
      }
      return ok(found)
    },
  }
}

/** Null for a row that says nothing. */
function toLabel({ labels, walletMetadata, platform }: Static<typeof Row>): ProvidedLabel | null {
  const words = (labels ?? []).filter((word) => typeof word === 'string')
  const flags = [...new Set(words.map((word) => FLAG_OF[word]).filter((flag) => flag !== undefined))]
  const label: ProvidedLabel = {
    entity: nameOf(walletMetadata?.entityName),
    entityType: nameOf(walletMetadata?.entityType) ?? words.map((word) => TYPE_OF[word]).find(Boolean) ?? null,
    entityLogoUrl: webUrl(walletMetadata?.entityLogo),
    entityTwitterUrl: webUrl(walletMetadata?.entityTwitter),
    platform: nameOf(platform?.name),
    flags,
  }
  const isEmpty = label.entity === null && label.entityType === null && label.platform === null && flags.length === 0
  return isEmpty ? null : label
}

function nameOf(text: string | null | undefined): string | null {
  return text?.trim().slice(0, LONGEST_NAME) || null
}
