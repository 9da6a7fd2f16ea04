import { Button, Menu, Tooltip } from '@mantine/core'
import { IconBellPlus, IconChevronDown, IconDeviceFloppy, IconLayoutDashboard } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { useOpenAsQuery } from '../../../app/open-as-query.ts'
import { usePermission } from '../../../app/session.ts'
import { RunError } from '../../../results/follow-run.ts'
import { createAndRun } from '../create-and-run.ts'
import { AddToDashboardDialog } from '../page/AddToDashboardDialog.tsx'
import styles from './ExplorePage.module.css'
import { type Shown, shownVisualization } from './shown-visualization.ts'

interface ExploreActionsProps {
  /** The SQL of the exploration, in the dialect of Query Results. */
  sql: string
  /** The name of a query that is saved. */
  name: string
  /** How the page shows it. */
  view: 'table' | 'chart'
  /** Whether the latest result of the query is explored, which alone can be queried. */
  isLatest: boolean
}

const icon = { size: 16, stroke: 1.75 }

/** Keeps what was explored: as a query to edit or to save, for an alert, or on a dashboard. */
export function ExploreActions({ sql, name, view, isLatest }: ExploreActionsProps) {
  const { source, disabledReason, openAsQuery } = useOpenAsQuery(isLatest)
  const mayEditDashboards = usePermission('edit_dashboard')
  const navigate = useNavigate()
  const [isSaving, setIsSaving] = useState(false)
  const [added, setAdded] = useState<Shown | null>(null)

  const save = async () => {
    if (source === null) throw new Error('There is no data source to save the query on.')
    const dialect = source.dialects?.[0]
    return createAndRun({
      name,
      query: sql,
      data_source_id: source.id,
      options: { apply_auto_limit: false, ...(dialect !== undefined && { dialect }) },
    })
  }
  const keep = (use: (query: Awaited<ReturnType<typeof save>>) => Promise<void>) => async () => {
    setIsSaving(true)
    try {
      await use(await save())
    } catch (error) {
      if (error instanceof RunError) notify.error('The query was saved, but could not be run.', error.message)
      else notify.failure(error, 'The query could not be saved.')
    }
    setIsSaving(false)
  }
  const saveOnly = keep(async ({ id }) => {
    notify.success('Query saved')
    await navigate({ to: '/queries/$queryId', params: { queryId: String(id) } })
  })
  const alert = keep(({ id }) => navigate({ to: '/alerts/new', search: { query: id } }))
  const add = keep(async (query) => setAdded(await shownVisualization(query, view)))
  const items = [
    { text: 'Save as Query', Icon: IconDeviceFloppy, onClick: saveOnly, isOffered: true },
    { text: 'Create Alert', Icon: IconBellPlus, onClick: alert, isOffered: true },
    { text: 'Add to Dashboard', Icon: IconLayoutDashboard, onClick: add, isOffered: mayEditDashboards },
  ].filter(({ isOffered }) => isOffered)
  return (
    <div className={styles.open}>
      <Button.Group>
        <Tooltip label={disabledReason} disabled={disabledReason === null} openDelay={0}>
          <Button
            size="sm"
            data-disabled={disabledReason !== null || undefined}
            aria-disabled={disabledReason !== null}
            onClick={() => openAsQuery(sql)}
          >
            Open as Query
          </Button>
        </Tooltip>
        <Menu position="bottom-end" disabled={disabledReason !== null}>
          <Menu.Target>
            <Button size="sm" px={8} aria-label="Keep the result" loading={isSaving} disabled={disabledReason !== null}>
              <IconChevronDown {...icon} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {items.map(({ text, Icon, onClick }) => (
              <Menu.Item key={text} leftSection={<Icon {...icon} />} onClick={() => void onClick()}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {added !== null && <AddToDashboardDialog visualization={added} onClose={() => setAdded(null)} />}
    </div>
  )
}
