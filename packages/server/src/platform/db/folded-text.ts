import { UNTYPED_MARKS } from '@sightline/domain/folded-text.ts'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * A text in lower case as `foldedText` of the domain makes it. Most are of ASCII alone, whose bytes are as many as its characters and
 * which stay as they are: that is found out in a fraction of the time.
 */
export const foldedSql = (
  lower: SQL | AnyColumn,
): SQL => sql`case when octet_length(${lower}) = char_length(${lower}) then ${lower}
  else replace(lower(regexp_replace(normalize(${lower}, NFKD), ${sql.raw(`'[${UNTYPED_MARKS}]'`)}, '', 'g')), 'ß', 'ss') end`
