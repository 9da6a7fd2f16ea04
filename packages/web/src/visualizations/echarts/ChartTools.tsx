import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Menu, Table, UnstyledButton } from '@mantine/core'
import { localNumber } from '@sightline/domain/language/local.ts'
import { IconDots, IconTable } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { copiedMessage, ImageItems } from '../ImageItems.tsx'
import type { VisualizationTools } from '../visualization.ts'
import { ZoomItem } from '../ZoomItem.tsx'
import styles from './ChartFrame.module.css'
import type { ClickedMark } from './chart-option.ts'
import type { Pictured } from './picture.ts'
import type { TableRows } from './table-rows.ts'

interface ToolParts extends Pick<VisualizationTools, 'showTable' | 'zoomIn'> {
  /** Returns the input of an exported image; called only when the user exports one. */
  pictured(): Pictured
}

/**
 * The tools of a chart, the same object as long as it can be zoomed or not.
 * @param onTools receives the tools for another menu; null if there is none
 */
export function useChartTools(
  parts: ToolParts,
  onTools: ((tools: VisualizationTools | null) => void) | null,
): VisualizationTools {
  const latest = useRef(parts)
  latest.current = parts
  const canZoom = parts.zoomIn !== null
  const tools = useMemo((): VisualizationTools => {
    // Loaded lazily, because few users export images.
    const pictures = () => import('./picture.ts')
    return {
      showTable: () => latest.current.showTable(),
      zoomIn: canZoom ? () => latest.current.zoomIn?.() : null,
      copyImage: () => copyImage(pictures().then(({ pngOf }) => pngOf(latest.current.pictured()))),
      savePng: () => void pictures().then(({ savePng }) => savePng(latest.current.pictured())),
      saveSvg: () => void pictures().then(({ saveSvg }) => saveSvg(latest.current.pictured())),
    }
  }, [canZoom])
  useEffect(() => {
    onTools?.(tools)
    return () => onTools?.(null)
  }, [onTools, tools])
  return tools
}

/** Copies a PNG to the clipboard; false if the browser refuses. */
async function copyImage(png: Promise<Blob>): Promise<boolean> {
  try {
    // Pass the promise instead of awaiting it: browsers allow clipboard writes only during the click.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
    return true
  } catch {
    return false
  }
}

/** Milliseconds for which a message about a copied image is shown. */
const CONFIRMATION_MS = 2000

/** The menu of a chart where no other menu offers its tools. */
export function ChartTools({ name, tools }: { name: string; tools: VisualizationTools }) {
  const [confirmation, setConfirmation] = useState('')
  const confirm = (isCopied: boolean) => {
    setConfirmation(copiedMessage(isCopied))
    setTimeout(() => setConfirmation(''), CONFIRMATION_MS)
  }
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
            aria-label={t`Tools of the chart ${name}`}
          >
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTable size={16} stroke={1.75} />} onClick={tools.showTable}>
            <Trans>View as Table</Trans>
          </Menu.Item>
          <ZoomItem tools={tools} />
          <Menu.Divider />
          <ImageItems tools={tools} onCopied={confirm} />
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

interface ChartTableProps {
  name: string
  table: TableRows
  /** Called with the mark of the chosen row; null if rows cannot be chosen. */
  onPick: ((mark: ClickedMark) => void) | null
  /** Shows the rows behind a mark; null if that is not offered, or if `onPick` does. */
  onInspect: ((mark: ClickedMark) => void) | null
  onClose(): void
}

/** The data of a chart as a table: for reading exact values, for screen readers, and for choosing a mark with the keyboard. */
export function ChartTable({ name, table, onPick, onInspect, onClose }: ChartTableProps) {
  return (
    <Dialog opened onClose={onClose} title={name} size="lg" scrollAreaComponent={undefined}>
      <Table.ScrollContainer minWidth={0} maxHeight="70dvh" scrollAreaProps={{ type: 'auto' }}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              {table.head.map((title) => (
                <Table.Th key={title} ta={table.numbers.includes(title) ? 'right' : undefined}>
                  {title}
                </Table.Th>
              ))}
              {onInspect !== null && (
                <Table.Th>
                  <Trans>Behind the Mark</Trans>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are never reordered
              <Table.Tr key={index}>
                {row.map((text, at) => (
                  <Table.Td
                    key={table.head[at]}
                    className={table.numbers.includes(table.head[at] ?? '') ? styles.number : undefined}
                  >
                    <Choosable text={text} mark={at === table.xAt ? (table.marks[index] ?? null) : null} onPick={onPick} />
                  </Table.Td>
                ))}
                {onInspect !== null && (
                  <Table.Td>
                    <Choosable text={t`Rows`} mark={table.marks[index] ?? null} onPick={onInspect} />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
          {table.more > 0 && (
            <Table.Caption>
              <Trans>and {localNumber(table.more)} more rows</Trans>
            </Table.Caption>
          )}
        </Table>
      </Table.ScrollContainer>
    </Dialog>
  )
}

interface ChoosableProps extends Pick<ChartTableProps, 'onPick'> {
  text: string
  mark: ClickedMark | null
}

function Choosable({ text, mark, onPick }: ChoosableProps) {
  if (mark === null || onPick === null) return text
  return (
    <UnstyledButton className={styles.pick} title={t`Choose this mark`} onClick={() => onPick(mark)}>
      {text}
    </UnstyledButton>
  )
}
