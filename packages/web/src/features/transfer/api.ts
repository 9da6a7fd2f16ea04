import { api } from '@sightline/contract/api.ts'
import type { ImportReport } from '@sightline/contract/transfer.ts'
import { sendFile } from '../../api/call.ts'
import { endpointUrl } from '../../api/url.ts'

/** The URL of the export. For super admins. */
export const exportUrl = () => endpointUrl(api.transfer.export)

/**
 * Imports a file.
 * @param isDryRun only reports what would be created
 * @throws ApiError
 */
export const importFile = (file: File, isDryRun: boolean): Promise<ImportReport> =>
  sendFile(api.transfer.import, { query: { dry_run: isDryRun } }, file)
