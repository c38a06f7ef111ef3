import { CUSTODY } from '../../config/custody.ts'

export const USER_REF_PATTERN = `^[A-Za-z0-9._:@+-]{1,${CUSTODY.userRefChars}}$`
const USER_REF = new RegExp(USER_REF_PATTERN)

/** What may name a user: safe in a header, a log line and the text that keys are derived from. */
export function isUserRef(text: unknown): text is string {
  return typeof text === 'string' && USER_REF.test(text)
}
