import { Table, UnstyledButton } from '@mantine/core'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './ChartTable.module.css'
import type { TableRows } from './table-rows.ts'

interface ChartTableProps {
  name: string
  table: TableRows
  /** Called with the chosen row of the result; null if rows cannot be chosen. */
  onPick: ((place: number) => void) | null
  onClose(): void
}

/** The data of a chart as a table: for reading exact values, for screen readers, and for choosing a mark with the keyboard. */
export function ChartTable({ name, table, onPick, onClose }: ChartTableProps) {
  return (
    <Dialog opened onClose={onClose} title={name} size="lg" scrollAreaComponent={undefined}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {table.head.map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are never reordered
            <Table.Tr key={index}>
              {row.map((text, at) => (
                <Table.Td key={table.head[at]}>
                  <Choosable text={text} place={at === table.xAt ? (table.places[index] ?? null) : null} onPick={onPick} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {table.more > 0 && <Table.Caption>and {table.more.toLocaleString('en-US')} more rows</Table.Caption>}
      </Table>
    </Dialog>
  )
}

interface ChoosableProps extends Pick<ChartTableProps, 'onPick'> {
  text: string
  place: number | null
}

function Choosable({ text, place, onPick }: ChoosableProps) {
  if (place === null || onPick === null) return text
  return (
    <UnstyledButton className={styles.pick} title="Filter by this value" onClick={() => onPick(place)}>
      {text}
    </UnstyledButton>
  )
}
