import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The metadata database, embedded or PostgreSQL: same schema, same SQL. Transactions have the same type. */
export type Db = PgDatabase<PgQueryResultHKT>
