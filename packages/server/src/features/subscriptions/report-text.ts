import { filledMarks } from '@sightline/domain/dashboards/text-tags.ts'
import { beginningOf } from '@sightline/domain/shortened.ts'
import type { Context } from '../../platform/context.ts'
import { filledText, type TextSurroundings } from '../exports/service.ts'

const TEXTBOX_CHARACTERS = 2000

/** A textbox as plain text, with the values of its tags. */
export async function reportedText(
  ctx: Context,
  widget: Parameters<typeof filledText>[1],
  surroundings: TextSurroundings,
): Promise<string> {
  const filled = await filledText(ctx, widget, surroundings)
  if (filled === null) return markdownToText(beginningOf(widget.text, TEXTBOX_CHARACTERS))
  const { marked, values, note } = filled
  const text = filledMarks(markdownToText(beginningOf(marked, TEXTBOX_CHARACTERS)), values, (value) => value)
  return note === null ? text : `${text}\n\n${note}`
}

/** A link or picture, whose parts match no characters of each other. */
const LINK = /!?\[([^[\]\n]*)\]\(([^)\s]*)(?:[ \t][^)\n]*)?\)/g

/**
 * Markdown as plain text: headings, emphasis and code lose their marks, links become `title (URL)`, lists and line breaks stay.
 */
export const markdownToText = (markdown: string): string =>
  markdown
    .replace(/^ {0,3}#{1,6} +/gm, '')
    .replace(LINK, '$1 ($2)')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=[^\s*_])([^\n]+?)(?<=[^\s*_])\1(?![\w*])/g, '$2')
    .replace(/`([^`\n]+)`/g, '$1')
    .trim()

/** The values of parameters and filters as one line; null if there are none. */
export const joinedTexts = (...texts: (string | null)[]): string | null =>
  texts.filter((text) => text !== null).join(' · ') || null
