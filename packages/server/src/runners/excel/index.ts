import { z } from 'zod'
import { defineRunner } from '../runner.ts'

/** Excel workbooks (.xlsx) on the web. A query is YAML that says where the workbook is, which sheet to read and how. */
export default defineRunner({
  type: 'excel',
  name: 'Excel',
  syntax: 'yaml',
  dialect: '',
  home: import.meta.url,
  config: z.object({}),
  annotates: false,
  supportsAutoLimit: false,
  // The file is read in this process, by an engine that has to be ended from outside when it does not stop.
  embedded: true,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  // Nothing can be asked before somebody has written an address.
  testConnection: async () => {},
})
