import { Tooltip } from '@mantine/core'
import { notFilteredText } from '@sightline/domain/filters/filters.ts'
import { IconFilterOff } from '@tabler/icons-react'
import styles from './widget.module.css'

/** A mark in the head of a widget that filters of the dashboard do not filter. @param columns of these filters; nothing is shown if there are none */
export function NotFiltered({ columns }: { columns: readonly string[] }) {
  if (columns.length === 0) return null
  const text = notFilteredText(columns)
  return (
    <Tooltip label={text}>
      <span className={styles.notFiltered} role="img" aria-label={text}>
        <IconFilterOff size={14} stroke={1.75} aria-hidden />
      </span>
    </Tooltip>
  )
}
