/** What stands in place of an operator; those of two sides (`&&`, `||`, `??`) lose one side instead. */
export const OTHER_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['**', '*'],
  ['<<', '>>'],
  ['>>', '<<'],
  ['>>>', '<<'],
  ['&', '|'],
  ['|', '&'],
  ['^', '&'],
  ['+=', '-='],
  ['-=', '+='],
  ['*=', '/='],
  ['/=', '*='],
])

/** Methods of which another with the same arguments does the opposite. */
export const OTHER_METHODS: ReadonlyMap<string, string> = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['round', 'ceil'],
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['add', 'delete'],
  ['delete', 'add'],
])

/** Methods whose receiver can stand in place of what they return. */
export const PASSING_METHODS: ReadonlySet<string> = new Set([
  ...['filter', 'slice', 'subarray', 'concat', 'flat'],
  ...['sort', 'toSorted', 'reverse', 'toReversed'],
  ...['trim', 'toLowerCase', 'toUpperCase', 'normalize', 'padStart', 'replace', 'replaceAll'],
])
