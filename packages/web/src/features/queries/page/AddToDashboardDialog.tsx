import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../api/error.ts'
import { notify } from '../../../app/notify.ts'
import { ChoiceList } from '../../../ui/ChoiceList.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SEARCH_DEBOUNCE_MS } from '../../../ui/SearchBox.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { dashboardQuery, dashboardSearchQuery, type Showable, showOnDashboard } from '../../dashboards/api.ts'
import styles from './AddToDashboardDialog.module.css'

/** Characters from which dashboards are searched. */
const MIN_SEARCH_LENGTH = 3

interface AddToDashboardDialogProps {
  visualization: Showable & { name: string }
  onClose(): void
}

/** Puts the visualization on a dashboard, which is found by its name. */
export function AddToDashboardDialog({ visualization, onClose }: AddToDashboardDialogProps) {
  const cache = useQueryClient()
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const [chosen, setChosen] = useState<Pick<DashboardListItem, 'id' | 'slug'> | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const isSearching = term.length >= MIN_SEARCH_LENGTH
  const { data: found, error } = useQuery({ ...dashboardSearchQuery(term), enabled: isSearching })

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (chosen === null || isAdding) return
    setIsAdding(true)
    try {
      await showOnDashboard(chosen.slug, visualization)
      void cache.invalidateQueries({ queryKey: dashboardQuery(chosen.slug).queryKey })
      notify.success('Widget added to dashboard.')
      onClose()
    } catch (error) {
      setIsAdding(false)
      notify.error('Widget not added.', messageOf(error) ?? undefined)
    }
  }

  return (
    <Dialog opened onClose={onClose} title="Add to Dashboard" size={480}>
      <form onSubmit={(event) => void add(event)}>
        <TextInput
          label={`Dashboard that is to show "${visualization.name}"`}
          description={isSearching ? undefined : `Search starts at ${MIN_SEARCH_LENGTH} characters.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="Search a dashboard by name"
          leftSection={<IconSearch size={14} stroke={1.75} />}
          error={isSearching && error !== null ? (messageOf(error) ?? 'The dashboards could not be searched.') : null}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(null)
          }}
          data-autofocus
        />
        {isSearching && found !== undefined && (
          <ChoiceList
            label="Dashboards"
            choices={found.results.map((dashboard) => ({
              ...dashboard,
              details: <StatusBadge isDraft={dashboard.is_draft} isArchived={dashboard.is_archived} />,
            }))}
            chosen={chosen?.id ?? null}
            onChoose={({ id, slug }) => setChosen({ id, slug })}
          />
        )}
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isAdding} disabled={chosen === null}>
            Add to Dashboard
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
