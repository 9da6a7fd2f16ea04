import { statementsOf } from '../auto-limit.ts'
import { otherLanguage } from './other-languages.ts'
import { scan } from './scan.ts'

const READING = new Set(['SELECT', 'WITH', 'VALUES', 'TABLE', 'FROM'])
/** Words that change something, wherever in a statement they stand: `WITH gone AS (DELETE …)`, `SELECT … INTO`, `FOR UPDATE`. */
const CHANGING = new Set([
  'INSERT',
  'UPDATE',
  'DELETE',
  'MERGE',
  'REPLACE',
  'INTO',
  'CREATE',
  'DROP',
  'ALTER',
  'TRUNCATE',
  'CALL',
])

/**
 * Whether a text is one statement that only reads, as far as its words tell. A text that is in doubt counts as changing
 * something; what the functions do that it calls is not known here.
 * @param dialect a runner's `dialect`; '' for a text that is not SQL
 */
export function readsOnly(text: string, dialect: string): boolean {
  if (dialect === '' || otherLanguage(dialect) !== null) return false
  const statements = statementsOf(text, dialect)
  const [statement] = statements
  if (statement === undefined || statements.length > 1) return false
  const words = scan(statement, dialect)
    .filter(({ kind }) => kind === 'code')
    .flatMap(
      ({ start, end }) =>
        statement
          .slice(start, end)
          .toUpperCase()
          .match(/[A-Z_][\w$]*/g) ?? [],
    )
  const [first] = words
  return first !== undefined && READING.has(first) && !words.some((word) => CHANGING.has(word))
}
