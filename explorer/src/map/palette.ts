/** Colours of groups that stay apart for most kinds of colour vision, on dark and on light ground. */
const GROUPS = [
  '#ff7a7a',
  '#5aa9ff',
  '#f0c85a',
  '#b58cff',
  '#4fd3c4',
  '#ff9f5a',
  '#8fd14f',
  '#ff8ad1',
  '#9aa8ff',
  '#d4a373',
]

export function groupColour(index: number): string {
  return index < 0 ? '#7c938a' : GROUPS[index % GROUPS.length]!
}

export const LINK_WORDS: Readonly<Record<string, string>> = {
  same_funder: 'same funder',
  transfer: 'transfer',
  same_slot: 'same slot',
  peel: 'peel chain',
  shared_payer: 'shared fee payer',
  shared_hub: 'shared hub',
}

export function linkWords(type: string): string {
  return LINK_WORDS[type] ?? type.replaceAll('_', ' ')
}
