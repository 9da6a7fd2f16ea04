import { api } from '@sightline/contract/api.ts'
import type { ImportReport } from '@sightline/contract/transfer.ts'
import { sendFile } from '../../api/call.ts'
import { endpointUrl } from '../../api/url.ts'

/** Where everything can be downloaded. For super admins. */
export const exportUrl = () => endpointUrl(api.transfer.export)

/**
 * Sends a file to be imported.
 * @param isDryRun only asks what would be made
 * @throws ApiError
 */
export const importFile = (file: File, isDryRun: boolean): Promise<ImportReport> =>
  sendFile(api.transfer.import, { query: { dry_run: isDryRun } }, file)
