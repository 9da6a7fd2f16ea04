import { ActionIcon, Menu, Table, UnstyledButton } from '@mantine/core'
import { IconCopy, IconDots, IconPhoto, IconSvg, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Pictured } from './picture.ts'
import styles from './Renderer.module.css'
import type { TableRows } from './table-rows.ts'

interface ChartToolsProps {
  name: string
  /** Returns the input of an exported image; called only when the user exports one. */
  pictured(): Pictured
  onTable(): void
}

/** Milliseconds for which the confirmation "copied" is shown. */
const CONFIRMATION_MS = 2000

/** The buttons of a chart: copy, download, show as a table. */
export function ChartTools({ name, pictured, onTable }: ChartToolsProps) {
  const [confirmation, setConfirmation] = useState('')
  // Loaded lazily, because few users export images.
  const pictures = () => import('./picture.ts')
  const confirm = (text: string) => {
    setConfirmation(text)
    setTimeout(() => setConfirmation(''), CONFIRMATION_MS)
  }
  const copy = async () => confirm((await (await pictures()).copyPng(pictured())) ? 'Copied' : 'The browser blocked copying')
  return (
    <>
      <span className={styles.confirmation} role="status">
        {confirmation}
      </span>
      <Menu position="bottom-end" width={184} withinPortal>
        <Menu.Target>
          <ActionIcon
            className={styles.tools}
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`Tools of the chart ${name}`}
          >
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTable size={16} stroke={1.75} />} onClick={onTable}>
            View as Table
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => void copy()}>
            Copy Image
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPhoto size={16} stroke={1.75} />}
            onClick={() => void pictures().then(({ savePng }) => savePng(pictured()))}
          >
            Save as PNG
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSvg size={16} stroke={1.75} />}
            onClick={() => void pictures().then(({ saveSvg }) => saveSvg(pictured()))}
          >
            Save as SVG
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

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
    <UnstyledButton className={styles.pick} title="Choose this mark" onClick={() => onPick(place)}>
      {text}
    </UnstyledButton>
  )
}
