// The queries with which `npm test` runs the conformance cases, for each data source type of the plug-in.

/** @type {Record<string, import('sightline/plugin').ConformanceCases>} */
export default {
  template_numbers: {
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
  },
}
