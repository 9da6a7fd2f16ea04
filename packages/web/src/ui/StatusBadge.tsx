import { Badge } from '@mantine/core'

interface MarksProps {
  isDraft: boolean
  isArchived: boolean
}

/** Badge of an item that is not, or no longer, in use by everybody. An archived draft is archived. */
export function StatusBadge({ isDraft, isArchived }: MarksProps) {
  if (isArchived) return <Badge data-tone="warn">Archived</Badge>
  return isDraft ? <Badge>Unpublished</Badge> : null
}
