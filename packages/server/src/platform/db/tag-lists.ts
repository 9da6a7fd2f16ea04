import { type AnyColumn, ne, sql } from 'drizzle-orm'

/** Selected and grouped by to count tags: one row for each tag in a list. */
export const eachTag = (tags: AnyColumn) => sql<string>`unnest(${tags})`.as('tag')

/** Most records have no tags: unnesting their empty lists as well would take twice as long. */
export const isTagged = (tags: AnyColumn) => ne(tags, sql`'{}'`)
