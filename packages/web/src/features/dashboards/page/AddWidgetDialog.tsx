import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import type { Widget } from '@sightline/contract/widgets.ts'
import type { Places } from '@sightline/domain/dashboards/grid/place.ts'
import { IconSearch, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { ChoiceList } from '../../../ui/ChoiceList.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SEARCH_DEBOUNCE_MS } from '../../../ui/SearchBox.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { queryQuery, querySearchQuery, recentQueriesQuery } from '../../queries/api.ts'
import { MappingList } from '../mapping/MappingList.tsx'
import {
  dashboardParametersWithout,
  type MappedParameter,
  mappedParameters,
  storedMappings,
  usersOfParameters,
} from '../mapping/mapping-list.ts'
import { newMappings, newWidgetPositions } from '../widget-placement.ts'
import type { WidgetActions } from './changes.ts'
import styles from './dialogs.module.css'
import { VisualizationChoice } from './VisualizationChoice.tsx'

interface AddWidgetDialogProps {
  widgets: readonly Widget[]
  places: Places
  /** Whether everybody who has its URL sees the dashboard. */
  isPublic: boolean
  /** Whether the user may share the dashboard. */
  mayShare: boolean
  onAdd: WidgetActions['add']
  onClose(): void
}

/** Adds visualizations of a query to the dashboard. */
export function AddWidgetDialog({ widgets, places, isPublic, mayShare, onAdd, onClose }: AddWidgetDialogProps) {
  const [chosen, setChosen] = useState<{ id: number; name: string } | null>(null)
  // In the order of choosing, in which they are added; null until the user chooses.
  const [selected, setSelected] = useState<number[] | null>(null)
  const [isFormOpen, setIsFormOpen] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const { data: query } = useQuery({ ...queryQuery(chosen?.id ?? 0), enabled: chosen !== null })
  const offered = query !== undefined && query.id === chosen?.id ? query.visualizations : []
  const definitions = query?.options.parameters ?? noDefinitions
  const fresh = useMemo(() => mappedParameters(definitions, newMappings(definitions, widgets)), [definitions, widgets])
  const [edited, setEdited] = useState<{ queryId: number; list: MappedParameter[] } | null>(null)
  const list = edited !== null && edited.queryId === query?.id ? edited.list : fresh
  const visualizations =
    selected === null ? preferred(offered) : selected.flatMap((id) => offered.find((each) => each.id === id) ?? [])

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (visualizations.length === 0 || isAdding) return
    setIsAdding(true)
    const positions = newWidgetPositions(
      visualizations.map(({ type }) => type),
      places,
    )
    const added: number[] = []
    for (const [index, { id }] of visualizations.entries()) {
      const options = { isHidden: false, position: positions[index], parameterMappings: storedMappings(list) }
      if (!(await onAdd({ visualization_id: id, text: '', options }))) break
      added.push(id)
    }
    setIsAdding(false)
    if (added.length === visualizations.length) return onClose()
    // Only what was not added remains chosen for the next attempt.
    setSelected(visualizations.map(({ id }) => id).filter((id) => !added.includes(id)))
  }

  const chooseAnother = () => {
    setChosen(null)
    setSelected(null)
  }

  return (
    <Dialog opened onClose={onClose} title={t`Add Widget`} size={list.length > 0 ? 860 : 640} closeOnEscape={!isFormOpen}>
      <form onSubmit={(event) => void add(event)}>
        {isPublic && (
          <Alert variant="light" color="yellow" className={styles.notice} icon={<IconWorld size={16} stroke={1.75} />}>
            {mayShare ? PUBLIC_TO_OWNER : PUBLIC_TO_EDITOR}
          </Alert>
        )}
        {chosen === null ? (
          <QueryChoice onChoose={setChosen} />
        ) : (
          <>
            <div className={styles.chosen}>
              <span className={styles.name}>{chosen.name}</span>
              <span className={styles.spring} />
              {/* The list that had the focus is gone. */}
              <CloseButton size="sm" aria-label={t`Choose another query`} autoFocus onClick={chooseAnother} />
            </div>
            <VisualizationChoice offered={offered} chosen={visualizations.map(({ id }) => id)} onChange={setSelected} />
            {query !== undefined && list.length > 0 && (
              <>
                <p className={styles.caption}>
                  <Trans>Parameters</Trans>
                </p>
                <MappingList
                  queryId={query.id}
                  list={list}
                  dashboardParameters={dashboardParametersWithout(widgets, null)}
                  users={usersOfParameters(widgets, null)}
                  onFormOpen={setIsFormOpen}
                  onChange={(next) => setEdited({ queryId: query.id, list: next })}
                />
              </>
            )}
          </>
        )}
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isAdding} disabled={visualizations.length === 0 || (isPublic && !mayShare)}>
            <Trans>Add to Dashboard</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const PUBLIC_TO_OWNER = t`This dashboard is public. Anyone with its URL will see what you add.`
const PUBLIC_TO_EDITOR = t`This dashboard is public. Only its owner and admins can add visualizations to it.`

/** The first visualization that a user has added, or else the table that every query has. */
const preferred = (offered: readonly Visualization[]) => offered.slice(0, 2).slice(-1)

const noDefinitions = [] as const

interface QueryChoiceProps {
  onChoose(query: { id: number; name: string }): void
}

/** Chooses one of the recent queries, or searches for one. */
function QueryChoice({ onChoose }: QueryChoiceProps) {
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
        label={t`Query`}
        placeholder={t`Search a query by name`}
        leftSection={<IconSearch size={14} stroke={1.75} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Also when another query is to be chosen.
        autoFocus
        data-autofocus
      />
      {hasNoRecent && (
        <p className={styles.caption}>
          <Trans>No recent queries. Search by name.</Trans>
        </p>
      )}
      {isRecent && !hasNoRecent && (
        <p className={styles.caption}>
          <Trans>Recent queries</Trans>
        </p>
      )}
      {queries !== undefined && !hasNoRecent && (
        <ChoiceList
          label={t`Queries`}
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
