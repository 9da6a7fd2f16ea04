import { defineDownload } from '../file-tables/download-type.ts'

/** CSV files at a URL. */
export default defineDownload({
  type: 'csv',
  name: 'CSV',
  moduleUrl: import.meta.url,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
})
