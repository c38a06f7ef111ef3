import type { PushChannel } from './asyncapi.ts'

/** The readable form of the AsyncAPI description: one page without scripts. */
export function pushPage(description: Readonly<Record<string, unknown>>, asyncApiPath: string): string {
  const channels = description['channels'] as Readonly<Record<string, PushChannel>>
  const operations = description['operations'] as Readonly<Record<string, Operation>>
  const info = description['info'] as { title: string; version: string; description: string }
  const sections = Object.entries(channels).map(([key, channel]) => section(key, channel, directions(key, operations)))
  const contents = Object.keys(channels).map((key) => `<li><a href="#${key}">${escaped(key)}</a></li>`)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(info.title)}</title>
    <link rel="stylesheet" href="/docs/push.css">
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <h1>${escaped(info.title)} ${escaped(info.version)}</h1>
    <p>${text(info.description)}</p>
    <p>For programs: <a href="${asyncApiPath}">AsyncAPI 3.0</a>. The other routes: <a href="/docs">reference</a>.</p>
    <ul>${contents.join('')}</ul>
${sections.join('\n')}
  </body>
</html>
`
}

type Operation = { readonly action: string; readonly messages: readonly { readonly $ref: string }[] }

/** Names of messages by who sends them. */
function directions(key: string, operations: Readonly<Record<string, Operation>>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { action, messages } of Object.values(operations))
    for (const { $ref } of messages) {
      const [, , channel, , message] = $ref.split('/')
      if (channel === key) found.set(message!, action === 'send' ? 'from the server' : 'from the client')
    }
  return found
}

function section(key: string, channel: PushChannel, direction: ReadonlyMap<string, string>): string {
  const address = channel.address === null ? '' : `<p><code>${escaped(channel.address)}</code></p>`
  const messages = Object.entries(channel.messages).map(
    ([name, { summary, payload }]) =>
      `<details><summary><b>${escaped(name)}</b> <i>${direction.get(name) ?? ''}</i> ${text(summary)}</summary><pre>${escaped(JSON.stringify(payload, null, 2))}</pre></details>`,
  )
  return `    <h2 id="${key}">${escaped(channel.summary)}</h2>${address}
    <p>${text(channel.description)}</p>
    ${messages.join('\n    ')}`
}

function escaped(raw: string): string {
  return raw.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Renders text between backquotes as code. */
function text(raw: string): string {
  return escaped(raw).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export const PUSH_STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff; }
code, pre { font: 13px/1.4 ui-monospace, monospace; background: #f3f3f3; }
pre { padding: .75rem; overflow: auto; max-height: 30rem; }
details { border-top: 1px solid #ddd; padding: .4rem 0; }
summary { cursor: pointer; }
i { color: #666; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #161616; } code, pre { background: #242424; } a { color: #8ab4f8; } }
`
