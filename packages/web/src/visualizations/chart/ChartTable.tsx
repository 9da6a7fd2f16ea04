import { Modal, Table } from '@mantine/core'
import type { TableRows } from './table-rows.ts'

interface ChartTableProps {
  name: string
  table: TableRows
  onClose(): void
}

/** What a chart draws as a table: for who wants to read values, or cannot see the drawing. */
export function ChartTable({ name, table, onClose }: ChartTableProps) {
  return (
    <Modal opened onClose={onClose} title={name} size="lg" scrollAreaComponent={undefined}>
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
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their places
            <Table.Tr key={index}>
              {row.map((text, at) => (
                <Table.Td key={table.head[at]}>{text}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {table.more > 0 && <Table.Caption>and {table.more.toLocaleString('en-US')} more rows</Table.Caption>}
      </Table>
    </Modal>
  )
}
