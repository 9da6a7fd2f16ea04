import { IconPuzzleOff } from '@tabler/icons-react'
import { EmptyState } from '../ui/EmptyState.tsx'

/** What stands in place of a visualization whose type is not known. */
export function UnknownVisualization({ type }: { type: string }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<IconPuzzleOff size={20} stroke={1.75} />}
        title={`Visualizations of the type ${type} cannot be shown.`}
        help="Its options are kept as they are."
      />
    </div>
  )
}
