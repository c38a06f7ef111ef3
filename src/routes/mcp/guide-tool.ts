import { fail } from '../../contract/outcome.ts'
import { shownName } from '../../contract/unknown-name.ts'
import type { Guide } from '../../services/guides/read-guides.ts'
import { failureText, type ToolText } from '../../services/mcp/tool-result.ts'

/** Pages that a user of the API reads. */
const TOPICS = new Set([
  'push',
  'webhooks',
  'trading',
  'swap',
  'custody',
  'wallets',
  'accounts',
  'rent-recovery',
  'public-rpc',
  'errors',
  'engines',
  'labels',
  'glossary',
])

export const GUIDE_TOOL = 'read_guide'

/** Definition of the tool that shows the guides: streams, webhooks, trading and the rest that no tool here does. */
export function guideDefinition(guides: readonly Guide[]) {
  const topics = guides.filter(({ name }) => TOPICS.has(name))
  return {
    name: GUIDE_TOOL,
    title: 'Guides of the API',
    description:
      'How to use what has no tool of its own: live streams (WebSocket, server-sent events), webhooks, trading, recovery. Without `section` it lists the headings of a guide.',
    inputSchema: {
      type: 'object',
      properties: {
        topic: {
          type: 'string',
          enum: topics.map(({ name }) => name),
          description: topics.map(({ name, title }) => `${name}: ${title}`).join('; '),
        },
        section: { type: 'string', description: 'A heading that the list of the guide named.' },
      },
      required: ['topic'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        topic: { type: 'string' },
        title: { type: 'string' },
        path: { type: 'string', description: 'Where this server serves the whole guide.' },
        about: { type: 'string' },
        sections: { type: 'array', items: { type: 'string' } },
        text: { type: ['string', 'null'], description: 'Markdown of the section; null where none was named.' },
      },
      required: ['topic', 'title', 'path', 'about', 'sections', 'text'],
      additionalProperties: false,
    },
    annotations: { title: 'Guides of the API', readOnlyHint: true, openWorldHint: false },
  }
}

export function showGuide(guides: readonly Guide[], args: Readonly<Record<string, unknown>>): ToolText {
  const refuse = (message: string): ToolText => ({ text: failureText(fail('invalid_request', message)), isError: true })
  const odd = Object.keys(args).find((name) => name !== 'topic' && name !== 'section')
  if (odd !== undefined) return refuse(`unknown member ${shownName(odd)}`)
  const topics = guides.filter(({ name }) => TOPICS.has(name))
  const guide = topics.find(({ name }) => name === args['topic'])
  if (guide === undefined) return refuse(`topic: expected one of ${topics.map(({ name }) => name).join(', ')}`)
  const { name, title, about, sections } = guide
  const headings = sections.map(({ heading }) => heading)
  const wanted = args['section'] ?? null
  const section = sections.find(({ heading }) => heading === wanted)
  if (wanted !== null && section === undefined) return refuse(`section: expected one of ${headings.join('; ')}`)
  const shown = { topic: name, title, path: `/docs/guides/${name}.md`, about, sections: headings }
  return { text: JSON.stringify({ ...shown, text: section?.text ?? null }), isError: false }
}
