import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The metadata database, embedded or PostgreSQL: same schema, same SQL. A transaction has the same type. */
export type Db = PgDatabase<PgQueryResultHKT>
