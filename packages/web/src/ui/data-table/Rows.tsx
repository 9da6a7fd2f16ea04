import type { VisibleColumn } from './column-layout.ts'
import { Row } from './Row.tsx'
import type { RowBlocks } from './row-blocks.ts'
import { rectangleOf, type Selection } from './selection.ts'

interface RowsProps {
  blocks: RowBlocks
  /** The first and the last row that are drawn. */
  first: number
  last: number
  /** Rows drawn at a time, at most. */
  drawn: number
  columns: readonly VisibleColumn[]
  /** Width of the columns before those in sight, pixels. */
  before: number
  numberWidth: number
  selection: Selection | null
  idPrefix: string
}

/** The rows in sight and some beyond. */
export function Rows({ blocks, first, last, drawn, columns, before, numberWidth, selection, idPrefix }: RowsProps) {
  const marked = selection === null ? null : rectangleOf(selection)
  const rows = []
  for (let index = first; index <= last; index++) {
    const isMarked = marked !== null && index >= marked.top && index <= marked.bottom
    rows.push(
      <Row
        // A row that leaves at one end is used again at the other: new elements cost far more than new texts.
        key={index % drawn}
        index={index}
        cells={blocks.row(index)}
        columns={columns}
        before={before}
        numberWidth={numberWidth}
        from={isMarked ? marked.left : -1}
        to={isMarked ? marked.right : -1}
        focus={selection?.focus.row === index ? selection.focus.column : -1}
        idPrefix={idPrefix}
      />,
    )
  }
  return rows
}
