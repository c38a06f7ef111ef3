/** Lengths of time in the units that names end with. A constant of the same length elsewhere fails the house rules. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_MS = 7 * DAY_MS

export const MINUTE_SECS = 60
export const HOUR_SECS = 3_600
export const DAY_SECS = 24 * HOUR_SECS
export const WEEK_SECS = 7 * DAY_SECS
