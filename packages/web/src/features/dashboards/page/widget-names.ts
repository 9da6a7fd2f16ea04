import type { WidgetVisualization } from '@sightline/contract/widgets.ts'

/** Characters of a widget's name where it stands in a list. */
const LISTED_LENGTH = 20

type Named = Pick<WidgetVisualization, 'name' | 'type'> & { query: Pick<WidgetVisualization['query'], 'name'> }

/**
 * What stands in the head of a widget: the visualization's name, with the query's behind it. A visualization that nobody has named
 * says nothing, so the query's name stands alone.
 * @param typeName the name of its type, which unnamed visualizations have
 */
export function headOf({ name, query }: Named, typeName: string | null): { title: string; note: string } {
  const isUnnamed = name === '' || name === typeName
  if (isUnnamed || name === query.name) return { title: query.name, note: '' }
  return { title: name, note: query.name }
}

/** The whole name of a widget: of its query and its visualization. */
export const widgetName = ({ name, query }: Named): string => (name === '' ? query.name : `${query.name} – ${name}`)

/** A name that is cut to twenty characters, for lists. */
export function listedName(name: string): string {
  const characters = [...name]
  return characters.length <= LISTED_LENGTH ? name : `${characters.slice(0, LISTED_LENGTH).join('')}…`
}
