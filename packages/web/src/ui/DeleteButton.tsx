import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

/** The button that deletes the item of a page. */
export const DeleteButton = ({ isPending, onClick }: { isPending: boolean; onClick(): void }) => (
  <Button variant="danger" leftSection={<IconTrash size={16} stroke={1.75} />} loading={isPending} onClick={onClick}>
    Delete
  </Button>
)
