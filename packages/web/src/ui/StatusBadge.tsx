import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'

interface StatusBadgeProps {
  isDraft: boolean
  isArchived: boolean
}

/** The badge of an archived or unpublished item; none for others. An archived draft counts as archived. */
export function StatusBadge({ isDraft, isArchived }: StatusBadgeProps) {
  if (isArchived)
    return (
      <Badge data-tone="warn">
        <Trans>Archived</Trans>
      </Badge>
    )
  return isDraft ? (
    <Badge>
      <Trans>Unpublished</Trans>
    </Badge>
  ) : null
}
