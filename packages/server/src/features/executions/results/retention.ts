import type { Services } from '../../../platform/context.ts'
import { removeOne } from '../store.ts'

/**
 * Deletes a stored result. Queries that showed it have none until they run again.
 * @param services within a transaction: the file is for the caller to remove once that has ended
 * @returns the name of its file; null when there is no such result
 */
export const removeResult = ({ db }: Pick<Services, 'db'>, id: number): Promise<string | null> => removeOne(db, id)
