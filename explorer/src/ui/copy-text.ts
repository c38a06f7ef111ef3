/** Puts a text into the clipboard; false where the browser lets no page do that. The newer way needs https or this very
 *  machine, and a server of one's own is often asked over plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused: the older way may still be let.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'hidden'
  const before = document.activeElement as HTMLElement | null
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  before?.focus()
  return isDone
}
