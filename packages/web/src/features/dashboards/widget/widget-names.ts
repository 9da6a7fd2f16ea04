import { t } from '@lingui/core/macro'
import type { WidgetVisualization } from '@sightline/contract/widgets.ts'
import { firstGraphemes } from '@sightline/domain/shortened.ts'
import { isTypeName } from '@sightline/domain/visualization-names.ts'

/** Characters of a widget's name in a list. */
const LISTED_LENGTH = 20

/** The parts of a widget with a visualization that its names are made of. */
export type Named = Pick<WidgetVisualization, 'name' | 'type'> & { query: Pick<WidgetVisualization['query'], 'name'> }

/**
 * The title in the head of a widget: the visualization's name, followed by the query's as a note. An unnamed visualization adds
 * nothing, so the query's name is shown alone.
 * @param typeName the name of the visualization's type, which is also the name of an unnamed visualization
 */
export function widgetHeading({ name, type, query }: Named, typeName: string | null): { title: string; note: string } {
  const isUnnamed = name === '' || name === typeName || isTypeName(name, type)
  if (isUnnamed || name === query.name) return { title: query.name, note: '' }
  return { title: name, note: query.name }
}

/** The full name of a widget: its query and its visualization, once if both have the same name. */
export const widgetName = ({ name, query }: Named): string =>
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
