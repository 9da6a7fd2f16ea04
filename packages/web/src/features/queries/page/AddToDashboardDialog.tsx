import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type DashboardListItem, MAX_DASHBOARD_NAME_LENGTH } from '@sightline/contract/dashboards.ts'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../api/error.ts'
import { notify } from '../../../app/notify.ts'
import { usePermission } from '../../../app/session.ts'
import { ChoiceList } from '../../../ui/ChoiceList.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SEARCH_DEBOUNCE_MS } from '../../../ui/SearchBox.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import {
  createDashboard,
  dashboardQuery,
  dashboardSearchQuery,
  newestDashboardsQuery,
  type Showable,
  showOnDashboard,
} from '../../dashboards/api.ts'
import styles from './VisualizationDialogs.module.css'

/** Minimum length of a search for dashboards. */
const MIN_SEARCH_LENGTH = 3

interface AddToDashboardDialogProps {
  visualization: Showable & { name: string }
  onClose(): void
}

/** Adds the visualization to one of the newest dashboards, to one found by name, or to a new one. */
export function AddToDashboardDialog({ visualization, onClose }: AddToDashboardDialogProps) {
  const cache = useQueryClient()
  const mayCreate = usePermission('create_dashboard')
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const [term] = useDebouncedValue(name, SEARCH_DEBOUNCE_MS)
  const [chosen, setChosen] = useState<Pick<DashboardListItem, 'id' | 'slug'> | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const isSearching = term.length >= MIN_SEARCH_LENGTH
  const found = useQuery({ ...dashboardSearchQuery(term), enabled: isSearching })
  const newest = useQuery({ ...newestDashboardsQuery, enabled: !isSearching })
  const { data: dashboards, error } = isSearching ? found : newest

  const addTo = async (slugOf: () => Promise<string>) => {
    if (isAdding) return
    setIsAdding(true)
    try {
      const slug = await slugOf()
      await showOnDashboard(slug, visualization)
      void cache.invalidateQueries({ queryKey: dashboardQuery(slug).queryKey })
      notify.success(t`Widget added to dashboard.`)
      onClose()
    } catch (failure) {
      setIsAdding(false)
      notify.error(t`Widget not added.`, messageOf(failure) ?? undefined)
    }
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== null) void addTo(async () => chosen.slug)
  }
  const create = () =>
    addTo(async () => {
      const { slug } = await createDashboard(name)
      void cache.invalidateQueries({ queryKey: ['dashboards', 'lists'] })
      return slug
    })

  return (
    <Dialog opened onClose={onClose} title={t`Add to Dashboard`} size={480}>
      <form onSubmit={add}>
        <TextInput
          label={t`Dashboard`}
          description={name === '' || isSearching ? undefined : t`Search starts at ${MIN_SEARCH_LENGTH} characters.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t`Search by name, or name a new dashboard`}
          maxLength={MAX_DASHBOARD_NAME_LENGTH}
          leftSection={<IconSearch size={14} stroke={1.75} />}
          error={isSearching && error !== null ? (messageOf(error) ?? t`The dashboards could not be searched.`) : null}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(null)
          }}
          data-autofocus
        />
        {dashboards !== undefined && (
          <ChoiceList
            label={isSearching ? t`Dashboards` : t`Newest dashboards`}
            choices={dashboards.results.map((dashboard) => ({
              ...dashboard,
              details: <StatusBadge isDraft={dashboard.is_draft} isArchived={dashboard.is_archived} />,
            }))}
            chosen={chosen?.id ?? null}
            onChoose={({ id, slug }) => setChosen({ id, slug })}
          />
        )}
        {mayCreate && name !== '' && (
          <Button
            className={styles.create}
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            disabled={isAdding}
            onClick={() => void create()}
          >
            {t`Add to a new dashboard “${name}”`}
          </Button>
        )}
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isAdding} disabled={chosen === null}>
            <Trans>Add to Dashboard</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
