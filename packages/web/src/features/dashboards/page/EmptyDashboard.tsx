import { Button } from '@mantine/core'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/EmptyState.tsx'

interface EmptyDashboardProps {
  isEditing: boolean
  mayEdit: boolean
  /** Whether other tabs of the dashboard may have widgets. */
  isTab?: boolean
  onEdit(): void
  onAdd(): void
}

/** Shown on a dashboard without widgets: what to do next, if the user may edit. */
export function EmptyDashboard({ isEditing, mayEdit, isTab = false, onEdit, onAdd }: EmptyDashboardProps) {
  return (
    <EmptyState
      icon={<IconLayoutDashboard size={20} stroke={1.75} />}
      title={isTab ? 'This tab has no widgets yet.' : 'This dashboard has no widgets yet.'}
      help={mayEdit ? 'Add visualizations of your queries, or text.' : 'The owner has not added any widgets yet.'}
      action={
        mayEdit && (
          <Button size="sm" onClick={isEditing ? onAdd : onEdit}>
            {isEditing ? 'Add First Widget' : 'Edit Dashboard'}
          </Button>
        )
      }
    />
  )
}
