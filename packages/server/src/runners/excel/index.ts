import { defineDownload } from '../file-tables/download-type.ts'

/** Sheets of Excel workbooks (.xlsx) at a URL. */
export default defineDownload({
  type: 'excel',
  name: 'Excel',
  moduleUrl: import.meta.url,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
})
