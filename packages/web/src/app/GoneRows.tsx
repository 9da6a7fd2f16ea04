import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { EmptyState } from '../ui/EmptyState.tsx'

interface GoneRowsProps {
  /** Executes the query of the result; null if the reader may not. */
  onExecute: (() => void) | null
}

/** Stands for the rows of a result that has been removed. */
export const GoneRows = ({ onExecute }: GoneRowsProps) => (
  <div role="alert">
    <EmptyState
      icon={<IconFileOff size={20} stroke={1.75} />}
      title={t`The rows of this result are no longer stored.`}
      help={onExecute === null ? t`Reload the page to load the latest result.` : t`Execute the query to get them again.`}
      action={
        onExecute && (
          <Button variant="default" onClick={onExecute}>
            <Trans>Execute</Trans>
          </Button>
        )
      }
    />
  </div>
)
