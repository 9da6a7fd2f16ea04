import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import type { StarterSearch } from '../search-params.ts'

interface EmptyDashboardProps {
  isEditing: boolean
  mayEdit: boolean
  /** Whether other tabs of the dashboard may have widgets. */
  isTab?: boolean
  /** The page that makes widgets of a table for this dashboard; null if the user may not. */
  starter?: StarterSearch | null
  onEdit(): void
  onAdd(): void
}

/** Shown on a dashboard without widgets: what to do next, if the user may edit. */
export function EmptyDashboard({ isEditing, mayEdit, isTab = false, starter = null, onEdit, onAdd }: EmptyDashboardProps) {
  return (
    <EmptyState
      icon={<IconLayoutDashboard size={20} stroke={1.75} />}
      title={isTab ? t`This tab has no widgets yet.` : t`This dashboard has no widgets yet.`}
      help={mayEdit ? t`Add visualizations of your queries, or text.` : t`The owner has not added any widgets yet.`}
      action={
        mayEdit && (
          <Group gap={8} justify="center">
            <Button size="sm" onClick={isEditing ? onAdd : onEdit}>
              {isEditing ? t`Add First Widget` : t`Edit Dashboard`}
            </Button>
            {starter !== null && (
              <LinkButton variant="default" size="sm" to="/dashboards/starter" search={starter}>
                <Trans>Start from a Table</Trans>
              </LinkButton>
            )}
          </Group>
        )
      }
    />
  )
}
