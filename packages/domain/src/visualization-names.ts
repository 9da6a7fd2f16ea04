import { i18n } from './language/i18n.ts'

/** Names that differ from the words of the type id. */
const specialNames = new Map([
  ['BOXPLOT', () => i18n._('Boxplot (Deprecated)')],
  ['CHOROPLETH', () => i18n._('Map (Choropleth)')],
  ['DETAILS', () => i18n._('Details View')],
  ['MAP', () => i18n._('Map (Markers)')],
  ['PIVOT', () => i18n._('Pivot Table')],
])

/** Type ids are words in capitals; anything else is the id of no type of ours. */
const TYPE_ID = /^[A-Z]+(?:_[A-Z]+)*$/

/**
 * The name of a visualization type as people read it: `WORD_CLOUD` is "Word Cloud".
 * @param type the type id on the wire; another text is returned as it is
 */
export function visualizationTypeName(type: string): string {
  const special = specialNames.get(type)?.()
  if (special !== undefined || !TYPE_ID.test(type)) return special ?? type
  const words = type.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase())
  return words.join(' ')
}
