import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { parseAst } from 'vite'

/** The comment that the macros of Lingui write before each message. */
export const MESSAGE_MARK = '/*i18n*/'

/**
 * Compiles the English messages with placeholders when the app is built, so that browsers need no parser for them. It follows the
 * plugins of Lingui, whose output it reads.
 */
export const compiledMessages: Plugin = {
  name: 'compiled-messages',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { code: MESSAGE_MARK },
    handler(code, id) {
      let compiled = code
      const messages = messagesIn(parseAst(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' }), code)
      // From the end, so that the places of the others stay right.
      for (const { start, end, text } of messages.reverse()) {
        compiled = compiled.slice(0, start) + JSON.stringify(compileMessage(text)) + compiled.slice(end)
      }
      return { code: compiled, map: null }
    },
  },
}

interface Message {
  start: number
  end: number
  text: string
}

/** The texts of the marked messages in a syntax tree, in the order of the code. */
function messagesIn(node: unknown, code: string): Message[] {
  if (Array.isArray(node)) return node.flatMap((one) => messagesIn(one, code))
  if (typeof node !== 'object' || node === null) return []
  const within = Object.values(node).flatMap((one) => messagesIn(one, code))
  return isMarked(node, code) ? [...within, ...node.properties.flatMap(messageOf)].sort((a, b) => a.start - b.start) : within
}

interface ObjectNode {
  start: number
  properties: { key?: { name?: string }; value?: { start: number; end: number; value?: unknown } }[]
}

const isMarked = (node: object, code: string): node is ObjectNode =>
  'type' in node &&
  node.type === 'ObjectExpression' &&
  'start' in node &&
  typeof node.start === 'number' &&
  code.slice(0, node.start).trimEnd().endsWith(MESSAGE_MARK)

function messageOf({ key, value }: ObjectNode['properties'][number]): Message[] {
  if (key?.name !== 'message' || value === undefined) return []
  if (typeof value.value !== 'string') throw new Error('A message of Lingui is no plain text.')
  return [{ start: value.start, end: value.end, text: value.value }]
}
