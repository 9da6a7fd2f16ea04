import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { TypeIcon } from '../../../ui/data-table/TypeIcon.tsx'
import { OrderedList } from '../../OrderedList.tsx'
import type { EditorProps } from '../../visualization.ts'
import { tableColumns } from '../column-view.ts'
import { type ColumnsOptions, type StoredColumn, storedColumns } from '../stored-column.ts'
import { ColumnFields } from './ColumnFields.tsx'
import styles from './ColumnsTab.module.css'

interface ColumnsTabProps extends EditorProps<ColumnsOptions> {
  /** Whether columns can be made searchable. */
  offersSearch: boolean
}

/** Visibility, order and display options of the columns. */
export function ColumnsTab({ options, columns, formats, offersSearch, onChange }: ColumnsTabProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const shown = tableColumns(columns, options, formats)
  const change = (name: string, patch: Partial<StoredColumn>) =>
    onChange({ columns: storedColumns(shown, options.columns, { name, patch }) })

  return (
    <OrderedList
      label="Columns"
      items={shown}
      keyOf={({ name }) => name}
      nameOf={({ title }) => title}
      onOrder={(next) => onChange({ columns: storedColumns(next, options.columns, null) })}
    >
      {(column) => {
        const isOpen = opened === column.name
        const source = columns[column.index]
        const visibility = column.visible ? 'Hide' : 'Show'
        return (
          <div className={styles.column}>
            <div className={styles.head}>
              <UnstyledButton
                className={styles.title}
                data-hidden={!column.visible || undefined}
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? null : column.name)}
              >
                {source && <TypeIcon column={source} />}
                <span className={styles.name}>{column.title || column.name}</span>
                <IconChevronDown size={14} stroke={1.75} className={styles.chevron} data-open={isOpen || undefined} />
              </UnstyledButton>
              {/* A native title instead of a tooltip component: two thousand tooltips would take a second to render. */}
              <ActionIcon
                title={visibility}
                aria-label={`${visibility} ${column.title}`}
                onClick={() => change(column.name, { visible: !column.visible })}
              >
                {column.visible ? <IconEye size={16} stroke={1.75} /> : <IconEyeOff size={16} stroke={1.75} />}
              </ActionIcon>
            </div>
            {isOpen && (
              <div className={styles.fields}>
                <ColumnFields column={column} offersSearch={offersSearch} onChange={(patch) => change(column.name, patch)} />
              </div>
            )}
          </div>
        )
      }}
    </OrderedList>
  )
}
