import { t } from '@lingui/core/macro'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import styles from './ResultPane.module.css'

/** The search for rows of a table. */
export function RowSearch({ value, onChange }: { value: string; onChange(text: string): void }) {
  return (
    <TextInput
      className={styles.search}
      size="xs"
      placeholder={t`Search results...`}
      aria-label={t`Search results`}
      leftSection={<IconSearch size={14} stroke={1.75} />}
      rightSection={value === '' ? null : <CloseButton size="xs" aria-label={t`Clear search`} onClick={() => onChange('')} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
