import { join } from 'node:path'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { type Plugin, parseAst } from 'vite'
import { MESSAGE_MARK } from './compiled-messages.ts'

// Modules that Node runs as they are have no macros: they call `i18n._('English text', values)` of `domain/language/i18n.ts`. Here
// these calls become what the macros make of a text, so that both share the catalogues.

/** Gives browsers the texts of the page in place of those of the domain, and each call the id of its message. */
export const languageCalls: Plugin = {
  name: 'language-calls',
  enforce: 'pre',
  resolveId: {
    // The second is how modules of the same folder name it.
    filter: { id: /\/language\/i18n\.ts$|^\.\/i18n\.ts$/ },
    handler: (id, importer) =>
      id.startsWith('@sightline/domain/') || importer?.includes('/packages/domain/src/')
        ? join(import.meta.dirname, 'src/language/i18n.ts')
        : null,
  },
  transform: {
    filter: { code: "language/i18n.ts'" },
    handler: (code, id) => ({ code: withMessageIds(code, id), map: null }),
  },
}

/**
 * Replaces the message in each call of `i18n._` by what the macros write for it: its id and the English text, marked for
 * `compiled-messages.ts`.
 * @param id path of the module
 * @throws Error if a message is not written as a plain string
 */
export function withMessageIds(code: string, id: string): string {
  let changed = code
  // From the end, so that the places of the others stay right.
  for (const { start, end, text, context } of messagesIn(parseAst(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' })).reverse()) {
    const [key, message] = [generateMessageId(text, context), text].map((part) => JSON.stringify(part))
    changed = `${changed.slice(0, start)}${MESSAGE_MARK}{id:${key},message:${message}}${changed.slice(end)}`
  }
  return changed
}

interface Message {
  /** Where its text is in the code. */
  start: number
  end: number
  text: string
  context: string | undefined
}

/** The messages of the calls of `i18n._` in a syntax tree, in the order of the code. */
function messagesIn(node: unknown): Message[] {
  if (Array.isArray(node)) return node.flatMap(messagesIn)
  if (typeof node !== 'object' || node === null) return []
  const within = Object.values(node).flatMap(messagesIn)
  return isCall(node) ? [...within, messageOf(node)].sort((one, other) => one.start - other.start) : within
}

/** A node of the syntax tree, as far as it matters here; see https://github.com/estree/estree. */
interface Node {
  type: string
  start: number
  end: number
  value?: unknown
  properties?: { key?: { name?: string }; value?: Node }[]
}

const isCall = (node: object): node is { arguments: Node[] } =>
  'type' in node &&
  node.type === 'CallExpression' &&
  'callee' in node &&
  isMember(node.callee) &&
  node.callee.object?.name === 'i18n' &&
  node.callee.property?.name === '_'

const isMember = (node: unknown): node is { object?: { name?: string }; property?: { name?: string } } =>
  typeof node === 'object' && node !== null && 'object' in node && 'property' in node

function messageOf({ arguments: [message, , options] }: { arguments: Node[] }): Message {
  if (message?.type !== 'Literal') throw new Error('The message of a call of i18n._ is no plain string.')
  const context = options?.properties?.find(({ key }) => key?.name === 'context')?.value?.value
  const { start, end, value } = message
  return { start, end, text: String(value), context: typeof context === 'string' ? context : undefined }
}
