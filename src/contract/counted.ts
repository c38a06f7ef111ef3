type Count = number | bigint | string

/** How many of something, for a text that people read: `1 wallet`, `2 wallets`. `many` is for what takes more than an
 *  `s`, and may bring a verb with it: `counted(1, 'pool holds', 'pools hold')`. A text is a whole number in digits. */
export function counted(count: Count, one: string, many = `${one}s`): string {
  return `${count} ${oneOrMany(count, one, many)}`
}

/** The word that agrees with a count which stands elsewhere in the sentence. */
export function oneOrMany(count: Count, one: string, many: string): string {
  return String(count) === '1' ? one : many
}
