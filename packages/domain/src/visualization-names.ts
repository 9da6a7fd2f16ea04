/** Names that differ from the words of the type id. */
const specialNames = new Map([
  ['BOXPLOT', 'Boxplot (Deprecated)'],
  ['CHOROPLETH', 'Map (Choropleth)'],
  ['DETAILS', 'Details View'],
  ['MAP', 'Map (Markers)'],
  ['PIVOT', 'Pivot Table'],
])

/**
 * The displayed name of a visualization type: `WORD_CLOUD` is "Word Cloud".
 * @param type the type id in the API
 */
export const visualizationTypeName = (type: string): string =>
  specialNames.get(type) ??
  type
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ')
