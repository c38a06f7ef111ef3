import type { PushChannel } from './asyncapi.ts'
import { escaped, textWithCode } from './html-text.ts'

/** The readable form of the AsyncAPI description: one page without scripts. */
export function pushPage(description: Readonly<Record<string, unknown>>, asyncApiPath: string): string {
  const channels = description['channels'] as Readonly<Record<string, PushChannel>>
  const operations = description['operations'] as Readonly<Record<string, Operation>>
  const info = description['info'] as { title: string; version: string; description: string }
  const sections = Object.entries(channels).map(([key, channel]) => section(key, channel, directions(key, operations)))
  const contents = Object.entries(channels).map(
    ([key, { summary }]) => `<li><a href="#${key}">${escaped(summary)}</a></li>`,
  )
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
    <p>${textWithCode(info.description)}</p>
    <p><a href="/">Explorer</a>. For programs: <a href="${asyncApiPath}">AsyncAPI 3.0</a>. The other routes: <a href="/docs">reference</a>. How to use them: <a href="/docs/guides">guides</a>.</p>
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
    ([name, { summary, payload, examples }]) =>
      `<details><summary><b>${escaped(name)}</b> <i>${direction.get(name) ?? ''}</i> ${textWithCode(summary)}</summary>${shown(examples?.[0]?.payload, payload)}</details>`,
  )
  return `    <h2 id="${key}">${escaped(channel.summary)}</h2>${address}
    <p>${textWithCode(channel.description)}</p>
    ${messages.join('\n    ')}`
}

/** A message as it is sent, and then what any of its kind looks like. */
function shown(example: unknown, schema: object): string {
  // Addresses in messages are text to read, and nothing in the page's source looks like something to load.
  const pre = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2)).replaceAll('://', '&#58;//')}</pre>`
  return example === undefined
    ? pre(schema)
    : `${pre(example)}<details><summary>Schema</summary>${pre(schema)}</details>`
}

export const PUSH_STYLE = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff; }
code, pre { font: 13px/1.4 ui-monospace, monospace; background: #f3f3f3; }
pre { padding: .75rem; overflow: auto; max-height: 30rem; }
details { border-top: 1px solid #ddd; padding: .4rem 0; }
summary { cursor: pointer; }
i { color: #666; }
nav a { margin-right: 1rem; }
table { border-collapse: collapse; } th, td { border: 1px solid #ddd; padding: .3rem .5rem; text-align: left; vertical-align: top; }
.wide { overflow-x: auto; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #161616; } code, pre { background: #242424; } a { color: #8ab4f8; } th, td, details { border-color: #444; } i { color: #aaa; } }
`
