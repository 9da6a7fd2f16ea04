import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceList } from '../../../ui/ChoiceList.tsx'
import { SEARCH_DEBOUNCE_MS } from '../../../ui/SearchBox.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { querySearchQuery, recentQueriesQuery } from '../../queries/list/api.ts'
import styles from './dialogs.module.css'

interface QueryChoiceProps {
  onChoose(query: { id: number; name: string }): void
}

/** Chooses a query: one of the recent ones, or by searching. */
export function QueryChoice({ onChoose }: QueryChoiceProps) {
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const recent = useQuery({ ...recentQueriesQuery, enabled: term === '' })
  const found = useQuery({ ...querySearchQuery(term), enabled: term !== '' })
  const isRecent = term === ''
  const queries = isRecent ? recent.data : found.data?.results
  const hasNoRecent = isRecent && queries?.length === 0
  return (
    <>
      <TextInput
        label="Query"
        placeholder="Search a query by name"
        leftSection={<IconSearch size={14} stroke={1.75} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {hasNoRecent && <p className={styles.caption}>You have no recent queries. Search for one by its name.</p>}
      {isRecent && !hasNoRecent && <p className={styles.caption}>Recent queries</p>}
      {queries !== undefined && !hasNoRecent && (
        <ChoiceList
          label="Queries"
          choices={queries.map(({ id, name, is_draft, is_archived, tags }) => ({
            id,
            name,
            details: (
              <>
                <StatusBadge isDraft={is_draft} isArchived={is_archived} />
                {tags.map((tag) => (
                  <Tag key={tag}>{tag}</Tag>
                ))}
              </>
            ),
          }))}
          chosen={null}
          onChoose={onChoose}
        />
      )}
    </>
  )
}
