// @ts-check

/**
 * A visualization that draws a dot for each row. What it draws is in `dot-plot.browser.js`, which runs in browsers alone.
 * @type {import('sightline/plugin').VisualizationType}
 */
export const dotPlot = {
  type: 'template_dot_plot',
  name: 'Dot plot',
  icon: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 5h9v2H3zm0 6h14v2H3zm0 6h5v2H3z"/><circle cx="14" cy="6" r="3"/><circle cx="19" cy="12" r="3"/><circle cx="10" cy="18" r="3"/></svg>',
  options: {
    label: { type: 'string', title: 'Label', column: 'any', required: true },
    value: { type: 'string', title: 'Value', column: 'number', required: true },
    limit: { type: 'number', title: 'Number of rows', default: 20 },
    order: { type: 'string', title: 'Order', default: 'rows', choices: { rows: 'As in the result', value: 'Largest first' } },
    values: { type: 'boolean', title: 'Show values', default: true },
  },
  script: 'dot-plot.browser.js',
  size: { columns: 3, rows: 8 },
}
