import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import type { CellLook, CellLooks } from '@sightline/domain/table-columns/cell-looks.ts'
import { type CSSProperties, memo } from 'react'
import { pageDirection } from '../../language/direction.ts'
import type { CellPicks } from './cell-picks.ts'
import type { DataColumn, ShownColumns, VisibleColumn } from './column-layout.ts'
import styles from './data-table.module.css'
import type { RowBlocks } from './row-blocks.ts'
import { SubtotalToggle } from './SubtotalToggle.tsx'
import { rectangleOf, type Selection } from './selection.ts'
import type { SubtotalLine, TableLines } from './table-lines.ts'

interface TableRowsProps {
  blocks: RowBlocks
  /** The first and the last rendered row. */
  first: number
  last: number
  /** The most rows that are rendered at a time. */
  poolSize: number
  /** Number of rows of heads. */
  headRows: number
  shown: ShownColumns
  numberWidth: number
  selection: Selection | null
  /** The indexes in the result of the columns whose cells can be picked; null for none. */
  pickColumns: ReadonlySet<number> | null
  /** The value whose rows are marked; null for none. */
  picked: CellPicks['picked']
  /** The looks of cells; null if all have the usual one. */
  looks: CellLooks | null
  /** Tells rows from subtotals; null if there are only rows. */
  lines: TableLines | null
  /** Hides or shows the rows of a group. Keep the same function. */
  onToggle(key: Cell): void
  idPrefix: string
}

/** The visible rows and some beyond the edges. */
export function TableRows({
  blocks,
  first,
  last,
  poolSize,
  headRows,
  shown,
  numberWidth,
  selection,
  pickColumns,
  picked,
  looks,
  lines,
  onToggle,
  idPrefix,
}: TableRowsProps) {
  const marked = selection === null ? null : rectangleOf(selection)
  const rows = []
  for (let index = first; index <= last; index++) {
    const cells = blocks.row(index)
    const isMarked = marked !== null && index >= marked.top && index <= marked.bottom
    rows.push(
      <Row
        // A row that leaves at one end is reused at the other: creating elements costs far more than replacing texts.
        key={index % poolSize}
        index={index}
        rowIndex={index + headRows + 1}
        cells={cells}
        subtotal={cells === null ? null : (lines?.subtotalOf(cells) ?? null)}
        number={lines?.rowNumber(index) ?? index + 1}
        onToggle={onToggle}
        pickColumns={pickColumns}
        isPicked={picked !== null && String(cells?.[picked.column] ?? null) === picked.text}
        shown={shown}
        numberWidth={numberWidth}
        looks={looks}
        from={isMarked ? marked.left : -1}
        to={isMarked ? marked.right : -1}
        focus={selection?.focus.row === index ? selection.focus.column : -1}
        idPrefix={idPrefix}
      />,
    )
  }
  return rows
}

interface RowProps {
  index: number
  /** Counted from 1 with the rows of heads. */
  rowIndex: number
  /** null while the row loads. */
  cells: readonly Cell[] | null
  /** null for a row. */
  subtotal: SubtotalLine | null
  /** The number of the row. */
  number: number
  onToggle(key: Cell): void
  pickColumns: ReadonlySet<number> | null
  isPicked: boolean
  shown: ShownColumns
  numberWidth: number
  looks: CellLooks | null
  /** Columns of the first and last selected cell; -1 if the row has none. */
  from: number
  to: number
  /** Column of the focused cell; -1 if it is in another row. */
  focus: number
  idPrefix: string
}

/** One row. It is memoized, so scrolling renders only the rows that come into view. */
const Row = memo(function Row({
  index,
  rowIndex,
  cells,
  subtotal,
  number,
  onToggle,
  pickColumns,
  isPicked,
  shown,
  numberWidth,
  looks,
  from,
  to,
  focus,
  idPrefix,
}: RowProps) {
  const cell = ({ column, place, width, left }: VisibleColumn) => {
    const look = looks !== null && cells !== null && subtotal === null ? looks(cells, column.index) : null
    return (
      // biome-ignore lint/a11y/useSemanticElements: see the row.
      // biome-ignore lint/a11y/useFocusableInteractive: see the row.
      <div
        key={place}
        id={`${idPrefix}-${index}-${place}`}
        role="gridcell"
        aria-colindex={place + 2}
        aria-selected={place >= from && place <= to}
        className={styles.cell}
        data-align={column.align}
        data-kind={column.kind}
        data-look={look ? '' : undefined}
        data-pinned={left === null ? undefined : ''}
        data-focus={place === focus || undefined}
        data-pick={pickColumns?.has(column.index) || undefined}
        style={{ width, ...(left !== null && { insetInlineStart: numberWidth + left }), ...(look && lookStyle(look)) }}
      >
        {subtotal === null ? (
          <CellContent column={column} cells={cells} index={index} />
        ) : (
          <span title={subtotal.texts.get(column.index)}>{subtotal.texts.get(column.index)}</span>
        )}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold a part of a million rows.
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell.
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={styles.row}
      data-picked={isPicked || undefined}
      data-subtotal={subtotal ? '' : undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the row. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see the row. */}
      <div role="rowheader" aria-colindex={1} className={styles.number} style={{ width: numberWidth }}>
        {subtotal === null ? number : <SubtotalToggle subtotal={subtotal} onToggle={onToggle} />}
      </div>
      {shown.pinned.map(cell)}
      <div className={styles.spacer} style={{ width: shown.leadingWidth }} />
      {shown.scrolled.map(cell)}
    </div>
  )
})

/** Variables of the style of a cell, which the marks of selected cells override. */
function lookStyle({ background, text, bar }: CellLook): CSSProperties {
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`
  return {
    ...(background !== null && { '--look-background': background }),
    ...(text !== null && { '--look-text': text }),
    ...(bar !== null && {
      '--look-bar': `linear-gradient(to ${pageDirection === 'rtl' ? 'left' : 'right'}, transparent ${percent(bar.from)}, ${bar.color} ${percent(bar.from)} ${percent(bar.to)}, transparent ${percent(bar.to)})`,
    }),
  }
}

function CellContent({ column, cells, index }: { column: DataColumn; cells: readonly Cell[] | null; index: number }) {
  // Skeleton bars of different lengths look like text. Each cell always gets the same length, so they do not flicker.
  if (cells === null)
    return <span className={styles.bar} style={{ width: `${40 + ((index * 7 + column.index * 13) % 45)}%` }} />
  const cell = cells[column.index] ?? null
  if (cell === null)
    return (
      <span className={styles.null} title={t`null`}>
        {column.nullText}
      </span>
    )
  return column.render ? column.render(cell, cells) : truncatedText(column.format(cell))
}

/** More than the widest column shows; laying out a megabyte of text takes a second per paint. */
const MAX_CELL_CHARACTERS = 1000

/** The part of a text that a cell shows. Opening the cell shows all of it. */
export const truncatedText = (text: string): string => shortened(text, MAX_CELL_CHARACTERS)
