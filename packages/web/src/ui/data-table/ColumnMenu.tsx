import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import type { TotalKind } from '@sightline/domain/table-columns/column-totals.ts'
import {
  IconArrowDown,
  IconArrowsMove,
  IconArrowsSort,
  IconArrowUp,
  IconChartBar,
  IconChartHistogram,
  IconEyeOff,
  IconFilter,
  IconFilterOff,
  IconNumbers,
  IconPin,
  IconPinnedOff,
  IconRestore,
  IconStack2,
  IconSum,
} from '@tabler/icons-react'
import { inLine } from '../../language/direction.ts'
import type { CellRectangle } from './CellPopover.tsx'
import { type ColumnAction, WIDTH_STEP } from './column-arrangement.ts'
import type { DataColumn } from './column-layout.ts'
import styles from './data-table.module.css'
import type { TotalChoice } from './table-changes.ts'

/** The entries of the menu of a column; null for those that are not offered. */
export interface ColumnMenuActions {
  sort(descending: boolean): void
  clearSort: (() => void) | null
  filter: (() => void) | null
  clearFilter: (() => void) | null
  format: (() => void) | null
  /** The totals of the column; empty where none can be computed. */
  totals: readonly TotalChoice[]
  summarize(total: TotalKind): void
  groupBy: (() => void) | null
  pin: (() => void) | null
  hide: (() => void) | null
  showValues: (() => void) | null
  /** Shows or hides the profiles of all columns. */
  toggleProfiles: (() => void) | null
  reset: (() => void) | null
  /** Moves the column or changes its width by a step. */
  arrange(action: ColumnAction): void
  /** Whether there is a column before and after it. */
  neighbours: { left: boolean; right: boolean }
}

interface ColumnMenuProps {
  column: DataColumn
  /** Whether the profiles of the columns are shown. */
  hasProfiles: boolean
  /** Place of the head of the column. */
  at: CellRectangle
  actions: ColumnMenuActions
  onClose(): void
}

const icon = { size: 16, stroke: 1.75 }

const [before, after] = inLine(t`Move Left`, t`Move Right`)

const arrangements: readonly { label: string; action: ColumnAction; past: 'left' | 'right' | null }[] = [
  { label: before, action: { kind: 'move', aim: 'left' }, past: 'left' },
  { label: after, action: { kind: 'move', aim: 'right' }, past: 'right' },
  { label: t`Wider`, action: { kind: 'widen', by: WIDTH_STEP }, past: null },
  { label: t`Narrower`, action: { kind: 'widen', by: -WIDTH_STEP }, past: null },
  { label: t`Fit to Cells`, action: { kind: 'fit' }, past: null },
]

/** The menu of a column, below its head. */
export function ColumnMenu({ column, hasProfiles, at, actions, onClose }: ColumnMenuProps) {
  const { sort, clearSort, filter, clearFilter, showValues, toggleProfiles } = actions
  const { format, totals, summarize, groupBy, pin, hide, reset, arrange, neighbours } = actions
  const entry = (label: string, entryIcon: React.ReactNode, act: (() => void) | null) =>
    act && (
      <Menu.Item leftSection={entryIcon} onClick={act}>
        {label}
      </Menu.Item>
    )
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      withinPortal
      shadow="md"
      returnFocus={false}
      // Not keys as well: the key that opens the menu would close it again.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <div aria-hidden className={styles.popoverTarget} style={{ ...at }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Menu of ${column.title}`}>
        {entry(t`Sort Ascending`, <IconArrowUp {...icon} />, () => sort(false))}
        {entry(t`Sort Descending`, <IconArrowDown {...icon} />, () => sort(true))}
        {entry(t`Clear Sort`, <IconArrowsSort {...icon} />, clearSort)}
        <Menu.Divider />
        {entry(t`Filter…`, <IconFilter {...icon} />, filter)}
        {entry(t`Clear Filter`, <IconFilterOff {...icon} />, clearFilter)}
        {entry(t`Column Values`, <IconChartHistogram {...icon} />, showValues)}
        {(format || totals.length > 0 || groupBy) && <Menu.Divider />}
        {entry(t`Format…`, <IconNumbers {...icon} />, format)}
        {totals.length > 0 && (
          <Menu.Sub>
            <Menu.Sub.Target>
              <Menu.Sub.Item leftSection={<IconSum {...icon} />}>
                <Trans>Summarize</Trans>
              </Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              <Menu.RadioGroup
                value={totals.find(({ isChosen }) => isChosen)?.kind ?? null}
                onChange={(chosen) => {
                  const choice = totals.find(({ kind }) => kind === chosen)
                  if (choice) summarize(choice.kind)
                }}
              >
                {totals.map(({ kind, label }) => (
                  <Menu.RadioItem key={kind} value={kind} closeMenuOnClick>
                    {label}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        )}
        {entry(t`Group by This Column`, <IconStack2 {...icon} />, groupBy)}
        <Menu.Divider />
        {entry(
          column.isPinned ? t`Unpin` : t`Pin to the Left`,
          column.isPinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />,
          pin,
        )}
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconArrowsMove {...icon} />}>
              <Trans>Move and Resize</Trans>
            </Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            {arrangements.map(({ label, action, past }) => (
              <Menu.Item key={label} disabled={past !== null && !neighbours[past]} onClick={() => arrange(action)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Sub.Dropdown>
        </Menu.Sub>
        {entry(t`Hide Column`, <IconEyeOff {...icon} />, hide)}
        {toggleProfiles && <Menu.Divider />}
        {entry(hasProfiles ? t`Hide Column Profiles` : t`Show Column Profiles`, <IconChartBar {...icon} />, toggleProfiles)}
        {entry(t`Reset Table`, <IconRestore {...icon} />, reset)}
      </Menu.Dropdown>
    </Menu>
  )
}
