import { Button, Group } from '@mantine/core'
import { Dialog } from '../ui/Dialog.tsx'

interface DiscardDialogProps {
  onKeep(): void
  onDiscard(): void
}

/** Asks before changes are given up. */
export function DiscardDialog({ onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog opened onClose={onKeep} title="Discard changes?" size={400}>
      <p>The changes to this visualization have not been saved.</p>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={onKeep}>
          Keep Editing
        </Button>
        <Button variant="danger-filled" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Dialog>
  )
}
