import { endBackend, waitOfBackend } from './activity.ts'
import { readCatalogue } from './catalogue.ts'
import type { Flavour } from './flavour.ts'

/** PostgreSQL itself. */
export const postgresql: Flavour = {
  name: 'postgresql',
  hasBinaryForms: true,
  sessionName: null,
  endSession: endBackend,
  waitState: waitOfBackend,
  readSchema: readCatalogue,
}
