/** What a visualization is called whose name was left blank, by type id; a type that is not here lends its id. */
const typeNames = new Map(
  Object.entries({
    TABLE: 'Table',
    CHART: 'Chart',
    COUNTER: 'Counter',
    BOXPLOT: 'Boxplot (Deprecated)',
    CHOROPLETH: 'Map (Choropleth)',
    MAP: 'Map (Markers)',
    COHORT: 'Cohort',
    FUNNEL: 'Funnel',
    PIVOT: 'Pivot Table',
    WORD_CLOUD: 'Word Cloud',
    DETAILS: 'Details View',
    SUNBURST_SEQUENCE: 'Sunburst Sequence',
    SANKEY: 'Sankey',
  }),
)

export const nameOrType = (name: string, type: string): string => name.trim() || (typeNames.get(type) ?? type)
