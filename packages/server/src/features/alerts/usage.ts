import type { Db } from '../../platform/db/db.ts'
import * as store from './store.ts'

// What queries ask of alerts. It knows nothing of queries, so that they can ask.

/** Deletes the alerts of a query; made to be part of a transaction. */
export const removeAlertsOf = (db: Db, queryId: number): Promise<void> => store.removeOfQuery(db, queryId)
