import { isTypeName } from '../visualization-names.ts'

/** The parts of a widget with a visualization that its names are made of. */
export interface NamedWidget {
  /** Of the visualization. */
  name: string
  type: string
  query: { name: string }
}

/**
 * The title in the head of a widget: the visualization's name, followed by the query's as a note. An unnamed visualization adds
 * nothing, so the query's name is shown alone.
 * @param typeName the name of the visualization's type, which is also the name of an unnamed visualization; null if it is not known
 */
export function widgetHeading({ name, type, query }: NamedWidget, typeName: string | null): { title: string; note: string } {
  const isUnnamed = name === '' || name === typeName || isTypeName(name, type)
  if (isUnnamed || name === query.name) return { title: query.name, note: '' }
  return { title: name, note: query.name }
}
