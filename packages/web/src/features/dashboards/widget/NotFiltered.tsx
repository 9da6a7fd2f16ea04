import { Tooltip } from '@mantine/core'
import { friendlyName } from '@sightline/domain/filters/column-name.ts'
import { IconFilterOff } from '@tabler/icons-react'
import styles from './widget.module.css'

/** A mark in the head of a widget that a cross-filter does not filter. @param columns of these filters; nothing is shown if there are none */
export function NotFiltered({ columns }: { columns: readonly string[] }) {
  if (columns.length === 0) return null
  const text = `Not filtered by ${[...new Set(columns.map(friendlyName))].join(', ')}`
  return (
    <Tooltip label={text}>
      <span className={styles.notFiltered} role="img" aria-label={text}>
        <IconFilterOff size={14} stroke={1.75} aria-hidden />
      </span>
    </Tooltip>
  )
}
