import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { DataSource } from '@sightline/contract/data-sources.ts'
import { firstRowsName } from '@sightline/domain/explore/name.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { EXPLORED_ROWS, firstRowsText } from '@sightline/domain/sql-text/preview.ts'
import { quotedName, tableParts } from '@sightline/domain/sql-text/quoted-name.ts'
import { starterProblem } from '@sightline/domain/starter/sql.ts'
import { IconLayoutDashboard, IconZoomQuestion } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { usePermission } from '../../../app/session.ts'
import { RunError } from '../../../results/follow-run.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { createAndRun } from '../create-and-run.ts'
import styles from './TablePreview.module.css'

interface ExploreTableProps {
  source: DataSource
  dialect: string
  /** The name of the table in the schema. */
  table: string
}

const LIMIT = localNumber(EXPLORED_ROWS)

/** Loads the first rows of a table by a saved query, whose result is then explored. */
export function ExploreTable({ source, dialect, table }: ExploreTableProps) {
  const mayCreate = usePermission('create_query')
  const mayCreateDashboard = usePermission('create_dashboard')
  const navigate = useNavigate()
  const [isLoading, setIsLoading] = useState(false)
  if (!mayCreate) return null
  const explore = async () => {
    setIsLoading(true)
    try {
      const { id } = await createAndRun({
        name: firstRowsName(table),
        query: firstRowsText(quotedName(tableParts(table), dialect), dialect, EXPLORED_ROWS),
        data_source_id: source.id,
        options: { apply_auto_limit: false, ...(source.dialects && { dialect }) },
      })
      await navigate({ to: '/queries/$queryId/explore', params: { queryId: String(id) } })
    } catch (error) {
      setIsLoading(false)
      if (error instanceof RunError) notify.error(t`The table could not be loaded.`, error.message)
      else notify.failure(error, t`The table could not be loaded.`)
    }
  }
  return (
    <div className={styles.actions}>
      {mayCreateDashboard && starterProblem({ ...source, dialect }, source.type_name) === null && (
        <LinkButton
          variant="default"
          size="xs"
          leftSection={<IconLayoutDashboard size={14} stroke={1.75} />}
          to="/dashboards/starter"
          search={{ source: String(source.id), table }}
        >
          <Trans>Make a Starter Dashboard</Trans>
        </LinkButton>
      )}
      <span className={styles.hint}>
        <Trans>Up to {LIMIT} rows are loaded by a new query.</Trans>
      </span>
      <Button
        variant="default"
        size="xs"
        loading={isLoading}
        leftSection={<IconZoomQuestion size={14} stroke={1.75} />}
        onClick={() => void explore()}
      >
        <Trans>Explore</Trans>
      </Button>
    </div>
  )
}
