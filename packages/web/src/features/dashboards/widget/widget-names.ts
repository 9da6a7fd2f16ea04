import { t } from '@lingui/core/macro'
import type { NamedWidget } from '@sightline/domain/dashboards/widget-heading.ts'
import { firstGraphemes } from '@sightline/domain/shortened.ts'

/** Characters of a widget's name in a list. */
const LISTED_LENGTH = 20

/** The full name of a widget: its query and its visualization, once if both have the same name. */
export const widgetName = ({ name, query }: NamedWidget): string =>
  name === '' || name === query.name ? query.name : `${query.name} – ${name}`

/** Characters of the text in the name of a textbox. */
const TEXTBOX_LENGTH = 60

/** The name of a textbox: its first line, without the marks of Markdown. */
export function textboxName(text: string): string {
  const [first = ''] = text.trim().split('\n')
  const plain = first
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(?:#+|>|[-*+]|\d+\.)\s+/, '')
    .replace(/[*_`~]/g, '')
    .trim()
  if (plain === '') return t`Textbox`
  return t`Textbox: ${firstGraphemes(plain, TEXTBOX_LENGTH)}`
}

/** A name shortened to twenty characters, for lists. */
export const listedName = (name: string): string => firstGraphemes(name, LISTED_LENGTH)
