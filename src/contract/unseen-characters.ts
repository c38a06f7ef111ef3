const UNSEEN = /\p{C}/u

/** Whether a text holds control characters or those that turn the order of a line around: a label is shown to its owner
 *  and to the operator, whose terminal obeys some of them. */
export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text)
}
