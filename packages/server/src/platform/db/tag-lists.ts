import { type AnyColumn, ne, sql } from 'drizzle-orm'

/** What is selected and grouped by to count tags: a row for each one in a list of them. */
export const eachTag = (tags: AnyColumn) => sql<string>`unnest(${tags})`.as('tag')

/** Most things have none: to take the tags out of their empty lists, too, would take twice as long. */
export const isTagged = (tags: AnyColumn) => ne(tags, sql`'{}'`)
