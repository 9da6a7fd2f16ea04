import { parseTemplate, TemplateError, type Token } from '../mustache.ts'
import { type AlertFacts, variables } from './templates.ts'

/** What blocks over rows and columns know beside the names of the template. */
const inBlocks = (columns: AlertFacts['columns']) => ['.', 'name', 'friendly_name', 'type', ...columns.map(({ name }) => name)]

/**
 * The names in a template that stand for nothing: outside of blocks those that are not among the variables; inside of them also
 * those that no column has. Each once, in the order in which they come.
 * @returns none for a template whose tags do not fit together
 */
export function unknownTags(template: string, facts: AlertFacts): string[] {
  const outside = new Set(Object.keys(variables(facts)))
  const inside = new Set([...outside, ...inBlocks(facts.columns)])
  const unknown = new Set<string>()
  const visit = (tokens: readonly Token[], known: ReadonlySet<string>) => {
    for (const token of tokens) {
      if (token.kind === 'text') continue
      const [first = ''] = token.name.split('.')
      if (!known.has(token.name) && !known.has(first)) unknown.add(token.name)
      if (token.kind === 'section') visit(token.tokens, inside)
    }
  }
  try {
    visit(parseTemplate(template), outside)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
  }
  return [...unknown]
}

/** A piece of a template: a tag, or the text between two. */
export interface TemplatePiece {
  /** Where it begins. */
  at: number
  text: string
  isTag: boolean
}

/** A template in pieces, for showing its tags. */
export function templatePieces(template: string): TemplatePiece[] {
  const pieces: TemplatePiece[] = []
  let end = 0
  const add = (from: number, to: number, isTag: boolean) => {
    if (to > from) pieces.push({ at: from, text: template.slice(from, to), isTag })
    end = to
  }
  for (const { index, 0: tag } of template.matchAll(/\{\{\{[^{}]*\}\}\}|\{\{[^{}]*\}\}/g)) {
    add(end, index, false)
    add(index, index + tag.length, true)
  }
  add(end, template.length, false)
  return pieces
}

/** The name in a tag, without its signs. */
export const nameInTag = (tag: string): string => tag.replace(/^\{+\s*[#^/&>!]?\s*|\s*\}+$/g, '')
