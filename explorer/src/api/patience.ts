/** A signal that ends a request of which nothing comes, and one that its asker no longer wants (`own`). The reason is a
 *  `TimeoutError`, or that of `own`. */
export function patience(ms: number, own?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('nothing came', 'TimeoutError')), ms)
  if (own?.aborted) controller.abort(own.reason)
  own?.addEventListener('abort', () => controller.abort(own.reason), { once: true })
  return controller.signal
}
