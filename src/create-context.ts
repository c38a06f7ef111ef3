import { type Context, type ContextInput, openBaseContext } from './context.ts'
import { addParts } from './create-parts.ts'

/** The context of a process that serves: the only place where everything meets. Throws `StoreError` when the store
 *  refuses. `close` ends all of it in reverse. */
export async function createContext(input: ContextInput): Promise<{ readonly ctx: Context; close(): Promise<void> }> {
  const base = await openBaseContext(input)
  const { ctx, close: closeParts } = addParts(base.ctx)
  return {
    ctx,
    async close() {
      // All parts stop at once; what they have under way ends when its calls fail.
      const ended = closeParts()
      await base.disconnect()
      await ended
      await base.close()
    },
  }
}
