import { sqlTokens } from '@sightline/domain/sql-text/scan.ts'
import { statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { QueryError } from '../runner.ts'

/**
 * Refuses statements that would write, for servers that cannot be asked to only read.
 * @param reading first words of statements that only read, in capitals
 * @throws QueryError that names the first word of a statement with another one
 */
export function mustOnlyRead(text: string, dialect: string, reading: ReadonlySet<string>): void {
  for (const statement of statementsOf(text, dialect)) {
    const first = [...sqlTokens(statement, dialect)].find(({ kind }) => kind === 'word')?.name.toUpperCase()
    if (first !== undefined && !reading.has(first))
      throw new QueryError(`This data source is read-only: ${first} statements are not allowed.`)
  }
}
