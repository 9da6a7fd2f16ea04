import { Badge } from '@mantine/core'

interface StatusBadgeProps {
  isDraft: boolean
  isArchived: boolean
}

/** The badge of an archived or unpublished item; none for others. An archived draft counts as archived. */
export function StatusBadge({ isDraft, isArchived }: StatusBadgeProps) {
  if (isArchived) return <Badge data-tone="warn">Archived</Badge>
  return isDraft ? <Badge>Unpublished</Badge> : null
}
