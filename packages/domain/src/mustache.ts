import { parseMustache, type Tag, type Token } from './mustache-parser.ts'
import { isRecord } from './parameters/record.ts'

/** A text whose `{{ tags }}` do not fit together; the message says which. */
export class TemplateError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options)
    this.name = 'TemplateError'
  }
}

export type { Tag, Token }

/** The spelling of a value in a text: null is empty, a list is joined by commas. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(valueText).join(',')
  return isRecord(value) ? JSON.stringify(value) : String(value)
}

/** Whether a section about this value is left out. */
export const isBlank = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0)

/** Finds a name in the nearest scope that has it. Own properties only: `{{ constructor }}` is a name like any other. */
export function lookUp(name: string, scopes: readonly unknown[]): unknown {
  if (name === '.') return scopes[0]
  const [first = '', ...rest] = name.split('.')
  for (const scope of scopes) {
    if (!isRecord(scope)) continue
    if (Object.hasOwn(scope, name)) return scope[name]
    if (Object.hasOwn(scope, first)) return rest.reduce(ownValue, scope[first])
  }
  return undefined
}

const ownValue = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined

/**
 * The parts of a text with Mustache's tags.
 * @throws TemplateError when the tags do not fit together
 */
export function parseTemplate(text: string): Token[] {
  if (!text.includes('{{')) return [{ kind: 'text', text }]
  try {
    return parseMustache(text)
  } catch (error) {
    throw new TemplateError(`The {{ }} tags of the text do not fit together. ${(error as Error).message}`, { cause: error })
  }
}

/**
 * A text without what stands between its tags: enough to ask for names, and quick, where the parser goes through a long text sign by sign.
 * @returns the text as it is where it changes what its tags look like
 */
export function withoutLiterals(text: string): string {
  let tags = ''
  let open = text.indexOf('{{')
  while (open !== -1) {
    const sign = /\S/.exec(text.slice(open + 2))?.[0]
    if (sign === '=') return text
    const end = sign === '{' ? '}}}' : '}}'
    const close = text.indexOf(end, open + 2)
    if (close === -1) return tags + text.slice(open)
    tags += text.slice(open, close + end.length)
    open = text.indexOf('{{', close + end.length)
  }
  return tags
}
