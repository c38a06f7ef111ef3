import { request as sendRequest } from 'node:http'

export type ApiReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look at replies by hand
  readonly json: any
}
export type ApiOptions = {
  /** Null sends no key. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}
export type ApiClient = {
  get(path: string, options?: ApiOptions): Promise<ApiReply>
  post(path: string, body: unknown, options?: ApiOptions): Promise<ApiReply>
  /** A string or bytes as they are; anything else as JSON. */
  send(method: string, path: string, options?: ApiOptions & { readonly body?: unknown }): Promise<ApiReply>
}

/** A caller of a running server with a key of its own. Plain sockets: what the server says arrives unchanged. */
export function apiClient(baseUrl: string, ownKey: string | null): ApiClient {
  const send: ApiClient['send'] = (method, path, { key = ownKey, headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
      const request = sendRequest(`${baseUrl}${path}`, {
        method,
        agent: false,
        headers: {
          ...(key === null ? {} : { 'X-API-Key': key }),
          ...(payload === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(payload)) }),
          ...headers,
        },
      })
      request.once('error', reject)
      request.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString()
          const isJson = response.headers['content-type']?.startsWith('application/json') === true && text !== ''
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          })
        })
      })
      request.end(payload)
    })
  return {
    send,
    get: (path, options) => send('GET', path, options),
    post: (path, body, options) => send('POST', path, { ...options, body }),
  }
}
