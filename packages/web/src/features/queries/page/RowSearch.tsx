import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import styles from './ResultPane.module.css'

interface RowSearchProps {
  value: string
  onChange(text: string): void
}

/** Searches the rows of a result. */
export function RowSearch({ value, onChange }: RowSearchProps) {
  return (
    <TextInput
      className={styles.search}
      size="xs"
      placeholder="Search results..."
      aria-label="Search results"
      leftSection={<IconSearch size={14} stroke={1.75} />}
      rightSection={value === '' ? null : <CloseButton size="xs" aria-label="Clear search" onClick={() => onChange('')} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
