import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { placeName } from './cell-keys.ts'
import type { directionOf } from './changes.ts'
import { GroupHeading } from './GroupHeading.tsx'
import { besideEarlierHeads } from './heads-in-view.ts'
import styles from './PivotTable.module.css'
import type { PreparedPivot } from './prepare.ts'

type Direction = ReturnType<typeof directionOf>

interface PivotHeadProps {
  pivot: PreparedPivot
  hasRowTotals: boolean
  /** How the rows are sorted by a column, by its keys. */
  directionOf(column: readonly Cell[]): Direction
  onSort(column: readonly Cell[]): void
  /** Collapses or expands a group of columns. */
  onToggle(group: readonly Cell[]): void
}

/** One heading row for each column field; the names of the row fields are in the last heading row. */
export function PivotHead({ pivot, hasRowTotals, directionOf: directionFor, onSort, onToggle }: PivotHeadProps) {
  const { rowNames, columnNames, columns, measure } = pivot
  const levels = Math.max(1, columnNames.length)
  const corner = Math.max(1, rowNames.length)
  const sortable = (text: string, keys: readonly Cell[], at: number) =>
    rowNames.length === 0 ? (
      text
    ) : (
      <SortButton text={text} place={placeName(-1, at)} direction={directionFor(keys)} onSort={() => onSort(keys)} />
    )
  const sortOf = (keys: readonly Cell[]) => (rowNames.length === 0 ? undefined : directionFor(keys))
  return (
    <thead>
      {Array.from({ length: levels }, (_, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: levels are identified by index
        <tr key={level}>
          {level === levels - 1 ? (
            <CornerNames rowNames={rowNames} columnName={columnNames[level]} />
          ) : (
            <th colSpan={corner} className={styles.axis}>
              {columnNames[level]}
            </th>
          )}
          {columnNames.length === 0 ? (
            <th scope="col" className={styles.number} aria-sort={sortOf([])}>
              {sortable(measure, [], 0)}
            </th>
          ) : (
            columns.map(({ headings, keys }, index) => {
              const heading = headings[level]
              if (heading === undefined || heading.span === 0) return null
              const isLast = level + heading.levels === levels && heading.isCollapsed === null
              return (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index
                  key={index}
                  scope={heading.span > 1 ? 'colgroup' : 'col'}
                  colSpan={heading.span}
                  rowSpan={heading.levels}
                  className={styles.number}
                  aria-sort={isLast ? sortOf(keys) : undefined}
                >
                  {isLast ? (
                    sortable(heading.text, keys, index)
                  ) : (
                    <GroupHeading heading={heading} onToggle={() => onToggle(keys.slice(0, level + 1))} />
                  )}
                </th>
              )
            })
          )}
          {hasRowTotals && level === 0 && (
            <th scope="col" rowSpan={levels} className={styles.number} aria-sort={sortOf([])}>
              {sortable(t`Totals`, [], columns.length)}
            </th>
          )}
        </tr>
      ))}
    </thead>
  )
}

interface SortButtonProps {
  text: string
  place: string
  direction: Direction
  onSort(): void
}

function SortButton({ text, place, direction, onSort }: SortButtonProps) {
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={styles.sort}
      tabIndex={-1}
      data-place={place}
      title={t`Sort the rows by this column`}
      onClick={onSort}
    >
      {text}
      {direction !== 'none' && <Arrow size={12} stroke={2} aria-hidden />}
    </button>
  )
}

function CornerNames({ rowNames, columnName }: { rowNames: readonly string[]; columnName: string | undefined }) {
  if (rowNames.length === 0) return <th className={styles.axis}>{columnName}</th>
  return rowNames.map((name, index) => (
    <th key={name} scope="col" className={styles.axis} style={besideEarlierHeads(index)} data-level={index}>
      {name}
      {index === rowNames.length - 1 && columnName !== undefined && <span className={styles.across}> / {columnName}</span>}
    </th>
  ))
}
