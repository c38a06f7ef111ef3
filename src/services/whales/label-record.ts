import { LABELS } from '../../config/labels.ts'
import { WHALE_CATEGORIES, type WhaleCategory } from '../../contract/whales.ts'
import { webUrl } from '../../upstreams/web-url.ts'

/** What one source says of a wallet; a member that it does not say is null, flags empty. */
export type LabelRecord = {
  readonly entity: string | null
  readonly entityType: string | null
  readonly entityLogo: string | null
  readonly entityTwitter: string | null
  readonly platform: string | null
  readonly label: string | null
  readonly category: WhaleCategory | null
  readonly flags: readonly string[]
}

const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
const FLAG = new RegExp(`^[a-z0-9_]{1,${LABELS.flagChars}}$`)

/** A row's texts as a record: what is no text, too long or no web address is left out. */
export function toRecord(fields: Readonly<Record<string, unknown>>): LabelRecord {
  return {
    entity: nameOf(fields['entity']),
    entityType: wordOf(fields['entityType']),
    entityLogo: urlOf(fields['entityLogo']),
    entityTwitter: urlOf(fields['entityTwitter']),
    platform: nameOf(fields['platform']),
    label: nameOf(fields['label']),
    category: categoryOf(fields['category'], fields['entityType']),
    flags: flagsOf(fields['flags']),
  }
}

export function saysNothing({ flags, ...texts }: LabelRecord): boolean {
  return flags.length === 0 && Object.values(texts).every((text) => text === null)
}

function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.replace(CONTROLS, '').trim().slice(0, LABELS.fieldChars) || null
}

/** `Smart Money`, `smart-money` and `smartMoney` are one word. */
function wordOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LABELS.fieldChars) return null
  const word = value
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return FLAG.test(word) ? word : null
}

function urlOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= LABELS.urlChars ? webUrl(value.trim()) : null
}

function flagsOf(value: unknown): readonly string[] {
  const given = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[|;,]/) : []
  const words = given.map(wordOf).filter((word) => word !== null)
  return [...new Set(words)].slice(0, LABELS.flags)
}

const CATEGORY_OF_TYPE: Readonly<Record<string, WhaleCategory>> = {
  cex: 'cex',
  exchange: 'cex',
  mm: 'mm',
  market_maker: 'mm',
  validator: 'validator',
}

/** What the row says, else what its type of entity means. Nobody is a trader who is not called one. */
export function categoryOf(said: unknown, entityType: unknown): WhaleCategory | null {
  const word = wordOf(said)
  const named = WHALE_CATEGORIES.find((category) => category === word)
  return named ?? CATEGORY_OF_TYPE[word ?? wordOf(entityType) ?? ''] ?? null
}
