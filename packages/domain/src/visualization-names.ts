import { i18n } from './language/i18n.ts'

/** The names of the types of the product. */
const names = new Map([
  ['BOXPLOT', () => i18n._('Boxplot (Deprecated)')],
  ['CALENDAR', () => i18n._('Calendar')],
  ['CANDLESTICK', () => i18n._('Candlestick')],
  ['CHART', () => i18n._('Chart')],
  ['CHOROPLETH', () => i18n._('Map (Choropleth)')],
  ['COHORT', () => i18n._('Cohort')],
  ['COUNTER', () => i18n._('Counter')],
  ['DETAILS', () => i18n._('Details View')],
  ['FUNNEL', () => i18n._('Funnel')],
  ['GAUGE', () => i18n._('Gauge')],
  ['HISTOGRAM', () => i18n._('Histogram')],
  ['MAP', () => i18n._('Map (Markers)')],
  ['PIVOT', () => i18n._('Pivot Table')],
  ['SANKEY', () => i18n._('Sankey')],
  ['SUNBURST_SEQUENCE', () => i18n._('Sunburst Sequence')],
  ['TABLE', () => i18n._('Table')],
  ['TREEMAP', () => i18n._('Treemap')],
  ['WATERFALL', () => i18n._('Waterfall')],
  ['WORD_CLOUD', () => i18n._('Word Cloud')],
])

/** Type ids are words in capitals; anything else is the id of no type of ours. */
const TYPE_ID = /^[A-Z]+(?:_[A-Z]+)*$/

/** English names that differ from the words of the type id. */
const englishNames = new Map([
  ['BOXPLOT', 'Boxplot (Deprecated)'],
  ['CHOROPLETH', 'Map (Choropleth)'],
  ['DETAILS', 'Details View'],
  ['MAP', 'Map (Markers)'],
  ['PIVOT', 'Pivot Table'],
])

/**
 * The name of a visualization type in the language of the reader: `WORD_CLOUD` is "Word Cloud". A type that only another version knows
 * is named by the words of its id.
 * @param type the type id on the wire; another text is returned as it is
 */
export const visualizationTypeName = (type: string): string => names.get(type)?.() ?? englishName(type)

/** Whether the name of a visualization is that of its type, which it has until a user names it: in the reader's language or in English. */
export const isTypeName = (name: string, type: string): boolean =>
  name === visualizationTypeName(type) || name === englishName(type)

function englishName(type: string): string {
  if (!TYPE_ID.test(type)) return type
  const words = type.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase())
  return englishNames.get(type) ?? words.join(' ')
}
