import type { ProviderReply } from './providers/provider-reply.ts'

/** One HTTP request with its body, the handler's prefix already taken off the path. */
export type HttpRequest = {
  readonly method: string
  /** Percent-encoded as it came, beginning with a slash. */
  readonly path: string
  readonly query: URLSearchParams
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** One emulated provider on the sandbox's port. The prefix without its slash is the provider's name for the faults. */
export type HttpHandler = {
  readonly prefix: string
  handle(request: HttpRequest): ProviderReply | Promise<ProviderReply>
}
