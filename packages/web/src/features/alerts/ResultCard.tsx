import type { Cell, ResultWindow } from '@sightline/contract/results.ts'
import { Card } from './Card.tsx'
import rail from './rail.module.css'

const SHOWN_ROWS = 4

interface ResultCardProps {
  result: ResultWindow
  /** The column that is watched; '' for none. */
  column: string
}

/** The first rows of the latest result: the watched column, and the one before all others that tells what a row is. */
export function ResultCard({ result: { result, rows }, column }: ResultCardProps) {
  const watched = result.columns.findIndex(({ name }) => name === column)
  const other = result.columns.findIndex((_, index) => index !== watched)
  const shown = (watched === -1 ? [0, 1] : [other, watched]).filter((index) => result.columns[index] !== undefined)
  return (
    <Card title="Latest result" count={`${result.row_count.toLocaleString('en')} ${result.row_count === 1 ? 'row' : 'rows'}`}>
      <table className={rail.result}>
        <thead>
          <tr>
            {shown.map((index) => (
              <th key={index} data-watched={index === watched || undefined} scope="col">
                {result.columns[index]?.friendly_name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_ROWS).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result never move
            <tr key={at}>
              {shown.map((index) => (
                <td key={index} data-watched={index === watched || undefined} title={textOf(row[index])}>
                  {textOf(row[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const textOf = (cell: Cell | undefined) => (cell === null || cell === undefined ? '–' : String(cell))
