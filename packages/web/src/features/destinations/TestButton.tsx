import { Button, Tooltip } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTestDestination } from './use-test-destination.ts'

/** @param isDirty whether there are changes: what is stored is what is tested */
export function TestButton({ id, isDirty }: { id: number; isDirty: boolean }) {
  const test = useTestDestination(id)
  return (
    <Tooltip label="Save the changes first" disabled={!isDirty}>
      <Button
        variant="default"
        leftSection={<IconSend size={16} stroke={1.75} />}
        loading={test.isPending}
        data-disabled={isDirty || undefined}
        aria-disabled={isDirty}
        onClick={() => {
          if (!isDirty) test.mutate()
        }}
      >
        Send a Test
      </Button>
    </Tooltip>
  )
}
