import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu, Tooltip } from '@mantine/core'
import type { Query } from '@sightline/contract/queries.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { type Exploration, type ExploredColumn, isGrouped, isText } from '@sightline/domain/explore/exploration.ts'
import { explorationName } from '@sightline/domain/explore/name.ts'
import { answerSort } from '@sightline/domain/explore/pivot.ts'
import { IconBellPlus, IconChevronDown, IconDeviceFloppy, IconLayoutDashboard } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { usePermission } from '../../../app/session.ts'
import { RunError } from '../../../results/follow-run.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { createAndRun } from '../create-and-run.ts'
import { AddToDashboardDialog } from '../page/AddToDashboardDialog.tsx'
import styles from './ExplorePage.module.css'
import { RunTargetDialog } from './RunTargetDialog.tsx'
import { type RunTarget, useRunTargets } from './run-targets.ts'
import { type Shown, saveShown, tableOf } from './shown-visualization.ts'

interface ExploreActionsProps {
  query: Query
  /** The first window of the explored result. */
  window: ResultWindow
  exploration: Exploration
  columns: readonly (SourceColumn & ExploredColumn)[]
  /** The SQL of the exploration on the stored result. */
  sql: string
  /** How the page shows it. */
  view: 'table' | 'chart'
  /** Whether the latest result of the query is explored, which alone can be queried. */
  isLatest: boolean
}

/** A way to keep what was explored. */
interface Action {
  text: string
  run(target: RunTarget): Promise<unknown>
}

const icon = { size: 16, stroke: 1.75 }

/** Keeps what was explored: as a query to edit or to save, for an alert, or on a dashboard. */
export function ExploreActions({ query, window, exploration, columns, sql, view, isLatest }: ExploreActionsProps) {
  const targets = useRunTargets({ query, exploration, columns, sql, isLatest })
  const { disabledReason } = targets
  const mayEditDashboards = usePermission('edit_dashboard')
  const navigate = useNavigate()
  const [isSaving, setIsSaving] = useState(false)
  const [asking, setAsking] = useState<Action | null>(null)
  const [added, setAdded] = useState<Shown | null>(null)

  const keep = (use: (saved: Query, shown: Shown | undefined) => unknown) => async (target: RunTarget) => {
    setIsSaving(true)
    try {
      const saved = await saveAndRun(target, query.name, exploration)
      const [shown] = await saveShown(saved, view, exploration)
      await use(saved, shown)
    } catch (error) {
      if (error instanceof RunError) notify.error(t`The query was saved, but could not be run.`, error.message)
      else notify.failure(error, t`The query could not be saved.`)
    }
    setIsSaving(false)
  }
  const open: Action = {
    text: t`Open as Query`,
    run: ({ source, sql: text }) => navigate({ to: '/queries/new', state: { newQuery: { text, dataSourceId: source.id } } }),
  }
  const saveOnly = keep(async ({ id }, shown) => {
    notify.success(t`Query saved`)
    await navigate({ to: '/queries/$queryId', params: { queryId: String(id) }, ...(shown && { hash: String(shown.id) }) })
  })
  const alert = keep(({ id }) => navigate({ to: '/alerts/new', search: { query: id } }))
  const add = keep((saved, shown) => setAdded(shown ?? tableOf(saved)))
  const items = [
    { text: t`Save as Query`, Icon: IconDeviceFloppy, run: saveOnly, isOffered: true },
    { text: t`Create Alert`, Icon: IconBellPlus, run: alert, isOffered: true },
    { text: t`Add to Dashboard`, Icon: IconLayoutDashboard, run: add, isOffered: mayEditDashboards },
  ].filter(({ isOffered }) => isOffered)
  const start = (action: Action) => {
    if (disabledReason !== null) return
    if (targets.table !== null) setAsking(action)
    else if (targets.stored !== null) void action.run(targets.stored)
  }
  return (
    <div className={styles.open}>
      <Button.Group>
        <Tooltip label={disabledReason} disabled={disabledReason === null} openDelay={0}>
          <Button
            size="sm"
            data-disabled={disabledReason !== null || undefined}
            aria-disabled={disabledReason !== null}
            onClick={() => start(open)}
          >
            <Trans>Open as Query</Trans>
          </Button>
        </Tooltip>
        <Menu position="bottom-end" disabled={disabledReason !== null}>
          <Menu.Target>
            <Button size="sm" px={8} aria-label={t`Keep the result`} loading={isSaving} disabled={disabledReason !== null}>
              <IconChevronDown {...icon} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {items.map(({ Icon, ...action }) => (
              <Menu.Item key={action.text} leftSection={<Icon {...icon} />} onClick={() => start(action)}>
                {action.text}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {asking !== null && (
        <RunTargetDialog
          title={asking.text}
          targets={targets}
          queryName={query.name}
          result={window.result}
          isGrouped={isGrouped(exploration)}
          sortsTexts={sortsTexts(exploration, columns)}
          onChoose={(target) => {
            setAsking(null)
            void asking.run(target)
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {added !== null && <AddToDashboardDialog visualization={added} onClose={() => setAdded(null)} />}
    </div>
  )
}

/** Whether the order is that of the texts of a column. */
const sortsTexts = (exploration: Exploration, columns: readonly ExploredColumn[]) =>
  answerSort(exploration).some(({ kind, column }) => kind === null && columns.some((one) => one.name === column && isText(one)))

/** On a data source, rows without groups may be many: the automatic limit of new queries stays. */
function saveAndRun({ source, sql }: RunTarget, name: string, exploration: Exploration): Promise<Query> {
  const dialect = source.dialects?.[0]
  const isStored = source.language === 'query-results'
  return createAndRun({
    name: explorationName({ name, isStored }, exploration),
    query: sql,
    data_source_id: source.id,
    options: { apply_auto_limit: !isStored && !isGrouped(exploration), ...(dialect !== undefined && { dialect }) },
  })
}
