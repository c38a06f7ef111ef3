/** What an emulated provider answers; `body` goes out as JSON. */
export type ProviderReply = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** One request at an emulated provider, its prefix already taken off the path. */
export type ProviderRequest = {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
  /** Of a POST. */
  readonly body?: Uint8Array
}

export type Provider = { readonly prefix: string; handle(request: ProviderRequest): ProviderReply }
