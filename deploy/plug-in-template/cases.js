// What `npm test` needs, for each type of the plug-in: queries with which it runs the conformance cases of a data source, and options
// and columns for a visualization.

/** @type {import('sightline/plugin').ConformanceCases} */
const numbers = {
  options: { token: 'not a real token' },
  columns: {
    text: 'count to 2',
    names: ['n', 'square'],
    rows: [
      [1, 1],
      [2, 4],
    ],
  },
  noRows: { text: 'count to 0', names: ['n', 'square'] },
  many: { text: 'count to 10000', count: 10000 },
  failing: { text: 'cont to 3', position: 1 },
  slow: { text: 'count to 999999999' },
}

/** @type {import('sightline/plugin').VisualizationCase} */
const dotPlot = {
  options: { label: 'city', value: 'people', limit: 20, order: 'rows', values: true },
  columns: [
    { name: 'city', type: 'string', values: ['Berlin', 'Lisbon', 'Oslo'] },
    { name: 'people', type: 'float', values: [3700, 545.5, 700] },
  ],
}

export default { template_numbers: numbers, template_dot_plot: dotPlot }
